import type { Menu, MenuCreate, MenuFull, MenuList, MenuUpdate } from '../../contract/generated/types.gen.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import type { Lists } from '../../lists/lists.ts';
import { changedProperties } from '../changed-properties.ts';
import { created, type Handlers, listReply, ok } from '../handlers.ts';
import { refuseTooFine } from '../money.ts';
import { type Basis, lockRecord, writeChange } from '../record.ts';
import { findWhole, membersOf, type WholeReply, writtenWhole } from '../whole.ts';
import { changedMenu, channelsAskedFor, hasItems, type MenuFields, newMenu, pricesOf } from './rules.ts';
import { insertMenu, MENU, MENUS, updateMenu, WHOLE_MENU } from './store.ts';

type MenuOperations = 'listMenus' | 'getMenuFull' | 'createMenuWithItems' | 'updateMenuWithItems';

export function menuHandlers(lists: Lists): Handlers<MenuOperations> {
  return {
    async listMenus(request) {
      return listReply<MenuList>(lists, request, MENUS, channelsAskedFor(request.query));
    },
    async getMenuFull({ path, tenant }) {
      return ok(await findWhole(tenant, WHOLE_MENU, path.id));
    },
    async createMenuWithItems({ body, write }) {
      return write(async (tx) => {
        const { id, ...record } = await createMenu(tx, body);
        return created(record, `/menus/${id}/full`);
      });
    },
    async updateMenuWithItems({ path, body, conditions, claims, write }) {
      return write(async (tx) => ok(await changeMenu(tx, path.id, body, { conditions, claims })));
    },
  };
}

export async function createMenu(
  tx: TenantTransaction,
  input: MenuCreate,
): Promise<WholeReply<MenuFull> & { readonly id: number }> {
  refuseTooFine(pricesOf(input), tx.scope.currency);
  const id = await tx.newId();
  const { version } = await insertMenu(tx, newMenu(input, id), input);
  tx.changed({ resource: 'menus', id, kind: 'created', version });
  return { id, ...(await writtenWhole(tx, WHOLE_MENU, id)) };
}

export async function changeMenu(
  tx: TenantTransaction,
  id: number,
  patch: MenuUpdate,
  basis: Basis,
): Promise<WholeReply<MenuFull>> {
  refuseTooFine(pricesOf(patch), tx.scope.currency);
  const current = await lockRecord(tx, MENU, id, basis, () => membersOf(tx, WHOLE_MENU, id));
  const menu = changedMenu(current, patch);
  const stored = patch.items && ((await membersOf(tx, WHOLE_MENU, id)) as Pick<MenuFull, 'items'>).items;
  const hasOtherItems = stored !== undefined && !hasItems(stored, patch, tx.scope.currency);
  const properties = [...changedIn(current, menu), ...(hasOtherItems ? ['items'] : [])];
  await writeChange(tx, MENU, { resource: 'menus', id, kind: 'updated', properties }, () =>
    updateMenu(tx, menu, patch),
  );
  return writtenWhole(tx, WHOLE_MENU, id);
}

function changedIn(current: Menu, menu: MenuFields): string[] {
  const changed = changedProperties(current, menu);
  return changed.includes('storeIds') ? [...changed, 'stores'] : changed;
}
