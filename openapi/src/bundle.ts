import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUNDLE, PACKAGE, REPOSITORY } from './layout.ts';
import { runQuietly, runTool } from './run-tool.ts';

/** Exits with 2 if the contract cannot be bundled. A failed check exits with 1. */
export function bundle(root: string): void {
  runTool('redocly', ['bundle', 'openapi.yaml', '--config', 'redocly.yaml', '--output', join(root, BUNDLE)], 2);
}

/** Bundles the sources in a folder with this package's settings. */
export function bundleText(folder: string): string {
  const target = mkdtempSync(join(tmpdir(), 'tillgate-bundle-'));
  try {
    const output = join(target, 'openapi.json');
    const config = join(PACKAGE, 'redocly.yaml');
    runQuietly('redocly', ['bundle', join(folder, 'openapi.yaml'), '--config', config, '--output', output]);
    return readFileSync(output, 'utf8');
  } finally {
    rmSync(target, { recursive: true });
  }
}

if (import.meta.main) bundle(REPOSITORY);
