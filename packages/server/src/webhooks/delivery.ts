import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ChangeCursors, View } from '../changes/cursor.ts';
import { changeControl } from '../control/control.ts';
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
  isDue,
  LEASE,
  leasePage,
  park,
  release,
  skipTo,
  startCursor,
  type WebhookCursor,
} from './cursors.ts';
import { type DisabledBecause, disableEndpoint } from './endpoints.ts';
import type { Outcome } from './lanes.ts';
import { bodyOf, noteSent, type Page, pageAfter, type SentPlaces } from './page.ts';
import type { Pair } from './progress.ts';
import { type Delivery, loggedOf, sendTo } from './requests.ts';
import type { Attempt } from './sender.ts';
import { findTarget, scopeOf, type Target, viewAt } from './targets.ts';

const SECOND = 1000;
const HOUR = 60 * 60 * SECOND;

/** Pause after the first failure. Each further one is three times as long, up to the longest. */
const FIRST_PAUSE = 5 * SECOND;
const FACTOR = 3;
const LONGEST_PAUSE = 4 * HOUR;

/** Milliseconds after the first failure at which the last attempt is made. */
export const TRIED_FOR = 72 * HOUR;

/** Failures of one page up to now. */
interface PageFailures {
  readonly count: number;
  /** Instants in milliseconds since 1970. */
  readonly first: number;
  readonly last: number;
}

/**
 * Instant of the attempt after the last failure; undefined if that was the last attempt. `random`, from 0 to 1, spreads
 * the attempts of pages that failed together.
 */
export function nextAttempt({ count, first, last }: PageFailures, random: number): number | undefined {
  const end = first + TRIED_FOR;
  if (last >= end) return undefined;
  const pause = Math.min(FIRST_PAUSE * FACTOR ** (count - 1), LONGEST_PAUSE);
  return Math.min(last + Math.ceil(pause * (0.75 + random / 2)), end);
}

const REST: Outcome = { again: false, isTroubled: false };
const AGAIN: Outcome = { again: true, isTroubled: false };

/** Milliseconds of a response above which an endpoint counts as slow. */
const SLOW = 5_000;

/**
 * A merchant that connected a moment ago may have writes that began before it and were committed after it. Deliveries begin
 * this many milliseconds earlier, so that none is missed.
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
  const target = await findTarget(delivering.control.pool, pair, delivering.clock());
  if (!target?.isEnabled) {
    await parkCursor(delivering, pair);
    return REST;
  }
  const cursors = await delivering.cursorsOf(target.region);
  if (!cursors) return REST;
  const tenant = delivering.regions.tenant(scopeOf(target));
  const view = viewAt(target);
  const cursor = await cursorOf(tenant, target, view);
  if (!cursor || !isReady(cursor, target, delivering.clock())) return REST;
  const page = await pageAfter(tenant, { cursor, sent: delivering.sent.latest(pair, target.sent) }, view);
  const ready = { endpointId: target.endpointId, cursor, enabledAt: target.enabledAt };
  if (page.changes.length === 0 && !page.resync) {
    if (!isAtRest(cursor, page)) await skipTo(tenant, ready, page.end, view);
    return page.hasMore ? AGAIN : REST;
  }
  return sendPage({ ...delivering, target, tenant, cursors, cursor, page, lease: randomUUID(), stop }, (lease) =>
    leasePage(tenant, ready, page, { view, lease }),
  );
}

/** The app is no longer connected, or nothing is sent to the endpoint. The cursor keeps its place. */
async function parkCursor({ control, regions }: Delivering, { endpointId, companyId }: Pair): Promise<void> {
  const merchant = await findMerchant(control.pool, companyId);
  if (merchant) await park(regions.tenant({ ...merchant, ...BACK_OFFICE }), endpointId);
}

/** The cursor of a merchant. Starts one for a merchant that connected after the endpoint was added. */
async function cursorOf(
  tenant: TenantStore,
  { endpointId, since }: Target,
  view: View,
): Promise<WebhookCursor | undefined> {
  const found = await findCursor(tenant, endpointId);
  if (found) return found;
  await tenant.write((tx) => startCursor(tx, { endpointId, view, since: since - MARGIN }));
  return findCursor(tenant, endpointId);
}

