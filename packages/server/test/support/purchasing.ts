import type { PurchaseOrder } from '../../src/contract/generated/types.gen.ts';
import type { Caller } from './api-caller.ts';
import type { Service } from './service.ts';

/** Records that purchase orders of one merchant refer to. */
export interface Purchasing {
  readonly caller: Caller;
  readonly supplierId: number;
  readonly storeId: number;
  readonly taxId: number;
  /** A standard item, an item with two variants, and a combo. */
  readonly itemId: number;
  readonly sizedId: number;
  readonly variantIds: readonly number[];
  readonly comboId: number;
}

export async function arrangePurchasing(service: Service, caller: Caller): Promise<Purchasing> {
  const { merchant } = caller;
  const plain = await caller.create('/items', { name: 'Beans', cost: '1.00' });
  const sized = await caller.create('/items', { name: 'Cups', type: 1, variants: [{ name: 'S' }, { name: 'L' }] });
  const combo = { name: 'Set', type: 2, components: [{ itemId: plain.id, quantity: '1' }] };
  return {
    caller,
    supplierId: await service.newSupplier(merchant),
    storeId: await service.newStore(merchant),
    taxId: await service.newTax(merchant),
    itemId: plain.id,
    sizedId: sized.id,
    variantIds: sized.variants.map(({ id }: { id: number }) => id),
    comboId: (await caller.create('/items', combo)).id,
  };
}

/** Body of a new order, by default with one line of 10 beans. */
export const orderOf = ({ supplierId, storeId, itemId }: Purchasing, own: object = {}): object => ({
  supplierId,
  storeId,
  orderDate: '2026-03-02',
  lines: [{ itemId, quantity: '10', unitCost: '2.50' }],
  ...own,
});

export const newOrder = (scene: Purchasing, own: object = {}, receive = false): Promise<PurchaseOrder> =>
  scene.caller.create(`/purchase-orders?receive=${receive}`, orderOf(scene, own));

export async function onHand({ caller, storeId, itemId }: Purchasing, item = itemId): Promise<string> {
  const { body } = await caller.get(`/items/${item}/stock?storeId=${storeId}`);
  return body.onHand;
}
