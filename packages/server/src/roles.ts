import type { Logger } from 'pino';
import {
  type AdmissionDependencies,
  type AppDependencies,
  createApp,
  createGatewayApp,
  createRegionApp,
  type SharedDependencies,
} from './app.ts';
import { readDemoAccess } from './back-office/demo/demo-access.ts';
import { CursorCodec } from './changes/cursor.ts';
import type { Config } from './config.ts';
import { bodyChecker, loadContract } from './contract/contract.ts';
import type { Control } from './control/control.ts';
import { ForgedCodes } from './control/forged-callback.ts';
import { SigningKeys } from './control/signing-keys.ts';
import type { Availability } from './database/availability.ts';
import { cellsOf } from './database/cells.ts';
import { type DatabaseSet, type Databases, hasAll } from './database/database.ts';
import { Regions } from './database/regions.ts';
import { openSecrets, type SecretStore, serverKey } from './database/secrets.ts';
import { acceptGateways, refuseOthers } from './gateway/accept.ts';
import type { RegionLink } from './gateway/region-link.ts';
import type { Listeners } from './listeners.ts';
import { RefreshTokens } from './oauth/refresh-tokens.ts';
import { SandboxTokens } from './oauth/sandbox-tokens.ts';
import { ControlPlane } from './operations/operations.ts';
import { createAdminApp } from './operations/remote/admin-app.ts';
import { createOpsApp, type Readiness } from './operations-listener.ts';
import { openBrand } from './pages/assets/brand.ts';
import type { WebDependencies, WebLimits } from './pages/kit/dependencies.ts';
import { mailNotices } from './pages/kit/notices.ts';
import { createWebApp } from './pages/web-app.ts';
import type { Load, Waiting } from './pipeline/load.ts';
import type { RequestRecorder } from './pipeline/record-request.ts';
import type { Counters } from './process/counters.ts';
import { cursorKeys, requestKeys } from './process/gateway-keys.ts';
import type { Mailer } from './process/mailer.ts';
import type { Metrics } from './process/metrics.ts';
import { REGIONS, type Region } from './process/region.ts';
import type { Clock, TestClock } from './process/time.ts';
import { allHandlers } from './records/resources.ts';
import type { RequestLog } from './request-log/request-log.ts';
import type { Tracing } from './tracing.ts';
import { Deliverer } from './webhooks/deliverer.ts';
import { deliveryParts, SingleDeliveries } from './webhooks/requests.ts';
import type { Sender } from './webhooks/sender.ts';

/** Connections of a gateway to each region. Empty in other roles. */
export type Links = ReadonlyMap<Region, RegionLink>;

/** Parts of any host that serves the API or pages. */
interface HostProcess {
  readonly config: Config;
  readonly urls: { readonly apiUrl: string; readonly webUrl: string };
  readonly clock: Clock;
  readonly counters: Counters;
  readonly load: Load;
  readonly waits: Waiting;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly recorder: RequestRecorder;
  readonly tracing: Tracing | undefined;
}

/** Parts shared by all roles. */
export interface Process extends HostProcess {
  readonly databases: DatabaseSet;
  readonly availability: Availability;
  readonly testClock: TestClock | undefined;
  /** False if this process sends no changes to webhook endpoints. */
  readonly delivers: boolean;
  readonly guardReads: boolean;
  readonly links: Links;
  readonly mailer: Mailer | undefined;
  readonly openSender: ((clock: Clock) => Promise<Sender>) | undefined;
  readonly readiness: Readiness;
  readonly requestLog: RequestLog;
  readonly webLimits: WebLimits;
}

/** Parts that admit requests. */
interface AdmissionParts extends HostProcess {
  readonly keys: SigningKeys;
  readonly secrets: SecretStore;
}

/** Stops what works outside of requests. */
export type Stop = () => Promise<void>;

/** Parts of the API and the web host in a process that has all databases. */
interface HostParts extends AdmissionParts {
  readonly control: Control;
  readonly controlPlane: ControlPlane;
  readonly databases: Databases;
  readonly mailer: Mailer | undefined;
  readonly regions: Regions;
  readonly requestLog: WebDependencies['requestLog'];
  readonly webLimits: WebLimits;
}

/** All roles in one process: the API and the web host. */
export async function serveAll(process: Process, listeners: Listeners): Promise<Stop> {
  const { api, web } = listeners;
  const { deliverer, ...parts } = await hostParts(process, listeners);
  const deps = {
    api: await apiDependencies(parts),
    web: await webDependencies(parts, () => `http://127.0.0.1:${api?.port}`),
  };
  api?.serve(createApp(deps.api).callback());
  web?.serve(createWebApp(deps.web).callback());
  return started(deliverer, process);
}

/** The web host by itself. It calls the API at its public URL. */
export async function serveWeb(process: Process, listeners: Listeners): Promise<Stop> {
  const { deliverer, ...parts } = await hostParts(process, listeners);
  const deps = await webDependencies(parts, () => new URL(process.urls.apiUrl).origin);
  listeners.web?.serve(createWebApp(deps).callback());
  return started(deliverer, process);
}

/** Signals of the merchants' logs in all cells, several of which may be in one database. */
export const changesIn = (databases: Databases) => (listener: (companyId: number) => void) => {
  const pools = new Set(cellsOf(databases).map(({ pool }) => pool));
  const ends = [...pools].map((pool) =>
    pool.changes.listen(({ companyId }) => {
      if (companyId !== undefined) listener(companyId);
    }),
  );
  return () => {
    for (const end of ends) end();
  };
};

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
  const { config, databases, clock, links, metrics } = process;
  ops?.serve(createOpsApp({ ...process, metrics: metrics.registry }).callback());
  const { control } = databases;
  if (!control) throw new Error('A gateway needs the control plane.');
  const secrets = await openSecrets(config.keys, { ...databases, control });
  const keys = await SigningKeys.open(secrets, clock);
  const deps = await admissionDependencies({ ...process, keys, secrets });
  api?.serve(createGatewayApp(deps, links).callback());
}

