import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PACKAGE } from './layout.ts';

// Checking a contract must not send telemetry or look for newer versions.
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

function spawnTool(name: string, args: readonly string[], stdio: 'inherit' | 'pipe') {
  const command = join(PACKAGE, 'node_modules/.bin', name);
  const env = { ...process.env, ...QUIET };
  const done = spawnSync(command, args, { cwd: PACKAGE, encoding: 'utf8', stdio, env });
  if (done.error !== undefined) throw done.error;
  return done;
}

/** Runs a tool silently; an error contains what the tool printed. */
export function runQuietly(name: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnTool(name, args, 'pipe');
  if (status !== 0) throw new Error(`${name} ${args[0]} failed: ${stdout}${stderr}`.trim());
}

/** Runs a tool, and exits the process if the tool fails. */
export function runTool(name: string, args: readonly string[], exitCode = 1): void {
  if (spawnTool(name, args, 'inherit').status !== 0) process.exit(exitCode);
}
