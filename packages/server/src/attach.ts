import type { Logger } from 'pino';
import { createAdminApp } from './admin/admin-app.ts';
import { createApp, createGatewayApp, createRegionApp, type GatewayDependencies } from './app.ts';
import type { Clock, TestClock } from './clock.ts';
import type { Config } from './config.ts';
import { ControlPlane } from './control/operations.ts';
import { readDemoAccess } from './demo/demo-access.ts';
import type { Control } from './directory/control.ts';
import type { RegionLink } from './gateway/region-link.ts';
import { dependenciesOf, gatewayDependencies, regionDependencies, webDependencies } from './hosts.ts';
import type { Load } from './http/load.ts';
import type { Counters } from './limits/counters.ts';
import type { Listeners } from './listeners/listeners.ts';
import type { Mailer } from './mail/mailer.ts';
import {
  measureAddresses,
  measureBuild,
  measureCounters,
  measureDatabases,
  measureLoad,
  measureRequestLog,
} from './ops/measure.ts';
import { Metrics } from './ops/metrics.ts';
import { createOpsApp } from './ops/ops-app.ts';
import type { Readiness } from './ops/readiness.ts';
import type { Tracing } from './ops/tracing.ts';
import type { Availability } from './storage/availability.ts';
import { type DatabaseSet, type Databases, hasAll } from './storage/database.ts';
import type { Region } from './storage/region.ts';
import { Regions } from './storage/regions.ts';
import type { RequestLog } from './storage/request-log/request-log.ts';
import { openSecrets } from './storage/sealed-secrets.ts';
import { VERSION } from './version.ts';
import type { WebLimits } from './web/dependencies.ts';
import { mailNotices } from './web/notices.ts';
import { createWebApp } from './web/web-app.ts';

/** Ways to the regions; none but in a gateway. */
export type Links = ReadonlyMap<Region, RegionLink>;

/** Parts that the handlers of a process' listeners are made of. */
export interface Parts {
  readonly config: Config;
  readonly databases: DatabaseSet;
  readonly availability: Availability;
  readonly clock: Clock;
  readonly testClock: TestClock | undefined;
  readonly counters: Counters;
  readonly guardReads: boolean;
  readonly links: Links;
  readonly load: Load;
  readonly log: Logger;
  readonly logsRequests: boolean;
  readonly mailer: Mailer | undefined;
  readonly readiness: Readiness;
  readonly requestLog: RequestLog;
  readonly tracing: Tracing | undefined;
  readonly urls: { readonly apiUrl: string; readonly webUrl: string };
  readonly webLimits: WebLimits;
}

/** Gives each listener its handler, by the role of the process; operations first, so that they see the rest get ready. */
export function attach(parts: Parts, listeners: Listeners): Promise<void> {
  switch (parts.config.role) {
    case 'gateway':
      return attachGateway(parts, listeners);
    case 'region':
      return attachRegion(parts, listeners);
    default:
      return attachHosts(parts, listeners);
  }
}

async function attachGateway(parts: Parts, { api, ops }: Listeners): Promise<void> {
  const { config, databases, links, log } = parts;
  const shared = sharedBy(parts);
  ops?.serve(createOpsApp({ ...parts, metrics: shared.metrics.registry }).callback());
  const { control } = databases;
  if (!control) throw new Error('A gateway needs the control plane.');
  const deps = await gatewayDependencies({
    ...shared,
    ...limitsOf(config),
    brand: config.brand,
    databases: { control },
    counters: parts.counters,
    links,
    log,
    secrets: await openSecrets(config.keys, { ...databases, control }),
  });
  api?.serve(createGatewayApp(deps).callback());
}

async function attachRegion(parts: Parts, { region: listener, ops }: Listeners): Promise<void> {
  const { config, readiness, requestLog } = parts;
  const { region } = config;
  const gatewaySecrets = region && config.gatewaySecrets[region];
  if (!gatewaySecrets) throw new Error('A region needs its name and a key.');
  const shared = sharedBy(parts);
  ops?.serve(createOpsApp({ ...parts, metrics: shared.metrics.registry }).callback());
  const deps = await regionDependencies({
    ...shared,
    region,
    gatewaySecrets,
    readiness,
    regions: regionsOf(parts),
    writeRequests: (requests) => requestLog.write(requests),
  });
  listener?.serve(createRegionApp(deps).callback());
}

