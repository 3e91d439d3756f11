import { bundle } from './bundle.ts';
import { BUNDLE, REPOSITORY } from './layout.ts';
import { runTool } from './run-tool.ts';

runTool('redocly', ['lint', 'openapi.yaml', '--config', 'redocly.yaml', '--max-problems', '1000']);
bundle(REPOSITORY);
runTool('spectral', ['lint', `../${BUNDLE}`, '--ruleset', '.spectral.yaml', '--fail-severity', 'hint']);
