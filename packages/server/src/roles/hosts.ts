import { createAdminApp } from '../admin/admin-app.ts';
import { type AppDependencies, createApp } from '../app.ts';
import { readDemoAccess } from '../demo/demo-access.ts';
import { SANDBOX_DATA } from '../demo/sandbox-data.ts';
import type { Control } from '../directory/control.ts';
import { ControlPlane } from '../directory/operations.ts';
import { SigningKeys } from '../directory/service/signing-keys.ts';
import type { Listeners } from '../listeners/listeners.ts';
import { AccessTokens } from '../oauth/access-token.ts';
import { RefreshTokens } from '../oauth/refresh-token-format.ts';
import { createOpsApp } from '../ops/ops-app.ts';
import { allHandlers } from '../resources/index.ts';
import { type DatabaseSet, type Databases, hasAll } from '../storage/database.ts';
import { CursorCodec } from '../storage/lists/cursor.ts';
import { Lists } from '../storage/lists/lists.ts';
import type { Regions } from '../storage/regions.ts';
import { openSecrets, type SecretStore, serverKey } from '../storage/secrets.ts';
import { openBrand } from '../web/brand/brand.ts';
import type { WebDependencies } from '../web/kit/dependencies.ts';
import { mailNotices } from '../web/kit/notices.ts';
import { createWebApp } from '../web/web-app.ts';
import { type Process, regionsOf, sharedDependencies } from './process.ts';

/** All roles in one process: the API and the web host. */
export async function serveAll(process: Process, listeners: Listeners): Promise<void> {
  const { api, web } = listeners;
  const parts = await hostParts(process, listeners);
  const deps = {
    api: await apiDependencies(parts),
    web: await webDependencies(parts, () => `http://127.0.0.1:${api?.port}`),
  };
  api?.serve(createApp(deps.api).callback());
  web?.serve(createWebApp(deps.web).callback());
}

/** The web host alone, which calls the API at its public URL. */
export async function serveWeb(process: Process, listeners: Listeners): Promise<void> {
  const parts = await hostParts(process, listeners);
  const deps = await webDependencies(parts, () => new URL(process.urls.apiUrl).origin);
  listeners.web?.serve(createWebApp(deps).callback());
}

export interface HostParts
  extends Pick<
    Process,
    'urls' | 'clock' | 'counters' | 'load' | 'log' | 'mailer' | 'metrics' | 'recorder' | 'tracing' | 'webLimits'
  > {
  readonly config: Pick<
    Process['config'],
    'brand' | 'dataDir' | 'mintLimit' | 'rateLimit' | 'signUp' | 'trustedProxies'
  >;
  readonly control: Control;
  readonly controlPlane: ControlPlane;
  readonly databases: Databases;
  readonly keys: SigningKeys;
  readonly regions: Regions;
  readonly requestLog: WebDependencies['requestLog'];
  readonly secrets: SecretStore;
}

/** Opens the parts of both hosts. The operations listener serves first, so that operators see the rest become ready. */
async function hostParts(process: Process, { ops, admin }: Listeners): Promise<HostParts> {
  const { config, clock, log, mailer, metrics, urls } = process;
  const databases = wholeOf(process.databases);
  const regions = regionsOf(process);
  const pool = databases.control;
  const announce = mailer && mailNotices({ pool, mailer, name: config.brand.name, webUrl: urls.webUrl });
  const control = { pool, clock, announce };
  const opening = openSecrets(config.keys, databases);
  const controlPlane = new ControlPlane({
    ...{ control, databases, regions, sandboxData: SANDBOX_DATA },
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
  return { ...process, control, controlPlane, databases, keys, regions, secrets };
}

export async function apiDependencies(parts: HostParts): Promise<AppDependencies> {
  const { config, urls, counters, databases, keys, regions, secrets } = parts;
  return {
    ...(await sharedDependencies(parts)),
    webUrl: urls.webUrl,
    counters,
    databases,
    demo: databases.kind === 'embedded' ? () => readDemoAccess(config.dataDir) : undefined,
    documentation: await openBrand(config.brand),
    handlers: allHandlers(new Lists(new CursorCodec(await serverKey(secrets, 'cursor')))),
    keys,
    limits: { app: config.rateLimit, mint: config.mintLimit },
    refreshTokens: new RefreshTokens(await serverKey(secrets, 'refresh')),
    regions,
    trustedProxies: config.trustedProxies,
  };
}

export async function webDependencies(parts: HostParts, apiOrigin: () => string): Promise<WebDependencies> {
  const { config, urls, clock, control, controlPlane, counters, keys, log, mailer, metrics, tracing } = parts;
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
    tryOut: { tokens: new AccessTokens(keys, urls.apiUrl, clock), apiOrigin },
  };
}

function wholeOf(databases: DatabaseSet): Databases {
  if (!hasAll(databases)) throw new Error('The role needs the databases of the control plane and of every region.');
  return databases;
}
