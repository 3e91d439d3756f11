import { join } from 'node:path';
import { BUNDLE, REPOSITORY } from './layout.ts';
import { runTool } from './run-tool.ts';

/** Exits with 2 if there is no bundle: nothing could be checked, as opposed to a check that fails (1). */
export function bundle(root: string): void {
  runTool('redocly', ['bundle', 'openapi.yaml', '--config', 'redocly.yaml', '--output', join(root, BUNDLE)], 2);
}

if (import.meta.main) bundle(REPOSITORY);
