import { type Faults, fault, sharing } from '../fault.ts';
import { amountOf, written } from '../how/amounts.ts';
import { asking, firstOf, querying, replying, unread, withQuery } from '../how/handlers.ts';
import { request } from '../how/requests.ts';

const DAY = 24 * 60 * 60 * 1000;

const dayAfter = (day: unknown, days: number): string =>
  new Date(Date.parse(String(day)) + days * DAY).toISOString().slice(0, 10);

type Rows = Record<string, unknown>[];
type Report = Record<string, unknown> & { data: Rows; totals: Rows; from: string; to: string };

const inReport = (change: (report: Report) => object) => replying((body) => change(body as Report));

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

const reportFault = sharing({ where: { statement: 'reports.*' } });
const dailySalesFault = sharing({ where: { operation: 'getDailySales' } });
const salesByItemFault = sharing({ where: { operation: 'listSalesByItem' } });

/** Reports with missing or extra days, forbidden stores, and wrong sums. */
export const REPORT_FAULTS: Faults = {
  'statement.report-to-excluded': reportFault('op.getDailySales.param.to', 'the last day of a report is left out', {
    how: { from: /r\.day between \$2::date and \$3::date/g, to: 'r.day >= $2::date and r.day < $3::date' },
  }),
  'statement.report-from-excluded': reportFault(
    'op.getDailySales.param.from',
    'the first day of a report is left out',
    { how: { from: /r\.day between \$2::date and \$3::date/g, to: 'r.day > $2::date and r.day <= $3::date' } },
  ),
  'statement.report-every-store': reportFault(
    'reports.approved_stores',
    'sales reports cover stores that were not approved',
    {
      how: {
        from: /\(\$4::bigint\[\] is null or r\.store_id = any\(\$4::bigint\[\]\)\)/g,
        to: '($4::bigint[] is null or true)',
      },
    },
  ),
  'statement.report-store-names': fault('reports.daily_sales', 'a report is empty where the store has been renamed', {
    where: { statement: 'reports.daily-sales' },
    how: { from: 's.id = r.store_id', to: 's.id = r.store_id and s.version = 1' },
  }),
  'server.report-store-ignored': dailySalesFault('op.getDailySales.param.storeId', 'the store of a report is ignored', {
    how: unread('storeId'),
  }),
  'server.report-first-store': dailySalesFault(
    'op.getDailySales.param.storeId',
    'only the first of several stores of a report is used',
    { how: firstOf('storeId') },
  ),
  'server.report-days-swapped': dailySalesFault(
    'op.getDailySales.param.to',
    'a period that ends before it begins is turned',
    { how: querying(({ from, to }) => (String(to) < String(from) ? { from: to, to: from } : undefined)) },
  ),
  'server.report-year-and-more': dailySalesFault('op.getDailySales.param.to', 'a period may be longer than 366 days', {
    how: asking((request) => {
      const { from, to } = request.query;
      const most = dayAfter(from, 365);
      return String(to) > most ? withQuery(request, { to: most }) : request;
    }),
  }),
  'server.report-month-at-most': dailySalesFault('op.getDailySales.param.to', 'a report covers 31 days at most', {
    how: asking((request) => {
      const most = dayAfter(request.query.from, 30);
      return String(request.query.to) > most ? withQuery(request, { to: most }) : request;
    }),
  }),
  'request.report-to-today': fault('reports.dates', 'a report without to goes up to its first day', {
    how: request((passing) => {
      const from = /[?&]from=([^&]+)/.exec(passing.url)?.[1];
      if (passing.url.includes('/reports/') && from && !/[?&]to=/.test(passing.url)) passing.url += `&to=${from}`;
    }),
  }),
  'request.report-any-date': fault('reports.dates', 'a time after a date is cut off', {
    how: request((passing) => {
      if (passing.url.includes('/reports/'))
        passing.url = passing.url.replaceAll(/((?:from|to)=\d{4}-\d\d-\d\d)T[^&]*/g, '$1');
    }),
  }),
  'server.report-newest-first': dailySalesFault('reports.rows', 'days come newest first', {
    how: inReport((report) => ({ ...report, data: report.data.toReversed() })),
  }),
  'server.report-net-of-refunds': dailySalesFault('reports.net', 'refunds are not taken off net', {
    how: inReport((report) => ({
      ...report,
      data: report.data.map((row) => ({
        ...row,
        net: written(amountOf(row.gross) - amountOf(row.discounts) - amountOf(row.tax), row.net),
      })),
    })),
  }),
  'server.report-totals-of-one': dailySalesFault('reports.totals', 'totals are those of the last row', {
    how: inReport((report) => ({
      ...report,
      totals: report.data.slice(-1).map(({ storeId: _, storeName: __, date: ___, ...sums }) => sums),
    })),
  }),
  'server.report-dollars': dailySalesFault('reports.daily_sales', 'amounts are reported in USD', {
    how: inReport((report) => ({
      ...report,
      data: report.data.map((row) => ({ ...row, currency: 'USD' })),
      totals: report.totals.map((row) => ({ ...row, currency: 'USD' })),
    })),
  }),
  'server.report-empty-days': dailySalesFault('reports.rows', 'days without sales have a row', {
    how: inReport((report) => ({ ...report, data: report.data.length > 0 ? report.data : [emptyDay(report.from)] })),
  }),
  'server.report-totals-always': dailySalesFault('reports.totals', 'totals exist without rows', {
    how: inReport((report) => ({
      ...report,
      totals:
        report.totals.length > 0
          ? report.totals
          : [{ currency: 'GBP', orders: 0, refundOrders: 0, ...EMPTY_SUMS, payments: NO_PAYMENTS }],
    })),
  }),
  'server.report-period-cut': dailySalesFault('reports.daily_sales', 'the period is reported to end a day earlier', {
    how: inReport((report) => ({ ...report, to: dayAfter(report.to, -1) })),
  }),
  'server.report-company-other': dailySalesFault('reports.daily_sales', 'the report names another company', {
    how: inReport((report) => ({ ...report, companyId: 1 })),
  }),
  'server.items-sort-net': salesByItemFault('op.listSalesByItem.param.sort', 'sales by item are sorted by net', {
    how: querying(({ sort }) => (sort === 'net' ? undefined : { sort: 'net' })),
  }),
  'server.items-order-turned': salesByItemFault(
    'op.listSalesByItem.param.order',
    'sales by item come in the wrong order',
    { how: asking((request) => withQuery(request, { order: request.query.order === 'asc' ? 'desc' : 'asc' })) },
  ),
  'server.items-store-ignored': salesByItemFault(
    'op.listSalesByItem.param.storeId',
    'the store of sales by item is ignored',
    { how: unread('storeId') },
  ),
  'server.items-page-one': salesByItemFault(
    'op.listSalesByItem.param.page',
    'every page of sales by item is the first',
    { how: querying(({ page }) => (page === 1 ? undefined : { page: 1 })) },
  ),
  'statement.items-one-short': fault('op.listSalesByItem.param.limit', 'pages of sales by item are one row short', {
    where: { statement: 'reports.sales-by-item.*' },
    how: { from: 'n <= $5::bigint + $6::bigint', to: 'n < $5::bigint + $6::bigint' },
  }),
};
