import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PACKAGE } from './layout.ts';

// Nothing is reported, and no newer version is looked for, when a contract is checked.
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Runs a tool of this package in its folder without a word; throws what it says if it fails. */
export function runQuietly(name: string, args: string[]): void {
  const command = join(PACKAGE, 'node_modules/.bin', name);
  const env = { ...process.env, ...QUIET };
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd: PACKAGE, encoding: 'utf8', env });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${stdout}${stderr}`.trim());
}

/** Runs a tool of this package in its folder, and ends the process if it fails. */
export function runTool(name: string, args: string[], exitCode = 1): void {
  const command = join(PACKAGE, 'node_modules/.bin', name);
  const { status, error } = spawnSync(command, args, {
    cwd: PACKAGE,
    stdio: 'inherit',
    env: { ...process.env, ...QUIET },
  });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(exitCode);
}
