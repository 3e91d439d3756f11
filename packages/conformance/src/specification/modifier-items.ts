import { stateConflict } from './answer.ts';
import type { Draft } from './records.ts';
import { type Merchant, type Row, type Table, withRow } from './state.ts';

/** `itemIds` of groups and `modifierIds` of items are one relation. modifiers.items */

/** One side of the relation, seen from the other. */
interface Side {
  /** The property that is written. */
  readonly property: string;
  /** Where the other side is, and the property that it has. */
  readonly table: Table;
  readonly mirror: string;
  readonly order: (ids: readonly number[]) => readonly number[];
  /** Maximum number of ids in the mirror. */
  readonly most: number;
}

/** The items of a group, in the order of responses. */
export const ascending = (ids: unknown): readonly number[] =>
  (ids as readonly number[]).toSorted((one, other) => one - other);

const GROUPS: Side = { property: 'modifierIds', table: 'modifiers', mirror: 'itemIds', order: ascending, most: 500 };
/** A group that is added comes last. */
const ITEMS: Side = { property: 'itemIds', table: 'items', mirror: 'modifierIds', order: (ids) => ids, most: 50 };

/** Ids in a record's property, which is one side of the relation. */
const idsIn = (row: Row | undefined, property: string): readonly number[] =>
  (row?.[property] as readonly number[] | undefined) ?? [];

/** Changes the other side for the ids that a write adds or removes. */
function settled(merchant: Merchant, draft: Draft, side: Side): Merchant {
  requireRoom(merchant, draft, side);
  const { row, before } = draft;
  const { property, table, mirror, order } = side;
  const [former, current] = [idsIn(before, property), idsIn(row, property)];
  const changed = [...former.filter((id) => !current.includes(id)), ...current.filter((id) => !former.includes(id))];
  return changed.reduce((next, id) => {
    const other = next.tables[table].get(id);
    if (!other) return next;
    const others = idsIn(other, mirror).filter((one) => one !== row.id);
    const ids = current.includes(id) ? [...others, row.id] : others;
    const { updatedAt } = row;
    return withRow(next, table, { ...other, [mirror]: order(ids), version: other.version + 1, updatedAt });
  }, merchant);
}

/** Rejects the first sent id whose record is full. modifiers.items_most */
function requireRoom({ tables }: Merchant, { before, sent }: Draft, { property, table, mirror, most }: Side): void {
  const former = idsIn(before, property);
  const ids = (sent[property] ?? []) as readonly number[];
  const full = ids.findIndex((id) => !former.includes(id) && idsIn(tables[table].get(id), mirror).length >= most);
  if (full < 0) return;
  throw stateConflict('modifiers.items_most', `/${property}/${full}`);
}

/** Groups after a write of an item. */
export const withGroupsOf = (merchant: Merchant, draft: Draft): Merchant => settled(merchant, draft, GROUPS);

/** Items after a write of a group. */
export const withItemsOf = (merchant: Merchant, draft: Draft): Merchant => settled(merchant, draft, ITEMS);
