import type { Fault, Faults, Own } from '../fault.ts';
import { amountOf, written } from '../how/amounts.ts';
import { asking, firstOf, querying, replying, unread, withQuery } from '../how/handlers.ts';
import { request } from '../how/requests.ts';

const DAY = 24 * 60 * 60 * 1000;

const dayAfter = (day: unknown, days: number): string =>
  new Date(Date.parse(String(day)) + days * DAY).toISOString().slice(0, 10);

type Rows = Record<string, unknown>[];
type Report = Record<string, unknown> & { data: Rows; totals: Rows; from: string; to: string };

const inReport = ({ breaks, text, change }: Own<{ change: (report: Report) => object }>): Fault => ({
  breaks,
  text,
  where: { operation: 'getDailySales' },
  how: replying((body) => change(body as Report)),
});

const EMPTY_SUMS = { gross: '0.00', discounts: '0.00', tax: '0.00', refunds: '0.00', net: '0.00' };
const NO_PAYMENTS = { cash: '0.00', card: '0.00', online: '0.00', giftCard: '0.00', account: '0.00', other: '0.00' };

const emptyDay = (date: string) => ({
  storeId: 1,
  storeName: 'Store',
  date,
  currency: 'GBP',
  orders: 0,
  refundOrders: 0,
  ...EMPTY_SUMS,
  payments: NO_PAYMENTS,
});

