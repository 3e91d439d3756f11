import type {
  ModifierGroup,
  ModifierGroupCreate,
  ModifierGroupFull,
  ModifierGroupList,
  ModifierGroupUpdate,
} from '../../contract/generated/types.gen.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import type { Lists } from '../../lists/lists.ts';
import { changedProperties } from '../changed-properties.ts';
import { countNew, takeIds } from '../entries.ts';
import { created, type Handlers, listReply, ok } from '../handlers.ts';
import { lockItemModifiers, writeItems } from '../item-modifiers.ts';
import { refuseTooFine } from '../money.ts';
import { type Basis, lockRecord, refusing, writeChange } from '../record.ts';
import { findWhole, type WholeReply, writtenWhole } from '../whole.ts';
import { changedGroup, type GroupFields, newGroup, pricesOf } from './rules.ts';
import { GROUP, GROUPS, insertGroup, refusalsOf, updateGroup, WHOLE_GROUP } from './store.ts';

type ModifierOperations = 'listModifiers' | 'createModifier' | 'getModifierFull' | 'updateModifier';

export function modifierHandlers(lists: Lists): Handlers<ModifierOperations> {
  return {
    async listModifiers(request) {
      return listReply<ModifierGroupList>(lists, request, GROUPS, request.query);
    },
    async createModifier({ body, write }) {
      return write(async (tx) => {
        const { group, ...record } = await createGroup(tx, body);
        return created(record, `/modifiers/${group.id}/full`);
      });
    },
    async getModifierFull({ path, tenant }) {
      return ok(await findWhole(tenant, WHOLE_GROUP, path.id));
    },
    async updateModifier({ path, body, conditions, claims, write }) {
      return write(async (tx) => ok(await changeGroup(tx, path.id, body, { conditions, claims })));
    },
  };
}

interface Written extends WholeReply<ModifierGroupFull> {
  readonly group: GroupFields;
}

export async function createGroup(tx: TenantTransaction, input: ModifierGroupCreate): Promise<Written> {
  refuseTooFine(pricesOf(input), tx.scope.currency);
  const itemIds = input.itemIds ?? [];
  if (itemIds.length > 0) await lockItemModifiers(tx);
  const nextId = await takeIds(tx, 1 + input.options.length);
  const id = nextId();
  const group = newGroup(input, id, tx.scope.currency, nextId);
  async function write() {
    const { version } = await insertGroup(tx, group);
    tx.changed({ resource: 'modifiers', id, kind: 'created', version });
    await writeItems(tx, id, [], itemIds);
  }
  await refusing(refusalsOf(tx, group, itemIds), write());
  return { group, ...(await writtenWhole(tx, WHOLE_GROUP, id)) };
}

export async function changeGroup(
  tx: TenantTransaction,
  id: number,
  patch: ModifierGroupUpdate,
  basis: Basis,
): Promise<Written> {
  refuseTooFine(pricesOf(patch), tx.scope.currency);
  const { itemIds } = patch;
  if (itemIds) await lockItemModifiers(tx);
  const current = await lockRecord(tx, GROUP, id, basis);
  const group = changedGroup(current, patch, tx.scope.currency, await takeIds(tx, countNew(patch.options)));
  async function write() {
    const written = await updateGroup(tx, group, new Set(Object.keys(patch)));
    if (itemIds) await writeItems(tx, id, current.itemIds, itemIds);
    return written;
  }
  const properties = changedIn(current, group);
  await writeChange(tx, GROUP, { resource: 'modifiers', id, kind: 'updated', properties }, () =>
    refusing(refusalsOf(tx, group, itemIds ?? []), write()),
  );
  return { group, ...(await writtenWhole(tx, WHOLE_GROUP, id)) };
}

function changedIn(current: ModifierGroup, group: GroupFields): string[] {
  const changed = changedProperties(current, group);
  return changed.includes('itemIds') ? [...changed, 'items'] : changed;
}
