import type { ServerFault } from '../fault.ts';
import { patchSql } from '../sql.ts';
import { DOCUMENT_FAULTS } from './back-office-documents.ts';
import { REPORT_HANDLER_FAULTS } from './report-handlers.ts';
import { rolledUp } from './rolled-up.ts';

/** Faults of reports: days, edges, sums, stores and merchants that are not those asked for. */

type Instead = string | ((...groups: string[]) => string);
type Change = readonly [pattern: RegExp, instead: Instead];

/** Statements are changed one way or several; `by` names the cases that are tried first. */
const sql = (id: string, breaks: string, text: string, by: string, ...changes: readonly Change[]): ServerFault => ({
  id: `report.${id}`,
  level: 'server',
  breaks,
  text,
  by: [by],
  patch: (deps, mark) => changes.reduce((made, [pattern, instead]) => patchSql(made, mark, pattern, instead), deps),
});

const DAILY_TABLE = /region_uk\.daily_sales(?= r\n)/;

const rolled = (id: string, breaks: string, text: string, changes: Parameters<typeof rolledUp>[0]): ServerFault =>
  sql(`daily-${id}`, breaks, text, 'daily-sales', [DAILY_TABLE, () => rolledUp(changes)]);

/** What is done to the one amount of a row of daily sales. */
const shown = (id: string, breaks: string, text: string, column: string, instead: string): ServerFault =>
  sql(`daily-${id}`, breaks, text, 'daily-sales', [
    new RegExp(`region_uk\\.exact_money\\(a\\.${column}\\)`),
    `region_uk.exact_money(${instead})`,
  ]);

const DAILY = 'daily_sales r\n[^;]*?';
const ITEMS = 'daily_item_sales r where ';

const inDaily = (part: string): RegExp => new RegExp(`(${DAILY})${part}`);
const inItems = (part: string): RegExp => new RegExp(`(${ITEMS}[^;]*?)${part}`);

const BETWEEN = 'between \\$2::date and \\$3::date';
const AT_STORES = '\\(\\$4::bigint\\[\\] is null or r\\.store_id = any\\(\\$4::bigint\\[\\]\\)\\)';
const ANY_STORE = '$1($$4::bigint[] is null or true)';
const COMPANY = 'r\\.company_id = \\$1';
const ANY_COMPANY = '$1r.company_id >= 0 and $$1::bigint is not null';
const UNPAID = ['cash', 'card', 'online', 'gift_card', 'account', 'other'].map((kind) => [
  `paid_${kind}`,
  `sum(paid_${kind})`,
]);

const WINTER = `((s.sold_at at time zone 'UTC') + ((timestamptz '2026-01-15 00:00Z' at time zone z.timezone) - timestamp '2026-01-15'))::date`;
const DAY_OF_SALE = `coalesce((select o.business_date from region_uk.sales o
  where o.company_id = s.company_id and o.id = s.refund_of), s.business_date)`;

