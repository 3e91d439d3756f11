import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { INHERITED } from './inherited.ts';

export const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** Settings of a server whose ports the system chooses. */
export const ANY_PORTS = { TILLGATE_API_PORT: '0', TILLGATE_WEB_PORT: '0', TILLGATE_OPS_PORT: '0' };

interface Settings {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Replaces Node.js, such as with a shell. */
  readonly command?: string;
}

const running = new Set<Program>();

/** Kills the programs that still run; to be called after each test. */
export const killPrograms = (): Promise<unknown> => Promise.all([...running].map((program) => program.end('SIGKILL')));

/** A process that a test started, by default one of Node.js. */
export class Program {
  readonly child: ChildProcess;
  /** Its exit code and the signal that ended it, once its output has been read. */
  readonly exit: Promise<readonly [code: number | null, signal: NodeJS.Signals | null]>;
  out = '';
  err = '';

  constructor(args: readonly string[], { env, cwd, command = process.execPath }: Settings = {}) {
    this.child = spawn(command, args, { env: { ...INHERITED, ...env }, cwd, stdio: 'pipe' });
    this.exit = once(this.child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
    this.child.stdout?.setEncoding('utf8').on('data', (text) => {
      this.out += text;
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text) => {
      this.err += text;
    });
    running.add(this);
    this.child.once('close', () => running.delete(this));
  }

  async until(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.out);
      if (found) return found;
      if (!running.has(this)) throw new Error(`It ended without ${pattern}: ${this.out}${this.err}`);
      if (this.child.stdout) await Promise.race([once(this.child.stdout, 'data'), this.exit]);
    }
  }

  async end(signal: NodeJS.Signals): Promise<unknown> {
    this.child.kill(signal);
    return this.exit;
  }
}
