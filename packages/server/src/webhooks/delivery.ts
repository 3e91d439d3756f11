import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ChangeCursors } from '../changes/cursor.ts';
import { type ControlTransaction, changeControl } from '../control/control.ts';
import { findMerchant } from '../control/merchants.ts';
import { isUnavailable } from '../database/failures.ts';
import { BACK_OFFICE } from '../database/statement.ts';
import type { TenantStore } from '../database/tenant.ts';
import type { Metrics } from '../process/metrics.ts';
import { logAttempt } from './attempts.ts';
import {
  accept,
  type Failures,
  fail,
  findCursor,
  isReady,
  LEASE,
  leasePage,
  park,
  type Ready,
  release,
  skipTo,
  startCursor,
} from './cursors.ts';
import { disableEndpoint } from './endpoints.ts';
import type { Outcome } from './lanes.ts';
import { bodyOf, type Page, pageAfter, type SentPlaces } from './page.ts';
import type { Pair } from './progress.ts';
import { type Delivery, loggedOf, sendTo } from './requests.ts';
import type { Attempt } from './sender.ts';
import { findTarget, scopeOf, type Target, viewAt } from './targets.ts';

const SECOND = 1000;
const HOUR = 60 * 60 * SECOND;

/** Pause after the first failure, in milliseconds. Each later pause is three times as long, up to the longest. */
const FIRST_PAUSE = 5 * SECOND;
const FACTOR = 3;
const LONGEST_PAUSE = 4 * HOUR;

/** Milliseconds after the first failure at which the last attempt is made. */
export const TRIED_FOR = 72 * HOUR;

/**
 * Instant of the attempt after the last failure; undefined if that was the last attempt. `random`, from 0 to 1, spreads
 * the attempts of pages that failed together.
 */
export function nextAttempt({ count, first, last }: Failures, random: number): number | undefined {
  const end = first + TRIED_FOR;
  if (last >= end) return undefined;
  const pause = Math.min(FIRST_PAUSE * FACTOR ** (count - 1), LONGEST_PAUSE);
  return Math.min(last + Math.ceil(pause * (0.75 + random / 2)), end);
}

const REST: Outcome = { again: false, isTroubled: false };
const AGAIN: Outcome = { again: true, isTroubled: false };

/** Response time in milliseconds above which an endpoint counts as slow. */
const SLOW = 5_000;

/**
 * Milliseconds before a merchant's connection at which deliveries begin, so that no write is missed that began before
 * the connection and was committed after it.
 */
const MARGIN = 60_000;

/** A process that delivers changes by itself. */
export interface Delivering extends Delivery {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly sent: SentPlaces;
}

/** Sends the next page of a merchant's changes to an endpoint, if one is due. Throws if `stop` is aborted. */
export async function deliverNext(delivering: Delivering, pair: Pair, stop: AbortSignal): Promise<Outcome> {
  const { control, regions, clock } = delivering;
  const { endpointId } = pair;
  const target = await findTarget(control.pool, pair, clock());
  if (!target?.isEnabled) {
    // The app is no longer connected, or the endpoint is disabled. The cursor keeps its place.
    const merchant = await findMerchant(control.pool, pair.companyId);
    if (merchant) await park(regions.tenant({ ...merchant, ...BACK_OFFICE }), endpointId);
    return REST;
  }
  const cursors = await delivering.cursorsOf(target.region);
  if (!cursors) return REST;
  const tenant = regions.tenant(scopeOf(target));
  const view = viewAt(target);
  let cursor = await findCursor(tenant, endpointId);
  if (!cursor) {
    // The merchant connected after the endpoint was added.
    await tenant.write((tx) => startCursor(tx, { endpointId, view, since: target.since - MARGIN }));
    cursor = await findCursor(tenant, endpointId);
  }
  if (!cursor || !isReady(cursor, target.enabledAt, clock())) return REST;
  const page = await pageAfter(tenant, { cursor, sent: delivering.sent.latest(pair, target.sent) }, view);
  const ready = { endpointId, cursor, enabledAt: target.enabledAt };
  if (page.changes.length > 0 || page.resync) {
    return sendPage({ ...delivering, endpointId, target, tenant, cursors, ready, page, lease: randomUUID(), stop });
  }
  const isAtRest = cursor.after.position === page.end.position && cursor.after.entries === page.end.entries;
  if (!isAtRest || cursor.page || cursor.dueAt !== null) await skipTo(tenant, ready, page.end, view);
  // A page that waited does not know what has changed since.
  return page.hasMore || cursor.page ? AGAIN : REST;
}

