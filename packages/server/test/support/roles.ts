import { readConfig } from '../../src/config.ts';
import type { DatabaseSet, Databases } from '../../src/database/database.ts';
import { REGIONS, type Region } from '../../src/process/region.ts';
import { type ServerOptions, startServer } from '../../src/server.ts';
import { freePort } from './free-port.ts';
import { TEST_KEY } from './secrets.ts';

/** The key that gateways and regions share in tests. */
export const GATEWAY_KEY = Buffer.alloc(32, 'gateway key').toString('base64');

type Server = Awaited<ReturnType<typeof startServer>>;
type Settings = Readonly<Record<string, string>>;

const PORTS = {
  TILLGATE_API_PORT: '0',
  TILLGATE_WEB_PORT: '0',
  TILLGATE_OPS_PORT: '0',
  TILLGATE_REGION_PORT: '0',
  TILLGATE_STOP_TIMEOUT: '0',
};

/** Settings of every process. The databases are already open. */
const SHARED = {
  ...PORTS,
  TILLGATE_KEY: TEST_KEY,
  TILLGATE_GATEWAY_KEY: GATEWAY_KEY,
  TILLGATE_WEB_URL: 'http://localhost:1',
  DATABASE_URL: 'postgres://the.test/has_opened_it',
};

/** A role's part of the databases. Stopping a process does not close them. */
export function partOf(
  { kind, control, regions }: Databases,
  role: 'gateway' | 'region',
  region?: Region,
): DatabaseSet {
  const close = async () => {};
  const shared = { kind, furtherCells: [], close };
  if (role === 'gateway') return { ...shared, control, regions: {} };
  return { ...shared, regions: region ? { [region]: regions[region] } : {} };
}

export const startRegion = (
  databases: Databases,
  region: Region,
  settings: Settings = {},
  options: ServerOptions = {},
): Promise<Server> => {
  const own = { TILLGATE_API_URL: 'http://localhost:1', TILLGATE_ROLE: 'region', TILLGATE_REGION: region };
  return startServer(readConfig({ ...SHARED, ...own, ...settings }), partOf(databases, 'region', region), options);
};

export const startGateway = (databases: Databases, settings: Settings, options: ServerOptions = {}): Promise<Server> =>
  startServer(readConfig({ ...SHARED, TILLGATE_ROLE: 'gateway', ...settings }), partOf(databases, 'gateway'), options);

/** A deployment with a gateway, one process per region, and a web host, used in place of a single server. */
export async function startRoles(settings: Settings, databases: Databases, options: ServerOptions): Promise<Server> {
  const [api, web] = [await freePort(), await freePort()];
  const origins = { TILLGATE_API_URL: `http://localhost:${api}`, TILLGATE_WEB_URL: `http://localhost:${web}` };
  const given = { ...origins, ...settings };
  const regions = await Promise.all(
    REGIONS.map(async (region) => ({ region, server: await startRegion(databases, region, given, options) })),
  );
  const addresses = regions.map(({ region, server }) => [
    `TILLGATE_REGION_URL_${region}`,
    `http://127.0.0.1:${server.ports.region}`,
  ]);
  const gateway = await startGateway(
    databases,
    { ...given, TILLGATE_API_PORT: String(api), ...Object.fromEntries(addresses) },
    options,
  );
  const ofWeb = { ...SHARED, ...given, TILLGATE_ROLE: 'web', TILLGATE_WEB_PORT: String(web) };
  const pages = await startServer(readConfig(ofWeb), { ...databases, close: async () => {} }, options);
  return {
    ...gateway,
    webUrl: pages.webUrl,
    ports: { api: gateway.ports.api, web: pages.ports.web, region: 0 },
    async stop() {
      await Promise.all([gateway, pages].map((server) => server.stop()));
      await Promise.all(regions.map(({ server }) => server.stop()));
      await databases.close();
    },
  };
}
