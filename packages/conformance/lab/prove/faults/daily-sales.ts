import type { ServerFault } from '../fault.ts';
import { ANY_COMPANY, ANY_STORE, AT_STORES, BETWEEN, COMPANY, sql } from '../kinds/reports.ts';
import { rolledUp } from './rolled-up.ts';

/** Faults of daily sales: days, edges, sums, stores and merchants that are not those asked for. */

const DAILY_TABLE = /region_uk\.daily_sales(?= r\n)/;

const rolled = (id: string, breaks: string, text: string, changes: Parameters<typeof rolledUp>[0]): ServerFault =>
  sql(`daily-${id}`, breaks, text, 'daily-sales', [DAILY_TABLE, () => rolledUp(changes)]);

/** What is done to the one amount of a row of daily sales. */
const shown = (id: string, breaks: string, text: string, column: string, instead: string): ServerFault =>
  sql(`daily-${id}`, breaks, text, 'daily-sales', [
    new RegExp(`region_uk\\.money_text\\(a\\.${column}, a\\.currency\\)`),
    `region_uk.money_text(${instead}, a.currency)`,
  ]);

const DAILY = 'daily_sales r\n[^;]*?';

const inDaily = (part: string): RegExp => new RegExp(`(${DAILY})${part}`);

const UNPAID = ['cash', 'card', 'online', 'gift_card', 'account', 'other'].map((kind) => [
  `paid_${kind}`,
  `sum(paid_${kind})`,
]);

const WINTER = `((s.sold_at at time zone 'UTC') + ((timestamptz '2026-01-15 00:00Z' at time zone z.timezone) - timestamp '2026-01-15'))::date`;
const DAY_OF_SALE = `coalesce((select o.business_date from region_uk.sales o
  where o.company_id = s.company_id and o.id = s.refund_of), s.business_date)`;

export const DAILY_SALES_FAULTS: readonly ServerFault[] = [
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
  sql('daily-tenths', 'reports.exact', 'amounts of a day are rounded to tenths', 'daily-sales', [
    /region_uk\.money_text\((a\.\w+), a\.currency\)/g,
    'region_uk.money_text(round($1, 1), a.currency)',
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
    /region_uk\.money_text\(t\.net, t\.currency\)/,
    'region_uk.money_text(t.net + t.tax, t.currency)',
  ]),
];
