import { Unavailable } from '../database/failures.ts';
import { statement } from '../database/statement.ts';
import type { TenantStore } from '../database/tenant.ts';

/** A place in a merchant's log. */
export interface LogPosition {
  readonly position: number;
  /** Mark of the row at the position: after a restore, the position may have another row. */
  readonly mark: number;
  /** Number of the row's entries before the place; null for all of them. */
  readonly entries: number | null;
}

/** The place before the first row of a log that has lost none. Logs that begin after their records have a floor instead. */
export const START: LogPosition = { position: 0, mark: 0, entries: null };

/** Position and mark of the last row, or of the floor, as a JSON array; null for a log that never had a row. */
export const LATEST = `coalesce(
    (select json_build_array(position, mark) from region.changes where company_id = $1 order by position desc limit 1),
    (select json_build_array(position, mark) from region.change_floors where company_id = $1))`;

/** True if the merchant has changes that its log lacks (schema/triggers/unlogged_writes.sql). */
export const IS_INCOMPLETE = 'exists (select from region.unlogged_writes where company_id = $1)';

const READ_LATEST = statement('changes.latest', `select ${LATEST} as latest, ${IS_INCOMPLETE} as incomplete`);

/** Position and mark of a row. */
export type Mark = readonly [position: number, mark: number];

export const endOf = (latest: Mark | null): LogPosition =>
  latest ? { position: latest[0], mark: latest[1], entries: null } : START;

const FIND_MARK = statement(
  'changes.mark',
  `select (select mark from region.changes where company_id = $1 and position = $2::bigint) as mark,
     (select json_build_array(position, mark) from region.change_floors where company_id = $1) as floor`,
);

/** True if a row that was once read is no longer in the log: it was restored to an earlier state. `after` is a place in the log. */
export async function isCutOff(tenant: TenantStore, read: Mark, after: LogPosition): Promise<boolean> {
  const [position, mark] = read;
  if (position === after.position) return mark !== after.mark;
  const row = await tenant.find<{ mark: number | null; floor: Mark | null }>(FIND_MARK, [position]);
  const [floor, markOfFloor] = row?.floor ?? [0, 0];
  // Reading after the place tells that rows were deleted.
  if (position < floor) return false;
  return mark !== (position === floor ? markOfFloor : row?.mark);
}

/** The end of the log at present. Throws an Unavailable if the log lacks changes. */
export async function readEnd(tenant: TenantStore): Promise<LogPosition> {
  const row = await tenant.find<{ latest: Mark | null; incomplete: boolean }>(READ_LATEST, []);
  if (row?.incomplete) throw new Unavailable('upgrading');
  return endOf(row?.latest ?? null);
}
