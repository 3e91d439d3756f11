import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Terminal } from '../../src/command-line/operation-command.ts';
import { createProgram } from '../../src/command-line/program.ts';
import type { Databases } from '../../src/database/database.ts';
import { openFolder } from '../../src/database/embedded.ts';
import { openDatabases } from '../../src/runtime.ts';
import { TEST_KEY } from './secrets.ts';
import { type Service, startService } from './service.ts';

let shared: Promise<CommandLine> | undefined;

/** The data folder with a running server that the files of a worker share. Each test has organizations and merchants of its own. */
export async function sharedCommandLine(): Promise<CommandLine & { readonly service: Service }> {
  shared ??= CommandLine.open().then(async (line) => {
    process.once('exit', () => rmSync(line.folder, { recursive: true, force: true }));
    await line.serve(true);
    return line;
  });
  const line = await shared;
  line.env = {};
  return line as CommandLine & { readonly service: Service };
}

/** A data folder with a migrated, empty database for running commands, with or without a running server. */
export class CommandLine {
  readonly folder: string;
  service: Service | undefined;
  /** Databases that commands without a server find open, since opening them takes longer than most commands. */
  #held: Databases | undefined;
  /** Environment variables added for commands. */
  env: Record<string, string> = {};

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<CommandLine> {
    const folder = await mkdtemp(join(tmpdir(), 'tillgate-commands-'));
    await (await openFolder(folder)).close();
    return new CommandLine(folder);
  }

  /** Starts a server on the folder. Runs in real time, like commands. */
  async serve(delivers = false): Promise<Service> {
    this.service = await startService({ databases: await openFolder(this.folder), running: true, delivers });
    return this.service;
  }

  /** Opens the folder once for all commands to come. */
  async hold(): Promise<void> {
    this.#held = await openFolder(this.folder);
  }

  async stop(): Promise<void> {
    await this.service?.stop();
    await this.#held?.close();
    this.service = undefined;
    this.#held = undefined;
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Output of `tillgate …`, by default without a terminal. */
  async run(args: readonly string[], terminal: Terminal = {}): Promise<string> {
    let output = '';
    const env = { TILLGATE_DATA_DIR: this.folder, TILLGATE_KEY: TEST_KEY, ...this.env };
    const program = createProgram(
      env,
      (text) => {
        output += text;
      },
      terminal,
      (config, opening) => this.#open(() => openDatabases(config, opening)),
    );
    await program.parseAsync([...args], { from: 'user' });
    return output;
  }

  async json(...args: string[]) {
    return JSON.parse(await this.run(['--json', ...args]));
  }

  async query<Row extends object>(sql: string): Promise<[Row, ...Row[]]> {
    const databases = this.service?.databases ?? (await this.#open(() => openFolder(this.folder)));
    try {
      return (await databases.control.query<Row>(sql)).rows as [Row, ...Row[]];
    } finally {
      if (!this.service) await databases.close();
    }
  }

  async #open(open: () => Promise<Databases>): Promise<Databases> {
    return this.#held ? { ...this.#held, close: async () => {} } : open();
  }
}
