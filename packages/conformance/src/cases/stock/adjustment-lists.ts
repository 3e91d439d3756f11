import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Page, Rec } from '../../engine/record.ts';
import { expectFiltered, wordsOccur } from '../expect/lists.ts';
import { detailsOf, expectRejectedAt, expectTaken } from '../expect/rejections.ts';
import { nameOf, storesOf } from '../fixtures/directory.ts';
import { DAY, stockFixture } from '../fixtures/stock.ts';
import { adjusted } from './adjustments.ts';

/** The list of stock adjustments: filters, order, and the reduced limit. */

const example = subject('examples', 'stock-adjustments');

const PATH = '/stock-adjustments';

const draft = async (t: CaseContext, fields: object = {}): Promise<Rec> =>
  (await adjusted(t, fields, 'false')).adjustment;

/** More adjustments than fit on a page. */
async function moreThan(t: CaseContext, count: number): Promise<number> {
  const { here, itemId } = await stockFixture(t);
  const body = { storeId: here, date: DAY, type: 1, lines: [{ itemId, quantity: '1' }] };
  const { total } = (await t.as().page(`${PATH}?limit=1`)).pagination;
  for (let n = total; n <= count; n += 1) await t.as().create(`${PATH}?post=false`, body);
  return Math.max(total, count + 1);
}

