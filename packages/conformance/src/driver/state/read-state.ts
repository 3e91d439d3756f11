import type { BackOffice } from '../../back-office/back-office.ts';
import { readBackOffice } from '../../back-office/read-back-office.ts';
import { QUANTITY, units } from '../../decimals.ts';
import type { Caller } from '../../run/caller.ts';
import type { Rec } from '../../run/record.ts';
import { type Place, placeOf } from '../../specification/ledger.ts';
import { type Merchant, type Row, rowsOf, TABLES, type Table, withUnknownLog } from '../../specification/state.ts';
import { segmentOf } from '../tables.ts';
import { withOpenOrders, withSales } from './back-office.ts';
import { withReturns, withStock } from './back-office-stock.ts';

/** Takes over what a merchant has, as the state that predictions start from. */

interface Source {
  readonly table: Table;
  /** The list of all records, whatever their state. */
  readonly list: string;
  /** The table whose records each have such a list, named by `{id}` in its path. */
  readonly of?: Table;
  /** True for the rows of the table, where the list has others too. */
  readonly has?: (row: Rec) => boolean;
  /** Path of a single record, where the list leaves properties out. */
  readonly whole?: string;
}

/** Tables whose list is not simply that of their path. */
const LISTS: Readonly<Partial<Record<Table, Partial<Source>>>> = {
  menus: { whole: '/menus/{id}/full' },
  purchaseOrders: { list: '/purchase-orders?includeVoided=true' },
  purchaseReturns: { list: '/purchase-orders?transactions=true&includeVoided=true', has: ({ Type }) => Type === 1 },
  stockTransfers: { list: '/stock-transfers?includeVoided=true' },
  openOrders: { list: '/stores/{id}/open-orders', of: 'stores' },
};

/** In the order of references: records come after those that they refer to. */
export const SOURCES: readonly Source[] = TABLES.map((table) => ({
  table,
  list: `/${segmentOf(table)}`,
  ...LISTS[table],
}));

/** Creator of the records in the back office's file. */
const BACK_OFFICE = 'the back office';

/** Reads whole tables. Records that this run created keep the name of the app that did. */
export async function readState(merchant: Merchant, caller: Caller, tables?: ReadonlySet<Table>): Promise<Merchant> {
  const file = caller.merchant.backOffice && readBackOffice(caller.merchant.backOffice);
  let next = withUnknownLog(merchant);
  for (const source of SOURCES) {
    if (tables && !tables.has(source.table)) continue;
    const before = merchant.tables[source.table];
    const records = await recordsOf(source, caller, next);
    const creatorOf = (record: Rec) => before.get(record.id)?.app ?? importer(source.table, record, file);
    const kept = (record: Rec) => ({ app: creatorOf(record), drafted: before.get(record.id)?.drafted });
    const rows = new Map(records.map((record) => [record.id, { ...record, ...kept(record) } as Row]));
    next = { ...next, tables: { ...next.tables, [source.table]: rows } };
  }
  if (!tables || tables.has('items')) next = await withLevels(await withCurrency(next, caller), caller);
  return file ? withBackOffice(next, file, caller) : next;
}

const importer = (table: Table, { externalId }: Rec, file: BackOffice | undefined): string | undefined =>
  table === 'items' && file?.items.has(String(externalId)) ? BACK_OFFICE : undefined;

async function withBackOffice(merchant: Merchant, backOffice: BackOffice, caller: Caller): Promise<Merchant> {
  const traded = withOpenOrders(await withSales(merchant, backOffice, caller), backOffice);
  return withReturns(withStock(traded, backOffice), backOffice);
}

/** The merchant's currency, which every item shows, and a dry run of one if there is none. */
async function withCurrency(merchant: Merchant, caller: Caller): Promise<Merchant> {
  const [item] = rowsOf(merchant, 'items');
  const { currency } = item ?? ((await caller.post('/items?dryRun=true', { name: 'currency' })).body as Rec);
  return { ...merchant, currency: String(currency) };
}

/** The levels at present. The ledger behind them is read when it is asked for. */
async function withLevels(merchant: Merchant, caller: Caller): Promise<Merchant> {
  const listed = await caller.all('/reports/stock-on-hand');
  // A level of an item that is not there is none of the merchant's.
  const rows = listed.filter(({ itemId }) => merchant.tables.items.has(Number(itemId)));
  const levels = new Map(rows.map((row) => [placeOf(placeIn(row)), units(String(row.onHand), QUANTITY)]));
  return { ...merchant, levels, movements: [], history: new Map() };
}

const placeIn = ({ storeId, itemId, variantId }: Rec): Place => ({
  storeId: Number(storeId),
  itemId: Number(itemId),
  variantId: variantId === null ? null : Number(variantId),
});

async function recordsOf(
  { list, of, has = () => true, whole }: Source,
  caller: Caller,
  merchant: Merchant,
): Promise<Rec[]> {
  const lists = of ? rowsOf(merchant, of).map(({ id }) => list.replace('{id}', String(id))) : [list];
  const rows: Rec[] = [];
  for (const one of lists) rows.push(...(await caller.all(one)).filter(has));
  if (!whole) return rows;
  const records: Rec[] = [];
  for (const { id } of rows) records.push(await caller.read(whole.replace('{id}', String(id))));
  return records;
}
