import { type Faults, sharing } from '../fault.ts';
import { ANY_COMPANY_OF_ROW, ANY_STORE, AT_STORES, BETWEEN, COMPANY } from '../how/statements.ts';
import { rolledUp } from './rolled-up.ts';

/** Wrong days, boundaries, sums, stores and merchants of daily sales. */

const DAILY_TABLE = /region_uk\.daily_sales(?= r\n)/;

const rolled = (changes: Parameters<typeof rolledUp>[0]) => ({ from: DAILY_TABLE, to: () => rolledUp(changes) });

/** Changes one amount in each row of daily sales. */
const shown = (column: string, instead: string) => ({
  from: `region_uk.money_text(a.${column}, a.currency)`,
  to: `region_uk.money_text(${instead}, a.currency)`,
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

const dailySalesFault = sharing({ where: { statement: 'reports.daily-sales' } });

export const DAILY_SALES_FAULTS: Faults = {
  'report.daily-utc-days': dailySalesFault('reports.business_day', 'days are those of UTC', {
    how: rolled({ day: "(s.sold_at at time zone 'UTC')::date" }),
  }),
  'report.daily-company-days': dailySalesFault('reports.business_day', "days are those of the merchant's first store", {
    how: rolled({ day: "(s.sold_at at time zone 'Europe/London')::date" }),
  }),
  'report.daily-winter-days': dailySalesFault('reports.business_day', 'days heed no daylight-saving time', {
    how: rolled({ day: WINTER }),
  }),
  'report.daily-refund-on-day-of-sale': dailySalesFault('reports.refunds', 'a refund counts on the day of its sale', {
    how: rolled({ day: DAY_OF_SALE }),
  }),
  'report.daily-refunds-in-gross': dailySalesFault('reports.gross', 'refunds are added to gross', {
    how: rolled({ gross: 'sum(gross)' }),
  }),
  'report.daily-refunds-off-gross': dailySalesFault('reports.gross', 'refunds are taken off gross', {
    how: rolled({ gross: 'sum(sign * gross)' }),
  }),
  'report.daily-discounts-of-refunds': dailySalesFault('reports.discounts', 'discounts are those of refunds too', {
    how: rolled({ discounts: 'sum(discounts)' }),
  }),
  'report.daily-tax-of-refunds-kept': dailySalesFault('reports.tax', 'the tax of refunds is not deducted', {
    how: rolled({ tax: 'sum(tax)' }),
  }),
  'report.daily-tax-of-sales-only': dailySalesFault('reports.tax', 'the tax ignores refunds', {
    how: rolled({ tax: "coalesce(sum(tax) filter (where kind = 'sale'), 0)" }),
  }),
  'report.daily-refunds-before-discounts': dailySalesFault('reports.refunds', 'refunds are before discounts', {
    how: rolled({ refunds: "coalesce(sum(gross) filter (where kind = 'refund'), 0)" }),
  }),
  'report.daily-refunds-without-tax': dailySalesFault('reports.refunds', 'refunds are without tax', {
    how: rolled({ refunds: "coalesce(sum(gross - discounts - tax) filter (where kind = 'refund'), 0)" }),
  }),
  'report.daily-refunds-as-orders': dailySalesFault('reports.orders', 'refunds count as orders', {
    how: rolled({ orders: 'count(*)' }),
  }),
  'report.daily-free-sales-uncounted': dailySalesFault('reports.orders', 'a sale for nothing does not count', {
    how: rolled({ orders: "count(*) filter (where kind = 'sale' and gross > discounts)" }),
  }),
  'report.daily-refunds-paid-in': dailySalesFault('reports.payments', 'refunded amounts count as paid', {
    how: rolled(Object.fromEntries(UNPAID)),
  }),
  'report.daily-paid-by-card': dailySalesFault('reports.payments', 'what was paid by gift card counts as card', {
    how: rolled({ paid_card: 'sum(sign * (paid_card + paid_gift_card))', paid_gift_card: '0::numeric' }),
  }),
  'report.daily-rounding-of-refunds': dailySalesFault('reports.rounding', 'the rounding of refunds is added', {
    how: rolled({ rounding: 'sum(rounding)' }),
  }),
  'report.daily-change-kept': dailySalesFault('reports.change_given', 'there is no change', {
    how: rolled({ change_given: '0::numeric' }),
  }),
  'report.daily-tips-of-all': dailySalesFault('reports.tips', 'tips include the change', {
    how: rolled({ tips: 'sum(sign * (tips + change_given))' }),
  }),
  'report.daily-net-with-tax': dailySalesFault('reports.net', 'net has the tax in it', {
    how: shown('net', 'a.net + a.tax'),
  }),
  'report.daily-net-without-discounts': dailySalesFault('reports.net', 'net has the discounts in it', {
    how: shown('net', 'a.net + a.discounts'),
  }),
  'report.daily-gross-without-tax': dailySalesFault('reports.gross', 'gross is without tax', {
    how: shown('gross', 'a.gross - a.tax'),
  }),
  'report.daily-tenths': dailySalesFault('reports.exact', 'amounts of a day are rounded to tenths', {
    how: {
      from: /region_uk\.money_text\((a\.\w+), a\.currency\)/g,
      to: 'region_uk.money_text(round($1, 1), a.currency)',
    },
  }),
  'report.daily-last-day': dailySalesFault('reports.period', 'the last day is left out', {
    how: { from: inDaily(BETWEEN), to: '$1>= $$2::date and r.day < $$3::date' },
  }),
  'report.daily-first-day': dailySalesFault('reports.period', 'the first day is left out', {
    how: { from: inDaily(BETWEEN), to: '$1> $$2::date and r.day <= $$3::date' },
  }),
  'report.daily-day-more': dailySalesFault('reports.period', 'the day after the last is in it', {
    how: { from: inDaily(BETWEEN), to: '$1between $$2::date and $$3::date + 1' },
  }),
  'report.daily-stores': dailySalesFault('reports.stores', 'daily sales ignore storeId', {
    how: { from: inDaily(AT_STORES), to: ANY_STORE },
  }),
  'report.daily-first-store': dailySalesFault('reports.stores', 'only the first of several stores is used', {
    how: { from: inDaily('any\\(\\$4::bigint\\[\\]\\)'), to: '$1($$4::bigint[])[1]' },
  }),
  'report.daily-tenancy': dailySalesFault('reports.tenancy', "daily sales have every merchant's rows", {
    how: { from: inDaily(COMPANY), to: ANY_COMPANY_OF_ROW },
  }),
  'report.daily-by-store': dailySalesFault('reports.rows', 'rows come by store and day', {
    how: { from: 'order by a.day, a.store_id', to: 'order by a.store_id, a.day' },
  }),
  'report.daily-newest-first': dailySalesFault('reports.rows', 'rows come newest first', {
    how: { from: 'order by a.day,', to: 'order by a.day desc,' },
  }),
  'report.daily-refund-days': dailySalesFault('reports.rows', 'days with only refunds are missing', {
    how: { from: inDaily(BETWEEN), to: '$1between $$2::date and $$3::date and r.orders > 0' },
  }),
  'report.totals-of-one-currency': dailySalesFault('reports.totals', 'totals add currencies up', {
    how: [
      { from: 'select currency, sum(orders)', to: 'select max(currency) as currency, sum(orders)' },
      { from: 'from asked group by currency', to: 'from asked' },
    ],
  }),
  'report.totals-with-tax': dailySalesFault('reports.totals', 'the totals have a net with tax in it', {
    how: { from: 'region_uk.money_text(t.net, t.currency)', to: 'region_uk.money_text(t.net + t.tax, t.currency)' },
  }),
};
