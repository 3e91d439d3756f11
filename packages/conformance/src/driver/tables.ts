import { TABLES, type Table } from '../specification/state.ts';

/** Tables by the path of their requests. */

export const segmentOf = (table: Table): string => table.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const BY_SEGMENT = new Map(TABLES.map((table) => [segmentOf(table), table]));

/** The table whose records a path is about, such as `stockTransfers` for `/stock-transfers/12/receive`. */
export function tableAt(url: string): Table | undefined {
  return BY_SEGMENT.get(url.slice(1).split(/[/?]/, 1)[0] ?? '');
}

/** Tables that a write changes besides its own. */
const BESIDES: Readonly<Partial<Record<Table, readonly Table[]>>> = {
  modifiers: ['items'],
  items: ['modifiers'],
  purchaseOrders: ['items'],
  stockTransfers: ['items'],
  stockAdjustments: ['items'],
};

/** Tables that a request may have changed; undefined if that can be any. */
export function tablesTouchedBy(url: string): ReadonlySet<Table> | undefined {
  const table = tableAt(url);
  return table && new Set([table, ...(BESIDES[table] ?? [])]);
}
