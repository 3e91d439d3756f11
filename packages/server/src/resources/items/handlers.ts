import type { ItemList } from '../../contract/generated/types.gen.ts';
import type { Lists } from '../../storage/listing.ts';
import { created, type Handlers, ok } from '../handlers.ts';
import { listOf } from '../list.ts';
import { findItemAtStore } from './at-store.ts';
import { findItemStock } from './stock.ts';
import { ITEMS } from './store.ts';
import { changeItem, createItem } from './write.ts';

type ItemOperations = 'listItems' | 'createItem' | 'getItem' | 'updateItem' | 'getItemStock';

export function itemHandlers(lists: Lists): Handlers<ItemOperations> {
  return {
    async listItems({ query, tenant }) {
      return ok(listOf<ItemList>(await lists.read(tenant, ITEMS, query)));
    },
    async createItem({ body, write }) {
      return write(async (tx) => {
        const { doc, location } = await createItem(tx, body);
        return created(doc, location);
      });
    },
    async getItem({ path, query, tenant }) {
      const { body, etag } = await findItemAtStore(tenant, path.id, query.storeId);
      return ok(body, etag);
    },
    async updateItem({ path, body, ifMatch, claims, write }) {
      return write(async (tx) => {
        const { doc, version } = await changeItem(tx, path.id, body, { ifMatch, claims });
        return ok(doc, version);
      });
    },
    async getItemStock({ path, query, tenant }) {
      return ok(await findItemStock(tenant, path.id, query));
    },
  };
}
