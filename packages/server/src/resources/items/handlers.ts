import type { Item, ItemAtStore, ItemCreate, ItemList, ItemUpdate } from '../../contract/generated/types.gen.ts';
import type { Lists } from '../../storage/lists/lists.ts';
import type { TenantTransaction } from '../../storage/tenant.ts';
import { changedProperties } from '../changed-properties.ts';
import { countNew, takeIds } from '../entries.ts';
import { created, type Handlers, listReply, ok } from '../handlers.ts';
import { lockItemModifiers, showOnGroups } from '../item-modifiers.ts';
import { refuseTooFine } from '../money.ts';
import { type Basis, lockRecord, type Stored } from '../record.ts';
import { findItemAtStore, stockAtStore } from './at-store.ts';
import { changedItem, checkComponents, type ItemFields, newItem, pricesOf } from './rules.ts';
import { findItemStock } from './stock.ts';
import { ITEM, ITEMS, insertItem, typesOf, updateItem } from './store.ts';

type ItemOperations = 'listItems' | 'createItem' | 'getItem' | 'updateItem' | 'getItemStock';

export function itemHandlers(lists: Lists): Handlers<ItemOperations> {
  return {
    async listItems(request) {
      return listReply<ItemList>(lists, request, ITEMS, request.query);
    },
    async createItem({ body, write }) {
      return write(async (tx) => {
        const { location, ...record } = await createItem(tx, body);
        return created(record, location);
      });
    },
    async getItem({ path, query, tenant }) {
      return ok(await findItemAtStore(tenant, path.id, query.storeId));
    },
    async updateItem({ path, body, ifMatch, claims, write }) {
      return write(async (tx) => ok(await changeItem(tx, path.id, body, { ifMatch, claims })));
    },
    async getItemStock({ path, query, tenant }) {
      return findItemStock(lists, tenant, path.id, query);
    },
  };
}

interface Written extends Stored<Item> {
  readonly item: ItemFields;
}

/** Location is the item at the merchant's first store, if there is one. */
export async function createItem(
  tx: TenantTransaction,
  input: ItemCreate,
): Promise<Written & { readonly location: string }> {
  refuseTooFine(pricesOf(input), tx.scope.currency);
  if (input.modifierIds?.length) await lockItemModifiers(tx);
  const nextId = await takeIds(tx, 1 + countNew(input.variants));
  const item = newItem(input, nextId(), tx.scope.currency, nextId);
  await requireComponents(tx, item);
  const { doc, version, first_store_id: storeId } = await insertItem(tx, item);
  tx.changed({ resource: 'items', id: item.id, kind: 'created', version });
  await showOnGroups(tx, [], item.modifierIds);
  return { item, doc, version, location: `/items/${item.id}${storeId === null ? '' : `?storeId=${storeId}`}` };
}

export async function changeItem(
  tx: TenantTransaction,
  id: number,
  patch: ItemUpdate,
  basis: Basis = {},
): Promise<Written> {
  refuseTooFine(pricesOf(patch), tx.scope.currency);
  if (patch.modifierIds) await lockItemModifiers(tx);
  const current = await lockRecord(tx, ITEM, id, basis, () => stockClaimed(tx, id, basis));
  const item = changedItem(current, patch, await takeIds(tx, countNew(patch.variants)));
  if (patch.components) await requireComponents(tx, item);
  const written = await updateItem(tx, item, new Set(Object.keys(patch)));
  const properties = changedProperties(current, item);
  tx.changed({ resource: 'items', id, kind: 'updated', version: written.version, properties });
  await showOnGroups(tx, current.modifierIds, item.modifierIds);
  return { item, ...written };
}

/** Stock of the item at the store named in the change's claims. */
function stockClaimed(tx: TenantTransaction, id: number, { claims = [] }: Basis): Promise<object> {
  const atStore = claims.find(({ path }) => path === '/atStore')?.value as ItemAtStore['atStore'] | undefined;
  return stockAtStore(tx, id, atStore?.storeId ?? null);
}

async function requireComponents(tx: TenantTransaction, item: ItemFields): Promise<void> {
  const ids = item.components.map((component) => component.itemId);
  checkComponents(item, await typesOf(tx, ids));
}
