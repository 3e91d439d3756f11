import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { binaries } from './postgres.ts';

const PROGRAMS = ['etcd', 'patroni', 'haproxy', 'redis-server'];

/** Programs of the deployment that this machine lacks. */
export function missingPrograms(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const missing = PROGRAMS.filter((name) => !folders.some((folder) => existsSync(join(folder, name))));
  return binaries() ? missing : [...missing, 'postgres'];
}
