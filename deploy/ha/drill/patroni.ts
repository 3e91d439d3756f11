import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@tillgate/server/test-support/free-port.ts';
import { BIN, giveToPostgres } from '@tillgate/server/test-support/own-cluster.ts';
import { TcpProxy } from '@tillgate/server/test-support/tcp-proxy.ts';
import { endPostgres } from './postgres.ts';
import { askJson, type Program, type Programs, until } from './processes.ts';

interface Member {
  readonly client: number;
  readonly program: Program;
}

/** Three members, so that one can fail. */
export class Etcd {
  readonly members: readonly Member[];

  private constructor(members: readonly Member[]) {
    this.members = members;
  }

  static async start(programs: Programs): Promise<Etcd> {
    const places = await Promise.all(
      [1, 2, 3].map(async (n) => ({
        name: `etcd-${n}`,
        client: await freePort(),
        peer: `http://127.0.0.1:${await freePort()}`,
      })),
    );
    const cluster = places.map(({ name, peer }) => `${name}=${peer}`).join();
    const members = places.map(({ name, client, peer }) => {
      const url = `http://127.0.0.1:${client}`;
      const args = [
        ...['--name', name, '--data-dir', join(programs.folder, name), '--logger', 'zap'],
        ...['--listen-client-urls', url, '--advertise-client-urls', url],
        ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
        ...['--initial-cluster', cluster, '--initial-cluster-token', 'drill', '--initial-cluster-state', 'new'],
      ];
      return { client, program: programs.start({ name, file: 'etcd', args }) };
    });
    const etcd = new Etcd(members);
    await etcd.untilHealthy();
    return etcd;
  }

  async untilHealthy(): Promise<void> {
    for (const { client } of this.members) {
      await until('A healthy member of etcd', async () => {
        const health = await askJson<{ health: string }>(`http://127.0.0.1:${client}/health`);
        return health?.body.health === 'true' || undefined;
      });
    }
  }

  leader(): Promise<Member> {
    return until('A leader of etcd', async () => {
      for (const member of this.members) {
        const metrics = await fetch(`http://127.0.0.1:${member.client}/metrics`).catch(() => undefined);
        if (/^etcd_server_is_leader 1$/m.test((await metrics?.text()) ?? '')) return member;
      }
      return undefined;
    });
  }
}

/** Debian's package libfaketime, if it is installed. */
export const FAKETIME = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find((file) => existsSync(file));

/** Python cannot sleep under libfaketime, so only its function for the time of day is replaced. */
const SITE = `import os, time
_now = time.time
def _moved():
    with open(os.environ['FAKETIME_TIMESTAMP_FILE']) as file:
        return _now() + float(file.read())
time.time = _moved
`;

/** The clock of one node, for Patroni and the PostgreSQL that it starts. */
export class Clock {
  readonly #file: string;
  /** Folder of PostgreSQL's programs, in which `postgres` uses this clock. */
  readonly binaries: string;
  readonly env: Readonly<Record<string, string>>;

