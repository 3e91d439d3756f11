import { fileURLToPath } from 'node:url';
import { freePort } from '@tillgate/server/test-support/free-port.ts';
import type { Program, Programs } from './processes.ts';
import { answers, until } from './until.ts';

/** The command `tillgate`. */
export const MAIN = fileURLToPath(new URL('../../../packages/server/src/main.ts', import.meta.url));

type Settings = Readonly<Record<string, string>>;

export type Role = 'gateway' | 'region' | 'web';

/** One process of the service. */
export class Instance {
  readonly role: Role;
  /** Port of the API, the region or the web host. */
  readonly port: number;
  readonly ops: number;
  readonly program: Program;

  private constructor(role: Role, port: number, ops: number, program: Program) {
    this.role = role;
    this.port = port;
    this.ops = ops;
    this.program = program;
  }

  static async start(programs: Programs, name: string, role: Role, settings: Settings): Promise<Instance> {
    const [port, ops] = await Promise.all([freePort(), freePort()]);
    const own = { TILLGATE_ROLE: role, [PORT_SETTING[role]]: String(port), TILLGATE_OPS_PORT: String(ops) };
    const env = { NODE_ENV: 'production', ...settings, ...own };
    return new Instance(role, port, ops, programs.start({ name, file: process.execPath, args: [MAIN, 'serve'], env }));
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async untilReady(): Promise<void> {
    await until(`${this.program.command.name}, ready`, () => answers(`http://127.0.0.1:${this.ops}/readyz`));
  }

  async restart(): Promise<void> {
    this.program.start();
    await this.untilReady();
  }
}

const PORT_SETTING: Readonly<Record<Role, string>> = {
  gateway: 'TILLGATE_API_PORT',
  region: 'TILLGATE_REGION_PORT',
  web: 'TILLGATE_WEB_PORT',
};
