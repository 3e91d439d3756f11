import Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import { type Availability, conditionsOf } from './database/availability.ts';
import type { ControlPlane } from './operations/operations.ts';
import { adminRouter, identifyToken } from './operations/remote/admin-app.ts';
import { BodyError, parseJson, readBody } from './pipeline/body.ts';
import { dropBody } from './pipeline/first-stages.ts';
import type { Counters } from './process/counters.ts';
import { type TestClock, toTimestamp } from './process/time.ts';

interface OpsDependencies {
  readonly readiness: Readiness;
  readonly availability: Availability;
  readonly counters: Pick<Counters, 'sharing'>;
  readonly metrics: { readonly contentType: string; metrics(): Promise<string> };
  /** Served at `/clock`, only on test databases. */
  readonly testClock?: TestClock | undefined;
  /** Undefined if the process has only part of the databases. */
  readonly controlPlane?: ControlPlane | undefined;
  readonly log: Logger;
}

/** The operations listener: health, readiness, metrics, and administration by token. */
export function createOpsApp(deps: OpsDependencies): Koa {
  const router = new Router();
  router.get('/healthz', async function health(ctx) {
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async function readiness(ctx) {
    const answer = await readinessOf(deps);
    ctx.status = answer.status === 'ready' ? 200 : 503;
    if (ctx.status === 503) ctx.set('Retry-After', '1');
    ctx.body = answer;
  });
  router.get('/metrics', async function metrics(ctx) {
    ctx.type = deps.metrics.contentType;
    ctx.body = await deps.metrics.metrics();
  });
  if (deps.testClock) offerClock(router, deps.testClock);
  const app = new Koa();
  app.use(dropBody);
  if (deps.controlPlane) {
    const { control } = deps.controlPlane.runtime;
    app.use(adminRouter(deps.controlPlane, identifyToken(control.pool), deps.log).routes());
  }
  app.use(router.routes());
  app.use(router.allowedMethods());
  return app;
}

/** Ten years in seconds: longer than any lifetime, but still a valid date. */
const FURTHEST = 315_360_000;

function offerClock(router: Router, clock: TestClock): void {
  const show = () => ({ now: toTimestamp(clock.now()) });
  router.get('/clock', async function tellTime(ctx) {
    ctx.body = show();
  });
  router.post('/clock', async function moveTime(ctx) {
    const seconds = await readAdvance(ctx.req);
    if (seconds !== undefined) clock.advance(seconds);
    ctx.status = seconds === undefined ? 400 : 200;
    ctx.body = seconds === undefined ? { error: `Send {"advance": seconds}, from 0 to ${FURTHEST}.` } : show();
  });
}

async function readAdvance(request: Koa.Request['req']): Promise<number | undefined> {
  try {
    const body = parseJson((await readBody(request, ['application/json'])).text) as { advance?: unknown } | null;
    const seconds = Number.isInteger(body?.advance) ? Number(body?.advance) : -1;
    return seconds >= 0 && seconds <= FURTHEST ? seconds : undefined;
  } catch (error) {
    if (error instanceof BodyError) return undefined;
    throw error;
  }
}

/** True once all handlers are attached, until the shutdown begins. */
export interface Readiness {
  readonly accepting: boolean;
}

/**
 * Body of `/readyz`. An instance is ready if it serves any region. Without the control plane it cannot admit
 * requests, but an outage of one region does not affect others. A gateway has no region databases and issues tokens
 * even if no region is reachable. Redis is optional.
 */
async function readinessOf({ readiness, availability, counters: { sharing } }: OpsDependencies) {
  const report = await availability.check();
  const cells = conditionsOf(report);
  const served = cells.length === 0 || cells.some(([, { status }]) => status === 'up');
  const admits = !report.control || report.control.status === 'up';
  const ready = readiness.accepting && admits && served;
  return { status: ready ? 'ready' : 'not ready', ...report, ...(sharing && { redis: sharing.up ? 'up' : 'away' }) };
}
