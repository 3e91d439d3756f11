import { type Asked, totalsOf } from '../../back-office/figures.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { dayAt } from '../../specification/days.ts';
import {
  companyCurrency,
  expectSameRows,
  type Fields,
  type Records,
  recordsOf,
  someStores,
  storeIdOf,
} from './back-office-records.ts';
import {
  byToken,
  dailyRows,
  dailyUrl,
  emptyDayOf,
  middleDayOf,
  only,
  type Reported,
  reported,
  wholeOf,
} from './report-calls.ts';

/** Daily sales, compared with the back-office file. */

const example = subject('examples', 'daily-sales');

const ROW = ['storeId', 'date', 'currency'];

/** Fields of a row, each with its requirement. */
const FIGURES: readonly (readonly [requirement: string, fields: readonly string[]])[] = [
  ['reports.orders', ['orders', 'refundOrders']],
  ['reports.gross', ['gross']],
  ['reports.discounts', ['discounts']],
  ['reports.tax', ['tax']],
  ['reports.refunds', ['refunds']],
  ['reports.net', ['net']],
  ['reports.payments', ['payments']],
];

const daily = (t: CaseContext, records: Records, asked: Asked): Promise<Reported> =>
  reported(t, byToken(records), dailyUrl(records, asked));

/** Asserts that the report has exactly the rows of these days and stores. */
async function expectCovers(t: CaseContext, records: Records, asked: Asked): Promise<void> {
  const { report, answer } = await daily(t, records, asked);
  expectSameRows(t, report.data, only(dailyRows(records, asked), [...ROW, 'orders', 'gross']), ROW, answer);
}

/** Sums of a period by currency. */
export function totalRows(records: Records, asked: Asked): Fields[] {
  const totals = totalsOf(records.backOffice, asked);
  return [...totals].map(([currency, figures]) => ({ currency: currency ?? companyCurrency(records), ...figures }));
}

const isSorted = (keys: readonly string[]): boolean => keys.every((key, i) => i === 0 || (keys[i - 1] ?? '') <= key);

/** True if rows are ordered by day, then by store id or name. */
function inOrder(rows: readonly Fields[]): boolean {
  const byId = rows.map(({ date, storeId }) => `${date} ${String(storeId).padStart(16, '0')}`);
  const byName = rows.map(({ date, storeName }) => `${date} ${storeName}`);
  return isSorted(byId) || isSorted(byName);
}

export const DAILY_SALES_CASES: readonly Case[] = [
  ...FIGURES.map(([requirement, fields]) =>
    example(
      `${fields[0]}`,
      [requirement, 'reports.daily_sales', 'reports.exact'],
      `${fields.join(' and ')} of each store and day, to the last decimal`,
      async (t) => {
        const records = await recordsOf(t);
        const { report, answer } = await daily(t, records, wholeOf(records));
        const expected = only(dailyRows(records, wholeOf(records)), [...ROW, ...fields]);
        expectSameRows(t, report.data, expected, ROW, answer);
      },
    ),
  ),
  example(
    'rows',
    ['reports.rows', 'reports.daily_sales'],
    'one row for each store and day with sales or refunds, ordered by day and store',
    async (t) => {
      const records = await recordsOf(t);
      const asked = wholeOf(records);
      const { report, answer } = await daily(t, records, asked);
      const { companyId } = records.caller.merchant;
      const expected = [companyId, asked.from, asked.to];
      t.equal([report.companyId, report.from, report.to], expected, 'company and period of the report', answer);
      expectSameRows(t, report.data, only(dailyRows(records, asked), [...ROW, 'storeName']), ROW, answer);
      t.check(inOrder(report.data), 'the rows are not ordered by day and store', answer);
    },
  ),
  example(
    'business-day',
    ['reports.business_day'],
    'a sale belongs to the business day of its store, whatever the day in UTC',
    async (t) => {
      const records = await recordsOf(t);
      const apart = records.backOffice.trade.filter(({ at, day }) => dayAt(at, 'UTC') !== day);
      const keys = new Set(apart.flatMap(({ store, day, at }) => [`${store} ${day}`, `${store} ${dayAt(at, 'UTC')}`]));
      if (keys.size === 0) throw new Unavailable('no sale in the file on another day in UTC');
      const asked = wholeOf(records);
      const { report, answer } = await daily(t, records, asked);
      const ids = new Set([...keys].map((key) => key.replace(/^\S+/, (store) => `${storeIdOf(records, store)}`)));
      const among = (rows: readonly Fields[]) => rows.filter(({ storeId, date }) => ids.has(`${storeId} ${date}`));
      const expected = only(dailyRows(records, asked), [...ROW, 'orders', 'refundOrders']);
      expectSameRows(t, among(report.data), among(expected), ROW, answer);
    },
  ),
  example(
    'period',
    ['reports.period', 'op.getDailySales.param.from', 'op.getDailySales.param.to'],
    'from and to are both included, and no other day',
    async (t) => {
      const records = await recordsOf(t);
      const [day, { from, to }] = [middleDayOf(records), wholeOf(records)];
      await expectCovers(t, records, { from: day, to: day });
      await expectCovers(t, records, { from, to: day });
      await expectCovers(t, records, { from: day, to });
    },
  ),
  example(
    'nothing',
    ['reports.period', 'reports.rows', 'reports.totals'],
    'a day without sales is empty',
    async (t) => {
      const records = await recordsOf(t);
      const day = emptyDayOf(records);
      const { report, answer } = await daily(t, records, { from: day, to: day });
      t.equal([report.data, report.totals], [[], []], `rows and totals of ${day}`, answer);
    },
  ),
  example(
    'stores',
    ['reports.stores', 'op.getDailySales.param.storeId'],
    'storeId selects the stores that it names',
    async (t) => {
      const records = await recordsOf(t);
      const asked = wholeOf(records);
      const [one = '', two = '', three = ''] = someStores(records, 3);
      for (const stores of [[one], [two], [three, one]]) await expectCovers(t, records, { ...asked, stores });
      const repeated = [two, three].map((store) => `&storeId=${storeIdOf(records, store)}`).join('');
      const { report } = await reported(t, byToken(records), dailyUrl(records, asked) + repeated);
      const expected = only(dailyRows(records, { ...asked, stores: [two, three] }), ROW);
      expectSameRows(t, report.data, expected, ROW);
    },
  ),
  example('totals', ['reports.totals'], 'totals are the sums of all rows, one for each currency', async (t) => {
    const records = await recordsOf(t);
    const [day, { from, to }] = [middleDayOf(records), wholeOf(records)];
    const [store = ''] = records.stores.keys();
    for (const asked of [
      { from, to },
      { from, to: day },
      { from, to, stores: [store] },
    ]) {
      const { report, answer } = await daily(t, records, asked);
      expectSameRows(t, report.totals, totalRows(records, asked), ['currency'], answer);
    }
  }),
  example(
    'tenancy',
    ['reports.tenancy'],
    "another merchant's sales never appear, even by their store's id",
    async (t) => {
      const [mine, others] = [await recordsOf(t), await recordsOf(t, 'other')];
      await expectCovers(t, mine, wholeOf(mine));
      await expectCovers(t, others, wholeOf(others));
      const [store = ''] = others.stores.keys();
      const strange = `${dailyUrl(mine, wholeOf(others))}&storeId=${storeIdOf(others, store)}`;
      const { report, answer } = await reported(t, byToken(mine), strange);
      t.equal([report.data, report.totals], [[], []], "rows at another merchant's store", answer);
    },
  ),
];
