import type {
  ModifierGroup,
  ModifierGroupCreate,
  ModifierGroupUpdate,
  ModifierOption,
  ModifierOptionInput,
} from '../../contract/generated/types.gen.ts';
import { type PartnerError, stateConflict, validationFailed } from '../../errors.ts';
import { entriesBefore, type NextId, refuseRepeatedIds } from '../entries.ts';
import { type Amount, canonicalMoney } from '../money.ts';

/** The fields to write. The store adds the rest. */
export type GroupFields = Omit<ModifierGroup, 'version' | 'entryDate' | 'updatedAt'>;

export function newGroup(input: ModifierGroupCreate, id: number, currency: string, nextId: NextId): GroupFields {
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
export function changedGroup(
  group: ModifierGroup,
  patch: ModifierGroupUpdate,
  currency: string,
  nextId: NextId,
): GroupFields {
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

export const pricesOf = ({ options = [] }: ModifierGroupUpdate): Amount[] =>
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
  if (maxSelect !== null && minSelect > maxSelect) {
    throw refusal(['maxSelect', 'minSelect'], sent, `minSelect is ${minSelect}, but maxSelect is ${maxSelect}`);
  }
  const active = options.filter(({ status }) => status === 1).length;
  if (minSelect > active) {
    throw refusal(
      ['minSelect', 'options'],
      sent,
      `minSelect is ${minSelect}, but the number of active options is ${active}`,
    );
  }
}

/** Words the contradiction: invalid within the request, a state conflict with the stored group. */
function refusal(fields: readonly SelectionField[], sent: readonly SelectionField[], message: string): PartnerError {
  const blamed = fields.filter((field) => sent.includes(field));
  const path = `/${blamed[0]}`;
  if (blamed.length < fields.length) return stateConflict(path, message);
  return validationFailed([{ in: 'body', path, rule: 'selection', message }]);
}
