import type { Asked } from '../../back-office/figures.ts';
import { unitsOf } from '../../decimals.ts';
import { drawing } from '../../draw.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { addDays } from '../../specification/days.ts';
import { expectPages } from '../expect/pages.ts';
import {
  expectSameRows,
  type Fields,
  itemIdOf,
  type Records,
  recordsOf,
  someStores,
  storeIdOf,
} from './back-office-records.ts';
import { totalRows } from './daily-sales.ts';
import {
  byToken,
  dailyRows,
  dailyUrl,
  itemRows,
  itemsUrl,
  middleDayOf,
  only,
  reported,
  wholeOf,
} from './report-calls.ts';
import { levelRows } from './stock-on-hand.ts';

/** Reports and open orders with several parameters at once: stores, days, sort and page. */

const example = subject('examples', 'narrowed');

/** Periods that begin and end on days with sales, for all stores, one store and several. */
function combinations(records: Records): Asked[] {
  const { from, to } = wholeOf(records);
  const day = middleDayOf(records);
  const [one = '', two = '', three = ''] = someStores(records, 3);
  const periods = [
    { from, to },
    { from, to: day },
    { from: day, to },
    { from: day, to: day },
    { from: addDays(day, -1), to: addDays(day, 1) },
  ];
  return periods.flatMap((period) => [undefined, [one], [three, two]].map((stores) => ({ ...period, stores })));
}

const DAY_ROW = ['storeId', 'date', 'currency'];
const FIGURES = ['gross', 'discounts', 'tax', 'refunds', 'net'];

async function dailySales(t: CaseContext): Promise<void> {
  const records = await recordsOf(t);
  for (const asked of combinations(records)) {
    const { report, answer } = await reported(t, byToken(records), dailyUrl(records, asked));
    const names = [...DAY_ROW, 'orders', 'refundOrders', ...FIGURES, 'payments'];
    expectSameRows(t, report.data, only(dailyRows(records, asked), names), DAY_ROW, answer);
    expectSameRows(t, report.totals, totalRows(records, asked), ['currency'], answer);
  }
}

const ITEM_ROW = ['itemId', 'variantId', 'currency'];
const SORTS = ['net', 'gross', 'quantity'];

const keyOfItem = (row: object): string => ITEM_ROW.map((name) => (row as Record<string, unknown>)[name]).join();

/** True if values are sorted ascending or descending, with ties by item. */
function isInOrder(rows: readonly Rec[], sort: string, order: string): boolean {
  const values = rows.map((row) => unitsOf(String(row[sort])));
  const ties = new Set<number>();
  const isWrong = values.some((value, i) => {
    const before = values[i - 1];
    if (before === undefined) return false;
    if (before === value) ties.add(Math.sign(Number(rows[i]?.itemId) - Number(rows[i - 1]?.itemId)));
    return order === 'asc' ? value < before : value > before;
  });
  return !isWrong && !(ties.has(1) && ties.has(-1));
}

async function salesByItem(t: CaseContext): Promise<void> {
  const records = await recordsOf(t);
  const draw = drawing(t.seed);
  for (const asked of combinations(records)) {
    const [sort, order] = [SORTS[draw(SORTS.length)] ?? 'net', draw(2) === 0 ? 'asc' : 'desc'];
    const url = itemsUrl(records, asked, `&sort=${sort}&order=${order}`);
    const whole = (await records.caller.page(`${url}&limit=100`)).data;
    const names = [...ITEM_ROW, 'quantity', 'refundedQuantity', ...FIGURES];
    expectSameRows(t, whole, only(itemRows(records, asked), names), ITEM_ROW);
    t.check(isInOrder(whole, sort, order), `GET ${url}: the rows are not in order`);
    await expectPages(t, records.caller, url, whole.map(keyOfItem), {
      by: 'page',
      keyOf: keyOfItem,
      hasCursors: false,
    });
  }
}

const LEVEL = ['storeId', 'itemId', 'variantId'];

const keyOfLevel = (row: object): string => LEVEL.map((name) => (row as Record<string, unknown>)[name]).join();

