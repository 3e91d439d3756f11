import { join } from 'node:path';
import { BUNDLE, REPOSITORY } from './layout.ts';
import { runTool } from './run-tool.ts';

/** Without a bundle nothing can be checked, which is another thing (2) than a check that finds something (1). */
export function bundle(root: string): void {
  runTool('redocly', ['bundle', 'openapi.yaml', '--config', 'redocly.yaml', '--output', join(root, BUNDLE)], 2);
}

if (import.meta.main) bundle(REPOSITORY);
