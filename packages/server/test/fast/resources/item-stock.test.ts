import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minus } from '../../../src/resources/decimal.ts';
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
            expect({
              url: urlOf(place, at, knownAt),
              at: body.at,
              knownAt: body.knownAt,
              onHand,
              total: pagination.total,
            }).toEqual({
              url: urlOf(place, at, knownAt),
              at: at ?? null,
              knownAt: knownAt ?? null,
              onHand: sum(then),
              total: then.length,
            });
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

  test('is paged by cursor, at an instant too, under any spelling of it', async () => {
    const scene = await newScene(service);
    const [place] = placesOf(scene) as [Place];
    for (const onHand of ['3', '5', '8', '4']) {
      await service.stock(scene.caller.merchant, place.storeId, place.itemId, onHand);
      service.advance(1_000);
    }
    const now = service.clock();
    const read = async (query: string) =>
      scene.caller.get(`/items/${place.itemId}/stock?storeId=${place.storeId}&${query}`);
    for (const bounds of ['', `at=${instant(now - 2_000)}`, `knownAt=${instant(now - 3_000)}`]) {
      const whole = (await read(bounds)).body;
      const ids: number[] = [];
      for (let cursor = ''; ; ) {
        const { onHand, data, pagination } = (await read(`limit=1&${bounds}${cursor}`)).body;
        expect([onHand, data.length, pagination.total]).toEqual([whole.onHand, 1, whole.data.length]);
        ids.push(data[0].id);
        if (pagination.nextCursor === null) break;
        cursor = `&cursor=${pagination.nextCursor}`;
      }
      expect(ids).toEqual(whole.data.map(({ id }: Movement) => id));
    }
    const { nextCursor } = (await read(`limit=1&at=${instant(now)}`)).body.pagination;
    const respelled = instant(now + 3_600_000).replace('Z', '%2B01:00');
    expect((await read(`limit=1&cursor=${nextCursor}&at=${respelled}`)).status).toBe(200);
    for (const wrong of [
      `limit=1&cursor=${nextCursor}`,
      `cursor=${nextCursor}&at=${instant(now - 1)}`,
      `cursor=${nextCursor}&page=1&at=${instant(now)}`,
    ])
      expect([wrong, (await read(wrong)).status]).toEqual([wrong, 400]);
  });

  test('accepts the most remote instants', async () => {
    const scene = await newScene(service);
    const [place] = placesOf(scene) as [Place];
    await service.stock(scene.caller.merchant, place.storeId, place.itemId, '3');
    const onHand = async (query: string) => (await scene.caller.get(`${urlOf(place)}&${query}`)).body.onHand;
    expect(await onHand('at=9999-12-31T23:59:59.999999999-23:59')).toBe('3');
    expect(await onHand('knownAt=9999-12-31T23:59:59.999999999-23:59&at=2500-01-01T00:00:00Z')).toBe('3');
    expect(await onHand('at=1000-01-01T00:00:00%2B23:59')).toBe('0');
    expect(await onHand('at=2026-03-02T08:15:29.999999999Z&knownAt=9000-01-01T00:00:00Z')).toBe('0');
  });

  test('of an item or a store of another merchant is a 404, and a wrong cursor is rejected before', async () => {
    const [own, other] = [await newScene(service), await newScene(service)];
    const [place, foreign] = [placesOf(own)[0] as Place, placesOf(other)[0] as Place];
    const read = async (itemId: number, storeId: number, query: string) => {
      const { status, body } = await own.caller.get(`/items/${itemId}/stock?storeId=${storeId}${query}`);
      return [status, status === 404 ? body.message : body.code];
    };
    const at = '&at=2026-03-02T08:15:30Z&knownAt=2026-03-02T08:15:30Z';
    for (const query of ['', at]) {
      expect(await read(foreign.itemId, place.storeId, query)).toEqual([404, expect.stringMatching(/item/)]);
      expect(await read(place.itemId, foreign.storeId, query)).toEqual([404, expect.stringMatching(/store/)]);
    }
    expect(await read(foreign.itemId, place.storeId, '&cursor=a.b')).toEqual([400, 'partner.validation_failed']);
  });
});
