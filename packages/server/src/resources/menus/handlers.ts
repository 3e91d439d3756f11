import type { MenuList } from '../../http/generated/types.gen.ts';
import type { Lists } from '../../storage/listing.ts';
import { created, ok, type TenantHandlers } from '../handlers.ts';
import { findWhole } from '../whole.ts';
import { channelsAskedFor } from './rules.ts';
import { MENUS, WHOLE_MENU } from './store.ts';
import { changeMenu, createMenu } from './write.ts';

type MenuOperations = 'listMenus' | 'getMenuFull' | 'createMenuWithItems' | 'updateMenuWithItems';

export function menuHandlers(lists: Lists): TenantHandlers<MenuOperations> {
  return {
    async listMenus({ query, tenant }) {
      return ok(await lists.read<MenuList>(tenant, MENUS, channelsAskedFor(query)));
    },
    async getMenuFull({ path, tenant }) {
      const { body, etag } = await findWhole(tenant, WHOLE_MENU, path.id);
      return ok(body, etag);
    },
    async createMenuWithItems({ body, tenant }) {
      return tenant.write(async (tx) => {
        const { id, body: record, etag } = await createMenu(tx, body);
        return created(record, `/menus/${id}/full`, etag);
      });
    },
    async updateMenuWithItems({ path, body, ifMatch, claims, tenant }) {
      return tenant.write(async (tx) => {
        const { body: record, etag } = await changeMenu(tx, path.id, body, { ifMatch, claims });
        return ok(record, etag);
      });
    },
  };
}
