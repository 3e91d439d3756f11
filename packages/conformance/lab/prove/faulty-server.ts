import { type AppDependencies, createApp } from '@tillgate/server/app.ts';
import { SigningKeys } from '@tillgate/server/auth/signing-keys.ts';
import type { TestClock } from '@tillgate/server/clock.ts';
import { loadContract } from '@tillgate/server/contract/contract.ts';
import { ControlPlane } from '@tillgate/server/control/operations.ts';
import { Load } from '@tillgate/server/http/load.ts';
import { MemoryCounters } from '@tillgate/server/limits/counters.ts';
import { AccessTokens } from '@tillgate/server/oauth/access-token.ts';
import { RefreshTokens } from '@tillgate/server/oauth/refresh-token-format.ts';
import { Metrics } from '@tillgate/server/ops/metrics.ts';
import { allHandlers } from '@tillgate/server/resources/index.ts';
import { CursorCodec } from '@tillgate/server/storage/cursor.ts';
import type { Databases } from '@tillgate/server/storage/database.ts';
import { Lists } from '@tillgate/server/storage/listing.ts';
import { Regions } from '@tillgate/server/storage/regions.ts';
import { openSecrets } from '@tillgate/server/storage/sealed-secrets.ts';
import { serverKey } from '@tillgate/server/storage/server-keys.ts';
import { openBrand } from '@tillgate/server/web/brand/brand.ts';
import type { WebDependencies } from '@tillgate/server/web/dependencies.ts';
import { createWebApp } from '@tillgate/server/web/web-app.ts';
import { pino } from 'pino';
import type { Target } from '../../src/target/target.ts';
import { LAB_KEY, RAISED_LIMIT } from '../embedded/embedded-target.ts';
import { arrangeScene } from '../embedded/scene.ts';
import { type Applied, faultyApi, faultyWeb, hostOf, type Part, partsOf } from './apply.ts';
import type { Fault } from './fault.ts';
import { closed, listening, urlOf } from './listening.ts';
import { nameless } from './statements.ts';

export interface Faulty {
  readonly target: Target;
  /** The parts of the fault that have not come into play. */
  unmatched: () => readonly Part[];
  close: () => Promise<void>;
}

const KEYS = [Buffer.from(LAB_KEY, 'base64')];

export const WEB_LIMITS = {
  signInSource: RAISED_LIMIT,
  signInAccount: RAISED_LIMIT,
  signInCode: RAISED_LIMIT,
  passwordLinks: RAISED_LIMIT,
  invitations: RAISED_LIMIT,
  signUps: RAISED_LIMIT,
  authorize: RAISED_LIMIT,
};

const BRAND = { name: 'Tillgate', logo: undefined, accent: undefined, support: undefined };

/** Both hosts of a server, one of them with the fault in it, with people and merchants of its own. */
export async function startFaulty(
  fault: Fault,
  databases: Databases,
  clock: TestClock,
  sound: Target,
): Promise<Faulty> {
  const [api, web] = [await listening(), await listening()];
  const scene = await arrangeScene(databases, clock.now);
  const applied = new Set<unknown>();
  const note = (part: unknown) => void applied.add(part);
  const deps = await dependencies(nameless(databases), clock, `${urlOf(api)}/v1`, urlOf(web));
  const webDeps = await webDependencies(deps);
  const isWeb = hostOf(fault) === 'web';
  api.on('request', (isWeb ? createApp(deps) : apiWith(fault, deps, note)).callback());
  web.on('request', (isWeb ? webWith(fault, webDeps, note) : createWebApp(webDeps)).callback());
  return {
    target: { ...sound, ...scene, baseUrl: `${urlOf(api)}/v1`, authUrl: urlOf(web) },
    unmatched: () => partsOf(fault).filter((part) => !applied.has(part)),
    close: async () => void (await Promise.all([closed(api), closed(web)])),
  };
}

function apiWith(fault: Fault, deps: AppDependencies, applied: Applied): ReturnType<typeof createApp> {
  const { how } = fault;
  const faulty = faultyApi(fault, deps, applied);
  const app = createApp(faulty);
  if ('apiStage' in how && how.apiStage) app.middleware.unshift(how.apiStage(faulty, () => applied(how)));
  return app;
}

function webWith(fault: Fault, deps: WebDependencies, applied: Applied): ReturnType<typeof createWebApp> {
  const { how } = fault;
  const faulty = faultyWeb(fault, deps, applied);
  const app = createWebApp(faulty);
  if ('webStage' in how && how.webStage) app.middleware.unshift(how.webStage(faulty, () => applied(how)));
  return app;
}

/** The parts that `startServer` makes the API of. */
async function dependencies(
  databases: Databases,
  clock: TestClock,
  apiUrl: string,
  webUrl: string,
): Promise<AppDependencies> {
  const secrets = await openSecrets(KEYS, databases);
  const lists = new Lists(new CursorCodec(await serverKey(secrets, 'cursor')));
  return {
    apiUrl,
    webUrl,
    clock: clock.now,
    contract: await loadContract(apiUrl, webUrl),
    counters: new MemoryCounters(clock.now),
    databases,
    handlers: allHandlers(lists),
    keys: await SigningKeys.open(secrets, clock.now),
    limits: { app: RAISED_LIMIT, mint: RAISED_LIMIT },
    load: new Load(RAISED_LIMIT),
    log: pino({ level: 'silent' }),
    metrics: new Metrics(),
    recorder: { record() {} },
    refreshTokens: new RefreshTokens(await serverKey(secrets, 'refresh')),
    regions: new Regions(databases, clock.now),
    trustedProxies: 0,
  };
}

/** The parts that `startServer` makes the web host of. */
async function webDependencies(deps: AppDependencies): Promise<WebDependencies> {
  const { apiUrl, webUrl, clock, counters, log, metrics, regions, trustedProxies } = deps;
  const control = { pool: deps.databases.control, clock };
  const secrets = openSecrets(KEYS, deps.databases);
  const controlPlane = new ControlPlane({
    control,
    databases: deps.databases,
    regions,
    webUrl,
    secrets: () => secrets,
  });
  const formKey = await serverKey(await secrets, 'web-forms');
  const { sealing } = await secrets;
  return {
    apiUrl,
    webUrl,
    brand: await openBrand(BRAND),
    clock,
    control,
    controlPlane,
    counters,
    defaultLimit: RAISED_LIMIT,
    requestLog: { counts: { written: 0, dropped: 0 }, waiting: 0 },
    formKey,
    limits: WEB_LIMITS,
    log,
    mailer: undefined,
    metrics,
    regions,
    sealing,
    trustedProxies,
    tryOut: { tokens: new AccessTokens(deps.keys, apiUrl, clock), apiPort: () => Number(new URL(apiUrl).port) },
  };
}
