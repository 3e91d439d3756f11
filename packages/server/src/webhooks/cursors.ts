import type { View } from '../changes/cursor.ts';
import { type GoneReason, LATEST, type LogPosition } from '../changes/log.ts';
import { statement } from '../database/statement.ts';
import type { TenantStore, TenantTransaction } from '../database/tenant.ts';
import { toTimestamp } from '../process/time.ts';

/** A page of the log that is being sent, until it is accepted. */
interface FrozenPage {
  /** The `webhook-id` of its requests. */
  readonly id: string;
  readonly end: LogPosition;
  /** True if changes were waiting after it; null for a page of a release that did not note it. */
  readonly hasMore: boolean | null;
  /** Why the request tells the receiver to read everything again, instead of having changes. */
  readonly resync: GoneReason | null;
}

/** How far an endpoint has come with a merchant's log. */
export interface WebhookCursor {
  /** The place up to which the endpoint has accepted the changes. */
  readonly after: LogPosition;
  /** What the app could see there. */
  readonly view: View;
  readonly page: FrozenPage | undefined;
  /** Set while a resync has to be sent of which no page was made yet. */
  readonly resync: GoneReason | null;
  readonly failures: Failures;
  /** Instant of the next attempt, or of the end of the lease; null if nothing waits to be sent. */
  readonly dueAt: number | null;
  readonly isLeased: boolean;
}

