import type { Asked } from '../../back-office/figures.ts';
import { unitsOf } from '../../decimals.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { expectSameRows, type Fields, type Records, recordsOf, someStores, storeIdOf } from './back-office-records.ts';
import {
  byToken,
  emptyDayOf,
  everyRow,
  itemRows,
  itemsUrl,
  middleDayOf,
  only,
  type Reported,
  reported,
  wholeOf,
} from './report-calls.ts';

/** Sales by item, compared with the back-office file. */

const example = subject('examples', 'sales-by-item');

const ROW = ['itemId', 'variantId', 'currency'];

const FIGURES: readonly (readonly [requirement: string, fields: readonly string[]])[] = [
  ['sales_by_item.quantity', ['quantity', 'refundedQuantity']],
  ['sales_by_item.gross', ['gross']],
  ['sales_by_item.discounts', ['discounts']],
  ['sales_by_item.tax', ['tax']],
  ['sales_by_item.refunds', ['refunds']],
  ['sales_by_item.net', ['net']],
];

const onePage = (t: CaseContext, records: Records, asked: Asked, more: string): Promise<Reported> =>
  reported(t, byToken(records), itemsUrl(records, asked, more));

const byItem = (t: CaseContext, records: Records, asked: Asked, more?: string): Promise<readonly Fields[]> =>
  everyRow(t, byToken(records), itemsUrl(records, asked, more));

/** Asserts that the report sums these days and stores. */
async function expectCovers(t: CaseContext, records: Records, asked: Asked): Promise<void> {
  const rows = await byItem(t, records, asked);
  expectSameRows(t, rows, only(itemRows(records, asked), [...ROW, 'quantity', 'gross']), ROW);
}

/** True if values are sorted in either direction. */
function isSorted(rows: readonly Fields[], sort: string, order: string): boolean {
  const values = rows.map((row) => unitsOf(String(row[sort])));
  const [first, last] = order === 'asc' ? [0, 1] : [1, 0];
  return values.every((_, i) => i === 0 || (values[i - 1 + first] ?? 0n) <= (values[i - 1 + last] ?? 0n));
}

export const SALES_BY_ITEM_CASES: readonly Case[] = [
  ...FIGURES.map(([requirement, fields]) =>
    example(
      `${fields[0]}`,
      [requirement, 'op.listSalesByItem.call', 'reports.exact'],
      `${fields.join(' and ')} of each item and variant, to the last decimal`,
      async (t) => {
        const records = await recordsOf(t);
        const rows = await byItem(t, records, wholeOf(records));
        expectSameRows(t, rows, only(itemRows(records, wholeOf(records)), [...ROW, ...fields]), ROW);
      },
    ),
  ),
  example('rows', ['sales_by_item.rows'], 'one row for each item, or variant, and currency, by name', async (t) => {
    const records = await recordsOf(t);
    const rows = await byItem(t, records, wholeOf(records));
    expectSameRows(t, rows, only(itemRows(records, wholeOf(records)), [...ROW, 'name', 'variantName']), ROW);
    const codes = new Map(
      [...records.backOffice.items.values()].map(({ name, itemCode, variants = [] }) => [
        name,
        [itemCode, ...variants.map((variant) => variant.itemCode)],
      ]),
    );
    const wrong = rows.filter(({ name, itemCode }) => !codes.get(String(name))?.includes(String(itemCode)));
    t.equal(wrong, [], 'rows with the code of another item');
  }),
  example(
    'sort',
    ['sales_by_item.sort', 'op.listSalesByItem.param.sort', 'op.listSalesByItem.param.order'],
    'sort takes net, gross or quantity, as a number, in either order; by default net, highest first',
    async (t) => {
      const records = await recordsOf(t);
      for (const sort of ['net', 'gross', 'quantity'])
        for (const order of ['asc', 'desc']) {
          const rows = await byItem(t, records, wholeOf(records), `&sort=${sort}&order=${order}`);
          t.check(isSorted(rows, sort, order), `rows are not in the order of ${sort} ${order}`);
        }
      const rows = await byItem(t, records, wholeOf(records));
      t.check(isSorted(rows, 'net', 'desc'), 'rows are not in the order of net desc by default');
    },
  ),
  example(
    'pages',
    ['sales_by_item.pages', 'op.listSalesByItem.param.page', 'op.listSalesByItem.param.limit'],
    'pages return each row once and count all of them',
    async (t) => {
      const records = await recordsOf(t);
      const whole = await byItem(t, records, wholeOf(records));
      const total = itemRows(records, wholeOf(records)).length;
      const rows: Fields[] = [];
      for (let page = 1; (page - 1) * 2 < total; page += 1) {
        const { report } = await onePage(t, records, wholeOf(records), `&limit=2&page=${page}`);
        t.equal(report.pagination, { page, limit: 2, total, hasMore: page * 2 < total }, 'pagination');
        rows.push(...report.data);
      }
      t.equal(rows, whole, 'all pages');
      const { report: first } = await onePage(t, records, wholeOf(records), '');
      t.equal([first.pagination.page, first.pagination.limit], [1, 10], 'default page and limit');
      const beyond = await onePage(t, records, wholeOf(records), `&limit=100&page=${Math.ceil(total / 100) + 1}`);
      t.equal([beyond.report.data, beyond.report.pagination.hasMore], [[], false], 'beyond the last page');
      const tooMany = await records.caller.get(itemsUrl(records, wholeOf(records), '&limit=101'));
      t.expectStatus(tooMany, 400, 'partner.validation_failed');
    },
  ),
  example(
    'period',
    ['reports.period', 'op.listSalesByItem.param.from', 'op.listSalesByItem.param.to'],
    'from and to are both included, and no other day',
    async (t) => {
      const records = await recordsOf(t);
      const [day, { from, to }, none] = [middleDayOf(records), wholeOf(records), emptyDayOf(records)];
      for (const asked of [
        { from: day, to: day },
        { from, to: day },
        { from: day, to },
        { from: none, to: none },
      ])
        await expectCovers(t, records, asked);
    },
  ),
  example(
    'stores',
    ['reports.stores', 'op.listSalesByItem.param.storeId'],
    'storeId selects the stores that it names',
    async (t) => {
      const records = await recordsOf(t);
      const [one = '', two = '', three = ''] = someStores(records, 3);
      for (const stores of [[one], [two], [three, one]])
        await expectCovers(t, records, { ...wholeOf(records), stores });
    },
  ),
  example('tenancy', ['reports.tenancy'], "another merchant's sales never appear", async (t) => {
    const [mine, others] = [await recordsOf(t), await recordsOf(t, 'other')];
    await expectCovers(t, mine, wholeOf(mine));
    await expectCovers(t, others, wholeOf(others));
    const [store = ''] = others.stores.keys();
    const rows = await byItem(t, mine, wholeOf(others), `&storeId=${storeIdOf(others, store)}`);
    t.equal(rows, [], "rows at another merchant's store");
  }),
];
