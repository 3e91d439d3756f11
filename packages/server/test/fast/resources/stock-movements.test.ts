import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { statement } from '../../../src/storage/statement.ts';
import { startService } from '../../support/service.ts';
import { happen, history, ledgerOf, type Movement, newScene, type Scene } from '../../support/stock-history.ts';

const service = await startService();
afterAll(() => service.stop());

/** Every page of a list, each of `limit` rows, read by number or by cursor. */
async function pagesOf({ caller }: Scene, query: string, by: 'page' | 'cursor', limit: number): Promise<Movement[]> {
  const rows: Movement[] = [];
  for (let page = 1, next = ''; ; page += 1) {
    const place = by === 'page' ? `&page=${page}` : next;
    const { status, body } = await caller.get(`/stock-movements?limit=${limit}&${query}${place}`);
    expect(status).toBe(200);
    rows.push(...body.data);
    const { hasMore, nextCursor } = body.pagination;
    if (!hasMore) return rows;
    next = `&cursor=${encodeURIComponent(nextCursor)}`;
  }
}

const own = (rows: readonly Movement[]) =>
  rows.map(({ id, storeId, itemId, variantId, change, documentKind, documentId, appId, reason, at, recordedAt }) => ({
    id,
    storeId,
    itemId,
    variantId,
    change,
    documentKind,
    documentId,
    appId,
    reason,
    at,
    recordedAt,
  }));

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
          expect([query, own(await pagesOf(scene, query, 'cursor', limit))]).toEqual([query, expected]);
          expect(own(await pagesOf(scene, `order=asc&${query}`, 'page', limit))).toEqual(expected.toReversed());
        }
      }),
      { numRuns: 6 },
    );
  });

  const bounded = async (query: string): Promise<unknown> => {
    const { status, body } = await (await service.connect()).get(`/stock-movements?${query}`);
    return [status, body.details?.map(({ path, rule }: { path: string; rule: string }) => `${path} ${rule}`)];
  };

  test('rejects an end before the beginning, however the instants are spelt', async () => {
    expect(await bounded('from=2026-03-02T12:00:00Z&to=2026-03-02T13:00:00%2B02:00')).toEqual([
      400,
      ['to fromAfterTo'],
    ]);
    expect(await bounded('from=2026-03-02T12:00:00Z&to=2026-03-02T13:00:00%2B01:00')).toEqual([200, undefined]);
  });

  test.each([
    '2026-03-02',
    '2026-03-02T12:00:00',
    '2026-02-30T12:00:00Z',
    '2026-03-02T12:00:00+01:00',
    '2026-03-02T24:00:00Z',
  ])('rejects %s, which is no instant with an offset', async (text) => {
    expect(await bounded(`from=${text}`)).toMatchObject([
      400,
      expect.arrayContaining([expect.stringMatching(/^from /)]),
    ]);
  });

  test.each(['1000-01-01T00:00:00-23:59', '9999-12-31T23:59:59.999999999-23:59'])(
    'accepts the most remote instant %s',
    async (text) => {
      expect(await bounded(`from=${text}`)).toEqual([200, undefined]);
    },
  );

  test('compares instants finer than a millisecond', async () => {
    const scene = await newScene(service);
    await service.stock(scene.caller.merchant, scene.stores[0] as number, scene.items[0]?.itemId as number, '3');
    const second = new Date(service.clock()).toISOString().slice(0, 19);
    const count = async (query: string) => (await scene.caller.get(`/stock-movements?${query}`)).body.data.length;
    const ms = new Date(service.clock()).toISOString().slice(19, 23);
    expect(await count(`from=${second}${ms}Z`)).toBe(1);
    expect(await count(`from=${second}${ms}000000Z`)).toBe(1);
    expect(await count(`from=${second}${ms}000001Z`)).toBe(0);
    expect(await count(`to=${second}${ms}Z`)).toBe(0);
    expect(await count(`to=${second}${ms}000001Z`)).toBe(1);
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
    const scene = await newScene(service);
    const { itemId } = scene.items[0] as { itemId: number };
    await service.arrange(scene.caller.merchant, (tx) =>
      tx.query(
        statement(
          undefined,
          `insert into region.stock_movements (company_id, id, store_id, item_id, change, document_kind, at, recorded_at)
           select $1, 900000000 + g, $2, $3, 1, 'opening', $4::timestamptz + g * interval '1 second', $4::timestamptz
           from generate_series(1, 1100) g`,
        ),
        [scene.stores[0], itemId, '2026-01-01T00:00:00Z'],
      ),
    );
    const list = async (query: string) => (await scene.caller.get(`/stock-movements?limit=1&${query}`)).body;
    expect((await list('')).pagination).toMatchObject({ total: 1000, totalIsExact: false, hasMore: true });
    expect((await list('page=1100')).data).toMatchObject([{ id: 900_000_001 }]);
    expect((await list('page=1101')).data).toEqual([]);
    expect((await list('from=2026-01-01T00:01:41Z')).pagination).toMatchObject({ total: 1000, totalIsExact: true });
  });

  test("lists nothing of another merchant, and needs the scope that reads items' stock", async () => {
    const scene = await newScene(service);
    await service.stock(scene.caller.merchant, scene.stores[0] as number, scene.items[0]?.itemId as number, '3');
    const stranger = await service.connect();
    const query = `itemId=${scene.items[0]?.itemId}&storeId=${scene.stores[0]}`;
    expect((await scene.caller.get(`/stock-movements?${query}`)).body.data).toHaveLength(1);
    expect((await stranger.get(`/stock-movements?${query}`)).body.data).toEqual([]);
    expect((await (await service.connect('ONLINE_ORDER')).get('/stock-movements')).status).toBe(200);
  });
});
