import type { Rec } from '../run/caller.ts';
import { type Case, subject } from '../run/case.ts';
import type { CaseContext } from '../run/case-context.ts';
import { addStock, conflict, DAY, idsOf, listed, onHand, scene } from './stock.ts';

/** Stock adjustments: counts, additions, removals; drafts, posted and voided. */

const example = subject('examples', 'stock-adjustments');

interface Made {
  readonly adjustment: Rec;
  readonly itemId: number;
  readonly here: number;
}

async function made(t: CaseContext, fields: object = {}, post = 'true', quantity = '4'): Promise<Made> {
  const { here, itemId } = await scene(t);
  await addStock(t, here, itemId, '10');
  const body = { storeId: here, date: DAY, type: 2, lines: [{ itemId, quantity }], ...fields };
  return { adjustment: await t.as().create(`/stock-adjustments?post=${post}`, body), itemId, here };
}

const change = (t: CaseContext, { id }: Rec, fields: object) => t.as().patch(`/stock-adjustments/${id}`, fields);

const stock = (t: CaseContext, { itemId, here }: Made): Promise<number> => onHand(t, itemId, here);

async function filtered(t: CaseContext, query: string, among: readonly Rec[], expected: readonly Rec[]): Promise<void> {
  t.equal(await listed(t, `/stock-adjustments?${query}`, among), idsOf(expected), `GET /stock-adjustments?${query}`);
}

export const STOCK_ADJUSTMENT_CASES: readonly Case[] = [
  example(
    'post',
    ['adjustments.post', 'adjustments.add_remove', 'stock.ledger'],
    'post=true moves stock, post=false does not',
    async (t) => {
      const posted = await made(t);
      t.equal([posted.adjustment.status, await stock(t, posted)], [1, 6_000], 'a removal of 4 from 10');
      const draft = await made(t, {}, 'false');
      t.equal([draft.adjustment.status, await stock(t, draft)], [0, 10_000], 'a draft');
      const added = await made(t, { type: 1 });
      t.equal(await stock(t, added), 14_000, 'an addition of 4 to 10');
      t.answered(await t.as().post('/stock-adjustments', {}), 400, 'partner.validation_failed');
    },
  ),
  example('count', ['adjustments.count'], 'a count sets the stock, and keeps what was there', async (t) => {
    const counted = await made(t, { type: 0 }, 'true', '3.5');
    t.equal(await stock(t, counted), 3_500, 'stock');
    const [line] = counted.adjustment.lines as { before: string; after: string }[];
    t.equal([Number(line?.before), Number(line?.after)], [10, 3.5], 'before and after');
  }),
  example('draft-posted', ['adjustments.draft_posted'], 'status 1 posts a draft, once', async (t) => {
    const draft = await made(t, {}, 'false');
    t.equal((t.require(await change(t, draft.adjustment, { status: 1 }), 200).body as Rec).status, 1, 'status');
    t.equal(await stock(t, draft), 6_000, 'stock');
    conflict(t, await change(t, draft.adjustment, { date: '2026-03-03' }));
  }),
  example(
    'void',
    ['adjustments.void_reverses', 'op.updateStockAdjustment.status.409'],
    'status 2 voids: what was posted is put back, for good',
    async (t) => {
      const posted = await made(t);
      t.require(await change(t, posted.adjustment, { status: 2 }), 200);
      t.equal(await stock(t, posted), 10_000, 'stock');
      for (const fields of [{ status: 1 }, { narration: 'conf' }])
        conflict(t, await change(t, posted.adjustment, fields));
      const draft = await made(t, {}, 'false');
      t.require(await change(t, draft.adjustment, { status: 2 }), 200);
      t.equal(await stock(t, draft), 10_000, 'stock of a voided draft');
    },
  ),
  example('concurrent', ['stock.concurrent'], 'removals at the same time are all counted', async (t) => {
    const { here, itemId } = await scene(t);
    await addStock(t, here, itemId, '10');
    const body = { storeId: here, date: DAY, type: 2, lines: [{ itemId, quantity: '1' }] };
    const send = () => t.as().send('POST', '/stock-adjustments?post=true', { body, concurrent: true });
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(send));
    t.equal(answers.filter(({ status }) => status === 201).length, 6, 'removals');
    t.equal(await onHand(t, itemId, here), 4_000, 'stock');
  }),
  example(
    'dates',
    ['adjustments.dates', 'op.listStockAdjustments.param.fromDate', 'op.listStockAdjustments.param.toDate'],
    'the bounds of dates are inclusive',
    async (t) => {
      const made3: Rec[] = [];
      for (const date of ['2031-05-01', '2031-05-02', '2031-05-03'])
        made3.push((await made(t, { date }, 'false')).adjustment);
      await filtered(t, 'fromDate=2031-05-02', made3, made3.slice(1));
      await filtered(t, 'toDate=2031-05-02', made3, made3.slice(0, 2));
    },
  ),
  example(
    'filters',
    [
      'adjustments.filters',
      'op.listStockAdjustments.param.storeId',
      'op.listStockAdjustments.param.type',
      'op.listStockAdjustments.param.status',
    ],
    'storeId, type and status',
    async (t) => {
      const { there } = await scene(t);
      const [posted, draft, added] = [
        (await made(t)).adjustment,
        (await made(t, {}, 'false')).adjustment,
        (await made(t, { type: 1, storeId: there })).adjustment,
      ];
      const all = [posted, draft, added];
      await filtered(t, 'type=1', all, [added]);
      await filtered(t, 'type=2', all, [posted, draft]);
      await filtered(t, 'status=0', all, [draft]);
      await filtered(t, 'status=1', all, [posted, added]);
      await filtered(t, `storeId=${there}`, all, [added]);
      await filtered(t, `storeId=${there},${posted.storeId}`, all, all);
    },
  ),
  example(
    'stock-status',
    ['items.filter.stockStatus', 'items.at_store'],
    'what is on hand decides inStock, low and out',
    async (t) => {
      const { here } = await scene(t);
      const { id } = await t.as().create('/items', { name: t.name('item'), trackStock: true, lowStockLevel: '5' });
      const state = async () => {
        const found: string[] = [];
        for (const status of ['inStock', 'low', 'out'])
          if ((await t.as().all(`/items?stockStatus=${status}`)).some((item) => item.id === id)) found.push(status);
        return found;
      };
      t.equal(await state(), ['out'], 'with nothing on hand');
      await addStock(t, here, id, '5');
      t.equal(await state(), ['low'], 'with 5 on hand, at the low-stock level');
      await addStock(t, here, id, '0.001');
      t.equal(await state(), ['inStock'], 'with 5.001 on hand');
    },
  ),
];
