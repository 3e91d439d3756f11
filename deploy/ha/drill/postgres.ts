import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@tillgate/server/test-support/free-port.ts';
import { BIN, giveToPostgres, runAsPostgres } from '@tillgate/server/test-support/own-cluster.ts';
import { type Program, type Programs, until } from './processes.ts';

/** One PostgreSQL without a standby. */
export interface Postgres {
  readonly port: number;
  readonly program: Program;
}

export async function startPostgres(programs: Programs, name: string): Promise<Postgres> {
  const port = await freePort();
  const folder = join(programs.folder, name);
  mkdirSync(folder);
  giveToPostgres(folder);
  const data = join(folder, 'data');
  await runAsPostgres(join(BIN, 'initdb'), '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off'];
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const program = programs.start({ name, file: join(BIN, 'postgres'), args, unprivileged: true, ending: 'SIGQUIT' });
  return { port, program };
}

/** Signals the PostgreSQL of a data folder, which Patroni runs in the background, by the process id in the folder. */
export function signalPostgres(dataFolder: string, signal: NodeJS.Signals): void {
  const pid = postmasterOf(dataFolder);
  if (pid !== undefined) process.kill(pid, signal);
}

/** Stops every process of a PostgreSQL. Returns the function that resumes them. */
export function freezePostgres(dataFolder: string): () => void {
  const postmaster = postmasterOf(dataFolder);
  if (postmaster === undefined) throw new Error(`No PostgreSQL runs on ${dataFolder}.`);
  // Stopped first, so that it cannot start others.
  process.kill(postmaster, 'SIGSTOP');
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(' ').filter(Boolean);
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of [...children.map(Number), postmaster]) signalIfThere(pid, signal);
  };
  signalAll('SIGSTOP');
  return () => signalAll('SIGCONT');
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has exited.
  }
}

/** Kills it and resolves once its shared memory is freed, which SIGKILL leaves allocated. */
export async function endPostgres(dataFolder: string): Promise<void> {
  signalPostgres(dataFolder, 'SIGQUIT');
  await until('The end of PostgreSQL', async () => postmasterOf(dataFolder) === undefined || undefined, 10).catch(() =>
    signalPostgres(dataFolder, 'SIGKILL'),
  );
}

function postmasterOf(dataFolder: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);
    // By now, the id may belong to another process.
    const isPostgres = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataFolder);
    return isPostgres ? pid : undefined;
  } catch {
    return undefined;
  }
}
