import { nextVersion, statement } from '../database/statement.ts';
import type { TenantTransaction } from '../database/tenant.ts';
import { stateConflict } from '../errors.ts';
import { allInOrder } from './record.ts';
import { rowInsert } from './record-table.ts';

const LOCK = statement(
  'item-modifiers.lock',
  `select pg_advisory_xact_lock(hashtextextended('item_modifiers ' || $1::bigint, 0))`,
);

const SHOW_ON_GROUPS = statement(
  'item-modifiers.show-on-groups',
  `update region.modifier_groups g
   set version = ${nextVersion('g.version', 'c.changes')}, updated_at = $3, item_ids = region.json_ids(array(
     select m.item_id from region.item_modifiers m where m.company_id = $1 and m.modifier_id = g.id order by m.item_id
   ))
   from (select id, count(*)::integer as changes from unnest($2::bigint[]) as i (id) group by id) c
   where g.company_id = $1 and g.id = c.id
   returning g.id, g.version, json_array_length(g.item_ids) as size`,
);

/** Keeps the order of an item's groups and appends new ones. */
const SHOW_ON_ITEMS = statement(
  'item-modifiers.show-on-items',
  `update region.items i
   set version = ${nextVersion('i.version')}, updated_at = $5, modifier_ids = region.json_ids(array(
     select e.id::bigint from json_array_elements_text(i.modifier_ids) with ordinality as e (id, n)
     where e.id::bigint <> $2 order by n
   ) || case when i.id = any($3::bigint[]) then array[$2::bigint] else '{}' end)
   where i.company_id = $1 and i.id = any($3::bigint[] || $4::bigint[])
   returning i.id, i.version, json_array_length(i.modifier_ids) as size`,
);

const addItems = rowInsert(
  'item-modifiers.add-items',
  'item_modifiers',
  { itemId: 'bigint' },
  { parent: 'modifier_id' },
);

const REMOVE_ITEMS = statement(
  'item-modifiers.remove-items',
  `delete from region.item_modifiers where company_id = $1 and modifier_id = $2 and item_id = any($3::bigint[])`,
);

interface Side {
  readonly id: number;
  readonly version: number;
  readonly size: number;
}

/**
 * Serializes writes to item_modifiers. An item's `modifierIds` and a group's `itemIds` are two views of this relation,
 * stored in both rows, so writing one side changes rows of the other. A write that may change the relation takes this
 * lock first, and so never waits for it while holding another.
 */
export const lockItemModifiers = (tx: TenantTransaction): Promise<unknown> => tx.query(LOCK);

/**
 * Updates the groups that items joined or left, given the groups of each item before and after its change; the relation
 * itself is already written. Each change of a group counts as a version.
 */
export async function showOnGroups(
  tx: TenantTransaction,
  items: readonly { readonly before: readonly number[]; readonly after: readonly number[] }[],
): Promise<void> {
  const changed = items.flatMap(({ before, after }) => [...without(before, after), ...without(after, before)]);
  if (changed.length === 0) return;
  const groups = await tx.query<Side>(SHOW_ON_GROUPS, [changed, tx.timestamp]);
  for (const { after } of items) refuseFull(after, groups, 500, '/modifierIds', 'the group already has');
  for (const { id, version } of groups)
    tx.changed({ resource: 'modifiers', id, kind: 'updated', version, properties: ['itemIds', 'items'] });
}

export async function writeItems(
  tx: TenantTransaction,
  groupId: number,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const [joining, leaving] = [without(after, before), without(before, after)];
  if (leaving.length > 0) await tx.query(REMOVE_ITEMS, [groupId, leaving]);
  await allInOrder(
    addItems(
      tx,
      joining.map((itemId) => ({ itemId })),
      groupId,
    ),
  );
  if (leaving.length + joining.length === 0) return;
  const items = await tx.query<Side>(SHOW_ON_ITEMS, [groupId, joining, leaving, tx.timestamp]);
  refuseFull(after, items, 50, '/itemIds', 'the item already has');
  for (const { id, version } of items)
    tx.changed({ resource: 'items', id, kind: 'updated', version, properties: ['modifierIds'] });
}

function without(ids: readonly number[], others: readonly number[]): number[] {
  const excluded = new Set(others);
  return ids.filter((id) => !excluded.has(id));
}

/**
 * Rejects more than `most` on the side of the relation that a request does not contain; the contract limits the other.
 * `ids` are in the request's order, so that the rejection names the first one whose other side is full.
 */
function refuseFull(ids: readonly number[], sides: readonly Side[], most: number, path: string, what: string): void {
  const full = new Set(sides.filter(({ size }) => size > most).map(({ id }) => id));
  const index = ids.findIndex((id) => full.has(id));
  if (index < 0) return;
  throw stateConflict(`${path}/${index}`, `${what} ${most}, the maximum`);
}
