import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@tillgate/server/test-support/free-port.ts';
import { hasPostgres } from '@tillgate/server/test-support/own-cluster.ts';
import { MAIN } from '@tillgate/server/test-support/program.ts';
import { Etcd, PASSWORD, Patroni } from './patroni.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { answers, type Program, type Programs, until } from './processes.ts';
import { arrangeScene, DRILLED, type Drilled, type Scene } from './scene.ts';

const PROGRAMS = ['etcd', 'haproxy', 'redis-server'];

/** Programs of the deployment that this machine lacks. */
export function missingPrograms(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const missing = PROGRAMS.filter((name) => !folders.some((folder) => existsSync(join(folder, name))));
  if (!hasPatroni()) missing.push('patroni (3.1 or later)');
  return hasPostgres ? missing : [...missing, 'postgres'];
}

/** Patroni before 3.1 writes the leader's key to etcd without comparing it. */
function hasPatroni(): boolean {
  const { stdout } = spawnSync('patroni', ['--version'], { encoding: 'utf8' });
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(stdout ?? '')?.map(Number) ?? [];
  return major > 3 || (major === 3 && minor >= 1);
}

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

/** Two processes per role; for the role `region`, two per region. */
export interface Service {
  readonly gateways: readonly Instance[];
  readonly regions: Readonly<Record<Drilled, readonly Instance[]>>;
  readonly webs: readonly Instance[];
}

/** Settings of the deployment; each role receives the ones it needs. */
export interface ServiceSettings {
  readonly publicUrls: { readonly TILLGATE_API_URL: string; readonly TILLGATE_WEB_URL: string };
  readonly control: { readonly DATABASE_URL: string; readonly TILLGATE_KEY: string; readonly REDIS_URL: string };
  readonly databases: Readonly<Record<Drilled, string>>;
  /** Database of the second cell in region UK. */
  readonly secondCell: string;
  readonly gatewayKey: string;
}

export async function startService(programs: Programs, settings: ServiceSettings): Promise<Service> {
  const { publicUrls, control, databases, secondCell, gatewayKey } = settings;
  const twice = <T>(work: (n: number) => Promise<T>): Promise<T[]> => Promise.all([1, 2].map(work));
  const shared = { ...publicUrls, TRUST_PROXY: '1', TILLGATE_GATEWAY_KEY: gatewayKey };
  const cells = { UK: { DATABASE_URL_UK_2: secondCell }, US: {} };
  const ofRegion = async (region: Drilled) => {
    const first = { [`DATABASE_URL_${region}`]: databases[region] };
    const own = { ...shared, TILLGATE_REGION: region, ...first, ...cells[region] };
    return twice((n) => Instance.start(programs, `region-${region}-${n}`, 'region', own));
  };
  const regions = { UK: await ofRegion('UK'), US: await ofRegion('US') };
  const addresses = DRILLED.map((region) => [
    `TILLGATE_REGION_URL_${region}`,
    regions[region].map(({ url }) => url).join(),
  ]);
  // All load comes from one app.
  const ofGateway = { ...shared, ...control, ...Object.fromEntries(addresses), TILLGATE_RATE_LIMIT: '1000000' };
  const ofWeb = { ...publicUrls, ...control, TRUST_PROXY: '1', ...databasesOf(settings) };
  return {
    regions,
    gateways: await twice((n) => Instance.start(programs, `gateway-${n}`, 'gateway', ofGateway)),
    webs: await twice((n) => Instance.start(programs, `web-${n}`, 'web', ofWeb)),
  };
}

/** Settings of commands that need every database. */
export const databasesOf = ({ databases, secondCell }: ServiceSettings): Record<string, string> => ({
  DATABASE_URL_US: databases.US,
  DATABASE_URL_UK_2: secondCell,
});

export const instancesOf = ({ gateways, regions, webs }: Service): Instance[] => [
  ...gateways,
  ...DRILLED.flatMap((region) => regions[region]),
  ...webs,
];

/** Starts HAProxy with a configuration of the deployment and addresses from the environment. */
const startHaproxy = (
  programs: Programs,
  configuration: 'database' | 'edge',
  env: Readonly<Record<string, string>>,
): Program =>
  programs.start({
    name: `haproxy-${configuration}`,
    file: 'haproxy',
    args: ['-db', '-f', fileURLToPath(new URL(`../${configuration}.cfg`, import.meta.url))],
    env,
  });

