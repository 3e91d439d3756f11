import { type AppDependencies, createApp } from '@tillgate/server/app.ts';
import { SigningKeys } from '@tillgate/server/auth/signing-keys.ts';
import type { TestClock } from '@tillgate/server/clock.ts';
import { loadContract } from '@tillgate/server/contract/contract.ts';
import { MemoryCounters } from '@tillgate/server/limits/counters.ts';
import { RefreshTokens } from '@tillgate/server/oauth/refresh-token-format.ts';
import { Metrics } from '@tillgate/server/ops/metrics.ts';
import { allHandlers } from '@tillgate/server/resources/index.ts';
import { CursorCodec } from '@tillgate/server/storage/cursor.ts';
import type { Databases } from '@tillgate/server/storage/database.ts';
import { Lists } from '@tillgate/server/storage/listing.ts';
import { Regions } from '@tillgate/server/storage/regions.ts';
import { serverKey } from '@tillgate/server/storage/server-keys.ts';
import type { WebDependencies } from '@tillgate/server/web/dependencies.ts';
import { createWebApp } from '@tillgate/server/web/web-app.ts';
import { pino } from 'pino';
import type { Target } from '../../src/target/target.ts';
import { RAISED_LIMIT } from '../embedded/embedded-target.ts';
import { arrangeScene } from '../embedded/scene.ts';
import type { Mark, ServerFault, WebFault } from './fault.ts';
import { closed, listening, urlOf } from './listening.ts';
import { nameless } from './sql.ts';

export interface Faulty {
  readonly target: Target;
  /** How often the fault came into play. */
  applied: () => number;
  close: () => Promise<void>;
}

export const WEB_LIMITS = { signInSource: RAISED_LIMIT, signInAccount: RAISED_LIMIT, authorize: RAISED_LIMIT };

/** Both hosts of a server, one of them with the fault in it, with people and merchants of its own. */
export async function startFaulty(
  fault: ServerFault | WebFault,
  databases: Databases,
  clock: TestClock,
  sound: Target,
): Promise<Faulty> {
  const [api, web] = [await listening(), await listening()];
  const scene = await arrangeScene(databases, clock.now);
  let applied = 0;
  const mark = () => {
    applied += 1;
  };
  const deps = await dependencies(nameless(databases), clock, `${urlOf(api)}/v1`, urlOf(web));
  const webDeps = await webDependencies(deps);
  api.on('request', (fault.host === 'web' ? createApp(deps) : faultyApi(fault, deps, mark)).callback());
  web.on('request', (fault.host === 'web' ? faultyWeb(fault, webDeps, mark) : createWebApp(webDeps)).callback());
  return {
    target: { ...sound, ...scene, name: fault.id, baseUrl: `${urlOf(api)}/v1`, authUrl: urlOf(web) },
    applied: () => applied,
    close: async () => void (await Promise.all([closed(api), closed(web)])),
  };
}

function faultyApi(fault: ServerFault, deps: AppDependencies, mark: Mark): ReturnType<typeof createApp> {
  const patched = fault.patch(deps, mark);
  const app = createApp(patched);
  if (fault.stage) app.middleware.unshift(fault.stage(patched, mark));
  return app;
}

function faultyWeb(fault: WebFault, deps: WebDependencies, mark: Mark): ReturnType<typeof createWebApp> {
  const patched = fault.patch(deps, mark);
  const app = createWebApp(patched);
  if (fault.stage) app.middleware.unshift(fault.stage(patched, mark));
  return app;
}

/** What `startServer` makes the API of. */
async function dependencies(
  databases: Databases,
  clock: TestClock,
  apiUrl: string,
  webUrl: string,
): Promise<AppDependencies> {
  const lists = new Lists(new CursorCodec(await serverKey(databases.control, 'cursor')));
  return {
    apiUrl,
    webUrl,
    clock: clock.now,
    contract: await loadContract(apiUrl, webUrl),
    counters: new MemoryCounters(clock.now),
    databases,
    handlers: allHandlers(lists),
    keys: await SigningKeys.open(databases.control, clock.now),
    limits: { app: RAISED_LIMIT, mint: RAISED_LIMIT },
    log: pino({ level: 'silent' }),
    metrics: new Metrics(),
    refreshTokens: new RefreshTokens(await serverKey(databases.control, 'refresh')),
    regions: new Regions(databases, clock.now),
    trustedProxies: 0,
  };
}

/** What `startServer` makes the web host of. */
async function webDependencies(deps: AppDependencies): Promise<WebDependencies> {
  const { apiUrl, webUrl, clock, counters, log, metrics, regions, trustedProxies } = deps;
  const control = { pool: deps.databases.control, clock };
  const formKey = await serverKey(control.pool, 'web-forms');
  return {
    apiUrl,
    webUrl,
    clock,
    control,
    counters,
    formKey,
    limits: WEB_LIMITS,
    log,
    metrics,
    regions,
    trustedProxies,
  };
}
