import { Instance } from './instance.ts';
import type { Programs } from './processes.ts';
import { DRILLED, type Drilled } from './scene.ts';

/** Two processes of every role, and of the role `region` in every region. */
export interface Service {
  readonly gateways: readonly Instance[];
  readonly regions: Readonly<Record<Drilled, readonly Instance[]>>;
  readonly webs: readonly Instance[];
}

/** Settings of the deployment; each role is given those that it needs. */
export interface ServiceSettings {
  readonly publicUrls: { readonly TILLGATE_API_URL: string; readonly TILLGATE_WEB_URL: string };
  readonly control: { readonly DATABASE_URL: string; readonly TILLGATE_KEY: string; readonly REDIS_URL: string };
  readonly databases: Readonly<Record<Drilled, string>>;
  readonly gatewayKey: string;
}

export async function startService(programs: Programs, settings: ServiceSettings): Promise<Service> {
  const { publicUrls, control, databases, gatewayKey } = settings;
  const twice = <T>(work: (n: number) => Promise<T>): Promise<T[]> => Promise.all([1, 2].map(work));
  const shared = { ...publicUrls, TRUST_PROXY: '1', TILLGATE_GATEWAY_KEY: gatewayKey };
  const ofRegion = async (region: Drilled) => {
    const own = { ...shared, TILLGATE_REGION: region, [`DATABASE_URL_${region}`]: databases[region] };
    return twice((n) => Instance.start(programs, `region-${region}-${n}`, 'region', own));
  };
  const regions = { UK: await ofRegion('UK'), US: await ofRegion('US') };
  const addresses = DRILLED.map((region) => [
    `TILLGATE_REGION_URL_${region}`,
    regions[region].map(({ url }) => url).join(),
  ]);
  // The load is one app's.
  const ofGateway = { ...shared, ...control, ...Object.fromEntries(addresses), TILLGATE_RATE_LIMIT: '1000000' };
  const ofWeb = { ...publicUrls, ...control, TRUST_PROXY: '1', DATABASE_URL_US: databases.US };
  return {
    regions,
    gateways: await twice((n) => Instance.start(programs, `gateway-${n}`, 'gateway', ofGateway)),
    webs: await twice((n) => Instance.start(programs, `web-${n}`, 'web', ofWeb)),
  };
}

export const instancesOf = ({ gateways, regions, webs }: Service): Instance[] => [
  ...gateways,
  ...DRILLED.flatMap((region) => regions[region]),
  ...webs,
];
