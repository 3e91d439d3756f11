import { type AppDependencies, createApp } from '@tillgate/server/app.ts';
import type { TestClock } from '@tillgate/server/clock.ts';
import { readConfig } from '@tillgate/server/config.ts';
import { SingleDeliveries } from '@tillgate/server/delivery/deliveries.ts';
import { deliveryParts } from '@tillgate/server/delivery/delivery-parts.ts';
import { SANDBOX_DATA } from '@tillgate/server/demo/sandbox-data.ts';
import { SigningKeys } from '@tillgate/server/directory/service/signing-keys.ts';
import { Load } from '@tillgate/server/http/load.ts';
import { Waiting } from '@tillgate/server/http/waiting.ts';
import { MemoryCounters } from '@tillgate/server/limits/counters.ts';
import { sandboxTokens } from '@tillgate/server/oauth/sandbox-tokens.ts';
import { Metrics } from '@tillgate/server/ops/metrics.ts';
import { apiDependencies, webDependencies } from '@tillgate/server/roles/roles.ts';
import { SANDBOX_SCENARIOS } from '@tillgate/server/scenarios/sandbox-scenarios.ts';
import type { Databases } from '@tillgate/server/storage/database.ts';
import { Regions } from '@tillgate/server/storage/regions.ts';
import { openSecrets } from '@tillgate/server/storage/secrets.ts';
import { SANDBOX_TILL } from '@tillgate/server/till/sandbox-till.ts';
import type { WebDependencies } from '@tillgate/server/web/kit/dependencies.ts';
import { createWebApp } from '@tillgate/server/web/web-app.ts';
import { pino } from 'pino';
import type { Target } from '../../src/target/target.ts';
import { LAB_KEY, RAISED_LIMIT } from '../embedded/embedded-target.ts';
import { arrangeScene } from '../embedded/scene.ts';
import { type Applied, faultyApi, faultyWeb, hostOf, type Part, partsOf } from './apply.ts';
import type { Fault } from './fault.ts';
import { closed, listening, urlOf } from './listening.ts';
import { LaboratoryControlPlane, nameless } from './statements.ts';

export interface Faulty {
  readonly target: Target;
  /** Parts of the fault that have not taken effect. */
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
  sandboxes: RAISED_LIMIT,
  authorize: RAISED_LIMIT,
};

/** Starts both hosts of a server, one of them faulty, with separate people and merchants. */
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
  const isWeb = hostOf(fault) === 'web';
  api.on('request', (isWeb ? createApp(deps.api) : apiWith(fault, deps.api, note)).callback());
  web.on('request', (isWeb ? webWith(fault, deps.web, note) : createWebApp(deps.web)).callback());
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

/** Dependencies of both hosts, as `startServer` creates them, on databases that other servers share. */
async function dependencies(databases: Databases, clock: TestClock, apiUrl: string, webUrl: string) {
  const regions = new Regions(databases, clock.now);
  const control = { pool: databases.control, clock: clock.now };
  const secrets = await openSecrets(KEYS, databases);
  const urls = { apiUrl, webUrl };
  const config = readConfig({ TILLGATE_RATE_LIMIT: String(RAISED_LIMIT), TILLGATE_MINT_LIMIT: String(RAISED_LIMIT) });
  const delivery = deliveryParts(config, { control, databases, regions, secrets: async () => secrets });
  const parts = {
    ...{ config, control, databases, regions, secrets, urls },
    clock: clock.now,
    controlPlane: new LaboratoryControlPlane({
      control,
      databases,
      deliveries: new SingleDeliveries(delivery),
      regions,
      sandboxData: SANDBOX_DATA,
      till: SANDBOX_TILL,
      tokens: sandboxTokens(async () => secrets, apiUrl, clock.now),
      scenarios: SANDBOX_SCENARIOS,
      webUrl,
      secrets: async () => secrets,
    }),
    counters: new MemoryCounters(clock.now),
    keys: await SigningKeys.open(secrets, clock.now),
    load: new Load(RAISED_LIMIT),
    log: pino({ level: 'silent' }),
    mailer: undefined,
    metrics: new Metrics(),
    recorder: { record() {} },
    requestLog: { counts: { written: 0, dropped: 0 }, waiting: 0 },
    tracing: undefined,
    waits: new Waiting(RAISED_LIMIT),
    webLimits: WEB_LIMITS,
  };
  const { demo: _, ...api } = await apiDependencies(parts);
  return { api, web: await webDependencies(parts, () => new URL(apiUrl).origin) };
}
