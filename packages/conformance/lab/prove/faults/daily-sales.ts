import type { Fault, Faults, Own } from '../fault.ts';
import { ANY_COMPANY_OF_ROW, ANY_STORE, AT_STORES, BETWEEN, COMPANY } from '../how/statements.ts';
import { rolledUp } from './rolled-up.ts';

/** Faults of daily sales: days, edges, sums, stores and merchants that are not those asked for. */

const DAILY_TABLE = /region_uk\.daily_sales(?= r\n)/;

const rolled = ({ breaks, text, changes }: Own<{ changes: Parameters<typeof rolledUp>[0] }>): Fault => ({
  breaks,
  text,
  by: ['daily-sales'],
  where: { statement: 'reports.daily-sales' },
  how: { from: DAILY_TABLE, to: () => rolledUp(changes) },
});

/** Changes one amount of each row of daily sales. */
const shown = ({ breaks, text, column, instead }: Own<{ column: string; instead: string }>): Fault => ({
  breaks,
  text,
  by: ['daily-sales'],
  where: { statement: 'reports.daily-sales' },
  how: { from: `region_uk.money_text(a.${column}, a.currency)`, to: `region_uk.money_text(${instead}, a.currency)` },
});

const DAILY = 'daily_sales r\n[^;]*?';

const inDaily = (part: string): RegExp => new RegExp(`(${DAILY})${part}`);

const UNPAID = ['cash', 'card', 'online', 'gift_card', 'account', 'other'].map((kind) => [
  `paid_${kind}`,
  `sum(paid_${kind})`,
]);

const WINTER = `((s.sold_at at time zone 'UTC') + ((timestamptz '2026-01-15 00:00Z' at time zone z.timezone) - timestamp '2026-01-15'))::date`;
const DAY_OF_SALE = `coalesce((select o.business_date from region_uk.sales o
  where o.company_id = s.company_id and o.id = s.refund_of), s.business_date)`;