const DAILY_FAULTS: readonly ServerFault[] = [
  rolled('utc-days', 'reports.business_day', 'days are those of UTC', {
    day: "(s.sold_at at time zone 'UTC')::date",
  }),
  rolled('company-days', 'reports.business_day', "days are those of the merchant's first store", {
    day: "(s.sold_at at time zone 'Europe/London')::date",
  }),
  rolled('winter-days', 'reports.business_day', 'days heed no daylight-saving time', { day: WINTER }),
  rolled('refund-on-day-of-sale', 'reports.refunds', 'a refund is of the day of its sale', { day: DAY_OF_SALE }),
  rolled('refunds-in-gross', 'reports.gross', 'refunds are added to gross', { gross: 'sum(gross)' }),
  rolled('refunds-off-gross', 'reports.gross', 'refunds are taken off gross', { gross: 'sum(sign * gross)' }),
  rolled('discounts-of-refunds', 'reports.discounts', 'discounts are those of refunds too', {
    discounts: 'sum(discounts)',
  }),
  rolled('tax-of-refunds-kept', 'reports.tax', 'the tax of refunds stays in the tax', { tax: 'sum(tax)' }),
  rolled('tax-of-sales-only', 'reports.tax', 'the tax is that of sales alone', {
    tax: "coalesce(sum(tax) filter (where kind = 'sale'), 0)",
  }),
  rolled('refunds-before-discounts', 'reports.refunds', 'refunds are before discounts', {
    refunds: "coalesce(sum(gross) filter (where kind = 'refund'), 0)",
  }),
  rolled('refunds-without-tax', 'reports.refunds', 'refunds are without tax', {
    refunds: "coalesce(sum(gross - discounts - tax) filter (where kind = 'refund'), 0)",
  }),
  rolled('refunds-as-orders', 'reports.orders', 'refunds count as orders', { orders: 'count(*)' }),
  rolled('free-sales-uncounted', 'reports.orders', 'a sale for nothing does not count', {
    orders: "count(*) filter (where kind = 'sale' and gross > discounts)",
  }),
  rolled('refunds-paid-in', 'reports.payments', 'what was given back counts as paid', Object.fromEntries(UNPAID)),
  rolled('paid-by-card', 'reports.payments', 'what was paid by gift card counts as card', {
    paid_card: 'sum(sign * (paid_card + paid_gift_card))',
    paid_gift_card: '0::numeric',
  }),
  shown('net-with-tax', 'reports.net', 'net has the tax in it', 'net', 'a.net + a.tax'),
  shown('net-without-discounts', 'reports.net', 'net has the discounts in it', 'net', 'a.net + a.discounts'),
  shown('gross-without-tax', 'reports.gross', 'gross is without tax', 'gross', 'a.gross - a.tax'),
  sql('daily-cents', 'reports.exact', 'amounts of a day are rounded to cents', 'daily-sales', [
    /region_uk\.exact_money\((a\.\w+)\)/g,
    'round($1, 2)::text',
  ]),
  sql('daily-last-day', 'reports.period', 'the last day is left out', 'daily-sales.period', [
    inDaily(BETWEEN),
    '$1>= $$2::date and r.day < $$3::date',
  ]),
  sql('daily-first-day', 'reports.period', 'the first day is left out', 'daily-sales.period', [
    inDaily(BETWEEN),
    '$1> $$2::date and r.day <= $$3::date',
  ]),
  sql('daily-day-more', 'reports.period', 'the day after the last is in it', 'daily-sales.period', [
    inDaily(BETWEEN),
    '$1between $$2::date and $$3::date + 1',
  ]),
  sql('daily-stores', 'reports.stores', 'storeId is not heeded by daily sales', 'daily-sales.stores', [
    inDaily(AT_STORES),
    ANY_STORE,
  ]),
  sql('daily-first-store', 'reports.stores', 'of several stores the first alone is heeded', 'daily-sales.stores', [
    inDaily('any\\(\\$4::bigint\\[\\]\\)'),
    '$1($$4::bigint[])[1]',
  ]),
  sql('daily-tenancy', 'reports.tenancy', "daily sales have every merchant's rows", 'daily-sales.tenancy', [
    inDaily(COMPANY),
    ANY_COMPANY,
  ]),
  sql('daily-by-store', 'reports.rows', 'rows come by store and day', 'daily-sales.rows', [
    /order by a\.day, a\.store_id/,
    'order by a.store_id, a.day',
  ]),
  sql('daily-newest-first', 'reports.rows', 'rows come newest first', 'daily-sales.rows', [
    /order by a\.day,/,
    'order by a.day desc,',
  ]),
  sql('daily-refund-days', 'reports.rows', 'days with refunds alone are left out', 'daily-sales.rows', [
    inDaily(BETWEEN),
    '$1between $$2::date and $$3::date and r.orders > 0',
  ]),
  sql(
    'totals-of-one-currency',
    'reports.totals',
    'totals add currencies up',
    'daily-sales.totals',
    [/select currency, sum\(orders\)/, 'select max(currency) as currency, sum(orders)'],
    [/from asked group by currency/, 'from asked'],
  ),
  sql('totals-with-tax', 'reports.totals', 'the totals have a net with tax in it', 'daily-sales.totals', [
    /region_uk\.exact_money\(t\.net\)/,
    'region_uk.exact_money(t.net + t.tax)',
  ]),
];