const hasStock = ({ onHand }: Fields): boolean => Number(onHand) !== 0;

async function stockOnHand(t: CaseContext): Promise<void> {
  const records = await recordsOf(t);
  const [one = '', two = '', three = ''] = someStores(records, 3);
  const counted = [...records.backOffice.items.values()]
    .filter(({ trackStock }) => trackStock)
    .map(({ externalId }) => externalId);
  if (counted.length < 3) throw new Unavailable('fewer than three tracked items in the file');
  const draw = drawing(t.seed);
  for (const stores of [undefined, [one], [three, two]])
    for (const items of [counted, counted.slice(0, 1), counted.slice(1, 4)]) {
      const at = stores ? `&storeId=${stores.map((store) => storeIdOf(records, store)).join()}` : '';
      const url = `/reports/stock-on-hand?itemId=${items.map((item) => itemIdOf(records, item)).join()}${at}`;
      const whole = (await records.caller.page(`${url}&limit=100`)).data;
      const expected = levelRows(records, { items, ...(stores && { stores }) }).map(({ level: _, ...row }) => row);
      expectSameRows(t, whole.filter(hasStock), expected.filter(hasStock), LEVEL);
      const ids = whole.map(({ itemId }) => Number(itemId));
      t.equal(
        ids,
        ids.toSorted((a, b) => a - b),
        `GET ${url}: ids of the items`,
      );
      await expectPages(t, records.caller, url, whole.map(keyOfLevel), {
        by: draw(2) === 0 ? 'page' : 'cursor',
        keyOf: keyOfLevel,
      });
    }
}

/** True if instants are sorted, with ties by id in the same direction. */
function inOrder(orders: readonly Rec[], sort: string, order: string): number[] {
  const at = (row: Rec) => Date.parse(String(row[sort]));
  const ids = orders.toSorted((a, b) => at(a) - at(b) || a.id - b.id).map(({ id }) => id);
  return order === 'asc' ? ids : ids.toReversed();
}

async function openOrders(t: CaseContext): Promise<void> {
  const records = await recordsOf(t);
  const draw = drawing(t.seed);
  for (const store of records.stores.keys()) {
    const url = `/stores/${storeIdOf(records, store)}/open-orders`;
    const all = await records.caller.all(url);
    for (const channel of [undefined, ...new Set(all.map((row) => String(row.channel)))])
      for (const sort of ['openedAt', 'updatedAt'])
        for (const order of ['asc', 'desc']) {
          const left = all.filter((row) => channel === undefined || row.channel === channel);
          const query = `${channel === undefined ? '' : `channel=${channel}&`}sort=${sort}&order=${order}`;
          const by = draw(2) === 0 ? 'page' : 'cursor';
          await expectPages(t, records.caller, `${url}?${query}`, inOrder(left, sort, order), { by });
        }
  }
}

const PAGES = ['reports.narrowed', 'lists.total', 'lists.pages'];

export const NARROWED_REPORT_CASES: readonly Case[] = [
  example(
    'daily-sales',
    ['reports.narrowed', 'reports.period', 'reports.stores', 'reports.totals', 'reports.rows', 'reports.exact'],
    'daily sales of some days at some stores, with all figures and their totals',
    dailySales,
  ),
  example(
    'sales-by-item',
    [
      ...PAGES,
      'reports.period',
      'reports.stores',
      'sales_by_item.sort',
      'sales_by_item.pages',
      'sales_by_item.rows',
      'reports.exact',
    ],
    'sales by item of some days at some stores, in each order, page by page',
    salesByItem,
  ),
  example(
    'stock-on-hand',
    [...PAGES, 'stock_on_hand.filters', 'stock_on_hand.order', 'stock_on_hand.levels', 'lists.cursor'],
    'stock on hand of some items at some stores, by page and by cursor',
    stockOnHand,
  ),
  example(
    'open-orders',
    [
      ...PAGES,
      'open_orders.pages',
      'open_orders.order',
      'open_orders.channel',
      'open_orders.store',
      'lists.cursor',
      'lists.ties',
    ],
    'open orders of each store by channel, in each order, by page and by cursor',
    openOrders,
  ),
];
