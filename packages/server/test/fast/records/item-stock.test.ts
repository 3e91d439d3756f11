import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minus } from '../../../src/records/decimal.ts';
import { importValid, itemLine, storeLine } from '../../support/import-lines.ts';
import { sharedService } from '../../support/service.ts';
import {
  happen,
  history,
  instant,
  ledgerOf,
  type Movement,
  newScene,
  type Scene,
} from '../../support/stock-history.ts';

const service = await sharedService();

const sum = (rows: readonly Movement[]): string =>
  rows.reduce((total, { change }) => minus(total, minus('0', change)), '0');

interface Place {
  readonly itemId: number;
  readonly variantId: number | null;
  readonly storeId: number;
}

const placesOf = ({ stores, items }: Scene): Place[] =>
  stores.flatMap((storeId) => items.map((item) => ({ ...item, storeId })));

const urlOf = ({ itemId, storeId }: Place, at?: string, knownAt?: string): string =>
  `/items/${itemId}/stock?storeId=${storeId}${at ? `&at=${at}` : ''}${knownAt ? `&knownAt=${knownAt}` : ''}`;

/** Instants at which something happened or was recorded, and those around them. */
const around = (rows: readonly Movement[], of: 'at' | 'recordedAt'): string[] => [
  ...new Set(rows.flatMap((row) => [-1, 0, 1].map((offset) => instant(Date.parse(row[of]) + offset)))),
];

describe('GET /items/{id}/stock', () => {
  test("equals the ledger's sum at every instant, as it was known at every instant, for any history", async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.integer({ min: 1, max: 5 }), async (events, limit) => {
        const scene = await newScene(service);
        for (const event of events) await happen(scene, event);
        const ledger = await ledgerOf(scene);
        for (const place of placesOf(scene)) {
          const rows = ledger.filter(({ itemId, storeId }) => itemId === place.itemId && storeId === place.storeId);
          const [times, known] = [around(rows, 'at'), around(rows, 'recordedAt')];
          const pairs = times.map((at, i) => [at, known[(i * 7) % known.length]] as const);
          const all = [[], ...times.map((at) => [at]), ...known.map((at) => [undefined, at]), ...pairs] as const;
          for (const [at, knownAt] of all) {
            const then = rows.filter((row) => (!at || row.at <= at) && (!knownAt || row.recordedAt <= knownAt));
            const { body } = await scene.caller.get(`${urlOf(place, at, knownAt)}&limit=${limit}`);
            const { onHand, variants, data, pagination } = body;
            expect([body.at ?? undefined, body.knownAt ?? undefined]).toEqual([at, knownAt]);
            expect([at, knownAt, onHand, pagination.total]).toEqual([at, knownAt, sum(then), then.length]);
            expect(data.map(({ id }: Movement) => id)).toEqual(then.slice(0, limit).map(({ id }) => id));
            const isMoved = place.variantId !== null && rows.length > 0;
            expect(variants.filter(() => isMoved)).toEqual(
              isMoved ? [{ variantId: place.variantId, onHand: sum(then) }] : [],
            );
          }
        }
      }),
      { numRuns: 4 },
    );
  });

  test('with knownAt is what the request without it returned then, whatever has arrived since', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (events) => {
        const scene = await newScene(service);
        const seen: { readonly url: string; readonly onHand: string; readonly ids: readonly number[] }[] = [];
        for (const event of events) {
          await happen(scene, event);
          const now = instant(service.clock());
          for (const place of placesOf(scene)) {
            const { onHand, data } = (await scene.caller.get(`${urlOf(place)}&limit=100`)).body;
            seen.push({
              url: `${urlOf(place, undefined, now)}&limit=100`,
              onHand,
              ids: data.map(({ id }: Movement) => id),
            });
          }
          service.advance(1);
        }
        for (const { url, onHand, ids } of seen) {
          const { body } = await scene.caller.get(url);
          expect([url, body.onHand, body.data.map(({ id }: Movement) => id)]).toEqual([url, onHand, ids]);
        }
      }),
      { numRuns: 4 },
    );
  });

  test("returns opening stock as in the contract's example, without a document", async () => {
    const caller = await service.connect();
    await importValid(service, caller.merchant, [
      storeLine('S'),
      itemLine('A'),
      { type: 'openingStock', externalId: 'O', store: 'S', item: 'A', quantity: '12', unitCost: '0.85' },
    ]);
    const [[{ id: itemId }], [{ id: storeId }]] = await Promise.all(
      ['/items', '/stores'].map(async (path) => (await caller.get(path)).body.data),
    );
    const [opening] = (await caller.get(`/items/${itemId}/stock?storeId=${storeId}`)).body.data;
    const [, example] = document.components.examples.ItemStock.value.data;
    const { id, at, recordedAt } = opening;
    expect(opening).toEqual({ ...example, id, storeId, itemId, at, recordedAt });
  });
});
