import { type Admission, type AppDependencies, createApp, createGatewayApp, createRegionApp } from './app.ts';
import { readDemoAccess } from './back-office/demo/demo-access.ts';
import { CursorCodec } from './changes/cursor.ts';
import type { Config } from './config.ts';
import { bodyChecker, loadContract } from './contract/contract.ts';
import { ForgedCodes } from './control/rehearsals.ts';
import { SigningKeys } from './control/signing-keys.ts';
import type { Availability } from './database/availability.ts';
import { type DatabaseSet, hasAll } from './database/database.ts';
import { Regions } from './database/regions.ts';
import { serverKey } from './database/secrets.ts';
import { acceptGateways, refuseOthers } from './gateway/accept.ts';
import type { RegionLink } from './gateway/region-link.ts';
import type { Listeners } from './listeners.ts';
import { Lists } from './lists/lists.ts';
import { RefreshTokens } from './oauth/refresh-tokens.ts';
import { ControlPlane } from './operations/operations.ts';
import { createAdminApp } from './operations/remote/admin-app.ts';
import { createOpsApp, type Readiness } from './operations-listener.ts';
import { openBrand } from './pages/assets/brand.ts';
import type { WebDependencies, WebLimits } from './pages/kit/dependencies.ts';
import { mailNotices } from './pages/kit/notices.ts';
import { createWebApp } from './pages/web-app.ts';
import type { Counters } from './process/counters.ts';
import type { Mailer } from './process/mailer.ts';
import { cursorKeys, REGIONS, type Region, requestKeys } from './process/region.ts';
import type { Clock, TestClock } from './process/time.ts';
import { allHandlers } from './records/resources.ts';
import type { RequestLog } from './request-log/request-log.ts';
import { openRuntime, type Runtime, type Serving } from './runtime.ts';
import { Deliverer } from './webhooks/deliverer.ts';
import { deliveryOf, type OpenSender, SingleDeliveries } from './webhooks/requests.ts';

/** Connections of a gateway to each region. Empty in other roles. */
export type Links = ReadonlyMap<Region, RegionLink>;

export interface Process extends Serving {
  readonly config: Config;
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly clock: Clock;
  readonly testClock: TestClock | undefined;
  readonly counters: Counters;
  readonly databases: DatabaseSet;
  readonly availability: Availability;
  readonly guardReads: boolean;
  /** False if this process sends no changes to webhook endpoints. */
  readonly delivers: boolean;
  readonly openSender: OpenSender | undefined;
  readonly links: Links;
  readonly mailer: Mailer | undefined;
  readonly readiness: Readiness;
  readonly requestLog: RequestLog;
  readonly webLimits: WebLimits;
}

/** Stops work outside requests. */
export type Stop = () => Promise<void>;

/** All roles in one process: the API and the web host. */
export async function serveAll(process: Process, listeners: Listeners): Promise<Stop> {
  const { api, web } = listeners;
  const { deliverer, ...host } = await openHost(process, listeners);
  const ofApi = await apiDependencies(host);
  const ofWeb = await webDependencies(host, () => `http://127.0.0.1:${api?.port}`);
  api?.serve(createApp(ofApi).callback());
  web?.serve(createWebApp(ofWeb).callback());
  return started(deliverer, process);
}

/** The web host by itself. It calls the API at its public URL. */
export async function serveWeb(process: Process, listeners: Listeners): Promise<Stop> {
  const { deliverer, ...host } = await openHost(process, listeners);
  const deps = await webDependencies(host, () => new URL(process.apiUrl).origin);
  listeners.web?.serve(createWebApp(deps).callback());
  return started(deliverer, process);
}

function started(deliverer: Deliverer, { config, delivers, log, testClock }: Process): Stop {
  const keyless = config.role && REGIONS.filter((region) => !config.gatewaySecrets[region]);
  if (keyless?.length) log.warn({ regions: keyless }, 'webhooks of these regions need TILLGATE_GATEWAY_KEY');
  if (delivers) {
    deliverer.start();
    testClock?.onAdvance(() => deliverer.sweep());
  }
  return () => deliverer.stop();
}

/** A gateway: it admits requests and forwards them to the merchant's region. */
export async function serveGateway(process: Process, { api, ops }: Listeners): Promise<undefined> {
  const { links, metrics } = process;
  ops?.serve(createOpsApp({ ...process, metrics: metrics.registry }).callback());
  const runtime = { ...process, ...runtimeOf(process) };
  const keys = await SigningKeys.open(await runtime.secrets(), runtime.clock);
  api?.serve(createGatewayApp(await admission({ ...runtime, keys }), links).callback());
}

