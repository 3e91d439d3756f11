import { inBody, Rejection } from './answer.ts';
import type { Draft, Rule } from './records.ts';
import { type Merchant, type Row, type Table, withRow } from './state.ts';

/** `itemIds` of groups and `modifierIds` of items are one relation. modifiers.items */

const GROUPS_OF_AN_ITEM = 50;

/** Ids in a record's property, which is one side of the relation. */
const idsIn = (row: Row | undefined, property: string): readonly number[] =>
  (row?.[property] as readonly number[] | undefined) ?? [];

/** The items of a group, in the order of responses. */
export const ascending = (ids: unknown): readonly number[] =>
  (ids as readonly number[]).toSorted((one, other) => one - other);

const add = (ids: readonly number[], id: number): readonly number[] => [...ids, id];
const remove = (ids: readonly number[], id: number): readonly number[] => ids.filter((one) => one !== id);

/** Changes the other side of the relation for the ids that a write adds or removes. */
function settled(
  merchant: Merchant,
  { row, before }: Draft,
  property: string,
  [table, mirror]: readonly [Table, string],
  order: (ids: readonly number[]) => readonly number[],
): Merchant {
  const [former, current] = [idsIn(before, property), idsIn(row, property)];
  const changed = [...former.filter((id) => !current.includes(id)), ...current.filter((id) => !former.includes(id))];
  return changed.reduce((next, id) => {
    const other = next.tables[table].get(id);
    if (!other) return next;
    const ids = (current.includes(id) ? add : remove)(idsIn(other, mirror), row.id);
    const { updatedAt } = row;
    return withRow(next, table, { ...other, [mirror]: order(ids), version: other.version + 1, updatedAt });
  }, merchant);
}

/** Groups after a write of an item. */
export const withGroupsOf = (merchant: Merchant, draft: Draft): Merchant =>
  settled(merchant, draft, 'modifierIds', ['modifiers', 'itemIds'], ascending);

/** Items after a write of a group: a group that is added comes last. */
export const withItemsOf = (merchant: Merchant, draft: Draft): Merchant =>
  settled(merchant, draft, 'itemIds', ['items', 'modifierIds'], (ids) => ids);

/** modifiers.items_most: the first of the sent items that has no room for the group. */
export const roomForGroup: Rule = ({ before, sent }, merchant) => {
  const ids = (sent.itemIds ?? []) as readonly number[];
  const full = ids.findIndex(
    (id) =>
      !idsIn(before, 'itemIds').includes(id) &&
      idsIn(merchant.tables.items.get(id), 'modifierIds').length >= GROUPS_OF_AN_ITEM,
  );
  if (full >= 0)
    throw new Rejection('partner.state_conflict', 'modifiers.items_most', [inBody(`/itemIds/${full}`, 'state')]);
};
