import { backOfficeOf } from '../../control/merchants/open-sandbox.ts';
import { changeItem } from '../../records/items/handlers.ts';
import { createAdjustment } from '../../records/stock-adjustments/handlers.ts';
import { dayAt, itemsOf, storesOf } from './records.ts';
import type { MerchantScene } from './scene.ts';

const COUNT = 0;

export const soldOut: MerchantScene = ({ sandbox }) =>
  backOfficeOf(sandbox).write(async (tx) => {
    const [[item], [store]] = [await itemsOf(tx, 1), await storesOf(tx, 1)];
    const lines = [{ itemId: item.id, quantity: '0' }];
    const narration = 'The last one is gone';
    await createAdjustment(tx, { storeId: store.id, date: dayAt(store, tx), type: COUNT, narration, lines }, true);
    return {
      now: `${item.name} is sold out at ${store.name}: a count has found none.`,
      facts: { itemId: item.id, storeId: store.id, onHand: '0' },
    };
  });

export const changedMeanwhile: MerchantScene = ({ sandbox }) =>
  backOfficeOf(sandbox).write(async (tx) => {
    const [item] = await itemsOf(tx, 1);
    // Never what is there already, which would be no change.
    const description = `Changed by the merchant at ${tx.timestamp}, after version ${item.version}`;
    const { version } = await changeItem(tx, item.id, { description });
    return {
      now: `The merchant has changed the description of ${item.name}. Run this again between your next read and write of it.`,
      facts: { itemId: item.id, versionBefore: item.version, version },
    };
  });
