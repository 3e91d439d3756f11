import { minorUnits } from '../../decimals.ts';
import { type Fields, inBody, Rejection, rejectEach, stateConflict } from '../answer.ts';
import type { Call, Handlers } from '../call.ts';
import { entriesIn, entriesReferTo, keptEntries, repeated, unknownEntries } from '../entries.ts';
import { isFound } from '../lists.ts';
import { ascending, withItemsOf } from '../modifier-items.ts';
import { change, create, type Draft, list, type RecordKind, type Rule, read, uniqueExternalId } from '../records.ts';
import type { Merchant, Row } from '../state.ts';
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

/** Options with an id belong to the group, each at most once. modifiers.options_kept */
const keptOptions: Rule = ({ before, sent }) => {
  rejectEach('partner.validation_failed', 'modifiers.options_kept', repeated(sent, 'options', 'id'));
  const unknown = unknownEntries(before, sent, 'options').slice(0, 1);
  rejectEach('partner.reference_not_found', 'modifiers.options_kept', unknown);
};

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
    throw stateConflict('modifiers.bounds', `/${first}`);
  };
  if (maxSelect !== null && minSelect > maxSelect) refuse(['maxSelect', 'minSelect']);
  if (minSelect > active) refuse(['minSelect', 'options']);
};

/** An item that a group is offered with, as it is now. modifiers.full */
function item(itemId: number, { tables }: Merchant): Fields {
  const { name, itemCode, status } = tables.items.get(itemId) ?? ({} as Fields);
  return { itemId, name, itemCode, status };
}

export const MODIFIERS: RecordKind = {
  table: 'modifiers',
  defaults: () => ({ status: 1, minSelect: 0, maxSelect: null, itemIds: [] }),
  complete: completed,
  firstError: 'modifiers.first_error',
  rules: [
    keptOptions,
    selectable,
    uniqueExternalId('modifiers'),
    entriesReferTo('items', 'options', 'itemId'),
    entriesReferTo('items', 'itemIds'),
  ],
  settle: withItemsOf,
  list: {
    filters: {
      itemSearch: ({ itemIds }, text, { tables }) =>
        idsOf(itemIds).some((id) => isFound(String(text), [tables.items.get(id)?.name])),
    },
  },
  whole: (row, merchant) => ({ items: idsOf(row.itemIds).map((id) => item(id, merchant)) }),
  writesAnswerWhole: true,
};

export const MODIFIER_HANDLERS: Handlers = {
  listModifiers: list(MODIFIERS),
  getModifierFull: read(MODIFIERS),
  createModifier: create(MODIFIERS),
  updateModifier: change(MODIFIERS),
};
