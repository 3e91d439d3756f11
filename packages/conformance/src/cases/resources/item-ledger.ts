import { exact, units } from '../../decimals.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { storesOf } from '../fixtures/directory.ts';
import { change, lineOf, newDocument, PURCHASES, receive, TRANSFERS } from '../fixtures/documents.ts';
import { UNKNOWN_ID } from '../fixtures/records.ts';
import { addStock, DAY, sizedItem } from '../fixtures/stock.ts';

/** Movements of an item's stock. */

const example = subject('examples', 'items');

interface Movement {
  readonly change: string;
  readonly unitCost: string | null;
  readonly documentKind: string;
  readonly documentId: number;
  readonly lineId: number;
  readonly correlationId: string;
  readonly appId: number;
  readonly at: string;
}

/** Movements of an item at a store, newest first, and its stock on hand. */
async function ledger(t: CaseContext, itemId: number, storeId: number): Promise<{ rows: Movement[]; onHand: string }> {
  const { data, onHand } = (await t.as().read(`/items/${itemId}/stock?storeId=${storeId}&limit=100`)) as Rec & {
    data: Movement[];
    onHand: string;
  };
  const signed = (text: string) => (text.startsWith('-') ? -units(text.slice(1), 3) : units(text, 3));
  const sum = data.reduce((total, { change }) => total + signed(change), 0n);
  t.equal(`${sum}`, `${signed(onHand)}`, `movements of item ${itemId} at store ${storeId} add up to the stock on hand`);
  return { rows: data, onHand };
}

const shown = (rows: readonly Movement[]): unknown[] =>
  rows.map(({ change, documentKind, documentId }) => [exact(change), documentKind, documentId]);

export const ITEM_LEDGER_CASES: readonly Case[] = [
  example(
    'ledger',
    ['items.ledger', 'stock.ledger', 'op.getItemStock.call', 'op.getItemStock.param.storeId'],
    'each receipt, transfer, adjustment and void adds its movements, which stay and add up to the stock on hand',
    async (t) => {
      const { document: order, place } = await newDocument(t, PURCHASES);
      const { itemId, there, here } = place;
      t.requireStatus(await receive(t, PURCHASES, order, [{ lineId: lineOf(order), quantity: '4.5' }]), 200);
      t.requireStatus(await receive(t, PURCHASES, order), 200);
      const lines = [{ itemId, quantity: '1.125' }];
      const removal = await t
        .as()
        .create('/stock-adjustments?post=true', { storeId: there, date: DAY, type: 2, lines });
      t.requireStatus(await t.as().patch(`/stock-adjustments/${removal.id}`, { status: 2 }), 200);
      const transfer = await t
        .as()
        .create('/stock-transfers?receive=true', { fromStoreId: there, toStoreId: here, date: DAY, lines });
      const { rows, onHand } = await ledger(t, itemId, there);
      const expected = [
        ['-1.125', 'stockTransfer', transfer.id],
        ['1.125', 'stockAdjustment', removal.id],
        ['-1.125', 'stockAdjustment', removal.id],
        ['5.5', 'purchaseOrder', order.id],
        ['4.5', 'purchaseOrder', order.id],
      ];
      t.equal(shown(rows), expected, 'movements, newest first');
      t.equal(
        [exact(onHand), exact(rows[4]?.unitCost), rows[4]?.lineId],
        ['8.875', '1.25', lineOf(order)],
        'a receipt',
      );
      t.check(
        rows.every(({ at }, i) => i === 0 || at <= (rows[i - 1]?.at ?? '')),
        'movements are not ordered by time',
      );
      const other = await ledger(t, itemId, here);
      t.equal(shown(other.rows)[0], ['1.125', 'stockTransfer', transfer.id], 'the other side of the transfer');
    },
  ),
  example(
    'ledger-source',
    ['items.ledger', 'op.getItemStock.call'],
    'a movement names its line, app and request; a rejected write makes none',
    async (t) => {
      const { document, place } = await newDocument(t, TRANSFERS);
      const { there, itemId } = place;
      const over = await receive(t, TRANSFERS, document, [{ lineId: lineOf(document), quantity: '99' }]);
      t.expectStatus(over, 422, 'partner.over_receipt');
      t.expectStatus(
        await change(t, TRANSFERS, document, { toStoreId: UNKNOWN_ID }),
        422,
        'partner.reference_not_found',
      );
      t.equal((await ledger(t, itemId, there)).rows, [], 'movements after rejected writes');
      const mine = t.requireStatus(
        await receive(t, TRANSFERS, document, [{ lineId: lineOf(document), quantity: '1' }]),
        200,
      );
      const url = `/stock-transfers/${document.id}/receive`;
      const others = t.requireStatus(await t.as('other').patch(url, {}), 200);
      const [second, first] = (await ledger(t, itemId, there)).rows;
      const requests = [mine, others].map(({ headers }) => headers['x-correlation-id']);
      t.equal([first?.correlationId, second?.correlationId], requests, 'correlationId');
      t.equal([first?.lineId, second?.lineId], [lineOf(document), lineOf(document)], 'lineId');
      t.check(first?.appId !== second?.appId, 'two apps have the same appId');
    },
  ),
  example(
    'ledger-variants',
    ['items.ledger', 'op.getItemStock.call', 'op.getItemStock.param.page', 'op.getItemStock.param.limit'],
    'each variant has its own stock, and movements are paged',
    async (t) => {
      const [here = 0] = await storesOf(t, 1);
      const { itemId, small, large } = await sizedItem(t);
      for (const [quantity, variantId] of [
        ['1', small],
        ['2', large],
        ['3', small],
      ] as const)
        await addStock(t, here, itemId, quantity, variantId);
      const page = async (query: string) =>
        (await t.as().read(`/items/${itemId}/stock?storeId=${here}&${query}`)) as Rec & {
          data: { change: string; variantId: number }[];
          variants: { variantId: number; onHand: string }[];
          pagination: { total: number; hasMore: boolean };
        };
      const { data, variants, pagination } = await page('limit=2');
      const levels = variants.map(({ variantId, onHand }) => [variantId, exact(onHand)]);
      t.equal(
        levels.toSorted(),
        [
          [small, '4'],
          [large, '2'],
        ].toSorted(),
        'levels',
      );
      t.equal(
        data.map((row) => [row.variantId, exact(row.change)]),
        [
          [small, '3'],
          [large, '2'],
        ],
        'page 1',
      );
      t.equal([pagination.total, pagination.hasMore], [3, true], 'total and hasMore');
      const next = await page('limit=2&page=2');
      t.equal(
        next.data.map((row) => [row.variantId, exact(row.change)]),
        [[small, '1']],
        'page 2',
      );
    },
  ),
];
