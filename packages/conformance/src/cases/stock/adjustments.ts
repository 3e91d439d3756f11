import { exact } from '../../decimals.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { expectConflict, expectRejectedAt } from '../expect/rejections.ts';
import { allowedBy } from '../fixtures/documents.ts';
import { UNKNOWN_ID } from '../fixtures/records.ts';
import { addStock, countedItem, DAY, onHand, sizedItem, stockFixture } from '../fixtures/stock.ts';

/** Stock adjustments: counts, additions, removals; drafts, posted and voided. */

const example = subject('examples', 'stock-adjustments');

interface Made {
  readonly adjustment: Rec;
  readonly itemId: number;
  readonly here: number;
}

/** An adjustment of an item that has 10 in stock. */
export async function adjusted(t: CaseContext, fields: object = {}, post = 'true', quantity = '4'): Promise<Made> {
  const { here, itemId } = await stockFixture(t);
  await addStock(t, here, itemId, '10');
  const body = { storeId: here, date: DAY, type: 2, lines: [{ itemId, quantity }], ...fields };
  return { adjustment: await t.as().create(`/stock-adjustments?post=${post}`, body), itemId, here };
}

const change = (t: CaseContext, { id }: Rec, fields: object) => t.as().patch(`/stock-adjustments/${id}`, fields);

const changed = async (t: CaseContext, record: Rec, fields: object): Promise<Rec> =>
  t.requireRecord(await change(t, record, fields));

const stock = (t: CaseContext, { itemId, here }: Made): Promise<number> => onHand(t, itemId, here);

const levels = (record: Rec): (string | null)[][] =>
  (record.lines as { before: string | null; after: string | null }[]).map(({ before, after }) => [
    exact(before),
    exact(after),
  ]);

