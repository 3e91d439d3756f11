import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@tillgate/server/test-support/free-port.ts';
import { AS_POSTGRES, isRoot, type Program, type Programs } from './processes.ts';

/** The folder of PostgreSQL's programs in Debian. */
export function binaries(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort().reverse() : [];
  return versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'pg_ctl')));
}

export function giveToPostgres(folder: string): void {
  if (isRoot) execFileSync('chown', ['-R', 'postgres:', folder]);
}

/** One PostgreSQL without a standby. */
export interface Postgres {
  readonly port: number;
  readonly program: Program;
}

export async function startPostgres(programs: Programs, name: string): Promise<Postgres> {
  const bin = binaries() ?? '';
  const port = await freePort();
  const folder = join(programs.folder, name);
  mkdirSync(folder);
  giveToPostgres(folder);
  const data = join(folder, 'data');
  asPostgres(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off'];
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const program = programs.start({ name, file: join(bin, 'postgres'), args, unprivileged: true, ending: 'SIGQUIT' });
  return { port, program };
}

function asPostgres(file: string, args: readonly string[]): void {
  const [program = '', ...rest] = [...(isRoot ? AS_POSTGRES : []), file, ...args];
  const { status, stderr } = spawnSync(program, rest, { cwd: '/', encoding: 'utf8' });
  if (status !== 0) throw new Error(`${file} failed: ${stderr}`);
}
