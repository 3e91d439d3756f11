import { pathOf } from '../specification/request.ts';
import { TABLES, type Table } from '../specification/state.ts';

/** Tables by the path of their requests. */

const camelCase = (segment: string): string => segment.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The table whose records a path is about, such as `stockTransfers` for `/stock-transfers/12/receive`. */
export function tableAt(url: string): Table | undefined {
  const name = camelCase(pathOf(url).split('/')[1] ?? '');
  return TABLES.find((table) => table === name);
}

/** Tables that a write changes besides its own. */
const BESIDES: Readonly<Partial<Record<Table, readonly Table[]>>> = {
  brands: [],
  categories: [],
  stores: [],
  suppliers: [],
  taxes: [],
  menus: [],
  modifiers: ['items'],
  items: ['modifiers'],
  purchaseOrders: ['items'],
  stockTransfers: ['items'],
  stockAdjustments: ['items'],
};

/** Tables that a request may have changed; undefined if that can be any. */
export function tablesTouchedBy(url: string): ReadonlySet<Table> | undefined {
  const table = tableAt(url);
  const besides = table && BESIDES[table];
  return besides && new Set([table, ...besides]);
}