export const STOCK_ADJUSTMENT_CASES: readonly Case[] = [
  example(
    'post',
    ['adjustments.post', 'adjustments.add_remove', 'stock.ledger', 'op.createStockAdjustment.param.post'],
    'post=true moves stock and post=false does not; the parameter is required',
    async (t) => {
      for (const post of ['true', '1']) {
        const posted = await adjusted(t, {}, post);
        t.equal([posted.adjustment.status, await stock(t, posted)], [1, 6_000], `a removal of 4 from 10, post=${post}`);
        t.equal(levels(posted.adjustment), [['10', '6']], 'before and after');
      }
      for (const post of ['false', '0']) {
        const draft = await adjusted(t, {}, post);
        t.equal([draft.adjustment.status, await stock(t, draft)], [0, 10_000], `a draft, post=${post}`);
        t.equal(levels(draft.adjustment), [[null, null]], 'before and after of a draft');
      }
      const added = await adjusted(t, { type: 1 });
      t.equal(await stock(t, added), 14_000, 'an addition of 4 to 10');
      const { here, itemId } = added;
      const body = { storeId: here, date: DAY, type: 1, lines: [{ itemId, quantity: '1' }] };
      expectRejectedAt(t, await t.as().post('/stock-adjustments', body), 400, 'partner.validation_failed', 'post');
    },
  ),
  example('defaults', ['adjustments.defaults', 'records.optional_null'], 'omitted properties are null', async (t) => {
    const { adjustment } = await adjusted(t, {}, 'false');
    const { reason, narration, externalId } = adjustment;
    t.equal([reason, narration, externalId], [null, null, null], 'reason, narration and externalId');
  }),
  example(
    'reasons',
    ['adjustments.reasons', 'op.createStockAdjustment.body.reason', 'op.updateStockAdjustment.body.reason'],
    'a reason is one of the documented ones, or null',
    async (t) => {
      const { adjustment } = await adjusted(t, {}, 'false');
      for (const reason of ['damage', 'theft', 'expiry', 'waste', 'correction', 'opening', 'other', null])
        t.equal((await changed(t, adjustment, { reason })).reason, reason, 'reason');
      expectRejectedAt(t, await change(t, adjustment, { reason: 'mood' }), 400, 'partner.validation_failed', '/reason');
    },
  ),
  example(
    'count',
    ['adjustments.count'],
    'a count sets the stock, also to zero, and records the level before at posting',
    async (t) => {
      const counted = await adjusted(t, { type: 0 }, 'true', '3.5');
      t.equal([await stock(t, counted), levels(counted.adjustment)], [3_500, [['10', '3.5']]], 'stock and lines');
      const none = await adjusted(t, { type: 0 }, 'true', '0');
      t.equal([await stock(t, none), levels(none.adjustment)], [0, [['10', '0']]], 'stock and lines of a count of 0');
      const same = await adjusted(t, { type: 0 }, 'true', '10');
      t.equal(
        [await stock(t, same), levels(same.adjustment)],
        [10_000, [['10', '10']]],
        'a count that equals the stock',
      );
      const later = await adjusted(t, { type: 0 }, 'false', '5');
      await addStock(t, later.here, later.itemId, '0.125');
      const posted = await changed(t, later.adjustment, { status: 1 });
      t.equal([await stock(t, later), levels(posted)], [5_000, [['10.125', '5']]], 'a draft that was posted later');
    },
  ),
  example(
    'lines',
    ['adjustments.lines', 'op.createStockAdjustment.status.400', 'op.updateStockAdjustment.status.400'],
    'quantities are above 0 except in a count, which names each item or variant once',
    async (t) => {
      const { here, itemId } = await stockFixture(t);
      const { itemId: shirt, small, large } = await sizedItem(t);
      const post = (type: number, lines: object[]) =>
        t.as().post('/stock-adjustments?post=true', { storeId: here, date: DAY, type, lines });
      for (const type of [1, 2])
        expectRejectedAt(
          t,
          await post(type, [{ itemId, quantity: '0.000' }]),
          400,
          'partner.validation_failed',
          '/lines/0/quantity',
        );
      const twice = [
        { itemId, quantity: '1' },
        { itemId, quantity: '2' },
      ];
      const counted = await post(0, twice);
      t.expectStatus(counted, 400, 'partner.validation_failed');
      t.expectStatus(await post(1, twice), 201);
      t.equal(await onHand(t, itemId, here), 3_000, 'stock after two additions in one');
      const both = [small, large].map((variantId) => ({ itemId: shirt, variantId, quantity: '2' }));
      t.expectStatus(await post(0, both), 201);
      const { adjustment } = await adjusted(t, { type: 0 }, 'false');
      const lines = [{ itemId, quantity: '0' }];
      expectRejectedAt(
        t,
        await change(t, adjustment, { type: 1, lines }),
        400,
        'partner.validation_failed',
        '/lines/0/quantity',
      );
    },
  ),
  example(
    'draft',
    ['adjustments.update_draft', 'op.updateStockAdjustment.call', 'op.updateStockAdjustment.body.lines'],
    'every property of a draft may change; lines sent with their id keep it',
    async (t) => {
      const { adjustment } = await adjusted(t, {}, 'false');
      const { there, itemId } = await stockFixture(t);
      const fields = { storeId: there, type: 1, date: '2026-04-05', adjustmentNo: t.name('no'), narration: 'conf' };
      const after = await changed(t, adjustment, fields);
      for (const [name, value] of Object.entries(fields)) t.equal(after[name], value, name);
      const [line] = adjustment.lines as { id: number; itemId: number }[];
      const lines = [
        { itemId, quantity: '2' },
        { id: line?.id, itemId: line?.itemId, quantity: '7' },
      ];
      const relined = (await changed(t, adjustment, { lines })).lines as { id: number; quantity: string }[];
      t.equal([relined.length, relined[1]?.id, exact(relined[1]?.quantity)], [2, line?.id, '7'], 'lines');
      const posted = await changed(t, adjustment, { lines: [{ itemId, quantity: '2.5' }], status: 1 });
      t.equal(
        [posted.status, levels(posted), await onHand(t, itemId, there)],
        [1, [['0', '2.5']], 2_500],
        'posted as changed',
      );
      const { adjustment: other } = await adjusted(t, {}, 'false');
      const [foreign] = other.lines as { id: number }[];
      for (const id of [foreign?.id, UNKNOWN_ID]) {
        const wrong = [{ id, itemId, quantity: '1' }];
        const { adjustment: fresh } = await adjusted(t, {}, 'false');
        expectRejectedAt(
          t,
          await change(t, fresh, { lines: wrong }),
          422,
          'partner.reference_not_found',
          '/lines/0/id',
        );
      }
    },
  ),
  example(
    'draft-posted',
    ['adjustments.draft_posted', 'adjustments.posted_final', 'op.updateStockAdjustment.status.409'],
    'status 1 posts a draft, once; a posted adjustment can only be voided',
    async (t) => {
      const draft = await adjusted(t, {}, 'false');
      t.equal(allowedBy(draft.adjustment), ['post', 'update', 'void'], 'actions of a draft');
      const posted = await changed(t, draft.adjustment, { status: 1 });
      t.equal([posted.status, await stock(t, draft)], [1, 6_000], 'status and stock');
      t.equal(allowedBy(posted), ['void'], 'actions of a posted adjustment');
      const lines = [{ itemId: draft.itemId, quantity: '1' }];
      const { there } = await stockFixture(t);
      for (const fields of [{ date: '2026-03-03' }, { narration: 'x' }, { type: 1 }, { lines }, { storeId: there }])
        expectConflict(t, await change(t, posted, fields), ['void']);
      expectConflict(t, await change(t, posted, { status: 0 }), ['void']);
      t.equal(await stock(t, draft), 6_000, 'stock after rejected changes');
    },
  ),
  example(
    'void',
    ['adjustments.void_reverses', 'op.updateStockAdjustment.status.409', 'stock.ledger'],
    'status 2 voids a posted adjustment for good and reverses its changes',
    async (t) => {
      const posted = await adjusted(t);
      t.equal((await changed(t, posted.adjustment, { status: 2 })).status, 2, 'status');
      t.equal(await stock(t, posted), 10_000, 'stock');
      for (const fields of [{ status: 1 }, { status: 0 }, { narration: 'conf' }])
        expectConflict(t, await change(t, posted.adjustment, fields), []);
      t.equal(allowedBy(await t.as().read(`/stock-adjustments/${posted.adjustment.id}`)), [], 'its actions');
      t.equal(await stock(t, posted), 10_000, 'stock after rejected changes');
      const draft = await adjusted(t, {}, 'false');
      t.equal((await changed(t, draft.adjustment, { status: 2 })).status, 2, 'status of a voided draft');
      t.equal(await stock(t, draft), 10_000, 'stock of a voided draft');
      const counted = await adjusted(t, { type: 0 }, 'true', '3.5');
      await addStock(t, counted.here, counted.itemId, '2');
      await changed(t, counted.adjustment, { status: 2 });
      t.equal(await stock(t, counted), 12_000, 'stock after a count of 3.5 for 10, 2 more, and a void of the count');
    },
  ),
  example(
    'below-zero',
    ['stock.below_zero'],
    'stock may go below zero, since goods are sold before their receipt is recorded',
    async (t) => {
      const { here } = await stockFixture(t);
      const { id } = await countedItem(t);
      const body = { storeId: here, date: DAY, type: 2, lines: [{ itemId: id, quantity: '2.5' }] };
      const removal = await t.as().create('/stock-adjustments?post=true', body);
      t.equal([levels(removal), await onHand(t, id, here)], [[['0', '-2.5']], -2_500], 'lines and stock');
    },
  ),
  example('concurrent', ['stock.concurrent'], 'concurrent removals are all counted', async (t) => {
    const { here, itemId } = await stockFixture(t);
    await addStock(t, here, itemId, '10');
    const body = { storeId: here, date: DAY, type: 2, lines: [{ itemId, quantity: '1' }] };
    const send = () => t.as().send('POST', '/stock-adjustments?post=true', { body, concurrent: true });
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(send));
    t.equal(answers.filter(({ status }) => status === 201).length, 6, 'removals');
    t.equal(await onHand(t, itemId, here), 4_000, 'stock');
  }),
];
