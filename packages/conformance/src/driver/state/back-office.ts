import type { BackOffice } from '../../back-office/back-office.ts';
import type { OpenOrderLine } from '../../back-office/lines.ts';
import { minorUnits } from '../../decimals.ts';
import type { Caller } from '../../run/caller.ts';
import type { Fields } from '../../specification/answer.ts';
import { addDays } from '../../specification/days.ts';
import { type SoldLine, totalsOfLines } from '../../specification/sales.ts';
import { type Merchant, type Row, rowsOf, type Sales } from '../../specification/state.ts';
import { canonical, spelledInstant } from '../../specification/text.ts';

/** Takes over sales and open orders from a merchant's back-office file, with the ids of the deployment. */

/** Records of a back-office file by their ids on the deployment. */
export interface Ids {
  readonly store: (externalId: string) => Row | undefined;
  readonly supplier: (externalId: string) => number;
  readonly item: (externalId: string) => number;
  readonly variant: (item: string, name: string | null | undefined) => number | null;
}

/** Finds stores and items by their codes, suppliers and variants by their names. */
export function idsOf(merchant: Merchant, backOffice: BackOffice): Ids {
  const stores = new Map(rowsOf(merchant, 'stores').map((row) => [row.code, row]));
  const suppliers = new Map(rowsOf(merchant, 'suppliers').map(({ name, id }) => [name, id]));
  const items = new Map(rowsOf(merchant, 'items').map((row) => [row.itemCode, row]));
  const itemOf = (externalId: string) => items.get(backOffice.item(externalId).itemCode);
  return {
    store: (externalId) => stores.get(backOffice.store(externalId).code),
    supplier: (externalId) => suppliers.get(backOffice.suppliers.get(externalId)?.name) ?? 0,
    item: (externalId) => itemOf(externalId)?.id ?? 0,
    variant: (item, name) => {
      if (!name) return null;
      const variants = (itemOf(item)?.variants ?? []) as readonly { id: number; name: string }[];
      return variants.find((one) => one.name === name)?.id ?? 0;
    },
  };
}

/** Stands for a record that the deployment does not list, so that the next response differs. */
export const unlisted = (index: number): Row => ({
  id: -1 - index,
  version: 1,
  entryDate: '',
  updatedAt: '',
  app: undefined,
});

/** No day is known. */
export const UNKNOWN_SALES: Sales = { receipts: [], from: '9999-12-31', to: '0000-01-01' };

/** The file's sales, which are read once since no request changes them. */
export async function withSales(merchant: Merchant, backOffice: BackOffice, reader: Caller): Promise<Merchant> {
  if (merchant.sales.from <= merchant.sales.to) return merchant;
  const ids = idsOf(merchant, backOffice);
  const { from, to } = backOffice;
  const trade = backOffice.trade.filter(({ day }) => day >= from && day <= to);
  const receipts = trade.map(
    ({ type, store, at, lines, payments = [], rounding = '0', changeGiven = '0', tips = '0' }) => ({
      type,
      store: ids.store(store)?.id ?? 0,
      at,
      payments,
      rounding,
      changeGiven,
      tips,
      lines: lines.map((line) => ({
        ...line,
        item: ids.item(line.item),
        variant: ids.variant(line.item, line.variant),
      })),
    }),
  );
  return { ...merchant, sales: { receipts, ...(await periodOf(backOffice, reader)) } };
}

/** The longest period of a report less a day. */
const YEAR = 365;

/** The file's period, with the year before and after it if the merchant has no sales then. */
async function periodOf({ from, to }: BackOffice, reader: Caller): Promise<{ from: string; to: string }> {
  const [earlier, later] = [addDays(from, -YEAR), addDays(to, YEAR)];
  const isEmpty = async (first: string, last: string) => {
    const { data } = await reader.read(`/reports/daily-sales?from=${first}&to=${last}`);
    return (data as readonly unknown[]).length === 0;
  };
  return {
    from: (await isEmpty(earlier, addDays(from, -1))) ? earlier : from,
    to: (await isEmpty(addDays(to, 1), later)) ? later : to,
  };
}

/** The open orders of the file's stores as the file has them; only ids, versions and times are taken as read. */
export function withOpenOrders(merchant: Merchant, backOffice: BackOffice): Merchant {
  const ids = idsOf(merchant, backOffice);
  const read = new Map(rowsOf(merchant, 'openOrders').map((row) => [row.externalId, row]));
  const ownStores = new Set([...backOffice.stores.keys()].map((store) => ids.store(store)?.id));
  const elsewhere = [...read.values()].filter(({ storeId }) => !ownStores.has(storeId as number));
  const written = backOffice.openOrders
    .filter(({ state = 'open' }) => state === 'open')
    .map((order, index) => orderOf(order, read.get(order.externalId) ?? unlisted(index), backOffice, ids));
  const openOrders = new Map([...elsewhere, ...written].map((row) => [row.id, row]));
  return { ...merchant, tables: { ...merchant.tables, openOrders } };
}

function orderOf(order: OpenOrderLine, { id, version, entryDate, updatedAt }: Row, file: BackOffice, ids: Ids): Row {
  const { id: storeId, currency }: Partial<Row> = ids.store(order.store) ?? {};
  const money = (text: string) => canonical(text, minorUnits(currency));
  const amounts = Object.entries(totalsOfLines(order.lines)).map(([name, sum]) => [name, money(sum)]);
  return {
    id,
    storeId,
    status: 1,
    orderNo: order.number,
    channel: order.channel ?? 'counter',
    currency,
    ...Object.fromEntries(amounts),
    lines: order.lines.map((line) => lineOf(line, file, ids, money)),
    openedAt: spelledInstant(order.at),
    externalId: order.externalId,
    version,
    entryDate,
    updatedAt,
    app: undefined,
  };
}

const lineOf = (
  { item, variant, quantity, gross, discount = '0', tax = '0' }: SoldLine<string>,
  file: BackOffice,
  ids: Ids,
  money: (text: string) => string,
): Fields => ({
  itemId: ids.item(item),
  variantId: ids.variant(item, variant),
  name: [file.item(item).name, ...(variant ? [variant] : [])].join(', '),
  quantity: canonical(quantity, 0),
  gross: money(gross),
  discount: money(discount),
  tax: money(tax),
});