/** The web host, alone or with the API. */
async function attachHosts(parts: Parts, listeners: Listeners): Promise<void> {
  const { config, clock, counters, mailer, requestLog, urls, webLimits } = parts;
  const { api, web } = listeners;
  const databases = wholeOf(parts.databases);
  const regions = regionsOf(parts);
  const pool = databases.control;
  const announce = mailer && mailNotices({ pool, mailer, name: config.brand.name, webUrl: urls.webUrl });
  const control = { pool, clock, announce };
  const opening = openSecrets(config.keys, databases);
  const controlPlane = new ControlPlane({ control, databases, regions, webUrl: urls.webUrl, secrets: () => opening });
  const shared = sharedBy(parts);
  attachOperations({ ...parts, control, controlPlane, regions, metrics: shared.metrics }, listeners);
  const deps = {
    ...shared,
    ...limitsOf(config),
    ...{ control, controlPlane, counters, databases, mailer, regions, requestLog, webLimits },
    apiOrigin: () => (api ? `http://127.0.0.1:${api.port}` : new URL(urls.apiUrl).origin),
    brand: config.brand,
    signUp: config.signUp,
    demo: databases.kind === 'embedded' ? () => readDemoAccess(config.dataDir) : undefined,
    secrets: await opening,
  };
  if (!api) return web?.serve(createWebApp(await webDependencies(deps)).callback());
  const both = await dependenciesOf(deps);
  api.serve(createApp(both.api).callback());
  web?.serve(createWebApp(both.web).callback());
}

interface OperationsParts extends Parts {
  readonly control: Control;
  readonly regions: Regions;
  readonly metrics: Metrics;
  readonly controlPlane: ControlPlane;
}

/** Gives the listeners of operators and their commands their handlers. */
function attachOperations(parts: OperationsParts, { ops, admin }: Listeners): void {
  const { databases, control, controlPlane, regions, log } = parts;
  const administration = { control, controlPlane };
  ops?.serve(createOpsApp({ ...parts, administration, metrics: parts.metrics.registry }).callback());
  admin?.serve(createAdminApp({ controlPlane, control, databases: wholeOf(databases), regions, log }).callback());
  if (databases.folder !== undefined && !admin) {
    log.warn('the data folder has no socket here; commands reach this server by TILLGATE_ADMIN_URL only');
  }
}

/** What every half of the pipeline needs. */
function sharedBy(parts: Parts) {
  const { clock, load, log, logsRequests, requestLog, tracing, urls } = parts;
  const recorder: GatewayDependencies['recorder'] = logsRequests ? requestLog : { record() {} };
  return { ...urls, clock, load, log, metrics: measured(parts), recorder, tracing };
}

const limitsOf = ({ rateLimit, mintLimit, trustedProxies }: Config) => ({
  limits: { app: rateLimit, mint: mintLimit },
  trustedProxies,
});

function regionsOf({ databases, availability, clock, guardReads }: Parts): Regions {
  return new Regions(databases, clock, { guardReads, isServed: availability.isServed.bind(availability) });
}

function wholeOf(databases: DatabaseSet): Databases {
  if (!hasAll(databases)) throw new Error('The role needs the databases of the control plane and of every region.');
  return databases;
}

function measured({ config, databases, availability, counters, links, load, requestLog }: Parts): Metrics {
  const metrics = new Metrics();
  measureLoad(metrics.registry, load);
  measureDatabases(metrics.registry, databases, availability);
  measureAddresses(metrics.registry, links);
  measureCounters(metrics.registry, counters);
  measureRequestLog(metrics.registry, requestLog);
  measureBuild(metrics.registry, { version: VERSION, commit: config.commit });
  return metrics;
}
