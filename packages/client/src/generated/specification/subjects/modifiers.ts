// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { minorUnits } from '../decimals.ts';
import { type Fields, inBody, Rejection, referenceNotFound } from '../answer.ts';
import type { Call, Handlers } from '../call.ts';
import { entriesIn, entriesReferTo, keepsIds, keptEntries } from '../entries.ts';
import { byStatus, isFound } from '../lists.ts';
import { ascending, withItemsOf } from '../modifier-items.ts';
import {
  change,
  create,
  type Draft,
  list,
  type RecordKind,
  type Rule,
  read,
  SORTS,
  shown,
  uniqueExternalId,
  wholeOf,
} from '../records.ts';
import { type Merchant, type Row, rowsOf } from '../state.ts';
import { canonical } from '../text.ts';

const idsOf = (value: unknown): readonly number[] => (value ?? []) as readonly number[];

/** modifiers.options_kept, modifiers.defaults */
function completed({ row, before, sent }: Draft, { choices }: Call, { currency }: Merchant): Row {
  const fresh = { price: canonical('0', minorUnits(currency)), sortOrder: 0, status: 1, itemId: null };
  const keeping = keptEntries(before, 'options', entriesIn(sent, 'options'), fresh);
  const options = entriesIn(sent, 'options').map((option, index) => ({
    ...(keeping[index] ?? { ...fresh, id: option.id ?? choices.id(`/options/${index}/id`) }),
    ...option,
  }));
  return { ...row, itemIds: ascending(row.itemIds), ...('options' in sent && { options }) };
}

/** modifiers.bounds: a contradiction within the request, or with what is stored. */
const selectable: Rule = ({ row, before, sent }) => {
  const { minSelect, maxSelect } = row as Row & { minSelect: number; maxSelect: number | null };
  const active = entriesIn(row, 'options').filter(({ status }) => status === 1).length;
  const isSent = (name: string): boolean => !before || name in sent;
  const refuse = (properties: readonly string[]): void => {
    const blamed = properties.filter(isSent);
    const [first] = blamed;
    if (first === undefined) return;
    if (blamed.length === properties.length)
      throw new Rejection('partner.validation_failed', 'modifiers.bounds', [inBody(`/${first}`, 'selection')]);
    throw new Rejection('partner.state_conflict', 'modifiers.bounds', [inBody(`/${first}`, 'state')]);
  };
  if (maxSelect !== null && minSelect > maxSelect) refuse(['maxSelect', 'minSelect']);
  if (minSelect > active) refuse(['minSelect', 'options']);
};

const knownItems: Rule = ({ sent }, { tables }) => {
  const index = idsOf(sent.itemIds).findIndex((id) => !tables.items.has(id));
  if (index >= 0) throw referenceNotFound(`/itemIds/${index}`);
};

/** An item that a group is offered with, as it is now. modifiers.full */
function item(itemId: number, { tables }: Merchant): Fields {
  const { name, itemCode, status } = tables.items.get(itemId) ?? ({} as Fields);
  return { itemId, name, itemCode, status };
}

const MODIFIERS: RecordKind = {
  table: 'modifiers',
  defaults: () => ({ status: 1, minSelect: 0, maxSelect: null, itemIds: [] }),
  complete: completed,
  firstError: 'modifiers.first_error',
  rules: [
    keepsIds('options', 'modifiers.options_kept'),
    selectable,
    uniqueExternalId('modifiers'),
    entriesReferTo('options', 'itemId', 'items'),
    knownItems,
  ],
  settle: withItemsOf,
  list: {
    rows: (merchant) => rowsOf(merchant, 'modifiers'),
    filters: {
      status: byStatus,
      itemSearch: ({ itemIds }, text, { tables }) =>
        idsOf(itemIds).some((id) => isFound(String(text), [String(tables.items.get(id)?.name)])),
    },
    searches: { search: ({ name }) => [String(name)] },
    sorts: SORTS,
    show: (row) => shown(row),
  },
  whole: (row, merchant) => ({ items: idsOf(row.itemIds).map((id) => item(id, merchant)) }),
  writesAnswerWhole: true,
};

/** A group with its options and items. */
export const wholeGroup = (row: Row, merchant: Merchant, call: Call): Fields => wholeOf(MODIFIERS, row, merchant, call);

export const MODIFIER_HANDLERS: Handlers = {
  listModifiers: list(MODIFIERS),
  getModifierFull: read(MODIFIERS),
  createModifier: create(MODIFIERS),
  updateModifier: change(MODIFIERS),
};
