import type {
  ModifierGroup,
  ModifierGroupCreate,
  ModifierGroupFull,
  ModifierGroupUpdate,
  ModifierOption,
  ModifierOptionInput,
} from '../contract/generated/types.gen.ts';
import { statement } from '../database/statement.ts';
import type { TenantTransaction } from '../database/tenant.ts';
import { type PartnerError, refuseInvalid, stateConflict, validationFailed } from '../errors.ts';
import { everyWord, type ListPlan } from '../lists/plan.ts';
import { type Amount, canonicalMoney, tooFine } from './decimal.ts';
import { countNew, entriesBefore, type NextId, refuseRepeatedIds, takeIds } from './entries.ts';
import { changing, creating, type Handlers, listReply, ok } from './handlers.ts';
import { lockItemModifiers, writeItems } from './item-modifiers.ts';
import {
  type Basis,
  changedProperties,
  type FieldsOf,
  findWhole,
  inOrder,
  lockRecord,
  type Refusals,
  recordKind,
  refusing,
  wholeRecord,
  writeChange,
  writtenWhole,
} from './record.ts';
import { missingFrom, RECORD_SORTS, recordTable, rowInsert, takenExternalId } from './record-table.ts';

type GroupFields = FieldsOf<ModifierGroup>;

function newGroup(input: ModifierGroupCreate, id: number, currency: string, nextId: NextId): GroupFields {
  const group: GroupFields = {
    status: 1,
    minSelect: 0,
    maxSelect: null,
    externalId: null,
    ...input,
    id,
    options: optionsOf(input.options, [], currency, nextId),
    itemIds: ascending(input.itemIds ?? []),
  };
  checkSelection(group, SELECTION);
  return group;
}

/** Applies a merge patch: absent means unchanged, null clears, nested lists are replaced whole. */
function changedGroup(group: ModifierGroup, patch: ModifierGroupUpdate, currency: string, nextId: NextId): GroupFields {
  const { options, itemIds, ...plain } = patch;
  const changed: GroupFields = {
    ...group,
    ...plain,
    ...(options && { options: optionsOf(options, group.options, currency, nextId) }),
    ...(itemIds && { itemIds: ascending(itemIds) }),
  };
  checkSelection(
    changed,
    SELECTION.filter((field) => patch[field] !== undefined),
  );
  return changed;
}

const pricesOf = ({ options = [] }: ModifierGroupUpdate): Amount[] =>
  options.map(({ price }, i) => ({ path: `/options/${i}/price`, amount: price }));

const ascending = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b);

function optionsOf(
  inputs: readonly ModifierOptionInput[],
  current: readonly ModifierOption[],
  currency: string,
  nextId: NextId,
): ModifierOption[] {
  refuseRepeatedIds('options', inputs);
  const valuesOf = (input: ModifierOptionInput, before?: ModifierOption) => ({
    name: input.name,
    price: canonicalMoney(input.price ?? before?.price ?? '0', currency),
    sortOrder: input.sortOrder ?? before?.sortOrder ?? 0,
    status: input.status ?? before?.status ?? 1,
    itemId: input.itemId === undefined ? (before?.itemId ?? null) : input.itemId,
  });
  const asNew = (input: ModifierOptionInput) => valuesOf(input);
  const existing = entriesBefore({ name: 'options', kind: 'option of this group', asNew }, inputs, current);
  return inputs.map((input, index) => {
    const before = existing[index];
    return { id: before?.id ?? nextId(), ...valuesOf(input, before) };
  });
}

type SelectionField = 'minSelect' | 'maxSelect' | 'options';
const SELECTION: readonly SelectionField[] = ['maxSelect', 'minSelect', 'options'];

/** Checks that the minimum selection is possible. `sent` lists the request's fields that affect it. */
function checkSelection({ minSelect, maxSelect, options }: GroupFields, sent: readonly SelectionField[]): void {
  if (sent.length === 0) return;
  if (maxSelect !== null && minSelect > maxSelect)
    throw refusal(['maxSelect', 'minSelect'], sent, `minSelect is ${minSelect}, but maxSelect is ${maxSelect}`);
  const active = options.filter(({ status }) => status === 1).length;
  const message = `minSelect is ${minSelect}, but the number of active options is ${active}`;
  if (minSelect > active) throw refusal(['minSelect', 'options'], sent, message);
}

/** Rejection of a contradiction: invalid within the request, a state conflict with the stored group. */
function refusal(fields: readonly SelectionField[], sent: readonly SelectionField[], message: string): PartnerError {
  const blamed = fields.filter((field) => sent.includes(field));
  const path = `/${blamed[0]}`;
  if (blamed.length < fields.length) return stateConflict(path, message);
  return validationFailed([{ in: 'body', path, rule: 'selection', message }]);
}