export const STOCK_ADJUSTMENT_LIST_CASES: readonly Case[] = [
  example(
    'clamp',
    ['adjustments.limit_clamped', 'lists.pages', 'op.listStockAdjustments.param.limit'],
    'a limit above 100 is reduced to 100, and the rest follows on later pages',
    async (t) => {
      const total = await moreThan(t, 100);
      for (const limit of ['100', '101', '1000', '9007199254740991', '99999999999999999999999']) {
        const { data, pagination }: Page = await t.as().page(`${PATH}?limit=${limit}`);
        t.equal([data.length, pagination.limit, pagination.total], [100, 100, total], `limit=${limit}`);
        const next = await t.as().page(`${PATH}?limit=${limit}&page=2`);
        t.equal(next.data.length, Math.min(100, total - 100), `page 2 of limit=${limit}`);
        t.check(!next.data.some(({ id }) => data.some((one) => one.id === id)), 'page 2 repeats page 1');
      }
      t.expectStatus(await t.as().get(`${PATH}?limit=0`), 400, 'partner.validation_failed');
    },
  ),
  example(
    'order',
    ['adjustments.order', 'lists.order', 'op.listStockAdjustments.param.order'],
    'adjustments are ordered by date and then by id, latest first unless order=asc; there is no sort',
    async (t) => {
      const dates = ['2001-06-02', '2001-06-03', '2001-06-01', '2001-06-02'];
      const made: Rec[] = [];
      for (const date of dates) made.push(await draft(t, { date }));
      const ids = async (query: string) =>
        (await t.as().all(`${PATH}?${query}`)).map(({ id }) => id).filter((id) => made.some((one) => one.id === id));
      // Within a day, ids decide the order, which may differ from the order of creation.
      const byDate = (a: Rec, b: Rec) => String(a.date).localeCompare(String(b.date)) || a.id - b.id;
      const expected = made.toSorted(byDate).map(({ id }) => id);
      t.equal(await ids('order=asc'), expected, 'order=asc');
      t.equal(await ids('order=desc'), expected.toReversed(), 'order=desc');
      t.equal(await ids('fromDate=2001-06-01'), expected.toReversed(), 'without order');
      const answer = await t.as().get(`${PATH}?sort=date`);
      expectRejectedAt(t, answer, 400, 'partner.validation_failed', 'sort');
      t.check(detailsOf(answer).length === 1, 'sort is not the only error', answer);
    },
  ),
  example(
    'dates',
    ['adjustments.dates', 'op.listStockAdjustments.param.fromDate', 'op.listStockAdjustments.param.toDate'],
    'the bounds of dates are inclusive',
    async (t) => {
      const days: Rec[] = [];
      for (const date of ['2001-05-01', '2001-05-02', '2001-05-03']) days.push(await draft(t, { date }));
      await expectFiltered(t, PATH, 'fromDate=2001-05-02', days, days.slice(1));
      await expectFiltered(t, PATH, 'toDate=2001-05-02', days, days.slice(0, 2));
      await expectFiltered(t, PATH, 'fromDate=2001-05-02&toDate=2001-05-02', days, days.slice(1, 2));
    },
  ),
  example(
    'filters',
    [
      'adjustments.filters',
      'http.csv_or_repeated',
      'op.listStockAdjustments.param.storeId',
      'op.listStockAdjustments.param.type',
      'op.listStockAdjustments.param.status',
    ],
    'storeId, type and status',
    async (t) => {
      const [here, there, third] = await storesOf(t, 3);
      const [posted, plain, added, counted] = [
        (await adjusted(t)).adjustment,
        await draft(t),
        (await adjusted(t, { type: 1, storeId: there })).adjustment,
        (await adjusted(t, { type: 0, storeId: third })).adjustment,
      ];
      const voided = await draft(t);
      t.requireStatus(await t.as().patch(`${PATH}/${voided.id}`, { status: 2 }), 200);
      const all = [posted, plain, added, counted, voided];
      await expectFiltered(t, PATH, 'type=0', all, [counted]);
      await expectFiltered(t, PATH, 'type=1', all, [added]);
      await expectFiltered(t, PATH, 'type=2', all, [posted, plain, voided]);
      await expectFiltered(t, PATH, 'status=0', all, [plain]);
      await expectFiltered(t, PATH, 'status=1', all, [posted, added, counted]);
      await expectFiltered(t, PATH, 'status=2', all, [voided]);
      await expectFiltered(t, PATH, 'order=asc', all, all);
      await expectFiltered(t, PATH, `storeId=${there}`, all, [added]);
      await expectFiltered(t, PATH, `storeId=${there},${third}`, all, [added, counted]);
      await expectFiltered(t, PATH, `storeId=${there}&storeId=${here}`, all, [posted, plain, added, voided]);
      await expectFiltered(t, PATH, `storeId=${here}&type=2&status=1`, all, [posted]);
    },
  ),
  example(
    'search',
    ['adjustments.search', 'op.listStockAdjustments.param.search', 'lists.search'],
    'search covers number, narration, reason and the store’s name, in any letter case',
    async (t) => {
      const mark = t.name('find');
      const [a, b] = await storesOf(t, 2);
      const all = [
        await draft(t, { adjustmentNo: `${mark}-no`, storeId: a, reason: 'theft' }),
        await draft(t, { narration: `${mark} told ÄRGER`, storeId: b, reason: 'waste' }),
      ];
      const [numbered, narrated] = all as [Rec, Rec];
      await expectFiltered(t, PATH, `search=${mark}`, all, all);
      await expectFiltered(t, PATH, `search=${mark.toUpperCase()}-NO`, all, [numbered]);
      for (const word of ['told', 'ärger', 'ÄRGER'])
        await expectFiltered(t, PATH, `search=${encodeURIComponent(`${word} ${mark}`)}`, all, [narrated]);
      await expectFiltered(t, PATH, `search=THEFT%20${mark}`, all, [numbered]);
      await expectFiltered(t, PATH, `search=waste`, all, [narrated]);
      const names = [await nameOf(t, '/stores', a), await nameOf(t, '/stores', b)];
      for (const name of names) {
        const found = all.filter((one, i) => wordsOccur(name, [one.adjustmentNo, one.narration, one.reason, names[i]]));
        await expectFiltered(t, PATH, `search=${encodeURIComponent(`${mark} ${name}`)}`, all, found);
      }
      await expectFiltered(t, PATH, `search=told%20theft`, all, []);
    },
  ),
  example(
    'number',
    ['adjustments.number', 'op.createStockAdjustment.body.adjustmentNo', 'op.createStockAdjustment.status.409'],
    'the number is generated if absent and unique per merchant',
    async (t) => {
      const [one, two] = [await draft(t), await draft(t)];
      const numbers = [one.adjustmentNo, two.adjustmentNo];
      t.check(
        numbers.every((text) => typeof text === 'string' && text !== ''),
        `numbers are ${numbers}`,
      );
      t.check(numbers[0] !== numbers[1], 'two adjustments have the same number');
      const { here, itemId } = await stockFixture(t);
      const lines = [{ itemId, quantity: '1' }];
      const body = { storeId: here, date: DAY, type: 1, lines, adjustmentNo: one.adjustmentNo };
      expectTaken(t, await t.as().post(`${PATH}?post=false`, body), '/adjustmentNo', one.id);
      const renamed = await t.as().patch(`${PATH}/${two.id}`, { adjustmentNo: one.adjustmentNo });
      expectTaken(t, renamed, '/adjustmentNo', one.id);
    },
  ),
];