/** Failures since the last accepted page. Instants are milliseconds since 1970. */
export interface Failures {
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

const NO_FAILURES: Failures = { count: 0, first: 0, last: 0 };

/** Milliseconds for which an attempt has a cursor to itself. Longer than a request may take. */
export const LEASE = 60_000;

const milliseconds = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`;

const READ = statement(
  'webhooks.read',
  `select position, mark, entries, resources, to_json(store_ids) as "storeIds", page_id as "pageId",
     page_position as "pagePosition", page_mark as "pageMark", page_entries as "pageEntries", page_has_more as "pageHasMore",
     resync, failures,
     ${milliseconds('failing_since')} as "failingSince", ${milliseconds('failed_at')} as "failedAt",
     ${milliseconds('due_at')} as "dueAt", lease is not null as "isLeased"
   from region.webhook_cursors where company_id = $1 and endpoint_id = $2`,
);

interface Row {
  readonly position: number;
  readonly mark: number;
  readonly entries: number | null;
  readonly resources: number;
  readonly storeIds: number[] | null;
  readonly pageId: string | null;
  readonly pagePosition: number;
  readonly pageMark: number;
  readonly pageEntries: number | null;
  readonly pageHasMore: boolean | null;
  readonly resync: GoneReason | null;
  readonly failures: number;
  readonly failingSince: number | null;
  readonly failedAt: number | null;
  readonly dueAt: number | null;
  readonly isLeased: boolean;
}

export async function findCursor(tenant: TenantStore, endpointId: number): Promise<WebhookCursor | undefined> {
  const row = await tenant.find<Row>(READ, [endpointId]);
  return row && cursorOf(row);
}

function cursorOf(row: Row): WebhookCursor {
  const { position, mark, entries, resources, storeIds, pageId: id, resync, dueAt, isLeased } = row;
  const end = { position: row.pagePosition, mark: row.pageMark, entries: row.pageEntries };
  return {
    after: { position, mark, entries },
    view: { resources, storeIds },
    page: id === null ? undefined : { id, end, hasMore: row.pageHasMore, resync },
    resync,
    failures: row.failures > 0 ? failuresOf(row) : NO_FAILURES,
    dueAt,
    isLeased,
  };
}

const failuresOf = ({ failures, failingSince, failedAt }: Row): Failures => ({
  count: failures,
  first: failingSince ?? 0,
  last: failedAt ?? 0,
});

/** Begins at the present, or with the first change at or after the instant `$5`. */
const START_AT = statement(
  'webhooks.start',
  `insert into region.webhook_cursors (company_id, endpoint_id, position, mark, resources, store_ids, created_at)
   select $1, $2, (place->>0)::bigint, (place->>1)::bigint, $3::integer, $4::bigint[], $6::timestamptz
   from (select coalesce(case when $5::timestamptz is null then ${LATEST} else coalesce(
       (select json_build_array(position, mark) from region.changes where company_id = $1 and at < $5
        order by position desc limit 1),
       (select json_build_array(position, mark) from region.change_floors where company_id = $1)) end, '[0,0]') as place) start
   on conflict do nothing`,
);

/** Starts an endpoint's cursor in a merchant's log, unless it has one. `since` is an instant; null for the present. */
export const startCursor = (
  tx: TenantTransaction,
  { endpointId, view, since }: { readonly endpointId: number; readonly view: View; readonly since: number | null },
): Promise<unknown> =>
  tx.query(START_AT, [
    ...[endpointId, view.resources, view.storeIds],
    ...[since === null ? null : toTimestamp(since), tx.timestamp],
  ]);

const FORGET = [
  statement(undefined, 'delete from region.webhook_cursors where company_id = $1'),
  statement(undefined, 'delete from region.webhook_attempts where company_id = $1'),
];

/** Deletes what is stored of all endpoints. */
export async function forgetWebhooks(tx: TenantTransaction): Promise<void> {
  for (const deletion of FORGET) await tx.query(deletion);
}

/** Most milliseconds by which clocks of processes differ. What is later than it can be was stored before a clock was put back. */
const SKEW = 60_000;

/** Condition that a cursor's next attempt is due at an instant. `isDue` is the same of a cursor that was read. */
export const dueBy = (now: string): string => `due_at is not null and (due_at <= ${now}::timestamptz or case
    when lease is not null then due_at > ${now}::timestamptz + interval '${LEASE + SKEW} ms'
    else failures = 0 or failed_at > ${now}::timestamptz + interval '${SKEW} ms' end)`;

interface Queued {
  readonly dueAt: number | null;
  readonly isLeased: boolean;
  readonly failures: number;
  readonly failedAt: number | null;
}

export function isDue({ dueAt, isLeased, failures, failedAt }: Queued, now: number): boolean {
  if (dueAt === null || dueAt <= now) return dueAt !== null;
  if (isLeased) return dueAt > now + LEASE + SKEW;
  return failures === 0 || (failedAt ?? 0) > now + SKEW;
}

/** True if the cursor is where it was read, and its next attempt is due. `$8` forgives the failures before it. */
const IS_READY = `company_id = $1 and endpoint_id = $2 and position = $3 and mark = $4
  and entries is not distinct from $5::integer and page_id is not distinct from $6::text
  and (due_at is null or ${dueBy('$7')} or lease is null and failed_at < $8::timestamptz)`;

/** Leases a cursor and freezes its page. Skips a cursor that another process is leasing. */
const LEASE_PAGE = statement(
  'webhooks.lease',
  `update region.webhook_cursors set lease = $9::uuid, due_at = $10::timestamptz, page_id = $11, page_position = $12::bigint,
     page_mark = $13::bigint, page_entries = $14::integer, resync = $15, resources = $16::integer, store_ids = $17::bigint[],
     page_has_more = $18
   where (company_id, endpoint_id) in (
     select company_id, endpoint_id from region.webhook_cursors where ${IS_READY} for update skip locked)
   returning true as leased`,
);

/** A cursor as it was read, and the instant at which its endpoint was enabled. */
interface Ready {
  readonly endpointId: number;
  readonly cursor: WebhookCursor;
  readonly enabledAt: number;
}

const readyValues = ({ endpointId, cursor: { after, page }, enabledAt }: Ready, now: number): unknown[] => [
  ...[endpointId, after.position, after.mark, after.entries, page?.id ?? null],
  ...[toTimestamp(now), toTimestamp(enabledAt)],
];

/** Takes a cursor for one attempt. Returns false if another process has it, or it has moved. */
export async function leasePage(
  tenant: TenantStore,
  ready: Ready,
  { id, end, hasMore, resync }: FrozenPage,
  { view, lease }: { readonly view: View; readonly lease: string },
): Promise<boolean> {
  const rows = await tenant.write((tx) =>
    tx.query(LEASE_PAGE, [
      ...readyValues(ready, tx.now),
      ...[lease, toTimestamp(tx.now + LEASE), id, end.position, end.mark, end.entries, resync],
      ...[view.resources, view.storeIds, hasMore],
    ]),
  );
  return rows.length > 0;
}

/** Moves a cursor over rows of which the app sees nothing. */
const SKIP = statement(
  'webhooks.skip',
  `update region.webhook_cursors set position = $9::bigint, mark = $10::bigint, entries = $11::integer, page_id = null,
     due_at = null, lease = null, resources = $12::integer, store_ids = $13::bigint[]
   where (company_id, endpoint_id) in (
     select company_id, endpoint_id from region.webhook_cursors where ${IS_READY} for update skip locked)`,
);

export const skipTo = (tenant: TenantStore, ready: Ready, to: LogPosition, view: View): Promise<unknown> =>
  tenant.write((tx) =>
    tx.query(SKIP, [
      ...readyValues(ready, tx.now),
      ...[to.position, to.mark, to.entries, view.resources, view.storeIds],
    ]),
  );

const ACCEPTED = `position = page_position, mark = page_mark, entries = page_entries, page_id = null,
     resync = null, failures = 0, failing_since = null, failed_at = null, lease = null`;

const ACCEPT = statement(
  'webhooks.accept',
  `update region.webhook_cursors set ${ACCEPTED}, due_at = null
   where company_id = $1 and endpoint_id = $2 and lease = $3::uuid returning true as settled`,
);

/** Moves a leased cursor after the page that the endpoint has accepted. Returns false if the lease has ended. */
export const accept = async (tx: TenantTransaction, endpointId: number, lease: string): Promise<boolean> =>
  (await tx.query(ACCEPT, [endpointId, lease])).length > 0;

const ACCEPT_RESENT = statement(
  'webhooks.accept-resent',
  `update region.webhook_cursors set ${ACCEPTED}, due_at = $4::timestamptz
   where company_id = $1 and endpoint_id = $2 and page_id = $3 and lease is null`,
);

/** The same for a page that waits for its next attempt, and was sent by a developer meanwhile. */
export const acceptResent = (tx: TenantTransaction, endpointId: number, pageId: string): Promise<unknown> =>
  tx.query(ACCEPT_RESENT, [endpointId, pageId, tx.timestamp]);

const FAIL = statement(
  'webhooks.fail',
  `update region.webhook_cursors set failures = $4, failing_since = $5::timestamptz, failed_at = $6::timestamptz,
     due_at = $7::timestamptz, lease = null
   where company_id = $1 and endpoint_id = $2 and lease = $3::uuid returning true as settled`,
);

/** Records a failure and the instant of the next attempt. Returns false if the lease has ended. */
export const fail = async (
  tx: TenantTransaction,
  { endpointId, lease }: { readonly endpointId: number; readonly lease: string },
  { count, first, last }: Failures,
  next: number,
): Promise<boolean> => {
  const values = [endpointId, lease, count, toTimestamp(first), toTimestamp(last), toTimestamp(next)];
  return (await tx.query(FAIL, values)).length > 0;
};

const RELEASE = statement(
  'webhooks.release',
  `update region.webhook_cursors set due_at = $4::timestamptz, lease = null
   where company_id = $1 and endpoint_id = $2 and lease = $3::uuid`,
);

/** Ends the lease of an attempt that was not finished, so that another process can make it. */
export const release = (tenant: TenantStore, endpointId: number, lease: string): Promise<unknown> =>
  tenant.write((tx) => tx.query(RELEASE, [endpointId, lease, tx.timestamp]));

const PARK = statement(
  'webhooks.park',
  `update region.webhook_cursors set due_at = null, lease = null
   where company_id = $1 and endpoint_id = $2 and ${dueBy('$3')}`,
);

/** Takes a due cursor out of the queue. It keeps its place and its page. */
export const park = (tenant: TenantStore, endpointId: number): Promise<unknown> =>
  tenant.write((tx) => tx.query(PARK, [endpointId, tx.timestamp]));
