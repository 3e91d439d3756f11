import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@tillgate/server/test-support/free-port.ts';
import { Clock } from './clock.ts';
import type { Etcd } from './etcd.ts';
import { binaries, giveToPostgres } from './postgres.ts';
import { endPostgres, type Program, type Programs } from './processes.ts';
import { Relay } from './relay.ts';
import { askJson, until } from './until.ts';

const HERE = new URL('../', import.meta.url).pathname;

export interface Node {
  readonly name: string;
  readonly postgres: number;
  readonly api: number;
  readonly dataFolder: string;
  readonly program: Program;
  /** Its connections to etcd. */
  readonly relays: readonly Relay[];
  /** The standby's connection to it. */
  readonly replication: Relay;
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
  const relays = await Promise.all(etcd.members.map(({ client }) => Relay.to(client)));
  const replication = await Relay.to(postgres);
  const folder = join(programs.folder, name);
  const dataFolder = join(folder, 'data');
  mkdirSync(folder);
  configure(folder);
  const clock = hasClock ? new Clock(folder, binaries() ?? '') : undefined;
  giveToPostgres(folder);
  const program = programs.start({
    name,
    file: 'patroni',
    args: [folder],
    unprivileged: true,
    env: {
      ...clock?.env,
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: relays.map(({ port }) => `'127.0.0.1:${port}'`).join(),
      // Uses only the relays and discovers no other addresses.
      PATRONI_ETCD3_USE_PROXIES: 'true',
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${api}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${api}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${postgres}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${replication.port}`,
      PATRONI_POSTGRESQL_DATA_DIR: dataFolder,
      PATRONI_POSTGRESQL_BIN_DIR: clock?.binaries ?? binaries() ?? '',
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
    for (const relay of [...relays, replication]) relay.close();
  });
  return { name, postgres, api, dataFolder, program, relays, replication, clock };
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
