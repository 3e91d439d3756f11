import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { binaries } from './postgres.ts';

const PROGRAMS = ['etcd', 'haproxy', 'redis-server'];

/** Programs of the deployment that this machine lacks. */
export function missingPrograms(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const missing = PROGRAMS.filter((name) => !folders.some((folder) => existsSync(join(folder, name))));
  if (!hasPatroni()) missing.push('patroni (3.1 or later)');
  return binaries() ? missing : [...missing, 'postgres'];
}

/** Patroni before 3.1 writes the leader's key to etcd without comparing it. */
function hasPatroni(): boolean {
  const { stdout } = spawnSync('patroni', ['--version'], { encoding: 'utf8' });
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(stdout ?? '')?.map(Number) ?? [];
  return major > 3 || (major === 3 && minor >= 1);
}
