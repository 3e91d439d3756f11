import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { INHERITED } from './inherited.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** A server in a process that is killed and started again on the same port. */
export class KillableServer {
  readonly #env: NodeJS.ProcessEnv;
  #process: ChildProcess | undefined;
  #port = '0';
  apiUrl = '';

  constructor(settings: Readonly<Record<string, string>>) {
    this.#env = { ...INHERITED, ...settings };
  }

  /** Resolves when the server listens. */
  async start(): Promise<void> {
    const env = { ...this.#env, TILLGATE_API_PORT: this.#port, TILLGATE_WEB_PORT: '0', TILLGATE_OPS_PORT: '0' };
    const server = spawn(process.execPath, [MAIN, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    this.#process = server;
    let said = '';
    for await (const chunk of server.stdout) {
      said += chunk;
      if (/Operations \S+\n/.test(said)) break;
    }
    server.stdout.resume();
    this.apiUrl = /API +(\S+)/.exec(said)?.[1] ?? '';
    if (this.apiUrl === '') throw new Error(`The server did not start:\n${said}`);
    this.#port = new URL(this.apiUrl).port;
  }

  async kill(): Promise<void> {
    const server = this.#process;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, 'exit');
    server.kill('SIGKILL');
    await exit;
  }
}
