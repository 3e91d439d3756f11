import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { walkCursor, walkPages } from '../../support/lists.ts';
import { sharedService } from '../../support/service.ts';
import { happen, history, ledgerOf, type Movement, newScene } from '../../support/stock-history.ts';

const service = await sharedService();

const NAMES = [
  ...['id', 'storeId', 'itemId', 'variantId', 'change', 'documentKind', 'documentId', 'appId', 'reason', 'at'],
  'recordedAt',
];
const own = (pages: readonly { readonly data: readonly object[] }[]) =>
  pages.flatMap(({ data }) =>
    data.map((row) => Object.fromEntries(NAMES.map((name) => [name, (row as Record<string, unknown>)[name]]))),
  );

describe('GET /stock-movements', () => {
  test('lists the ledger of any history, by every filter and in both directions', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.nat(1000), fc.integer({ min: 1, max: 7 }), async (events, draw, limit) => {
        const scene = await newScene(service);
        for (const event of events) await happen(scene, event);
        const ledger = await ledgerOf(scene);
        const one = ledger[draw % Math.max(1, ledger.length)];
        const other = ledger[(draw * 7) % Math.max(1, ledger.length)];
        if (!one || !other) return;
        const [from, to] = [one.at, other.at].sort() as [string, string];
        const filters: [string, (row: Movement) => boolean][] = [
          ['', () => true],
          [`storeId=${one.storeId}`, ({ storeId }) => storeId === one.storeId],
          [`itemId=${one.itemId}`, ({ itemId }) => itemId === one.itemId],
          [
            `itemId=${one.itemId}&storeId=${one.storeId},${other.storeId}`,
            (row) => row.itemId === one.itemId && [one.storeId, other.storeId].includes(row.storeId),
          ],
          [`documentKind=${one.documentKind}`, ({ documentKind }) => documentKind === one.documentKind],
          [`documentId=${one.documentId ?? 1}`, ({ documentId }) => documentId === (one.documentId ?? 1)],
          [`from=${from}&to=${to}`, ({ at }) => at >= from && at < to],
          [
            `to=${one.at}&documentKind=${other.documentKind}&storeId=${other.storeId}`,
            (row) => row.at < one.at && row.documentKind === other.documentKind && row.storeId === other.storeId,
          ],
        ];
        for (const [query, selects] of filters) {
          const expected = ledger.filter(selects);
          const byCursor = await walkCursor(scene.caller, '/stock-movements', query, limit);
          expect([query, own(byCursor)]).toEqual([query, expected]);
          const byPage = await walkPages(scene.caller, '/stock-movements', `order=asc&${query}`, limit);
          expect(own(byPage)).toEqual(expected.toReversed());
        }
      }),
      { numRuns: 6 },
    );
  });

  test('continues a cursor under another spelling of its instants', async () => {
    const scene = await newScene(service);
    for (const onHand of ['3', '5']) {
      await service.stock(scene.caller.merchant, scene.stores[0] as number, scene.items[0]?.itemId as number, onHand);
    }
    const { body } = await scene.caller.get('/stock-movements?limit=1&from=2026-01-01T00:00:00Z');
    const next = `cursor=${body.pagination.nextCursor}&limit=1`;
    const page = (await scene.caller.get(`/stock-movements?${next}&from=2026-01-01T02:00:00.000%2B02:00`)).body;
    expect(page.data).toHaveLength(1);
    expect((await scene.caller.get(`/stock-movements?${next}&from=2026-01-02T00:00:00Z`)).status).toBe(400);
  });

  test('counts up to a thousand movements, also without a filter', async () => {
    const { caller, stores, items } = await newScene(service);
    const post = (count: number) => {
      const line = { itemId: items[0]?.itemId, quantity: '1' };
      const body = { storeId: stores[0], date: '2026-03-02', type: 1, lines: Array(count).fill(line) };
      return caller.create('/stock-adjustments?post=true', body);
    };
    await post(100);
    service.advance(1_000);
    await post(1_000);
    const list = async (query: string) => (await caller.get(`/stock-movements?limit=1&${query}`)).body;
    expect((await list('')).pagination).toMatchObject({ total: 1000, totalIsExact: false, hasMore: true });
    expect((await list('page=1100')).data).toHaveLength(1);
    expect((await list('page=1101')).data).toEqual([]);
    const from = new Date(service.clock()).toISOString();
    expect((await list(`from=${from}`)).pagination).toMatchObject({ total: 1000, totalIsExact: true });
  });
});