const isReady = ({ dueAt, isLeased, failures }: WebhookCursor, { enabledAt }: Target, now: number): boolean =>
  dueAt === null ||
  isDue({ dueAt, isLeased, failures: failures.count, failedAt: failures.last }, now) ||
  (!isLeased && failures.last < enabledAt);

const isAtRest = ({ after, page, dueAt }: WebhookCursor, { end }: Page): boolean =>
  page === undefined && dueAt === null && after.position === end.position && after.entries === end.entries;

/** A page that this process leases. */
interface Leased extends Delivering {
  readonly target: Target;
  readonly tenant: TenantStore;
  readonly cursors: ChangeCursors;
  readonly cursor: WebhookCursor;
  readonly page: Page;
  readonly lease: string;
  readonly stop: AbortSignal;
}

async function sendPage(leased: Leased, take: (lease: string) => Promise<boolean>): Promise<Outcome> {
  const { target, tenant, cursors, page, lease, stop } = leased;
  try {
    if (!(await take(lease))) return REST;
    const body = bodyOf(page, tenant.scope, cursors);
    if (!page.resync) await note(leased);
    const attempt = judged(target, await sendTo(leased, target, { id: page.id, body }, stop));
    measure(leased, attempt.failure === null ? 'accepted' : 'failed');
    return await persisting(leased, () => settle(leased, attempt));
  } catch (error) {
    if (stop.aborted) measure(leased, 'abandoned');
    await persisting(leased, () => release(tenant, target.endpointId, lease).then(() => REST));
    throw error;
  }
}

/** Milliseconds between two tries to store how an attempt ended. */
const BETWEEN_TRIES = 500;

/**
 * Stores how an attempt ended. If a database is unavailable, returns and keeps trying in the background until the lease expires:
 * no other process can send the page before then, although the outage may be over in seconds.
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

/** Changes are noted before they are sent, and a resync once it is accepted: until then, it has to be repeated. */
async function note({ control, sent, target, page: { end } }: Leased): Promise<void> {
  const place = [end.position, end.mark] as const;
  await noteSent(control.pool, target, place);
  sent.note(target, place);
}

/** The request was sent, so that a failing endpoint receives its pages more than once. */
const judged = ({ isFailing }: Target, attempt: Attempt): Attempt =>
  isFailing ? { ...attempt, failure: attempt.failure ?? 'Counts as a failure, as the developer asked.' } : attempt;

function measure({ metrics, clock, page: { changes } }: Leased, outcome: Parameters<Metrics['sent']>[0]): void {
  const [first] = changes;
  metrics.sent(outcome, first && Math.max(0, clock() - first.at) / 1000);
}

/** Stores the outcome once, however often it is tried. */
async function settle(leased: Leased, attempt: Attempt): Promise<Outcome> {
  const { target, tenant, page, lease } = leased;
  const { endpointId } = target;
  const logged = { ...loggedOf(page, attempt), endpointId, resent: false };
  if (attempt.failure === null) {
    await tenant.write(async (tx) => {
      if (await accept(tx, endpointId, lease)) await logAttempt(tx, logged);
    });
    if (page.resync) await note(leased);
    return { again: true, isTroubled: attempt.milliseconds > SLOW };
  }
  const now = tenant.now();
  const failures = oneMore(leased, now);
  const next = attempt.status === 410 ? undefined : nextAttempt(failures, Math.random());
  await tenant.write(async (tx) => {
    if (await fail(tx, { endpointId, lease }, failures, next ?? now)) await logAttempt(tx, logged);
  });
  if (next === undefined) await disable(leased, endpointId, attempt.status === 410 ? 'gone' : 'failing');
  return { again: false, isTroubled: true };
}

/** Failures from before the endpoint was enabled do not count. */
function oneMore({ cursor: { failures }, target: { enabledAt } }: Leased, now: number): Failures {
  const counts = failures.count > 0 && failures.last >= enabledAt;
  return counts ? { count: failures.count + 1, first: failures.first, last: now } : { count: 1, first: now, last: now };
}

async function disable(
  { control, metrics }: Delivering,
  endpointId: number,
  because: Exclude<DisabledBecause, 'developer'>,
): Promise<void> {
  const isNew = await changeControl(control, { source: 'webhooks' }, (tx) => disableEndpoint(tx, endpointId, because));
  if (isNew) metrics.disabled(because);
}
