import { Instance } from './instance.ts';
import type { Programs } from './processes.ts';
import { DRILLED, type Drilled } from './scene.ts';

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