export const GROUP = recordKind<ModifierGroup>('modifier group', 'modifier_groups');

/** Finds items by their search text, which has a trigram index and includes the name. */
export const GROUPS: ListPlan = {
  table: 'modifier_groups',
  sorts: RECORD_SORTS,
  filters: {
    itemSearch: (text, place) => {
      const words = everyWord('i.search_text', text as string, place);
      // Written so that the planner expects every row to match, because the search text has already narrowed the rows.
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
  status: 'smallint',
  name: 'text',
  minSelect: 'smallint',
  maxSelect: 'smallint',
  options: 'json',
  itemIds: 'json',
  externalId: 'text',
});

const DELETE_OPTIONS = statement(
  'modifier-groups.delete-options',
  `delete from region.modifier_options where company_id = $1 and modifier_id = $2 and id <> all($3::bigint[])`,
);
const upsertOptions = rowInsert(
  'modifier-groups.upsert-options',
  'modifier_options',
  { id: 'bigint', itemId: 'bigint' },
  { parent: 'modifier_id', onConflict: 'on conflict (company_id, id) do update set item_id = excluded.item_id' },
);

const missingItem = missingFrom('items', 'item');

const externalIdTaken = takenExternalId('modifier_groups');

/** `itemIds` are in the request's order. */
function refusalsOf(tx: TenantTransaction, group: GroupFields, itemIds: readonly number[]): Refusals {
  const places = group.options.flatMap(({ itemId }, index) => (itemId === null ? [] : [{ itemId, index }]));
  const ofOptions = places.map(({ itemId }) => itemId);
  return {
    modifier_groups_external_id: () => externalIdTaken(tx, group),
    modifier_options_item: () => missingItem(tx, ofOptions, (i) => `/options/${places[i]?.index}/itemId`),
    item_modifiers_item: () => missingItem(tx, itemIds, (i) => `/itemIds/${i}`),
  };
}

export async function createGroup(tx: TenantTransaction, input: ModifierGroupCreate) {
  const { currency } = tx.scope;
  refuseInvalid(tooFine(pricesOf(input), currency));
  const itemIds = input.itemIds ?? [];
  if (itemIds.length > 0) await lockItemModifiers(tx);
  const nextId = await takeIds(tx, 1 + input.options.length);
  const id = nextId();
  const group = newGroup(input, id, currency, nextId);
  async function write() {
    const { version } = await inOrder(TABLE.insert(tx, id, group), upsertOptions(tx, group.options, id));
    tx.changed({ resource: 'modifiers', id, kind: 'created', version });
    await writeItems(tx, id, [], itemIds);
  }
  await refusing(refusalsOf(tx, group, itemIds), write());
  return { group, ...(await writtenWhole(tx, WHOLE_GROUP, id)) };
}

export async function changeGroup(tx: TenantTransaction, id: number, patch: ModifierGroupUpdate, basis: Basis) {
  refuseInvalid(tooFine(pricesOf(patch), tx.scope.currency));
  const { itemIds } = patch;
  if (itemIds) await lockItemModifiers(tx);
  const current = await lockRecord(tx, GROUP, id, basis);
  const group = changedGroup(current, patch, tx.scope.currency, await takeIds(tx, countNew(patch.options)));
  async function write() {
    const row = TABLE.update(tx, id, group);
    const kept = group.options.map((option) => option.id);
    const options = patch.options
      ? [tx.query(DELETE_OPTIONS, [id, kept]), ...upsertOptions(tx, group.options, id)]
      : [];
    const written = await inOrder(row, options);
    if (itemIds) await writeItems(tx, id, current.itemIds, itemIds);
    return written;
  }
  const changed = changedProperties(current, group);
  const properties = changed.includes('itemIds') ? [...changed, 'items'] : changed;
  await writeChange(tx, GROUP, { resource: 'modifiers', id, kind: 'updated', properties }, () =>
    refusing(refusalsOf(tx, group, itemIds ?? []), write()),
  );
  return { group, ...(await writtenWhole(tx, WHOLE_GROUP, id)) };
}

export const modifierHandlers = {
  listModifiers: (request) => listReply(request, GROUPS),
  createModifier: creating(
    (tx, { body }) => createGroup(tx, body),
    ({ group }) => `/modifiers/${group.id}/full`,
  ),
  getModifierFull: async ({ path, tenant }) => ok(await findWhole(tenant, WHOLE_GROUP, path.id)),
  updateModifier: changing(changeGroup),
} satisfies Partial<Handlers>;
