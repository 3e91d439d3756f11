import type { Script } from '../../../driver/script.ts';
import type { Rec } from '../../../engine/record.ts';
import { DAY, openStockroom, type Stockroom } from './stock.ts';

/** Transfers of a stockroom's items. */

export const PATH = '/stock-transfers';

interface Room extends Stockroom {
  readonly line: (fields?: object) => Readonly<Record<string, unknown>>;
  readonly transfer: (fields?: object, query?: string) => Promise<Rec>;
}

export async function openRoom(s: Script): Promise<Room> {
  const stock = await openStockroom(s);
  const line = (fields = {}) => ({ itemId: stock.plain, quantity: '2', ...fields });
  const [fromStoreId, toStoreId] = stock.stores;
  const body = { fromStoreId, toStoreId, date: DAY, lines: [line()] };
  const transfer = (fields = {}, query = 'receive=false') => s.post(`${PATH}?${query}`, { ...body, ...fields });
  return { ...stock, line, transfer };
}
