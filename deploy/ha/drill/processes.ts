import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AS_POSTGRES } from '@tillgate/server/test-support/own-cluster.ts';

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
    const [program = '', ...rest] = [...(unprivileged ? AS_POSTGRES : []), file, ...args];
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

/** Milliseconds between two attempts. */
const PAUSE = 100;

/** Waits until `look` returns a value; throws with the title after this many seconds. Errors count as no value. */
export async function until<T>(title: string, look: () => Promise<T | undefined>, seconds = 60): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error(`${title} did not happen within ${seconds} s.`);
    await delay(PAUSE);
  }
}

/** The body of a JSON response of any status; undefined if there is none. */
export async function askJson<T>(url: string): Promise<{ status: number; body: T } | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(1_000) });
  return { status: response.status, body: (await response.json()) as T };
}

/** True if a URL returns 200, otherwise undefined. */
export async function answers(url: string): Promise<true | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  await response.text();
  return response.status === 200 ? true : undefined;
}