export const DAILY_SALES_FAULTS: Faults = {
  'report.daily-utc-days': rolled({
    breaks: 'reports.business_day',
    text: 'days are those of UTC',
    changes: { day: "(s.sold_at at time zone 'UTC')::date" },
  }),
  'report.daily-company-days': rolled({
    breaks: 'reports.business_day',
    text: "days are those of the merchant's first store",
    changes: { day: "(s.sold_at at time zone 'Europe/London')::date" },
  }),
  'report.daily-winter-days': rolled({
    breaks: 'reports.business_day',
    text: 'days heed no daylight-saving time',
    changes: { day: WINTER },
  }),
  'report.daily-refund-on-day-of-sale': rolled({
    breaks: 'reports.refunds',
    text: 'a refund is of the day of its sale',
    changes: { day: DAY_OF_SALE },
  }),
  'report.daily-refunds-in-gross': rolled({
    breaks: 'reports.gross',
    text: 'refunds are added to gross',
    changes: { gross: 'sum(gross)' },
  }),
  'report.daily-refunds-off-gross': rolled({
    breaks: 'reports.gross',
    text: 'refunds are taken off gross',
    changes: { gross: 'sum(sign * gross)' },
  }),
  'report.daily-discounts-of-refunds': rolled({
    breaks: 'reports.discounts',
    text: 'discounts are those of refunds too',
    changes: { discounts: 'sum(discounts)' },
  }),
  'report.daily-tax-of-refunds-kept': rolled({
    breaks: 'reports.tax',
    text: 'the tax of refunds stays in the tax',
    changes: { tax: 'sum(tax)' },
  }),
  'report.daily-tax-of-sales-only': rolled({
    breaks: 'reports.tax',
    text: 'the tax is that of sales alone',
    changes: { tax: "coalesce(sum(tax) filter (where kind = 'sale'), 0)" },
  }),
  'report.daily-refunds-before-discounts': rolled({
    breaks: 'reports.refunds',
    text: 'refunds are before discounts',
    changes: { refunds: "coalesce(sum(gross) filter (where kind = 'refund'), 0)" },
  }),
  'report.daily-refunds-without-tax': rolled({
    breaks: 'reports.refunds',
    text: 'refunds are without tax',
    changes: { refunds: "coalesce(sum(gross - discounts - tax) filter (where kind = 'refund'), 0)" },
  }),
  'report.daily-refunds-as-orders': rolled({
    breaks: 'reports.orders',
    text: 'refunds count as orders',
    changes: { orders: 'count(*)' },
  }),
  'report.daily-free-sales-uncounted': rolled({
    breaks: 'reports.orders',
    text: 'a sale for nothing does not count',
    changes: { orders: "count(*) filter (where kind = 'sale' and gross > discounts)" },
  }),
  'report.daily-refunds-paid-in': rolled({
    breaks: 'reports.payments',
    text: 'what was given back counts as paid',
    changes: Object.fromEntries(UNPAID),
  }),
  'report.daily-paid-by-card': rolled({
    breaks: 'reports.payments',
    text: 'what was paid by gift card counts as card',
    changes: { paid_card: 'sum(sign * (paid_card + paid_gift_card))', paid_gift_card: '0::numeric' },
  }),
  'report.daily-net-with-tax': shown({
    breaks: 'reports.net',
    text: 'net has the tax in it',
    column: 'net',
    instead: 'a.net + a.tax',
  }),
  'report.daily-net-without-discounts': shown({
    breaks: 'reports.net',
    text: 'net has the discounts in it',
    column: 'net',
    instead: 'a.net + a.discounts',
  }),
  'report.daily-gross-without-tax': shown({
    breaks: 'reports.gross',
    text: 'gross is without tax',
    column: 'gross',
    instead: 'a.gross - a.tax',
  }),
  'report.daily-tenths': {
    breaks: 'reports.exact',
    text: 'amounts of a day are rounded to tenths',
    by: ['daily-sales'],
    where: { statement: 'reports.daily-sales' },
    how: {
      from: /region_uk\.money_text\((a\.\w+), a\.currency\)/g,
      to: 'region_uk.money_text(round($1, 1), a.currency)',
    },
  },
  'report.daily-last-day': {
    breaks: 'reports.period',
    text: 'the last day is left out',
    by: ['daily-sales.period'],
    where: { statement: 'reports.daily-sales' },
    how: { from: inDaily(BETWEEN), to: '$1>= $$2::date and r.day < $$3::date' },
  },
  'report.daily-first-day': {
    breaks: 'reports.period',
    text: 'the first day is left out',
    by: ['daily-sales.period'],
    where: { statement: 'reports.daily-sales' },
    how: { from: inDaily(BETWEEN), to: '$1> $$2::date and r.day <= $$3::date' },
  },
  'report.daily-day-more': {
    breaks: 'reports.period',
    text: 'the day after the last is in it',
    by: ['daily-sales.period'],
    where: { statement: 'reports.daily-sales' },
    how: { from: inDaily(BETWEEN), to: '$1between $$2::date and $$3::date + 1' },
  },
  'report.daily-stores': {
    breaks: 'reports.stores',
    text: 'storeId is not heeded by daily sales',
    by: ['daily-sales.stores'],
    where: { statement: 'reports.daily-sales' },
    how: { from: inDaily(AT_STORES), to: ANY_STORE },
  },
  'report.daily-first-store': {
    breaks: 'reports.stores',
    text: 'of several stores the first alone is heeded',
    by: ['daily-sales.stores'],
    where: { statement: 'reports.daily-sales' },
    how: { from: inDaily('any\\(\\$4::bigint\\[\\]\\)'), to: '$1($$4::bigint[])[1]' },
  },
  'report.daily-tenancy': {
    breaks: 'reports.tenancy',
    text: "daily sales have every merchant's rows",
    by: ['daily-sales.tenancy'],
    where: { statement: 'reports.daily-sales' },
    how: { from: inDaily(COMPANY), to: ANY_COMPANY_OF_ROW },
  },
  'report.daily-by-store': {
    breaks: 'reports.rows',
    text: 'rows come by store and day',
    by: ['daily-sales.rows'],
    where: { statement: 'reports.daily-sales' },
    how: { from: 'order by a.day, a.store_id', to: 'order by a.store_id, a.day' },
  },
  'report.daily-newest-first': {
    breaks: 'reports.rows',
    text: 'rows come newest first',
    by: ['daily-sales.rows'],
    where: { statement: 'reports.daily-sales' },
    how: { from: 'order by a.day,', to: 'order by a.day desc,' },
  },
  'report.daily-refund-days': {
    breaks: 'reports.rows',
    text: 'days with refunds alone are left out',
    by: ['daily-sales.rows'],
    where: { statement: 'reports.daily-sales' },
    how: { from: inDaily(BETWEEN), to: '$1between $$2::date and $$3::date and r.orders > 0' },
  },
  'report.totals-of-one-currency': {
    breaks: 'reports.totals',
    text: 'totals add currencies up',
    by: ['daily-sales.totals'],
    where: { statement: 'reports.daily-sales' },
    how: [
      { from: 'select currency, sum(orders)', to: 'select max(currency) as currency, sum(orders)' },
      { from: 'from asked group by currency', to: 'from asked' },
    ],
  },
  'report.totals-with-tax': {
    breaks: 'reports.totals',
    text: 'the totals have a net with tax in it',
    by: ['daily-sales.totals'],
    where: { statement: 'reports.daily-sales' },
    how: { from: 'region_uk.money_text(t.net, t.currency)', to: 'region_uk.money_text(t.net + t.tax, t.currency)' },
  },
};
