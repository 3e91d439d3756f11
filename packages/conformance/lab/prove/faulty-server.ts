import { type AppDependencies, createApp } from '@tillgate/server/app.ts';
import { readConfig } from '@tillgate/server/config.ts';
import { SigningKeys } from '@tillgate/server/control/signing-keys.ts';
import type { Databases } from '@tillgate/server/database/database.ts';
import type { WebDependencies } from '@tillgate/server/pages/kit/dependencies.ts';
import { createWebApp } from '@tillgate/server/pages/web-app.ts';
import { Load, Waiting } from '@tillgate/server/pipeline/load.ts';
import { Metrics } from '@tillgate/server/process/metrics.ts';
import type { TestClock } from '@tillgate/server/process/time.ts';
import { apiDependencies, webDependencies } from '@tillgate/server/roles.ts';
import { openRuntime, type Runtime, type Serving } from '@tillgate/server/runtime.ts';
import { Deliverer } from '@tillgate/server/webhooks/deliverer.ts';
import { deliveryOf, SingleDeliveries } from '@tillgate/server/webhooks/requests.ts';
import { pino } from 'pino';
import type { Target } from '../../src/target/target.ts';
import { LAB_KEY, RAISED_LIMIT } from '../embedded/embedded-target.ts';
import { openSender } from '../embedded/public-host.ts';
import { arrangeScene } from '../embedded/scene.ts';
import {
  type Applied,
  faultyApi,
  faultyDatabases,
  faultyDelivery,
  faultyWeb,
  hostOf,
  type Part,
  partsOf,
} from './apply.ts';
import type { Fault } from './fault.ts';
import { closed, listening, urlOf } from './listening.ts';
import { LaboratoryControlPlane, nameless } from './statements.ts';

export interface Faulty {
  readonly target: Target;
  /** Parts of the fault that have not taken effect. */
  unmatched: () => readonly Part[];
  close: () => Promise<void>;
}

const CONFIG = readConfig({
  TILLGATE_KEY: LAB_KEY,
  TILLGATE_RATE_LIMIT: String(RAISED_LIMIT),
  TILLGATE_MINT_LIMIT: String(RAISED_LIMIT),
});

export const WEB_LIMITS = {
  signInSource: RAISED_LIMIT,
  signInAccount: RAISED_LIMIT,
  signInCode: RAISED_LIMIT,
  passwordLinks: RAISED_LIMIT,
  invitations: RAISED_LIMIT,
  signUps: RAISED_LIMIT,
  sandboxes: RAISED_LIMIT,
  authorize: RAISED_LIMIT,
  fileLoads: RAISED_LIMIT,
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
  if (fault.prepare) await databases.regions.UK.query(fault.prepare);
  const applied = new Set<unknown>();
  const note = (part: unknown) => void applied.add(part);
  const urls = { apiUrl: `${urlOf(api)}/v1`, webUrl: urlOf(web) };
  const { deliverer, ...deps } = await dependencies(fault, nameless(databases), clock, urls, note);
  const isWeb = hostOf(fault) === 'web';
  if (hostOf(fault) === 'deliverer') deliverer.start();
  api.on('request', (hostOf(fault) === 'api' ? apiWith(fault, deps.api, note) : createApp(deps.api)).callback());
  web.on('request', (isWeb ? webWith(fault, deps.web, note) : createWebApp(deps.web)).callback());
  return {
    target: { ...sound, ...scene, baseUrl: urls.apiUrl, authUrl: urls.webUrl },
    unmatched: () => partsOf(fault).filter((part) => !applied.has(part)),
    async close() {
      await deliverer.stop();
      await Promise.all([closed(api), closed(web)]);
    },
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
async function dependencies(
  fault: Fault,
  databases: Databases,
  clock: TestClock,
  urls: { readonly apiUrl: string; readonly webUrl: string },
  applied: Applied,
) {
  const runtime = openRuntime(CONFIG, databases, { ...urls, clock: clock.now });
  const serving = {
    load: new Load(RAISED_LIMIT),
    log: pino({ level: 'silent' }),
    metrics: new Metrics(),
    recorder: { record() {} },
    tracing: undefined,
    waits: new Waiting(RAISED_LIMIT),
  };
  const { deliverer, deliveries } = delivering(fault, runtime, serving, applied);
  const host = {
    ...runtime,
    ...serving,
    controlPlane: new LaboratoryControlPlane(runtime, deliveries),
    keys: await SigningKeys.open(await runtime.secrets(), clock.now),
    mailer: undefined,
    requestLog: { counts: { written: 0, dropped: 0 }, waiting: 0 },
    webLimits: WEB_LIMITS,
  };
  const { demo: _, ...api } = await apiDependencies(host);
  return { api, deliverer, web: await webDependencies(host, () => new URL(urls.apiUrl).origin) };
}

/** What sends webhooks, as the fault says. Only a fault of this starts it: elsewhere the correct server does it. */
function delivering(
  fault: Fault,
  sound: Runtime,
  { log, metrics }: Pick<Serving, 'log' | 'metrics'>,
  applied: Applied,
): { deliverer: Deliverer; deliveries: SingleDeliveries } {
  const isFaulty = hostOf(fault) === 'deliverer';
  const { clock, config, databases } = sound;
  const runtime = isFaulty
    ? openRuntime(config, faultyDatabases(fault, databases as Databases, applied), { clock })
    : sound;
  const { limits, ...faulty } = faultyDelivery(fault, deliveryOf(runtime, openSender), applied);
  const deliverer = new Deliverer({ ...faulty, log, metrics }, limits);
  const look = (endpointId: number) => isFaulty && deliverer.look(endpointId);
  return { deliverer, deliveries: new SingleDeliveries(faulty, look) };
}
