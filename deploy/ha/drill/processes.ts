import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './until.ts';

/** PostgreSQL and Patroni refuse to run as root. */
export const AS_POSTGRES = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'];
export const isRoot = process.getuid?.() === 0;

export interface Command {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Runs as the user `postgres` if this process runs as root. */
  readonly unprivileged?: boolean;
  /** Signal that stops it at the end of the drill. SIGKILL if it leaves no state outside its folder. */
  readonly ending?: NodeJS.Signals;
}

/** One program of the deployment, which can be killed and restarted. */
export class Program {
  readonly command: Command;
  readonly #owner: Programs;
  #child: ChildProcess | undefined;

  constructor(command: Command, owner: Programs) {
    this.command = command;
    this.#owner = owner;
  }

  get #isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  start(): void {
    if (this.#owner.isEnding) throw new Error('The drill is ending.');
    const { folder } = this.#owner;
    const { name, file, args, env = {}, unprivileged } = this.command;
    const [program = '', ...rest] = [...(unprivileged && isRoot ? AS_POSTGRES : []), file, ...args];
    const log = openSync(join(folder, `${name}.log`), 'a');
    // In its own process group: Ctrl-C reaches only the drill, which stops everything in order.
    this.#child = spawn(program, rest, {
      cwd: folder,
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
      detached: true,
    });
    this.#child.on('error', () => {});
    closeSync(log);
  }

  /** Runs it until it exits. Returns its exit code. */
  async run(): Promise<number | null> {
    this.start();
    await (this.#child && once(this.#child, 'exit'));
    return this.#child?.exitCode ?? null;
  }

  signal(name: NodeJS.Signals): void {
    if (this.#isRunning) this.#child?.kill(name);
  }

  /** Kills it, as a power failure would, and returns when it has exited. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (!child || !this.#isRunning) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  end(): Promise<void> {
    return this.kill(this.command.ending);
  }
}

/** All programs of one drill. */
export class Programs {
  readonly folder: string;
  isEnding = false;
  readonly #programs: Program[] = [];
  readonly #endings: (() => void | Promise<void>)[] = [];

  constructor(folder: string) {
    this.folder = folder;
  }

  start(command: Command): Program {
    const program = this.add(command);
    program.start();
    return program;
  }

  /** Adds a program to be started later. */
  add(command: Command): Program {
    const program = new Program(command, this);
    this.#programs.push(program);
    return program;
  }

  /** Registers cleanup, for example for a process that a program has started in the background. */
  atEnd(ending: () => void | Promise<void>): void {
    this.#endings.push(ending);
  }

  /** Stops all programs and removes their data; their logs stay. */
  async end(): Promise<void> {
    this.isEnding = true;
    await Promise.allSettled(this.#programs.map((program) => program.end()));
    for (const ending of this.#endings) await ending();
    for (const entry of readdirSync(this.folder, { withFileTypes: true }))
      if (entry.isDirectory()) rmSync(join(this.folder, entry.name), { recursive: true, force: true, maxRetries: 5 });
  }
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
