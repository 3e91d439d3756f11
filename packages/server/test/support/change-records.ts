import type { Caller } from './api-caller.ts';

/** A change as `GET /changes` lists it. */
export interface Change {
  readonly position: number;
  readonly resource: string;
  readonly id: number;
  readonly version: number | null;
  readonly kind: string;
  readonly by: string;
  readonly at: string;
  readonly correlationId: string | null;
  readonly storeIds: readonly number[] | null;
  readonly businessDay: string | null;
  readonly record?: object | null;
}

/** Reads the record of a change by its own operation; undefined if there is none. */
export async function readRecord(
  caller: Caller,
  { resource, id, storeIds, businessDay }: Pick<Change, 'resource' | 'id' | 'storeIds' | 'businessDay'>,
): Promise<unknown> {
  const body = async (path: string) => (await caller.get(path)).body;
  const listed = async (path: string) => (await body(`${path}ids=${id}`)).data[0];
  switch (resource) {
    case 'items':
    case 'taxes':
      return listed(`/${resource}?`);
    case 'stock': {
      const { data, pagination, at, knownAt, ...level } = await body(`/items/${id}/stock?storeId=${storeIds?.[0]}`);
      return level;
    }
    case 'menus':
    case 'modifiers':
      return body(`/${resource}/${id}/full`);
    case 'openOrders': {
      // The order may be at another store by now.
      const stores: { id: number }[] = (await body('/stores?limit=100')).data;
      const lists = await Promise.all(stores.map((store) => listed(`/stores/${store.id}/open-orders?`)));
      return lists.find(Boolean);
    }
    case 'dailySales': {
      const { data } = await body(`/reports/daily-sales?from=${businessDay}&to=${businessDay}&storeId=${id}`);
      return data.length > 0 ? data : null;
    }
    default:
      return body(`/${resource.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}/${id}`);
  }
}