  constructor(folder: string, binaries: string) {
    this.#file = join(folder, 'clock');
    this.binaries = join(folder, 'bin');
    this.env = { PYTHONPATH: folder, FAKETIME_TIMESTAMP_FILE: this.#file };
    this.move(0);
    writeFileSync(join(folder, 'sitecustomize.py'), SITE);
    mkdirSync(this.binaries);
    for (const name of readdirSync(binaries))
      if (name !== 'postgres') symlinkSync(join(binaries, name), join(this.binaries, name));
    const settings = `LD_PRELOAD=${FAKETIME} FAKETIME_CACHE_DURATION=1 FAKETIME_DONT_FAKE_MONOTONIC=1 NO_FAKE_STAT=1`;
    const script = `#!/bin/sh\nexec env ${settings} ${join(binaries, 'postgres')} "$@"\n`;
    writeFileSync(join(this.binaries, 'postgres'), script, { mode: 0o755 });
  }

  /** Sets it this many seconds ahead of the machine's clock. */
  move(seconds: number): void {
    // Renamed into place, because the file is read continuously.
    writeFileSync(`${this.#file}.new`, `+${seconds}`);
    renameSync(`${this.#file}.new`, this.#file);
  }
}

const HERE = new URL('../', import.meta.url).pathname;

export interface Node {
  readonly name: string;
  readonly postgres: number;
  readonly api: number;
  readonly dataFolder: string;
  readonly program: Program;
  /** Its connections to etcd, which can be held like a cut cable. */
  readonly relays: readonly TcpProxy[];
  /** The standby's connection to it. */
  readonly replication: TcpProxy;
  /** Its separate clock, if it was started with one. */
  readonly clock: Clock | undefined;
}

interface Cluster {
  readonly members: readonly { readonly name: string; readonly role: string; readonly state: string }[];
}

export const PASSWORD = 'drill';

/** Two nodes of PostgreSQL under Patroni; one replicates the other synchronously. */
export class Patroni {
  readonly nodes: readonly Node[];

  private constructor(nodes: readonly Node[]) {
    this.nodes = nodes;
  }

  static async start(programs: Programs, etcd: Etcd, hasClocks: boolean): Promise<Patroni> {
    const nodes: Node[] = [];
    for (const name of ['postgres-1', 'postgres-2']) nodes.push(await startNode(programs, etcd, name, hasClocks));
    const patroni = new Patroni(nodes);
    await patroni.primary();
    return patroni;
  }

  /** The primary, according to Patroni's REST API. */
  primary(): Promise<Node> {
    return until('A primary', async () => {
      for (const node of this.nodes) {
        const answer = await askJson(`http://127.0.0.1:${node.api}/primary`).catch(() => undefined);
        if (answer?.status === 200) return node;
      }
      return undefined;
    });
  }

  /** Waits until another node is the primary. */
  async untilLedByAnother(former: Node): Promise<void> {
    await until('Another primary', async () => (await this.primary()) !== former || undefined);
  }

  async standby(): Promise<Node> {
    const primary = await this.primary();
    return this.nodes.find((node) => node !== primary) ?? primary;
  }

  /** Waits until no node is the primary. */
  async untilLedByNone(): Promise<void> {
    await until('The end of the primary', async () => {
      const answers = this.nodes.map(({ api }) => askJson(`http://127.0.0.1:${api}/primary`).catch(() => undefined));
      return (await Promise.all(answers)).every((answer) => answer?.status !== 200) || undefined;
    });
  }

  /** Waits until a standby has caught up with the primary, so that the next failover loses nothing. */
  async untilRedundant(): Promise<void> {
    await until('A synchronous standby', async () => {
      const { api } = await this.primary();
      const { members = [] } = (await askJson<Cluster>(`http://127.0.0.1:${api}/cluster`))?.body ?? {};
      return members.some(({ role, state }) => role === 'sync_standby' && state === 'streaming') || undefined;
    });
  }
}

async function startNode(programs: Programs, etcd: Etcd, name: string, hasClock: boolean): Promise<Node> {
  const [postgres, api] = await Promise.all([freePort(), freePort()]);
  const relays = await Promise.all(etcd.members.map(({ client }) => proxyTo(client)));
  const replication = await proxyTo(postgres);
  const folder = join(programs.folder, name);
  const dataFolder = join(folder, 'data');
  mkdirSync(folder);
  configure(folder);
  const clock = hasClock ? new Clock(folder, BIN) : undefined;
  giveToPostgres(folder);
  const program = programs.start({
    name,
    file: 'patroni',
    args: [folder],
    unprivileged: true,
    env: {
      ...clock?.env,
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: relays.map((relay) => `'${addressOf(relay)}'`).join(),
      // Uses only the relays and discovers no other addresses.
      PATRONI_ETCD3_USE_PROXIES: 'true',
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${api}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${api}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${postgres}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: addressOf(replication),
      PATRONI_POSTGRESQL_DATA_DIR: dataFolder,
      PATRONI_POSTGRESQL_BIN_DIR: clock?.binaries ?? BIN,
      PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
      TILLGATE_DATABASE_PASSWORD: PASSWORD,
    },
  });
  programs.atEnd(async () => {
    await endPostgres(dataFolder);
    for (const relay of [...relays, replication]) await relay.cut();
  });
  return { name, postgres, api, dataFolder, program, relays, replication, clock };
}

async function proxyTo(port: number): Promise<TcpProxy> {
  const proxy = new TcpProxy(`tcp://127.0.0.1:${port}`);
  await proxy.open();
  return proxy;
}

const addressOf = (proxy: TcpProxy): string => new URL(proxy.url).host;

/** Closes the connections that were held; new ones pass. */
export async function mend(proxy: TcpProxy): Promise<void> {
  await proxy.cut();
  proxy.release();
  await proxy.open();
}

/** Writes the deployment's configuration, with overrides for a single shared machine. */
function configure(folder: string): void {
  copyFileSync(join(HERE, 'patroni.yaml'), join(folder, '1.yaml'));
  copyFileSync(join(HERE, 'create-database.sh'), join(folder, 'create-database.sh'));
  const here = {
    bootstrap: {
      post_bootstrap: join(folder, 'create-database.sh'),
      // A process's writes survive its crash even without fsync; the machine itself does not crash.
      initdb: [{ encoding: 'UTF8' }, 'data-checksums', 'no-sync'],
    },
    postgresql: { parameters: { fsync: 'off', unix_socket_directories: folder } },
  };
  // JSON is valid YAML.
  writeFileSync(join(folder, '2.yaml'), JSON.stringify(here));
}
