import type { Item } from '../../contract/generated/types.gen.ts';
import { backOfficeOf } from '../../control/merchants/open-sandbox.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { createOrder, receiveOrder } from '../../records/purchase-orders/handlers.ts';
import { createTransfer, receiveTransfer } from '../../records/stock-transfers/handlers.ts';
import { dayAt, itemsOf, storesOf, supplierOf } from './records.ts';
import type { MerchantScene } from './scene.ts';

const lineOf = ({ id, cost }: Item, quantity: string) => ({ itemId: id, quantity, unitCost: cost ?? '1' });

async function order(tx: TenantTransaction, lines: ReturnType<typeof lineOf>[]) {
  const supplier = await supplierOf(tx);
  const [store] = await storesOf(tx, 1);
  const head = { supplierId: supplier.id, storeId: store.id, orderDate: dayAt(store, tx) };
  return (await createOrder(tx, { ...head, lines }, false)).order;
}

export const halfReceived: MerchantScene = ({ sandbox }) =>
  backOfficeOf(sandbox).write(async (tx) => {
    const [one, two, three] = await itemsOf(tx, 3);
    const { id, lines } = await order(tx, [lineOf(one, '12'), lineOf(two, '6'), lineOf(three, '8')]);
    const [whole, part, none] = lines.map((line) => line.id) as [number, number, number];
    const received = {
      lines: [
        { lineId: whole, quantity: '12' },
        { lineId: part, quantity: '2' },
      ],
    };
    await receiveOrder(tx, id, received);
    return {
      now: `The purchase order ${id} is received in part: 12 of 12, 2 of 6, and none of 8.`,
      facts: { purchaseOrderId: id, receivedLineId: whole, partLineId: part, partOutstanding: '4', openLineId: none },
    };
  });

export const overReceived: MerchantScene = ({ sandbox }) =>
  backOfficeOf(sandbox).write(async (tx) => {
    const [[item], [from, to]] = [await itemsOf(tx, 1), await storesOf(tx, 2)];
    const body = { fromStoreId: from.id, toStoreId: to.id, date: dayAt(from, tx) };
    const { transfer } = await createTransfer(tx, { ...body, lines: [{ itemId: item.id, quantity: '5' }] }, false);
    const [line] = transfer.lines as unknown as [{ id: number }];
    await receiveTransfer(tx, transfer.id, { lines: [{ lineId: line.id, quantity: '3' }] });
    return {
      now: `The stock transfer ${transfer.id} from ${from.name} to ${to.name} is of 5 ${item.name}, of which the merchant has received 3. Receiving 5 is rejected.`,
      facts: { stockTransferId: transfer.id, lineId: line.id, outstanding: '2' },
    };
  });

const MOST_LINES = 1000;

export const thousandLines: MerchantScene = ({ sandbox }) =>
  backOfficeOf(sandbox).write(async (tx) => {
    const items = await itemsOf(tx, 1, MOST_LINES);
    const lines = Array.from({ length: MOST_LINES }, (_, at) => lineOf(items[at % items.length] as Item, '1'));
    const { id } = await order(tx, lines);
    return {
      now: `The purchase order ${id} has ${MOST_LINES} lines, which is the most.`,
      facts: { purchaseOrderId: id, lines: MOST_LINES },
    };
  });
