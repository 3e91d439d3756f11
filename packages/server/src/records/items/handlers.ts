import type { CheckBody } from '../../contract/checked-body.ts';
import type { Item, ItemCreate, ItemList, ItemUpdate } from '../../contract/generated/types.gen.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import type { Lists } from '../../lists/lists.ts';
import { created, type Handlers, listReply, ok } from '../handlers.ts';
import type { Basis } from '../record.ts';
import { findItemAtStore } from './at-store.ts';
import { batchHandler } from './batch.ts';
import { GeneratedCodes } from './generated-codes.ts';
import { findItemStock } from './stock.ts';
import { ITEMS } from './store.ts';
import { type Written, writeItem } from './write.ts';

type ItemOperations = 'listItems' | 'createItem' | 'batchItems' | 'getItem' | 'updateItem' | 'getItemStock';

export function itemHandlers(lists: Lists, checkBody: CheckBody): Handlers<ItemOperations> {
  return {
    async listItems(request) {
      return listReply<ItemList>(lists, request, ITEMS, request.query);
    },
    async createItem({ body, write }) {
      const codes = new GeneratedCodes([body]);
      return codes.retrying(() =>
        write(async (tx) => {
          const { doc, location } = await createItem(tx, body, codes);
          return created<Item>({ doc }, location);
        }),
      );
    },
    batchItems: batchHandler(checkBody),
    async getItem({ path, query, tenant }) {
      return ok(await findItemAtStore(tenant, path.id, query.storeId));
    },
    async updateItem({ path, body, conditions, claims, write }) {
      const codes = new GeneratedCodes([body]);
      return codes.retrying(() =>
        write(async (tx) => ok<Item>(await changeItem(tx, path.id, body, { conditions, claims }, codes))),
      );
    },
    async getItemStock({ path, query, tenant }) {
      return findItemStock(lists, tenant, path.id, query);
    },
  };
}

const lookedUp = (item: ItemCreate | ItemUpdate) => new GeneratedCodes([item], { isLookedUp: true });

export const createItem = (tx: TenantTransaction, input: ItemCreate, codes = lookedUp(input)): Promise<Written> =>
  writeItem(tx, { create: input }, codes);

export const changeItem = (
  tx: TenantTransaction,
  id: number,
  patch: ItemUpdate,
  basis: Basis = {},
  codes = lookedUp(patch),
): Promise<Written> => writeItem(tx, { key: { id }, update: patch, basis }, codes);