/** A page that this process leases. */
interface Leased extends Delivering {
  readonly endpointId: number;
  readonly target: Target;
  readonly tenant: TenantStore;
  readonly cursors: ChangeCursors;
  readonly ready: Ready;
  readonly page: Page;
  readonly lease: string;
  readonly stop: AbortSignal;
}

async function sendPage(leased: Leased): Promise<Outcome> {
  const { control, sent, target, tenant, cursors, ready, page, lease, stop } = leased;
  try {
    if (!(await leasePage(tenant, ready, page, lease))) return REST;
    const body = bodyOf(page, tenant.scope, cursors);
    // Changes are noted before they are sent. A resync is noted once it is accepted: it must be repeated until then.
    if (!page.resync) await sent.note(control.pool, target, page.end);
    const attempt = await sendTo(leased, target, { id: page.id, body }, stop);
    // The request was sent anyway: an endpoint that fails receives its pages more than once.
    const asked = target.isFailing ? 'Counts as a failure, as the developer asked.' : null;
    const judged = { ...attempt, failure: attempt.failure ?? asked };
    measure(leased, judged.failure === null ? 'accepted' : 'failed');
    return await persisting(leased, () => settle(leased, judged));
  } catch (error) {
    if (stop.aborted) measure(leased, 'abandoned');
    await persisting(leased, () => release(tenant, leased).then(() => REST));
    throw error;
  }
}

function measure({ metrics, clock, page: { changes } }: Leased, outcome: Parameters<Metrics['sent']>[0]): void {
  const [first] = changes;
  metrics.sent(outcome, first && Math.max(0, clock() - first.at) / 1000);
}

/** Milliseconds between tries to store an outcome. */
const BETWEEN_TRIES = 500;

/**
 * Stores the outcome of an attempt. If a database is unavailable, returns and keeps trying in the background until the
 * lease expires: no other process can send the page before then, although the outage may be over in seconds.
 */
async function persisting({ stop }: Leased, store: () => Promise<Outcome>): Promise<Outcome> {
  const isWorthAnother = (error: unknown) => isUnavailable(error) && !stop.aborted;
  const again = async (): Promise<void> => {
    for (const end = performance.now() + LEASE; performance.now() < end; ) {
      await delay(BETWEEN_TRIES, undefined, { signal: stop, ref: false });
      const stored = await store().catch((error) => {
        if (!isWorthAnother(error)) throw error;
      });
      if (stored) return;
    }
  };
  return store().catch((error) => {
    if (!isWorthAnother(error)) throw error;
    void again().catch(() => {});
    return REST;
  });
}

/** Stores the outcome of an attempt. Repeating it stores nothing twice. */
async function settle(leased: Leased, attempt: Attempt): Promise<Outcome> {
  const { control, sent, metrics, endpointId, target, tenant, page } = leased;
  const logged = { ...loggedOf(page, attempt), endpointId, resent: false };
  if (attempt.failure === null) {
    await tenant.write(async (tx) => {
      if (await accept(tx, leased)) await logAttempt(tx, logged);
    });
    if (page.resync) await sent.note(control.pool, target, page.end);
    return { again: true, isTroubled: attempt.milliseconds > SLOW };
  }
  const last = tenant.now();
  const { failures, failingSince, failedAt } = leased.ready.cursor;
  // Failures from before the endpoint was enabled do not count.
  const counts = failures > 0 && failingSince !== null && failedAt !== null && failedAt >= target.enabledAt;
  const now = counts ? { count: failures + 1, first: failingSince, last } : { count: 1, first: last, last };
  const isGone = attempt.status === 410;
  const next = isGone ? undefined : nextAttempt(now, Math.random());
  await tenant.write(async (tx) => {
    if (await fail(tx, leased, now, next ?? last)) await logAttempt(tx, logged);
  });
  if (next === undefined) {
    const because = isGone ? 'gone' : 'failing';
    const disabling = (tx: ControlTransaction) => disableEndpoint(tx, endpointId, because);
    if (await changeControl(control, { source: 'webhooks' }, disabling)) metrics.disabled(because);
  }
  return { again: false, isTroubled: true };
}
