import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.ts';
import { deprecationProblems } from './deprecations.ts';
import { ARAZZO, BUNDLE, REPOSITORY } from './layout.ts';
import { runTool } from './run-tool.ts';

runTool('redocly', ['lint', 'openapi.yaml', '--config', 'redocly.yaml', '--max-problems', '1000']);
bundle(REPOSITORY);
runTool('spectral', ['lint', `../${BUNDLE}`, '--ruleset', '.spectral.yaml', '--fail-severity', 'hint']);
runTool('redocly', ['lint', `../${ARAZZO}`, '--extends', 'recommended-strict']);

const problems = deprecationProblems(JSON.parse(readFileSync(join(REPOSITORY, BUNDLE), 'utf8')));
for (const problem of problems) console.error(`deprecations: ${problem}`);
if (problems.length > 0) process.exit(1);