const ITEM_FAULTS: readonly ServerFault[] = [
  sql('items-variants-together', 'sales_by_item.rows', 'variants are one row', 'sales-by-item.rows', [
    /select r\.item_id, r\.variant_id, (r\.currency[^;]*?)group by r\.item_id, r\.variant_id,/,
    'select r.item_id, min(r.variant_id) as variant_id, $1group by r.item_id,',
  ]),
  sql('items-variant-names', 'sales_by_item.rows', 'a variant has the name of its item', 'sales-by-item.rows', [
    /select v->>'name' from/,
    'select i.name from',
  ]),
  sql('items-less-refunds', 'sales_by_item.quantity', 'what came back is off the quantity', 'sales-by-item.quantity', [
    /sum\(r\.quantity\)/,
    'sum(r.quantity - r.refunded_quantity)',
  ]),
  sql('items-whole-quantities', 'sales_by_item.quantity', 'quantities are rounded', 'sales-by-item.quantity', [
    /trim_scale\(p\.quantity\)/,
    'round(p.quantity)',
  ]),
  sql('items-no-discounts', 'sales_by_item.discounts', 'discounts are not told', 'sales-by-item.discounts', [
    /sum\(r\.discounts\)/,
    'sum(r.discounts) * 0',
  ]),
  sql('items-net-with-tax', 'sales_by_item.net', 'net has the tax in it', 'sales-by-item.net', [
    /sum\(r\.net\)/,
    'sum(r.net + r.tax)',
  ]),
  sql('items-cents', 'reports.exact', 'amounts of an item are rounded to cents', 'sales-by-item', [
    /region_uk\.exact_money\((p\.\w+)\)/g,
    'round($1, 2)::text',
  ]),
  sql('items-sort-as-text', 'sales_by_item.sort', 'figures are sorted as text', 'sales-by-item.sort', [
    /order by (net|gross|quantity) (asc|desc)/,
    'order by $1::text $2',
  ]),
  sql('items-order', 'sales_by_item.sort', 'order is not heeded', 'sales-by-item.sort', [
    /order by (net|gross|quantity) asc/,
    'order by $1 desc',
  ]),
  sql(
    'items-page-repeats',
    'sales_by_item.pages',
    'a page begins with the last row of the one before',
    'sales-by-item.pages',
    [/n > \$5::bigint and/, 'n >= $$5::bigint and'],
  ),
  sql('items-total-of-page', 'sales_by_item.pages', 'the total is that of the page', 'sales-by-item.pages', [
    /select count\(\*\) from sums/,
    'select count(*) from page',
  ]),
  sql('items-last-day', 'reports.period', 'the last day is left out', 'sales-by-item.period', [
    inItems(BETWEEN),
    '$1>= $$2::date and r.day < $$3::date',
  ]),
  sql('items-stores', 'reports.stores', 'storeId is not heeded by sales by item', 'sales-by-item.stores', [
    inItems(AT_STORES),
    ANY_STORE,
  ]),
  sql('items-tenancy', 'reports.tenancy', "sales by item have every merchant's", 'sales-by-item.tenancy', [
    inItems(COMPANY),
    ANY_COMPANY,
  ]),
];

/** Of the stock that is on hand, what some documents moved is as if it had not. */
const unmoved = (id: string, breaks: string, text: string, condition: string): ServerFault =>
  sql(id, breaks, text, 'stock-on-hand', [
    /r\.on_hand::text/,
    `(r.on_hand - coalesce((select sum(m.change) from region_uk.stock_movements m where m.company_id = r.company_id
      and m.store_id = r.store_id and m.item_id = r.item_id and m.variant_id is not distinct from r.variant_id
      and ${condition}), 0))::text`,
  ]);

const STOCK_FAULTS: readonly ServerFault[] = [
  unmoved('stock-unsold', 'stock_on_hand.levels', 'sales do not move stock', "m.document_kind = 'sale'"),
  unmoved('stock-not-returned', 'stock_on_hand.levels', 'refunds do not move stock', "m.document_kind = 'refund'"),
  unmoved(
    'stock-combos',
    'stock_on_hand.untracked',
    'a combo does not move its parts',
    `exists (select from region_uk.sale_lines l where l.company_id = m.company_id and l.sale_id = m.document_id
      and l.id = m.line_id and l.item_id <> m.item_id)`,
  ),
  sql('stock-cost-of-item', 'stock_on_hand.value', "a variant has the item's cost", 'stock-on-hand.value', [
    /coalesce\(v\.cost, i\.cost\)/,
    'i.cost',
  ]),
  sql('stock-cost-unknown', 'stock_on_hand.value', 'a cost that is not known is nothing', 'stock-on-hand.value', [
    /coalesce\(v\.cost, i\.cost\)/,
    'coalesce(v.cost, i.cost, 0)',
  ]),
  sql('stock-value-in-cents', 'stock_on_hand.value', 'values are rounded to cents', 'stock-on-hand.value', [
    /round\(r\.on_hand \* c\.cost, 4\)/,
    'round(r.on_hand * c.cost, 2)',
  ]),
  sql('stock-stores', 'stock_on_hand.filters', 'storeId is not heeded by stock on hand', 'stock-on-hand.filters', [
    /(stock_levels r where [^;]*?)r\.store_id = any\((\$\d+::bigint\[\])\)/g,
    '$1$2 is not null',
  ]),
  sql('stock-items', 'stock_on_hand.filters', 'itemId is not heeded by stock on hand', 'stock-on-hand.filters', [
    /(stock_levels r where [^;]*?)r\.item_id = any\((\$\d+::bigint\[\])\)/g,
    '$1$2 is not null',
  ]),
  sql('stock-tenancy', 'reports.tenancy', "stock on hand has every merchant's", 'stock-on-hand.tenancy', [
    /(stock_levels r where )r\.company_id = \$1/g,
    ANY_COMPANY,
  ]),
];

export const REPORT_FAULTS: readonly ServerFault[] = [
  ...DAILY_FAULTS,
  ...ITEM_FAULTS,
  ...STOCK_FAULTS,
  ...REPORT_HANDLER_FAULTS,
  ...DOCUMENT_FAULTS,
];