/** A region: it runs requests that gateways have admitted. */
export async function serveRegion(process: Process, { region: listener, ops }: Listeners): Promise<undefined> {
  const { apiUrl, webUrl, config, databases, clock, log, metrics, readiness, requestLog } = process;
  const { region } = config;
  const secrets = region && config.gatewaySecrets[region];
  if (!secrets) throw new Error('A region needs its name and a key.');
  ops?.serve(createOpsApp({ ...process, metrics: metrics.registry }).callback());
  const contract = await loadContract(apiUrl, webUrl);
  const cursors = new CursorCodec(...cursorKeys(secrets, region));
  const handlers = allHandlers(cursors, bodyChecker(contract.operations));
  const app = createRegionApp(
    {
      ...process,
      contract,
      handlers,
      lists: new Lists(cursors),
      regions: new Regions(databases, clock, regionOptions(process)),
    },
    { readiness, writeRequests: (requests) => requestLog.write(requests) },
  );
  listener?.serve(refuseOthers, acceptGateways(app.callback(), { region, keys: requestKeys(secrets, region), log }));
}

const regionOptions = ({ availability, guardReads }: Process) => ({
  guardReads,
  failureOf: availability.failureOf.bind(availability),
});

function runtimeOf(process: Process): Runtime {
  const { apiUrl, webUrl, clock, config, counters, databases, mailer } = process;
  const { control: pool } = databases;
  if (!pool) throw new Error('The role needs the control plane.');
  const announce = mailer && mailNotices({ pool, mailer, name: config.brand.name, webUrl });
  const options = { apiUrl, webUrl, clock, counters, announce, ...regionOptions(process) };
  return openRuntime(config, { ...databases, control: pool }, options);
}

/** The API and the web host in a process that has all databases. */
interface Host extends Runtime, Serving {
  readonly controlPlane: ControlPlane;
  readonly keys: SigningKeys;
  readonly mailer: Mailer | undefined;
  readonly requestLog: WebDependencies['requestLog'];
  readonly webLimits: WebLimits;
}

/** Opens the hosts' shared parts. The operations listener starts first, so operators see the rest become ready. */
async function openHost(process: Process, { ops, admin }: Listeners) {
  const { databases, log, metrics, openSender } = process;
  if (!hasAll(databases)) throw new Error('The role needs the databases of the control plane and of every region.');
  const runtime = runtimeOf(process);
  const secrets = runtime.secrets();
  const delivery = deliveryOf(runtime, openSender);
  const deliverer = new Deliverer({ ...delivery, log, metrics });
  const deliveries = new SingleDeliveries(delivery, (endpointId) => deliverer.look(endpointId));
  const controlPlane = new ControlPlane(runtime, deliveries);
  ops?.serve(createOpsApp({ ...process, controlPlane, metrics: metrics.registry }).callback());
  admin?.serve(createAdminApp(controlPlane, log).callback());
  if (databases.folder !== undefined && !admin)
    log.warn('the data folder has no socket here; commands reach this server by TILLGATE_ADMIN_URL only');
  const keys = await SigningKeys.open(await secrets, runtime.clock);
  return { ...process, ...runtime, controlPlane, deliverer, keys };
}

async function admission(parts: Runtime & Serving & { readonly keys: SigningKeys }): Promise<Admission> {
  const secrets = await parts.secrets();
  return {
    ...parts,
    contract: await loadContract(parts.apiUrl, parts.webUrl),
    brand: await openBrand(parts.config.brand),
    forgedCodes: new ForgedCodes(await serverKey(secrets, 'forged-callbacks')),
    refreshTokens: new RefreshTokens(await serverKey(secrets, 'refresh')),
  };
}

export async function apiDependencies(host: Host): Promise<AppDependencies> {
  const { config, databases } = host;
  const admitting = await admission(host);
  const cursors = new CursorCodec(await serverKey(await host.secrets(), 'cursor'));
  return {
    ...admitting,
    demo: databases.kind === 'embedded' ? () => readDemoAccess(config.dataDir) : undefined,
    handlers: allHandlers(cursors, bodyChecker(admitting.contract.operations)),
    lists: new Lists(cursors),
  };
}

export async function webDependencies(host: Host, apiOrigin: () => string): Promise<WebDependencies> {
  const secrets = await host.secrets();
  return {
    ...host,
    brand: await openBrand(host.config.brand),
    formKey: await serverKey(secrets, 'web-forms'),
    limits: host.webLimits,
    sealing: secrets.sealing,
    apiOrigin,
  };
}
