import type { MenuList } from '../../contract/generated/types.gen.ts';
import type { Lists } from '../../storage/listing.ts';
import { created, type Handlers, ok } from '../handlers.ts';
import { listOf } from '../list.ts';
import { findWhole } from '../whole.ts';
import { channelsAskedFor } from './rules.ts';
import { MENUS, WHOLE_MENU } from './store.ts';
import { changeMenu, createMenu } from './write.ts';

type MenuOperations = 'listMenus' | 'getMenuFull' | 'createMenuWithItems' | 'updateMenuWithItems';

export function menuHandlers(lists: Lists): Handlers<MenuOperations> {
  return {
    async listMenus({ query, tenant }) {
      return ok(listOf<MenuList>(await lists.read(tenant, MENUS, channelsAskedFor(query))));
    },
    async getMenuFull({ path, tenant }) {
      const { body, etag } = await findWhole(tenant, WHOLE_MENU, path.id);
      return ok(body, etag);
    },
    async createMenuWithItems({ body, write }) {
      return write(async (tx) => {
        const { id, body: record, etag } = await createMenu(tx, body);
        return created(record, `/menus/${id}/full`, etag);
      });
    },
    async updateMenuWithItems({ path, body, ifMatch, claims, write }) {
      return write(async (tx) => {
        const { body: record, etag } = await changeMenu(tx, path.id, body, { ifMatch, claims });
        return ok(record, etag);
      });
    },
  };
}
