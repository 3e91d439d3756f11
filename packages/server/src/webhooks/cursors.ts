import type { View } from '../changes/cursor.ts';
import { type GoneReason, LATEST, type LogPosition } from '../changes/log.ts';
import { statement } from '../database/statement.ts';
import type { TenantStore, TenantTransaction } from '../database/tenant.ts';
import { toTimestamp } from '../process/time.ts';

/** A page of the log that is being sent, until it is accepted. */
export interface FrozenPage {
  /** The `webhook-id` of its requests. */
  readonly id: string;
  readonly end: LogPosition;
  /** True if more changes waited after the page; null for a page stored by a release without this field. */
  readonly hasMore: boolean | null;
  /** Reason why the request asks the receiver to read everything again, instead of carrying changes. */
  readonly resync: GoneReason | null;
}

/** The queue of a cursor. Instants are milliseconds since 1970. */
export interface Queued {
  /** Reason why the receiver must read everything again. Kept until the receiver accepts a page that says so. */
  readonly resync: GoneReason | null;
  /** Failures since the last accepted page, with the instants of the first and the last. */
  readonly failures: number;
  readonly failingSince: number | null;
  readonly failedAt: number | null;
  /** Instant of the next attempt, or of the end of the lease; null if nothing waits to be sent. */
  readonly dueAt: number | null;
  readonly isLeased: boolean;
}

/** Progress of an endpoint in a merchant's log. */
export interface WebhookCursor extends Queued {
  /** Place up to which the endpoint has accepted the changes. */
  readonly after: LogPosition;
  /** The app's view at that place. */
  readonly view: View;
  readonly page: FrozenPage | undefined;
}

/** Milliseconds for which an attempt holds a cursor: longer than a request may take. */
export const LEASE = 60_000;

