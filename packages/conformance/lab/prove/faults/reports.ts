import type { Fault } from '../fault.ts';
import { amountOf, written } from '../kinds/amounts.ts';
import { asks } from '../kinds/requests.ts';
import { asked, replied, withQuery } from '../kinds/server.ts';
import { sql } from '../kinds/statements.ts';

const DAY = 24 * 60 * 60 * 1000;

const dayAfter = (day: unknown, days: number): string =>
  new Date(Date.parse(String(day)) + days * DAY).toISOString().slice(0, 10);

type Rows = Record<string, unknown>[];
type Report = Record<string, unknown> & { data: Rows; totals: Rows; from: string; to: string };

const inReport = (id: string, breaks: string, text: string, change: (report: Report) => object): Fault =>
  replied(`report-${id}`, breaks, text, ['getDailySales'], (body) => change(body as Report));

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
export const REPORT_FAULTS: readonly Fault[] = [
  sql(
    'report-to-excluded',
    'op.getDailySales.param.to',
    'the last day of a report is left out',
    /r\.day between \$2::date and \$3::date/g,
    'r.day >= $2::date and r.day < $3::date',
  ),
  sql(
    'report-from-excluded',
    'op.getDailySales.param.from',
    'the first day of a report is left out',
    /r\.day between \$2::date and \$3::date/g,
    'r.day > $2::date and r.day <= $3::date',
  ),
  sql(
    'report-every-store',
    'reports.approved_stores',
    'sales reports cover stores that were not approved',
    /\(\$4::bigint\[\] is null or r\.store_id = any\(\$4::bigint\[\]\)\)/g,
    '($4::bigint[] is null or true)',
  ),
  sql(
    'report-store-names',
    'reports.daily_sales',
    'a report is empty where the store has been renamed',
    /(from region_\w+\.daily_sales r\s+join region_\w+\.stores s on s\.company_id = r\.company_id) and s\.id = r\.store_id/,
    '$1 and s.id = r.store_id and s.version = 1',
  ),
  asked(
    'report-store-ignored',
    'op.getDailySales.param.storeId',
    'the store of a report is not heeded',
    ['getDailySales'],
    (request) => (request.query.storeId ? withQuery(request, { storeId: undefined }) : request),
  ),
  asked(
    'report-first-store',
    'op.getDailySales.param.storeId',
    'of several stores of a report the first is heeded',
    ['getDailySales'],
    (request) => {
      const stores = (request.query.storeId ?? []) as unknown[];
      return stores.length > 1 ? withQuery(request, { storeId: stores.slice(0, 1) }) : request;
    },
  ),
  asked(
    'report-days-swapped',
    'op.getDailySales.param.to',
    'a period that ends before it begins is turned',
    ['getDailySales'],
    (request) => {
      const { from, to } = request.query;
      return String(to) < String(from) ? withQuery(request, { from: to, to: from }) : request;
    },
  ),
  asked(
    'report-year-and-more',
    'op.getDailySales.param.to',
    'a period may be longer than 366 days',
    ['getDailySales'],
    (request) => {
      const { from, to } = request.query;
      const most = dayAfter(from, 365);
      return String(to) > most ? withQuery(request, { to: most }) : request;
    },
  ),
  asked(
    'report-month-at-most',
    'op.getDailySales.param.to',
    'a report covers 31 days at most',
    ['getDailySales'],
    (request) => {
      const most = dayAfter(request.query.from, 30);
      return String(request.query.to) > most ? withQuery(request, { to: most }) : request;
    },
  ),
  asks('report-to-today', 'reports.dates', 'a report without to goes up to its first day', (passing) => {
    const from = /[?&]from=([^&]+)/.exec(passing.url)?.[1];
    if (passing.url.includes('/reports/') && from && !/[?&]to=/.test(passing.url)) passing.url += `&to=${from}`;
  }),
  asks('report-any-date', 'reports.dates', 'a time behind a date is cut off', (passing) => {
    if (passing.url.includes('/reports/'))
      passing.url = passing.url.replaceAll(/((?:from|to)=\d{4}-\d\d-\d\d)T[^&]*/g, '$1');
  }),
  inReport('newest-first', 'reports.rows', 'days come newest first', (report) => ({
    ...report,
    data: report.data.toReversed(),
  })),
  inReport('net-of-refunds', 'reports.net', 'refunds are not taken off net', (report) => ({
    ...report,
    data: report.data.map((row) => ({
      ...row,
      net: written(amountOf(row.gross) - amountOf(row.discounts) - amountOf(row.tax), row.net),
    })),
  })),
  inReport('totals-of-one', 'reports.totals', 'totals are those of the last row', (report) => ({
    ...report,
    totals: report.data.slice(-1).map(({ storeId: _, storeName: __, date: ___, ...sums }) => sums),
  })),
  inReport('dollars', 'reports.daily_sales', 'amounts are said to be in USD', (report) => ({
    ...report,
    data: report.data.map((row) => ({ ...row, currency: 'USD' })),
    totals: report.totals.map((row) => ({ ...row, currency: 'USD' })),
  })),
  inReport('empty-days', 'reports.rows', 'days without sales have a row', (report) => ({
    ...report,
    data: report.data.length > 0 ? report.data : [emptyDay(report.from)],
  })),
  inReport('totals-always', 'reports.totals', 'there are totals where there are no rows', (report) => ({
    ...report,
    totals:
      report.totals.length > 0
        ? report.totals
        : [{ currency: 'GBP', orders: 0, refundOrders: 0, ...EMPTY_SUMS, payments: NO_PAYMENTS }],
  })),
  inReport('period-cut', 'reports.daily_sales', 'the period is said to end a day earlier', (report) => ({
    ...report,
    to: dayAfter(report.to, -1),
  })),
  inReport('company-other', 'reports.daily_sales', 'the report names another company', (report) => ({
    ...report,
    companyId: 1,
  })),
  asked(
    'items-sort-net',
    'op.listSalesByItem.param.sort',
    'sales by item are sorted by net',
    ['listSalesByItem'],
    (request) => (request.query.sort === 'net' ? request : withQuery(request, { sort: 'net' })),
  ),
  asked(
    'items-order-turned',
    'op.listSalesByItem.param.order',
    'sales by item come in the wrong order',
    ['listSalesByItem'],
    (request) => withQuery(request, { order: request.query.order === 'asc' ? 'desc' : 'asc' }),
  ),
  asked(
    'items-store-ignored',
    'op.listSalesByItem.param.storeId',
    'the store of sales by item is not heeded',
    ['listSalesByItem'],
    (request) => (request.query.storeId ? withQuery(request, { storeId: undefined }) : request),
  ),
  asked(
    'items-page-one',
    'op.listSalesByItem.param.page',
    'every page of sales by item is the first',
    ['listSalesByItem'],
    (request) => (request.query.page === 1 ? request : withQuery(request, { page: 1 })),
  ),
  sql(
    'items-one-short',
    'op.listSalesByItem.param.limit',
    'pages of sales by item are one row short',
    /n <= \$5::bigint \+ \$6::bigint/,
    'n < $5::bigint + $6::bigint',
  ),
];