/** The whole deployment: databases, proxies, and two instances of each role. */
export interface Deployment {
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly scene: Scene;
  readonly etcd: Etcd;
  readonly patroni: Patroni;
  readonly redis: Program;
  /** The proxies in front of the instances and of the nodes under Patroni. */
  readonly edge: Program;
  readonly databaseProxy: Program;
  /** Moves the merchant of the region UK to its second cell. */
  readonly mover: Program;
  /** The database of the region US. */
  readonly postgres: Postgres;
  readonly service: Service;
}

/** `hasClocks` starts each node of Patroni with a separate, movable clock. */
export async function deploy(programs: Programs, hasClocks: boolean): Promise<Deployment> {
  const [database, redisPort, api, web] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const redis = programs.start({
    name: 'redis',
    file: 'redis-server',
    args: ['--bind', '127.0.0.1', '--port', String(redisPort), '--save', '', '--appendonly', 'no'],
  });
  const [postgres, secondCell, [etcd, patroni]] = await Promise.all([
    startPostgres(programs, 'postgres-us'),
    startPostgres(programs, 'postgres-uk-2'),
    Etcd.start(programs).then(async (etcd) => [etcd, await Patroni.start(programs, etcd, hasClocks)] as const),
  ]);
  const [one, two] = patroni.nodes;
  if (!one || !two) throw new Error('Patroni has two nodes.');
  const databaseProxy = startHaproxy(programs, 'database', {
    DATABASE_BIND: `127.0.0.1:${database}`,
    POSTGRES_1: `127.0.0.1:${one.postgres}`,
    PATRONI_1: String(one.api),
    POSTGRES_2: `127.0.0.1:${two.postgres}`,
    PATRONI_2: String(two.api),
  });
  const [apiUrl, webUrl] = [`http://127.0.0.1:${api}`, `http://127.0.0.1:${web}`];
  const settings: ServiceSettings = {
    publicUrls: { TILLGATE_API_URL: apiUrl, TILLGATE_WEB_URL: webUrl },
    control: {
      DATABASE_URL: `postgres://tillgate:${PASSWORD}@127.0.0.1:${database}/tillgate`,
      TILLGATE_KEY: randomBytes(32).toString('base64'),
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    },
    databases: {
      UK: `postgres://tillgate:${PASSWORD}@127.0.0.1:${database}/tillgate`,
      US: `postgres://postgres@127.0.0.1:${postgres.port}/postgres`,
    },
    secondCell: `postgres://postgres@127.0.0.1:${secondCell.port}/postgres`,
    gatewayKey: randomBytes(32).toString('base64'),
  };
  const scene = await arrangeScene({ ...settings.control, ...databasesOf(settings) });
  const service = await startService(programs, settings);
  const mover = programs.add({
    name: 'move',
    file: process.execPath,
    args: [MAIN, 'merchant', 'move', String(scene.merchants.UK.companyId), '--to', 'UK_2'],
    env: { NODE_ENV: 'production', ...settings.publicUrls, ...settings.control, ...databasesOf(settings) },
  });
  const edge = startHaproxy(programs, 'edge', {
    API_BIND: `127.0.0.1:${api}`,
    ...places('API', service.gateways),
    WEB_BIND: `127.0.0.1:${web}`,
    ...places('WEB', service.webs),
  });
  await Promise.all(instancesOf(service).map((instance) => instance.untilReady()));
  await until('The API behind HAProxy', () => answers(`${apiUrl}/v1/openapi.json`));
  await until('The web host behind HAProxy', () => answers(`${webUrl}/sign-in`));
  await patroni.untilRedundant();
  return { apiUrl, webUrl, scene, etcd, patroni, redis, edge, databaseProxy, mover, postgres, service };
}

/** Addresses of two instances and the ports of their operations listeners, named as in HAProxy's configuration. */
const places = (name: string, instances: readonly Instance[]): Record<string, string> =>
  Object.fromEntries(
    instances.flatMap(({ port, ops }, index) => [
      [`${name}_${index + 1}`, `127.0.0.1:${port}`],
      [`${name}_${index + 1}_OPS`, String(ops)],
    ]),
  );