export const milliseconds = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`;

export const QUEUED = `resync, failures, ${milliseconds('failing_since')} as "failingSince",
    ${milliseconds('failed_at')} as "failedAt", ${milliseconds('due_at')} as "dueAt", lease is not null as "isLeased"`;

const READ = statement(
  'webhooks.read',
  `select position, mark, entries, resources, to_json(store_ids) as "storeIds", page_id as "pageId",
     page_position as "pagePosition", page_mark as "pageMark", page_entries as "pageEntries", page_has_more as "pageHasMore",
     ${QUEUED}
   from region.webhook_cursors where company_id = $1 and endpoint_id = $2`,
);

interface Row extends LogPosition, View, Queued {
  readonly pageId: string | null;
  readonly pagePosition: number;
  readonly pageMark: number;
  readonly pageEntries: number | null;
  readonly pageHasMore: boolean | null;
}

export async function findCursor(tenant: TenantStore, endpointId: number): Promise<WebhookCursor | undefined> {
  const row = await tenant.find<Row>(READ, [endpointId]);
  if (!row) return undefined;
  const { position, mark, entries, resources, storeIds, pageId: id, pageHasMore: hasMore, ...queued } = row;
  const end = { position: row.pagePosition, mark: row.pageMark, entries: row.pageEntries };
  return {
    ...queued,
    after: { position, mark, entries },
    view: { resources, storeIds },
    page: id === null ? undefined : { id, end, hasMore, resync: row.resync },
  };
}

/** Values of a place in the log, in the order of its columns. */
export const placeValues = ({ position, mark, entries }: LogPosition) => [position, mark, entries];

/** Starts at the end of the log, or at the first change at or after the instant `$5`. */
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

/** Starts an endpoint's cursor in a merchant's log, unless it has one. A null `since` means the end of the log. */
export function startCursor(
  tx: TenantTransaction,
  { endpointId, view, since }: { readonly endpointId: number; readonly view: View; readonly since: number | null },
): Promise<unknown> {
  const at = since === null ? null : toTimestamp(since);
  return tx.query(START_AT, [endpointId, view.resources, view.storeIds, at, tx.timestamp]);
}

/** Deletes the cursors and attempts of all endpoints. */
export async function forgetWebhooks(tx: TenantTransaction): Promise<void> {
  for (const table of ['webhook_cursors', 'webhook_attempts'])
    await tx.query(statement(undefined, `delete from region.${table} where company_id = $1`));
}

/** Milliseconds by which clocks of processes may differ. A later instant was stored before a clock was set back. */
const SKEW = 60_000;

/** Condition that a cursor's next attempt is due at an instant. `isReady` is its counterpart for a cursor in memory. */
export const dueBy = (now: string): string => `due_at is not null and (due_at <= ${now}::timestamptz or case
    when lease is not null then due_at > ${now}::timestamptz + interval '${LEASE + SKEW} ms'
    else failures = 0 or failed_at > ${now}::timestamptz + interval '${SKEW} ms' end)`;

/** True if a cursor can be sent now: nothing waits yet, it is due, or it failed before its endpoint was enabled. */
export function isReady({ dueAt, isLeased, failures, failedAt }: Queued, enabledAt: number, now: number): boolean {
  if (dueAt === null || dueAt <= now) return true;
  if (isLeased) return dueAt > now + LEASE + SKEW;
  return failures === 0 || failedAt === null || failedAt > now + SKEW || failedAt < enabledAt;
}

/** True if the cursor has not moved since it was read and its next attempt is due. `$8` forgives failures before it. */
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
export interface Ready {
  readonly endpointId: number;
  readonly cursor: WebhookCursor;
  readonly enabledAt: number;
}

const readyValues = ({ endpointId, cursor: { after, page }, enabledAt }: Ready, now: number): unknown[] => [
  ...[endpointId, ...placeValues(after), page?.id ?? null, toTimestamp(now), toTimestamp(enabledAt)],
];

/** Leases a cursor for one attempt. Returns false if another process holds it, or if it has moved. */
export async function leasePage(
  tenant: TenantStore,
  ready: Ready,
  { id, end, hasMore, resync, view }: FrozenPage & { readonly view: View },
  lease: string,
): Promise<boolean> {
  const rows = await tenant.write((tx) =>
    tx.query(LEASE_PAGE, [
      ...readyValues(ready, tx.now),
      ...[lease, toTimestamp(tx.now + LEASE), id, ...placeValues(end), resync],
      ...[view.resources, view.storeIds, hasMore],
    ]),
  );
  return rows.length > 0;
}

/** Moves a cursor past rows that the app cannot see. */
const SKIP = statement(
  'webhooks.skip',
  `update region.webhook_cursors set position = $9::bigint, mark = $10::bigint, entries = $11::integer, page_id = null,
     due_at = null, lease = null, resources = $12::integer, store_ids = $13::bigint[]
   where (company_id, endpoint_id) in (
     select company_id, endpoint_id from region.webhook_cursors where ${IS_READY} for update skip locked)`,
);

export const skipTo = (tenant: TenantStore, ready: Ready, to: LogPosition, view: View): Promise<unknown> =>
  tenant.write((tx) =>
    tx.query(SKIP, [...readyValues(ready, tx.now), ...placeValues(to), view.resources, view.storeIds]),
  );

const ACCEPTED = `position = page_position, mark = page_mark, entries = page_entries, page_id = null,
     resync = null, failures = 0, failing_since = null, failed_at = null`;

/** Changes a cursor that the lease `$3` holds, and ends the lease. Returns no row if the lease has ended before. */
const ending = (name: string, changes: string) =>
  statement(
    name,
    `update region.webhook_cursors set ${changes}, lease = null
   where company_id = $1 and endpoint_id = $2 and lease = $3::uuid returning true as settled`,
  );

const ACCEPT = ending('webhooks.accept', `${ACCEPTED}, due_at = null`);
const FAIL = ending(
  'webhooks.fail',
  `failures = $4, failing_since = $5::timestamptz, failed_at = $6::timestamptz, due_at = $7::timestamptz`,
);
const RELEASE = ending('webhooks.release', 'due_at = $4::timestamptz');

/** An attempt's lease of an endpoint's cursor. */
interface Lease {
  readonly endpointId: number;
  readonly lease: string;
}

/** Moves a leased cursor after the page that the endpoint has accepted. Returns false if the lease has ended. */
export const accept = async (tx: TenantTransaction, { endpointId, lease }: Lease): Promise<boolean> =>
  (await tx.query(ACCEPT, [endpointId, lease])).length > 0;

/** Failures of one page up to now. Instants are milliseconds since 1970. */
export interface Failures {
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

/** Records a failure and the instant of the next attempt. Returns false if the lease has ended. */
export async function fail(
  tx: TenantTransaction,
  { endpointId, lease }: Lease,
  { count, first, last }: Failures,
  next: number,
): Promise<boolean> {
  const values = [endpointId, lease, count, toTimestamp(first), toTimestamp(last), toTimestamp(next)];
  return (await tx.query(FAIL, values)).length > 0;
}

/** Ends the lease of an unfinished attempt, so that another process can make the attempt. */
export const release = (tenant: TenantStore, { endpointId, lease }: Lease): Promise<unknown> =>
  tenant.write((tx) => tx.query(RELEASE, [endpointId, lease, tx.timestamp]));

const ACCEPT_RESENT = statement(
  'webhooks.accept-resent',
  `update region.webhook_cursors set ${ACCEPTED}, due_at = $4::timestamptz
   where company_id = $1 and endpoint_id = $2 and page_id = $3 and lease is null`,
);

/** Accepts a page that waits for its next attempt and that a developer has resent meanwhile. */
export const acceptResent = (tx: TenantTransaction, endpointId: number, pageId: string): Promise<unknown> =>
  tx.query(ACCEPT_RESENT, [endpointId, pageId, tx.timestamp]);

const PARK = statement(
  'webhooks.park',
  `update region.webhook_cursors set due_at = null, lease = null
   where company_id = $1 and endpoint_id = $2 and ${dueBy('$3')}`,
);

/** Takes a due cursor out of the queue. It keeps its place and its page. */
export const park = (tenant: TenantStore, endpointId: number): Promise<unknown> =>
  tenant.write((tx) => tx.query(PARK, [endpointId, tx.timestamp]));
