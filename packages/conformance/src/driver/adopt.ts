import type { Caller } from '../engine/caller.ts';
import type { Rec } from '../engine/record.ts';
import type { Merchant, Row, Table } from '../specification/state.ts';

/** Takes over what a merchant has, as the state that predictions start from. */

interface Source {
  readonly table: Table;
  /** The list of all records, whatever their state. */
  readonly list: string;
  /** A single record, where the list leaves properties out. */
  readonly whole?: (id: number, merchant: Merchant) => string;
}

/** In the order of references: records come after those that they refer to. */
export const SOURCES: readonly Source[] = [
  { table: 'brands', list: '/brands' },
  { table: 'categories', list: '/categories' },
];

/** Reads whole tables, as each app that takes part in a run sees them. */
export async function adopted(merchant: Merchant, callers: readonly Caller[], tables?: ReadonlySet<Table>): Promise<Merchant> {
  let next = merchant;
  for (const source of SOURCES) {
    if (tables && !tables.has(source.table)) continue;
    const rows = new Map<number, Row>();
    for (const caller of callers) {
      for (const record of await recordsOf(source, caller, next)) rows.set(record.id, merged(rows.get(record.id), record, caller));
    }
    next = { ...next, tables: { ...next.tables, [source.table]: rows } };
  }
  return next;
}

async function recordsOf({ list, whole }: Source, caller: Caller, merchant: Merchant): Promise<Rec[]> {
  const rows = await caller.all(list);
  if (!whole) return rows;
  const records: Rec[] = [];
  for (const { id } of rows) records.push(await caller.read(whole(id, merchant)));
  return records;
}

/** A record with the `externalId` of one more app. */
function merged(before: Row | undefined, { externalId, ...record }: Rec, { app }: Caller): Row {
  const own = typeof externalId === 'string' ? { [app.clientId]: externalId } : {};
  return { ...record, externalIds: { ...before?.externalIds, ...own } } as Row;
}

