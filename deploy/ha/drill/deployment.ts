import { randomBytes } from 'node:crypto';
import { freePort } from '@tillgate/server/test-support/free-port.ts';
import { Etcd } from './etcd.ts';
import { startHaproxy } from './haproxy.ts';
import { type Instance, MAIN } from './instance.ts';
import { PASSWORD, Patroni } from './patroni.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import type { Program, Programs } from './processes.ts';
import { arrangeScene, type Scene } from './scene.ts';
import { databasesOf, instancesOf, type Service, type ServiceSettings, startService } from './service.ts';
import { answers, until } from './until.ts';

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
