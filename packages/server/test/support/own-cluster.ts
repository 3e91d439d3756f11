import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const asRoot = process.getuid?.() === 0;

/** Runs a command as the user `postgres` if this process runs as root, which PostgreSQL refuses. */
export const AS_POSTGRES = asRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];

export function giveToPostgres(folder: string): void {
  if (asRoot) execFileSync('chown', ['-R', 'postgres:', folder]);
}

function binaries(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort().reverse() : [];
  const folder = versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'pg_ctl')));
  const possible = !asRoot || spawnSync('id', ['postgres']).status === 0;
  return possible ? folder : undefined;
}

/** The folder of PostgreSQL's programs in Debian; empty if there is none. */
export const BIN = binaries() ?? '';

/** True if this machine can run a separate PostgreSQL server. */
export const hasPostgres = BIN !== '';

/** A PostgreSQL server for one test, which may stop or kill it. */
export class OwnCluster {
  readonly url: string;
  readonly #folder: string;
  readonly #port: number;
  readonly #settings: string;

  private constructor(folder: string, port: number, settings: string) {
    this.#folder = folder;
    this.#port = port;
    this.#settings = settings;
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  }

  /** `settings` are additional server options, such as `-c wal_level=logical`. */
  static async create(settings = ''): Promise<OwnCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'tillgate-cluster-'));
    giveToPostgres(folder);
    const cluster = new OwnCluster(folder, await freePort(), settings);
    await run('initdb', '-D', folder, '-U', 'postgres', '-A', 'trust', '--no-sync');
    await cluster.start();
    return cluster;
  }

  start(): Promise<void> {
    // What a process has written survives its death even without fsync.
    const options = `-p ${this.#port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off ${this.#settings}`;
    return run('pg_ctl', '-D', this.#folder, '-w', '-l', join(this.#folder, 'log'), '-o', options, 'start');
  }

  /** Stops the server as a power cut would: without writing anything, so it recovers on the next start. */
  stopImmediately(): Promise<void> {
    return run('pg_ctl', '-D', this.#folder, '-m', 'immediate', 'stop');
  }

  /** Restarts it as a standby that is promoted at once, as the server that takes over in a failover. */
  async promote(): Promise<void> {
    await run('pg_ctl', '-D', this.#folder, '-m', 'fast', 'stop');
    await runAsPostgres('touch', join(this.#folder, 'standby.signal'));
    await this.start();
    await run('pg_ctl', '-D', this.#folder, '-w', 'promote');
  }

  /** Keeps a copy of its disk. */
  async keepDisk(): Promise<void> {
    await this.stopImmediately();
    await runAsPostgres('cp', '-a', this.#folder, `${this.#folder}-kept`);
    await this.start();
  }

  async putDiskBack(): Promise<void> {
    await this.stopImmediately();
    await runAsPostgres('rm', '-r', this.#folder);
    await runAsPostgres('cp', '-a', `${this.#folder}-kept`, this.#folder);
    await this.start();
  }

  async remove(): Promise<void> {
    await this.stopImmediately();
    for (const folder of [this.#folder, `${this.#folder}-kept`]) rmSync(folder, { recursive: true, force: true });
  }
}

const run = (program: string, ...args: string[]): Promise<void> => runAsPostgres(join(BIN, program), ...args);

export async function runAsPostgres(...command: string[]): Promise<void> {
  const [file = '', ...rest] = [...AS_POSTGRES, ...command];
  await promisify(execFile)(file, rest, { cwd: tmpdir() });
}
