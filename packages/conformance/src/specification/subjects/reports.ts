import { minorUnits, unitsOf } from '../../decimals.ts';
import { type Fields, inQuery, Rejection } from '../answer.ts';
import type { Call, Handler, HandlerResult, Handlers } from '../call.ts';
import { dayAt, daysBetween } from '../days.ts';
import { LARGEST_PAGE } from '../lists.ts';
import { type DatedReceipt, daysOf, itemsOf, totalsOf } from '../sales.ts';
import { type Merchant, withEntry } from '../state.ts';
import { canonical } from '../text.ts';

/** Reports of sales. */

/** At most this many days in one report. reports.period_max */
const MOST_DAYS = 366;

interface Asked {
  readonly from: string;
  readonly to: string;
  readonly storeId?: readonly number[];
}

/** reports.dates, reports.period_max, lists.reversed_range */
function periodOf({ query }: Call): Asked {
  const asked = query as Fields & Asked;
  const days = daysBetween(asked.from, asked.to) + 1;
  if (days < 1) throw refused('fromAfterTo', 'lists.reversed_range');
  if (days > MOST_DAYS) throw refused('maxDays', 'reports.period_max');
  return asked;
}

const refused = (rule: string, requirement: string): Rejection =>
  new Rejection('partner.validation_failed', requirement, [inQuery('to', rule)]);

const storeOf = ({ tables }: Merchant, id: number): Fields => tables.stores.get(id) ?? {};
const currencyAt = (merchant: Merchant, id: number): string => String(storeOf(merchant, id).currency);

/** Sales and refunds of the requested stores on their own business days. reports.business_day, reports.stores */
function receiptsOf(merchant: Merchant, { from, to, storeId }: Asked): DatedReceipt<number>[] {
  return merchant.sales.receipts
    .filter(({ store }) => merchant.tables.stores.has(store) && (storeId?.includes(store) ?? true))
    .map((receipt) => ({ ...receipt, day: dayAt(receipt.at, String(storeOf(merchant, receipt.store).timezone)) }))
    .filter(({ day }) => day >= from && day <= to);
}

/** Amounts with the decimals of their currency. numbers.canonical */
const inCurrency = (sums: Readonly<Record<string, string>>, currency: string): Fields =>
  Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, canonical(sum, minorUnits(currency))]));

type Figures = Omit<ReturnType<typeof daysOf>[number], 'store' | 'date'>;

const shownDay = ({ orders, refundOrders, payments, ...sums }: Figures, currency: string): Fields => ({
  currency,
  orders,
  refundOrders,
  payments: inCurrency(payments, currency),
  ...inCurrency(sums, currency),
});

const byText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** reports.daily_sales, reports.rows, reports.totals */
function dailySales(receipts: readonly DatedReceipt<number>[], merchant: Merchant): Fields {
  const rows = daysOf(receipts).toSorted((one, other) => byText(one.date, other.date) || one.store - other.store);
  const totals = totalsOf(receipts, (store) => currencyAt(merchant, store));
  return {
    data: rows.map(({ store, date, ...figures }) => ({
      storeId: store,
      storeName: storeOf(merchant, store).name,
      date,
      ...shownDay(figures, currencyAt(merchant, store)),
    })),
    totals: [...totals]
      .toSorted(([one], [other]) => byText(one, other))
      .map(([currency, figures]) => shownDay(figures, currency)),
  };
}

type ItemSales = ReturnType<typeof itemsOf<number, string>>[number];

/** By a figure in the requested order; rows of equal value by item, variant and currency. sales_by_item.sort */
function comparing({ sort, order }: Fields) {
  const sign = order === 'asc' ? 1n : -1n;
  const figure = (row: ItemSales) => unitsOf(row[sort as 'net' | 'gross' | 'quantity']);
  return (one: ItemSales, other: ItemSales): number =>
    Number(sign * (figure(one) - figure(other))) ||
    one.item - other.item ||
    Number(one.variant) - Number(other.variant) ||
    byText(one.currency, other.currency);
}

/** sales_by_item.rows, sales_by_item.pages */
function salesByItem(receipts: readonly DatedReceipt<number>[], merchant: Merchant, { query }: Call): Fields {
  const { page, limit } = query as { page: number; limit: number };
  const rows = itemsOf(receipts, (store) => currencyAt(merchant, store)).toSorted(comparing(query));
  const end = page * limit;
  return {
    data: rows.slice(end - limit, end).map((row) => shownItem(row, merchant)),
    pagination: { page: Math.min(page, LARGEST_PAGE), limit, total: rows.length, hasMore: rows.length > end },
  };
}

function shownItem({ item, variant, currency, quantity, refundedQuantity, ...figures }: ItemSales, merchant: Merchant) {
  const {
    itemCode,
    name,
    variants = [],
  } = (merchant.tables.items.get(item) ?? {}) as Fields & { readonly variants?: readonly Fields[] };
  return {
    itemId: item,
    variantId: variant,
    itemCode,
    name,
    variantName: variants.find(({ id }) => id === variant)?.name ?? null,
    currency,
    quantity,
    refundedQuantity,
    ...inCurrency(figures, currency),
  };
}

type Rows = (receipts: readonly DatedReceipt<number>[], merchant: Merchant, call: Call) => Fields;

const report =
  (rows: Rows, rule: string): Handler =>
  (call, merchant) => {
    const asked = periodOf(call);
    const { from, to } = asked;
    if (from < merchant.sales.from || to > merchant.sales.to) return asFirstRead(call, merchant);
    const content = rows(receiptsOf(merchant, asked), merchant, call);
    const body = { companyId: merchant.companyId, from, to, ...content };
    return { body, merchant, rule };
  };

/** A report of days whose sales are unknown stays as it was first read. */
function asFirstRead(call: Call, merchant: Merchant): HandlerResult {
  const { companyId: _, ...query } = call.query;
  const asked = JSON.stringify([call.operation.id, query, call.stores && [...call.stores]]);
  const body = merchant.readings.get(asked) ?? read(call);
  return {
    body,
    merchant: { ...merchant, readings: withEntry(merchant.readings, asked, body) },
    rule: 'reports.exact',
  };
}

/** The response of the service, as a page. */
function read({ streamed, choices }: Call): Fields {
  const said: unknown = choices.reading();
  if (!streamed) return said as Fields;
  return { data: Array.isArray(said) ? said.filter((line) => !('stream' in line)) : [] };
}

export const REPORT_HANDLERS: Handlers = {
  getDailySales: report(dailySales, 'reports.rows'),
  listSalesByItem: report(salesByItem, 'sales_by_item.rows'),
};