/** A region: it runs requests that gateways have admitted. */
export async function serveRegion(process: Process, { region: listener, ops }: Listeners): Promise<undefined> {
  const { config, log, metrics, readiness, requestLog } = process;
  const { region } = config;
  const secrets = region && config.gatewaySecrets[region];
  if (!secrets) throw new Error('A region needs its name and a key.');
  ops?.serve(createOpsApp({ ...process, metrics: metrics.registry }).callback());
  const shared = await sharedDependencies(process);
  const cursors = new CursorCodec(...cursorKeys(secrets, region));
  const app = createRegionApp(
    { ...shared, handlers: allHandlers(cursors, bodyChecker(shared.contract.operations)), regions: regionsOf(process) },
    { readiness, writeRequests: (requests) => requestLog.write(requests) },
  );
  listener?.serve(refuseOthers, acceptGateways(app.callback(), { region, keys: requestKeys(secrets, region), log }));
}

/**
 * Opens the parts of both hosts. The operations listener starts first, so that operators can see the rest become ready.
 */
async function hostParts(
  process: Process,
  { ops, admin }: Listeners,
): Promise<HostParts & { readonly deliverer: Deliverer }> {
  const { config, clock, counters, log, mailer, metrics, openSender, urls } = process;
  const databases = wholeOf(process.databases);
  const regions = regionsOf(process);
  const pool = databases.control;
  const announce = mailer && mailNotices({ pool, mailer, name: config.brand.name, webUrl: urls.webUrl });
  const control = { pool, clock, announce };
  const opening = openSecrets(config.keys, databases);
  const delivery = deliveryParts(config, { control, databases, openSender, regions, secrets: () => opening });
  const deliverer = new Deliverer({ ...delivery, control, metrics, listen: changesIn(databases) }, { log });
  const deliveries = new SingleDeliveries(delivery, (endpointId) => deliverer.look(endpointId));
  const controlPlane = new ControlPlane({
    ...{ control, counters, databases, deliveries, regions },
    tokens: new SandboxTokens(() => opening, urls.apiUrl, clock),
    webUrl: urls.webUrl,
    mails: mailer !== undefined,
    secrets: () => opening,
  });
  const administration = { control, controlPlane };
  ops?.serve(createOpsApp({ ...process, administration, metrics: metrics.registry }).callback());
  admin?.serve(createAdminApp({ controlPlane, control, databases, regions, log }).callback());
  if (databases.folder !== undefined && !admin) {
    log.warn('the data folder has no socket here; commands reach this server by TILLGATE_ADMIN_URL only');
  }
  const secrets = await opening;
  const keys = await SigningKeys.open(secrets, clock);
  return { ...process, control, controlPlane, databases, deliverer, keys, regions, secrets };
}

export async function apiDependencies(parts: HostParts): Promise<AppDependencies> {
  const { config, databases, regions, secrets } = parts;
  const admission = await admissionDependencies(parts);
  const cursors = new CursorCodec(await serverKey(secrets, 'cursor'));
  return {
    ...admission,
    databases,
    demo: databases.kind === 'embedded' ? () => readDemoAccess(config.dataDir) : undefined,
    handlers: allHandlers(cursors, bodyChecker(admission.contract.operations)),
    regions,
  };
}

async function admissionDependencies(parts: AdmissionParts): Promise<AdmissionDependencies> {
  const { config, urls, counters, keys, secrets } = parts;
  return {
    ...(await sharedDependencies(parts)),
    webUrl: urls.webUrl,
    counters,
    databases: secrets,
    documentation: await openBrand(config.brand),
    forgedCodes: new ForgedCodes(await serverKey(secrets, 'forged-callbacks')),
    keys,
    limits: { app: config.rateLimit, mint: config.mintLimit },
    refreshTokens: new RefreshTokens(await serverKey(secrets, 'refresh')),
    trustedProxies: config.trustedProxies,
  };
}

export async function webDependencies(parts: HostParts, apiOrigin: () => string): Promise<WebDependencies> {
  const { config, urls, clock, control, controlPlane, counters, log, mailer, metrics, tracing } = parts;
  const { regions, requestLog, secrets, webLimits } = parts;
  return {
    ...urls,
    brand: await openBrand(config.brand),
    clock,
    control,
    controlPlane,
    counters,
    defaultLimit: config.rateLimit,
    formKey: await serverKey(secrets, 'web-forms'),
    limits: webLimits,
    log,
    mailer,
    metrics,
    regions,
    requestLog,
    sealing: secrets.sealing,
    signUp: config.signUp,
    tracing,
    trustedProxies: config.trustedProxies,
    apiOrigin,
  };
}

function wholeOf(databases: DatabaseSet): Databases {
  if (!hasAll(databases)) throw new Error('The role needs the databases of the control plane and of every region.');
  return databases;
}

async function sharedDependencies(process: HostProcess): Promise<SharedDependencies> {
  const { urls, clock, load, log, metrics, recorder, tracing, waits } = process;
  const contract = await loadContract(urls.apiUrl, urls.webUrl);
  return { apiUrl: urls.apiUrl, clock, contract, load, log, metrics, recorder, tracing, waits };
}

const regionsOf = ({ databases, availability, clock, guardReads }: Process): Regions =>
  new Regions(databases, clock, { guardReads, failureOf: availability.failureOf.bind(availability) });
