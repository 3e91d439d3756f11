import type { ModifierGroup, ModifierGroupFull } from '../../contract/generated/types.gen.ts';
import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { everyWord, type ListPlan } from '../../lists/list-plan.ts';
import { recordTable } from '../columns.ts';
import { RECORD_SORTS } from '../list.ts';
import { inOrder, type Refusals, recordKind } from '../record.ts';
import { missingFrom, missingReference, takenExternalId } from '../refusals.ts';
import { wholeRecord } from '../whole.ts';
import type { GroupFields } from './rules.ts';

export const GROUP = recordKind<ModifierGroup>('modifier group', 'modifier_groups');

/** Finds items by their search text, which has a trigram index and includes the name. */
export const GROUPS: ListPlan = {
  table: 'modifier_groups',
  sorts: RECORD_SORTS,
  filters: {
    itemSearch: (text, place) => {
      const words = everyWord('i.search_text', text as string, place);
      // Written so that the planner expects every row to match, because the search text has already narrowed them down.
      const named = everyWord('region.fold(i.name)', text as string, place).map(
        (word) => `nullif(${word}, false) is not null`,
      );
      return `exists (select 1 from region.item_modifiers m
        join region.items_search i on i.company_id = $1 and i.id = m.item_id
        where ${['m.company_id = $1', 'm.modifier_id = r.id', ...words, ...named].join(' and ')})`;
    },
  },
  textFilters: ['itemSearch'],
};

export const WHOLE_GROUP = wholeRecord<ModifierGroupFull>(
  GROUP.kind,
  ['items'],
  'modifier-groups',
  (condition) => `select g.id, g.doc, g.version, (
       select '[' || coalesce(string_agg(row_to_json(item)::text, ',' order by item."itemId"), '') || ']' from (
         select i.id as "itemId", i.name, i.item_code as "itemCode", i.status
         from region.item_modifiers m join region.items i on i.company_id = $1 and i.id = m.item_id
         where m.company_id = $1 and m.modifier_id = g.id
       ) item
     ) as items
     from region.modifier_groups g where g.company_id = $1 and g.id ${condition}`,
);

const TABLE = recordTable<ModifierGroup, GroupFields>('modifier_groups', {
  status: (group) => group.status,
  name: (group) => group.name,
  min_select: (group) => group.minSelect,
  max_select: (group) => group.maxSelect,
  options: (group) => JSON.stringify(group.options),
  item_ids: (group) => JSON.stringify(group.itemIds),
  external_id: (group) => group.externalId,
});

const DELETE_OPTIONS = statement(
  'modifier-groups.delete-options',
  `delete from region.modifier_options where company_id = $1 and modifier_id = $2 and id <> all($3::bigint[])`,
);
const UPSERT_OPTIONS = statement(
  'modifier-groups.upsert-options',
  `insert into region.modifier_options (company_id, modifier_id, id, item_id)
   select $1, $2, id, item_id from unnest($3::bigint[], $4::bigint[]) as o (id, item_id)
   on conflict (company_id, id) do update set item_id = excluded.item_id`,
);

const MISSING_ITEM = missingFrom('items');

const externalIdTaken = takenExternalId('modifier_groups');

/** `itemIds` are in the request's order. */
export function refusalsOf(tx: TenantTransaction, group: GroupFields, itemIds: readonly number[]): Refusals {
  const { options } = group;
  const places = options.flatMap(({ itemId }, index) => (itemId === null ? [] : [{ itemId, index }]));
  const missing = (ids: readonly number[], path: (index: number) => string) =>
    missingReference(tx, MISSING_ITEM, [ids], path, 'item');
  return {
    modifier_groups_external_id: () => externalIdTaken(tx, group),
    modifier_options_item: () =>
      missing(
        places.map(({ itemId }) => itemId),
        (i) => `/options/${places[i]?.index}/itemId`,
      ),
    item_modifiers_item: () => missing(itemIds, (i) => `/itemIds/${i}`),
  };
}

export const insertGroup = (tx: TenantTransaction, group: GroupFields) =>
  inOrder(TABLE.insert(tx, group.id, group), [upsertOptions(tx, group)]);

export const updateGroup = (tx: TenantTransaction, group: GroupFields, changed: ReadonlySet<string>) =>
  inOrder(TABLE.update(tx, group.id, group), changed.has('options') ? replaceOptions(tx, group) : []);

const upsertOptions = (tx: TenantTransaction, { id, options }: GroupFields): Promise<unknown> =>
  tx.query(UPSERT_OPTIONS, [id, options.map((o) => o.id), options.map((o) => o.itemId)]);

function replaceOptions(tx: TenantTransaction, group: GroupFields): Promise<unknown>[] {
  const kept = group.options.map(({ id }) => id);
  return [tx.query(DELETE_OPTIONS, [group.id, kept]), upsertOptions(tx, group)];
}
