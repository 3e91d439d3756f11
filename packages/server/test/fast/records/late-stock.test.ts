import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sharedService } from '../../support/service.ts';
import { discrepancies } from '../../support/stock.ts';
import { happen, history, instant, levelBy, newScene } from '../../support/stock-history.ts';

const service = await sharedService();

test('Every level at every instant is what was counted last and what has happened since, in whatever order it arrives', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (events) => {
      const scene = await newScene(service);
      for (const event of events) await happen(scene, event);
      const instants = [...new Set(scene.account.flatMap(({ at }) => [at - 1, at, at + 1]))];
      for (const [store, storeId] of scene.stores.entries()) {
        for (const [item, { itemId }] of scene.items.entries()) {
          const url = `/items/${itemId}/stock?storeId=${storeId}`;
          for (const at of instants) {
            const { onHand } = (await scene.caller.get(`${url}&at=${instant(at)}&limit=1`)).body;
            expect([instant(at), onHand]).toEqual([instant(at), String(levelBy(scene, store, item, at))]);
          }
          const { onHand } = (await scene.caller.get(`${url}&limit=1`)).body;
          expect(onHand).toBe(String(levelBy(scene, store, item, Number.POSITIVE_INFINITY)));
        }
      }
      expect(await discrepancies(service.databases)).toEqual([]);
    }),
    { numRuns: 8 },
  );
});
