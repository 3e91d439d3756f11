import { type ChangeKind, type Entry, type Resource, resourceOf } from '../database/change-log.ts';
import { Unavailable } from '../database/failures.ts';
import { statement } from '../database/statement.ts';
import type { TenantStore } from '../database/tenant.ts';
import type { View } from './cursor.ts';
import { ChangesGone, endOf, IS_INCOMPLETE, type LogPosition, type Mark } from './log.ts';

const MOST_ROWS = 5_000;

/** Most entries that one page reads, for rows that change many records. */
const MOST_ENTRIES = 20_000;

/**
 * Reads up to `$4` + 1 entries after the position `$2`, or after entry `$3` of its row, that a view of the resources
 * `$5` and the stores `$6` shows. The last entry examined is always returned. `incomplete` tells whether the log lacks
 * changes; `floor` and `mark` tell whether the row at the position is still the cursor's.
 */
const READ = statement(
  'changes.read',
  `select ${IS_INCOMPLETE} as incomplete,
     (select json_build_array(position, mark) from region.change_floors where company_id = $1) as floor,
     (select mark from region.changes where company_id = $1 and position = $2::bigint) as mark,
     (select json_build_array(position, mark) from region.changes where company_id = $1 and position <= $2::bigint + ${MOST_ROWS}
      order by position desc limit 1) as last,
     (select coalesce(json_agg(json_build_array(position, mark, at, app_id, correlation_id, n, entry, shown, place = ${MOST_ENTRIES})), '[]') from (
        select * from (
          select c.position, c.mark, c.at, c.app_id, c.correlation_id, e.n, e.entry,
            (e.entry->>'r')::integer & $5::integer <> 0 and ($6::bigint[] is null or e.entry->'s' is null
              or exists (select from jsonb_array_elements_text(e.entry->'s') s (id) where s.id::bigint = any($6::bigint[]))) as shown,
            row_number() over (order by c.position, e.n) as place
          from region.changes c cross join lateral jsonb_array_elements(c.entries) with ordinality as e (entry, n)
          where c.company_id = $1 and c.position >= $2::bigint + case when $3::bigint is null then 1 else 0 end
            and c.position <= $2::bigint + ${MOST_ROWS} and c.kinds & $5::integer <> 0
            and ($6::bigint[] is null or c.store_ids = '{}' or c.store_ids && $6::bigint[])
            and (c.position > $2::bigint or e.n > $3::bigint)
        ) looked where place <= ${MOST_ENTRIES} and (shown or place = ${MOST_ENTRIES})
        order by position, n limit $4::bigint + 1
      ) page) as entries`,
  { isPlannedOnce: true },
);

/** An entry with its row; `isLast` marks the last one that a page may examine. */
type EntryRow = readonly [
  position: number,
  mark: number,
  at: string,
  appId: number,
  correlationId: string,
  n: number,
  entry: Entry,
  isShown: boolean,
  isLast: boolean,
];

/** A change of one record, with the transaction that made it. */
export interface LoggedChange {
  readonly position: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** 0 for the back office. */
  readonly appId: number;
  readonly correlationId: string;
  readonly resource: Resource;
  readonly id: number;
  readonly version: number | null;
  readonly kind: ChangeKind;
  readonly properties: readonly string[];
  /** Stores that the change concerns; null for all. */
  readonly storeIds: readonly number[] | null;
  /** Business day of sales. */
  readonly day: string | null;
}

export interface ChangePage {
  readonly changes: readonly LoggedChange[];
  /** Where the next page resumes. */
  readonly next: LogPosition;
  readonly hasMore: boolean;
}

export interface PageRequest {
  readonly after: LogPosition;
  readonly limit: number;
  readonly view: View;
  /** End of the page, if it was read before. */
  readonly until?: LogPosition | undefined;
}

/**
 * Reads a page of a merchant's log. Throws ChangesGone if rows after the position are missing, and Unavailable while a
 * process of the previous release writes changes that the log lacks.
 */
export async function readChanges(
  tenant: TenantStore,
  { after, limit, view, until }: PageRequest,
): Promise<ChangePage> {
  const [row] = await tenant.read<{
    readonly incomplete: boolean;
    readonly floor: Mark | null;
    readonly mark: number | null;
    /** Last row that the page may examine; null if there is none. */
    readonly last: Mark | null;
    readonly entries: readonly EntryRow[];
  }>(READ, [after.position, after.entries, limit, view.resources, view.storeIds]);
  if (!row) throw new Error('A page of changes is one row.');
  if (row.incomplete) throw new Unavailable('upgrading');
  requireUnbroken(after, row);
  const { last, entries } = row;
  const shown = entries.filter(([, , , , , , , isShown]) => isShown);
  if (until) {
    const isWithin = ([position, , , , , n]: EntryRow): boolean =>
      position < until.position || (position === until.position && (until.entries === null || n <= until.entries));
    const isLast = until.entries === null && last?.[0] === until.position;
    return { changes: shown.filter(isWithin).map(changeOf), next: until, hasMore: !isLast };
  }
  const changes = shown.slice(0, limit).map(changeOf);
  const cut = shown.length > limit ? shown[limit - 1] : entries.find(([, , , , , , , , isLast]) => isLast);
  if (cut) return { changes, next: { position: cut[0], mark: cut[1], entries: cut[5] }, hasMore: true };
  return { changes, next: last ? endOf(last) : after, hasMore: last?.[0] === after.position + MOST_ROWS };
}

/** Throws ChangesGone unless the row at the position, or the floor, is still the cursor's. */
function requireUnbroken(
  { position, mark, entries }: LogPosition,
  { floor, mark: found }: { readonly floor: Mark | null; readonly mark: number | null },
): void {
  if (found !== null) {
    if (found !== mark) throw new ChangesGone('restored');
  } else if (floor && position < floor[0]) throw new ChangesGone('expired');
  else if (floor && position === floor[0]) {
    if (mark !== floor[1]) throw new ChangesGone('restored');
    if (entries !== null) throw new ChangesGone('expired');
  } else if (position > 0) throw new ChangesGone('restored');
}

const changeOf = ([position, , at, appId, correlationId, , entry]: EntryRow): LoggedChange => ({
  position,
  at: Date.parse(at),
  appId,
  correlationId,
  resource: resourceOf(entry.r),
  id: entry.id,
  version: entry.v ?? null,
  kind: entry.k,
  properties: entry.p ?? [],
  storeIds: entry.s ?? null,
  day: entry.d ?? null,
});
