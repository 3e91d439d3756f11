import type { Script } from '../../../driver/script.ts';
import type { Rec } from '../../../engine/record.ts';
import { DAY, openStockroom, type Stockroom } from './stock.ts';

/** Purchase orders of a stockroom's items. */

export const PATH = '/purchase-orders';

export interface Room extends Stockroom {
  /** A line of the plain item. */
  readonly line: (fields?: object) => Readonly<Record<string, unknown>>;
  readonly order: (fields?: object, query?: string) => Promise<Rec>;
}

export async function openRoom(s: Script): Promise<Room> {
  const stock = await openStockroom(s);
  const line = (fields = {}) => ({ itemId: stock.plain, quantity: '2', unitCost: '1.5', ...fields });
  const [supplierId, storeId] = [stock.suppliers[0], stock.stores[0]];
  const body = { supplierId, storeId, orderDate: DAY, lines: [line()] };
  const order = (fields = {}, query = 'receive=false') => s.post(`${PATH}?${query}`, { ...body, ...fields });
  return { ...stock, line, order };
}
