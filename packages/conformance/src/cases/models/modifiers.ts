import fc from 'fast-check';
import type { Rec } from '../../engine/record.ts';
import { UNKNOWN_ID } from '../fixtures/records.ts';
import { orStatus, PLAIN, type PlainDraft, plainBody, taken } from './brands.ts';
import { expectSame, type Fields } from './compare.ts';
import {
  CONFLICT,
  change,
  create,
  DUPLICATE,
  INVALID,
  type Kind,
  list,
  type ModelRecord,
  read,
  type SequenceModel,
  UNKNOWN_REFERENCE,
} from './kind.ts';
import { newItems } from './menus.ts';
import { expectOutcome } from './sequence.ts';

/** Modifier groups. Options keep their ids, and items list their groups in turn. */

interface ModifierDraft extends PlainDraft {
  readonly minSelect?: number;
  readonly maxSelect?: number | null;
  /** Changes to the options in order; options beyond them are omitted. */
  readonly options?: readonly ('keep' | 'edit' | 'drop' | 'new' | 'inactive')[];
  readonly items?: readonly number[];
}

interface Fixture {
  /** Items in the groups; touching one changes its side of the relation. */
  readonly items: Rec[];
}

type ModifierModel = SequenceModel<Fixture>;

const DEFAULTS = { status: 1, minSelect: 0, maxSelect: null, itemIds: [], externalId: null };

const optionsOf = (fields: Fields | undefined): Fields[] => (fields?.options ?? []) as Fields[];
const idsOf = (value: unknown): number[] => (value ?? []) as number[];

function body(
  { minSelect, maxSelect, options, items, text: _text, ...draft }: ModifierDraft,
  model: ModifierModel,
  record?: ModelRecord,
): Fields {
  const takes = options ?? (record ? undefined : ['new' as const]);
  return orStatus({
    ...plainBody(draft, model, !record),
    ...(minSelect !== undefined && { minSelect }),
    ...(maxSelect !== undefined && { maxSelect }),
    ...(takes && { options: optionsBody(takes, model, optionsOf(record?.fields)) }),
    ...(items && { itemIds: items.map((one) => model.fixture.items[one]?.id ?? UNKNOWN_ID) }),
  });
}

/** Options sent with an id keep omitted values. */
function optionsBody(
  takes: NonNullable<ModifierDraft['options']>,
  model: ModifierModel,
  before: readonly Fields[],
): Fields[] {
  const sent = takes.flatMap((take, i): Fields[] => {
    const old = before[i];
    if (take === 'inactive') return [{ ...(old && { id: old.id }), name: model.newName(), status: 0 }];
    if (take === 'new' || !old) return [{ name: model.newName(), price: '0.5' }];
    const { id, name } = old;
    return take === 'drop' ? [] : [take === 'edit' ? { id, name, price: '1.25', sortOrder: 7 } : { id, name }];
  });
  return sent.length > 0 ? sent : [{ name: model.newName() }];
}

function rejections(sent: Fields, model: ModifierModel, record?: ModelRecord): string[] {
  const { minSelect, maxSelect } = { ...DEFAULTS, ...record?.fields, ...sent };
  const options = sent.options ? optionsAfter(sent, {}, record) : optionsOf(record?.fields);
  const active = options.filter(({ status }) => status === 1).length;
  const isBeyond = maxSelect !== null && minSelect > maxSelect;
  return [
    ...(isBeyond || minSelect > active ? [INVALID, CONFLICT] : []),
    ...(idsOf(sent.itemIds).includes(UNKNOWN_ID) ? [UNKNOWN_REFERENCE] : []),
    ...(taken(sent, model, record, ['externalId']) ? [DUPLICATE] : []),
  ];
}

function optionsAfter(sent: Fields, seen: Fields, record?: ModelRecord): Fields[] {
  const old = new Map(optionsOf(record?.fields).map((one) => [one.id, one]));
  return optionsOf(sent).map((one, i) => {
    const { id } = optionsOf(seen)[i] ?? {};
    const own = { id: old.has(id) ? 'a new one' : id, price: '0', sortOrder: 0, status: 1, itemId: null };
    return { ...(old.get(one.id) ?? own), ...one };
  });
}

function after(sent: Fields, seen: Rec, _model: ModifierModel, record?: ModelRecord): Fields {
  return {
    ...(record?.fields ?? DEFAULTS),
    ...sent,
    ...(sent.options !== undefined && { options: optionsAfter(sent, seen, record) }),
    ...(sent.itemIds !== undefined && { itemIds: idsOf(sent.itemIds).toSorted((a, b) => a - b) }),
  };
}

