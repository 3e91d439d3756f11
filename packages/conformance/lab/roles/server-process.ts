import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@tillgate/server/test-support/free-port.ts';
import { CannotRun } from '../../src/exit.ts';

const PROGRAM = fileURLToPath(import.meta.resolve('@tillgate/server/main.ts'));

/** Longest wait for a process to be ready, in milliseconds. */
const READY_WITHIN = 180_000;

/** A process of this repository's server with explicit settings only. */
export class ServerProcess {
  readonly opsUrl: string;
  readonly #name: string;
  readonly #process: ChildProcess;
  #said = '';

  private constructor(name: string, opsPort: number, process: ChildProcess) {
    this.#name = name;
    this.opsUrl = `http://127.0.0.1:${opsPort}`;
    this.#process = process;
    for (const stream of [process.stdout, process.stderr]) stream?.on('data', (text) => this.#hear(String(text)));
  }

  /** Starts a process; resolves when it is ready. */
  static async start(name: string, settings: Readonly<Record<string, string>>): Promise<ServerProcess> {
    const ops = await freePort();
    const env = { ...settings, TILLGATE_OPS_PORT: String(ops) };
    const started = new ServerProcess(name, ops, spawn(process.execPath, [PROGRAM, 'serve'], { env }));
    await started.#ready();
    return started;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    this.#process.kill();
    await once(this.#process, 'exit');
  }

  async #ready(): Promise<void> {
    const end = performance.now() + READY_WITHIN;
    while ((await fetch(`${this.opsUrl}/readyz`).catch(() => undefined))?.status !== 200) {
      if (this.#process.exitCode === null && performance.now() < end) await delay(200);
      else throw new CannotRun(`The process ${this.#name} did not start: ${this.#said}`);
    }
  }

  /** Keeps the end of the output for error messages. */
  #hear(text: string): void {
    this.#said = (this.#said + text).slice(-2000);
  }
}