/** Days that a report has too many or too few of, stores that it should not show, and sums that are none. */
export const REPORT_FAULTS: Faults = {
  'statement.report-to-excluded': {
    breaks: 'op.getDailySales.param.to',
    text: 'the last day of a report is left out',
    where: { statement: 'reports.*' },
    how: { from: /r\.day between \$2::date and \$3::date/g, to: 'r.day >= $2::date and r.day < $3::date' },
  },
  'statement.report-from-excluded': {
    breaks: 'op.getDailySales.param.from',
    text: 'the first day of a report is left out',
    where: { statement: 'reports.*' },
    how: { from: /r\.day between \$2::date and \$3::date/g, to: 'r.day > $2::date and r.day <= $3::date' },
  },
  'statement.report-every-store': {
    breaks: 'reports.approved_stores',
    text: 'sales reports cover stores that were not approved',
    where: { statement: 'reports.*' },
    how: {
      from: /\(\$4::bigint\[\] is null or r\.store_id = any\(\$4::bigint\[\]\)\)/g,
      to: '($4::bigint[] is null or true)',
    },
  },
  'statement.report-store-names': {
    breaks: 'reports.daily_sales',
    text: 'a report is empty where the store has been renamed',
    where: { statement: 'reports.daily-sales' },
    how: { from: 's.id = r.store_id', to: 's.id = r.store_id and s.version = 1' },
  },
  'server.report-store-ignored': {
    breaks: 'op.getDailySales.param.storeId',
    text: 'the store of a report is not heeded',
    where: { operation: 'getDailySales' },
    how: unread('storeId'),
  },
  'server.report-first-store': {
    breaks: 'op.getDailySales.param.storeId',
    text: 'of several stores of a report the first is heeded',
    where: { operation: 'getDailySales' },
    how: firstOf('storeId'),
  },
  'server.report-days-swapped': {
    breaks: 'op.getDailySales.param.to',
    text: 'a period that ends before it begins is turned',
    where: { operation: 'getDailySales' },
    how: querying(({ from, to }) => (String(to) < String(from) ? { from: to, to: from } : undefined)),
  },
  'server.report-year-and-more': {
    breaks: 'op.getDailySales.param.to',
    text: 'a period may be longer than 366 days',
    where: { operation: 'getDailySales' },
    how: asking((request) => {
      const { from, to } = request.query;
      const most = dayAfter(from, 365);
      return String(to) > most ? withQuery(request, { to: most }) : request;
    }),
  },
  'server.report-month-at-most': {
    breaks: 'op.getDailySales.param.to',
    text: 'a report covers 31 days at most',
    where: { operation: 'getDailySales' },
    how: asking((request) => {
      const most = dayAfter(request.query.from, 30);
      return String(request.query.to) > most ? withQuery(request, { to: most }) : request;
    }),
  },
  'request.report-to-today': {
    breaks: 'reports.dates',
    text: 'a report without to goes up to its first day',
    how: request((passing) => {
      const from = /[?&]from=([^&]+)/.exec(passing.url)?.[1];
      if (passing.url.includes('/reports/') && from && !/[?&]to=/.test(passing.url)) passing.url += `&to=${from}`;
    }),
  },
  'request.report-any-date': {
    breaks: 'reports.dates',
    text: 'a time behind a date is cut off',
    how: request((passing) => {
      if (passing.url.includes('/reports/'))
        passing.url = passing.url.replaceAll(/((?:from|to)=\d{4}-\d\d-\d\d)T[^&]*/g, '$1');
    }),
  },
  'server.report-newest-first': inReport({
    breaks: 'reports.rows',
    text: 'days come newest first',
    change: (report) => ({ ...report, data: report.data.toReversed() }),
  }),
  'server.report-net-of-refunds': inReport({
    breaks: 'reports.net',
    text: 'refunds are not taken off net',
    change: (report) => ({
      ...report,
      data: report.data.map((row) => ({
        ...row,
        net: written(amountOf(row.gross) - amountOf(row.discounts) - amountOf(row.tax), row.net),
      })),
    }),
  }),
  'server.report-totals-of-one': inReport({
    breaks: 'reports.totals',
    text: 'totals are those of the last row',
    change: (report) => ({
      ...report,
      totals: report.data.slice(-1).map(({ storeId: _, storeName: __, date: ___, ...sums }) => sums),
    }),
  }),
  'server.report-dollars': inReport({
    breaks: 'reports.daily_sales',
    text: 'amounts are said to be in USD',
    change: (report) => ({
      ...report,
      data: report.data.map((row) => ({ ...row, currency: 'USD' })),
      totals: report.totals.map((row) => ({ ...row, currency: 'USD' })),
    }),
  }),
  'server.report-empty-days': inReport({
    breaks: 'reports.rows',
    text: 'days without sales have a row',
    change: (report) => ({ ...report, data: report.data.length > 0 ? report.data : [emptyDay(report.from)] }),
  }),
  'server.report-totals-always': inReport({
    breaks: 'reports.totals',
    text: 'there are totals where there are no rows',
    change: (report) => ({
      ...report,
      totals:
        report.totals.length > 0
          ? report.totals
          : [{ currency: 'GBP', orders: 0, refundOrders: 0, ...EMPTY_SUMS, payments: NO_PAYMENTS }],
    }),
  }),
  'server.report-period-cut': inReport({
    breaks: 'reports.daily_sales',
    text: 'the period is said to end a day earlier',
    change: (report) => ({ ...report, to: dayAfter(report.to, -1) }),
  }),
  'server.report-company-other': inReport({
    breaks: 'reports.daily_sales',
    text: 'the report names another company',
    change: (report) => ({ ...report, companyId: 1 }),
  }),
  'server.items-sort-net': {
    breaks: 'op.listSalesByItem.param.sort',
    text: 'sales by item are sorted by net',
    where: { operation: 'listSalesByItem' },
    how: querying(({ sort }) => (sort === 'net' ? undefined : { sort: 'net' })),
  },
  'server.items-order-turned': {
    breaks: 'op.listSalesByItem.param.order',
    text: 'sales by item come in the wrong order',
    where: { operation: 'listSalesByItem' },
    how: asking((request) => withQuery(request, { order: request.query.order === 'asc' ? 'desc' : 'asc' })),
  },
  'server.items-store-ignored': {
    breaks: 'op.listSalesByItem.param.storeId',
    text: 'the store of sales by item is not heeded',
    where: { operation: 'listSalesByItem' },
    how: unread('storeId'),
  },
  'server.items-page-one': {
    breaks: 'op.listSalesByItem.param.page',
    text: 'every page of sales by item is the first',
    where: { operation: 'listSalesByItem' },
    how: querying(({ page }) => (page === 1 ? undefined : { page: 1 })),
  },
  'statement.items-one-short': {
    breaks: 'op.listSalesByItem.param.limit',
    text: 'pages of sales by item are one row short',
    where: { statement: 'reports.sales-by-item.*' },
    how: { from: 'n <= $5::bigint + $6::bigint', to: 'n < $5::bigint + $6::bigint' },
  },
};