function whole({ itemIds }: Fields, { fixture }: ModifierModel): Fields {
  const items = idsOf(itemIds).map((itemId) => {
    const { name, itemCode, status } = (fixture.items.find(({ id }) => id === itemId) ?? {}) as Fields;
    return { itemId, name, itemCode, status };
  });
  return { items };
}

/** Items add a new group at the end of their list. */
function wrote({ id, fields }: ModelRecord, _before: Fields | undefined, { fixture }: ModifierModel): void {
  for (const [i, item] of fixture.items.entries()) {
    const [groups, has] = [idsOf(item.modifierIds), idsOf(fields.itemIds).includes(item.id)];
    if (groups.includes(id) === has) continue;
    const modifierIds = has ? [...groups, id] : groups.filter((one) => one !== id);
    fixture.items[i] = { ...item, modifierIds, '#moved': true };
  }
}

/** Changes the name or the groups of an item. */
async function touch(one: number, turn: number, model: ModifierModel): Promise<void> {
  const { items } = model.fixture;
  const item = items[one % items.length];
  if (!item) return;
  const groups = model.records
    .slice(0, turn % 4)
    .map(({ id }) => id)
    .toReversed();
  const fields = turn % 3 === 0 ? { name: model.newName() } : { modifierIds: groups };
  const answer = await model.caller.patch(`/items/${item.id}`, fields);
  model.note(`change item number ${items.indexOf(item) + 1} ${JSON.stringify(fields)}`, answer);
  expectOutcome(answer, ['200']);
  items[items.indexOf(item)] = answer.body as Rec;
  expectSame('the item', answer.body, { ...fields }, answer);
  if ('modifierIds' in fields) for (const record of model.records) join(record, item.id, groups.includes(record.id));
}

/** Applies the other side of the relation. A group that gains or loses an item gets a new version. */
function join(record: ModelRecord, itemId: number, has: boolean): void {
  const before = idsOf(record.fields.itemIds);
  if (before.includes(itemId) === has) return;
  const itemIds = has ? [...before, itemId].toSorted((a, b) => a - b) : before.filter((one) => one !== itemId);
  record.fields = { ...record.fields, itemIds };
  record.moved = true;
}

async function checkInvariants(model: ModifierModel): Promise<void> {
  const [store] = (await model.caller.page('/stores?limit=1')).data;
  for (const { id, version, modifierIds, '#moved': moved } of model.fixture.items) {
    const answer = await model.caller.get(`/items/${id}?storeId=${store?.id}`);
    model.note('read an item', answer);
    expectOutcome(answer, ['200']);
    const isLater = (answer.body as Rec).version > version;
    expectSame('the item', { ...(answer.body as Rec), isLater }, { modifierIds, isLater: moved === true }, answer);
  }
}

export const MODIFIERS: Kind<ModifierDraft, Fixture> = {
  name: 'modifier group',
  list: '/modifiers',
  create: '/modifiers',
  one: (id) => `/modifiers/${id}/full`,
  change: (id) => `/modifiers/${id}`,
  sorts: ['entryDate', 'updatedAt', 'name'],
  writesAnswerWhole: true,
  createFixture: async (caller, t) => ({ items: await newItems(caller, () => t.name('item')) }),
  scope: ({ mark }) => `search=${mark}`,
  draft: fc.record(
    {
      ...PLAIN,
      minSelect: fc.nat({ max: 2 }),
      maxSelect: fc.constantFrom(null, 1, 2),
      options: fc.array(
        fc.constantFrom<'keep' | 'edit' | 'drop' | 'new' | 'inactive'>('keep', 'edit', 'drop', 'new', 'inactive'),
        { minLength: 1, maxLength: 3 },
      ),
      items: fc.uniqueArray(fc.nat({ max: 3 }), { maxLength: 2 }),
    },
    { requiredKeys: [] },
  ),
  proves: ['modifiers.full', 'modifiers.bounds', 'modifiers.items', 'lines.keep_ids'],
  examples: [
    [
      create({ options: ['new', 'new', 'new'], items: [1, 0], minSelect: 1 }),
      create({ items: [0] }),
      change(0, { options: ['edit', 'keep', 'drop', 'new'] }, 'current'),
      change(0, { options: ['keep', 'keep'] }),
      read(0),
      change(0, { minSelect: 2, maxSelect: 1 }),
      change(0, { options: ['inactive'] }),
      { act: 'touch', which: 0, turn: 1 },
      read(1),
      { act: 'touch', which: 2, turn: 2 },
      change(1, { items: [2] }),
      change(0, { items: [] }, 'stale'),
      { act: 'touch', which: 2, turn: 3 },
      read(1),
      change(0, { items: [3] }),
      change(0, { status: 0, maxSelect: 2 }),
      list(2, 'asc'),
      list(1, 'desc', 1),
    ],
  ],
  body,
  rejections,
  after,
  whole,
  wrote,
  touch,
  checkInvariants,
};
