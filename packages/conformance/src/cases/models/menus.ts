import fc from 'fast-check';
import type { Caller } from '../../engine/caller.ts';
import type { Rec } from '../../engine/record.ts';
import { UNKNOWN_ID } from '../fixtures/records.ts';
import { orStatus, PLAIN, type PlainDraft, plainBody, taken } from './brands.ts';
import type { Fields } from './compare.ts';
import {
  change,
  create,
  DUPLICATE,
  INVALID,
  type Kind,
  list,
  read,
  type SequenceModel,
  UNKNOWN_REFERENCE,
} from './kind.ts';
import { expectOutcome } from './sequence.ts';

/** Menus. A list that is sent replaces the whole stored one; an absent list stays. */

interface MenuDraft extends PlainDraft {
  readonly flags?: readonly [0 | 1, 0 | 1, 0 | 1];
  readonly windows?: readonly (keyof typeof WINDOWS)[];
  readonly items?: readonly { readonly at: number; readonly price?: string | null; readonly status?: 0 | 1 }[];
  readonly stores?: readonly number[];
}

interface Fixture {
  readonly stores: readonly Rec[];
  /** Items on the menus; `touch` changes them. */
  readonly items: Rec[];
}

type MenuModel = SequenceModel<Fixture>;

const WINDOWS = {
  morning: { day: 1, from: '07:00', to: '11:30' },
  noon: { day: 1, from: '11:30', to: '14:00' },
  night: { day: 6, from: '22:00', to: '24:00' },
  overlapping: { day: 1, from: '11:00', to: '12:00' },
};

const at = fc.nat({ max: 3 });
const flag = fc.constantFrom<0 | 1>(0, 1);

const DEFAULTS = {
  status: 1,
  description: null,
  delivery: 0,
  takeaway: 0,
  online: 0,
  availability: [],
  itemCount: 0,
  storeIds: [],
  externalId: null,
  '#items': [],
};

function body({ flags, windows, items, stores, text, ...draft }: MenuDraft, model: MenuModel, record?: object): Fields {
  const { fixture } = model;
  return orStatus({
    ...plainBody({ ...draft, text } as MenuDraft, model, !record),
    ...(text !== undefined && { description: text }),
    ...(flags && { delivery: flags[0], takeaway: flags[1], online: flags[2] }),
    ...(windows && { availability: windows.map((name) => WINDOWS[name]) }),
    ...(items && {
      items: items.map(({ at: one, ...entry }) => ({ itemId: fixture.items[one]?.id ?? UNKNOWN_ID, ...entry })),
    }),
    ...(stores && { stores: stores.map((one) => ({ storeId: fixture.stores[one]?.id ?? UNKNOWN_ID })) }),
  });
}

function rejections(sent: Fields, model: MenuModel, record?: { id: number }): string[] {
  const [items, stores] = [idsOf(sent.items, 'itemId'), idsOf(sent.stores, 'storeId')];
  const windows = (sent.availability ?? []) as readonly object[];
  const repeats = [items, stores, windows].some((all) => new Set(all).size < all.length);
  const overlaps =
    windows.includes(WINDOWS.overlapping) && (windows.includes(WINDOWS.morning) || windows.includes(WINDOWS.noon));
  return [
    ...(repeats || overlaps ? [INVALID] : []),
    ...([...items, ...stores].includes(UNKNOWN_ID) ? [UNKNOWN_REFERENCE] : []),
    ...(taken(sent, model, record, ['externalId']) ? [DUPLICATE] : []),
  ];
}

const idsOf = (entries: unknown, name: string): unknown[] => ((entries ?? []) as Fields[]).map((one) => one[name]);

/** Entries as sent. `whole` computes what is returned. */
function after({ items, stores, ...sent }: Fields, _seen: Rec, _model: MenuModel, record?: { fields: Fields }): Fields {
  return {
    ...(record?.fields ?? DEFAULTS),
    ...sent,
    ...(items !== undefined && { '#items': items, itemCount: (items as Fields[]).length }),
    ...(stores !== undefined && { storeIds: idsOf(stores, 'storeId') }),
  };
}

function whole(record: Fields, { fixture }: MenuModel): Fields {
  const items = (record['#items'] as Fields[]).map(({ itemId, price = null, status = 1 }) => {
    const item: Fields | undefined = fixture.items.find(({ id }) => id === itemId);
    const { name, itemCode, type, status: itemStatus, price: own } = item ?? ({} as Fields);
    return { itemId, price, sortOrder: 0, status, name, itemCode, type, itemStatus, effectivePrice: price ?? own };
  });
  const stores = (record.storeIds as number[]).map((storeId) => ({
    storeId,
    name: fixture.stores.find(({ id }) => id === storeId)?.name,
  }));
  return { items, stores };
}

/** Changes the price, the name or the status of an item. */
async function touch(one: number, turn: number, model: MenuModel): Promise<void> {
  const { items } = model.fixture;
  const index = one % items.length;
  const changes = [{ price: `${turn}.5` }, { name: model.newName() }, { status: turn % 2 }];
  const fields = changes[turn % changes.length] ?? {};
  const answer = await model.caller.patch(`/items/${items[index]?.id}`, fields);
  model.note(`change item number ${index + 1} ${JSON.stringify(fields)}`, answer);
  expectOutcome(answer, ['200']);
  items[index] = answer.body as Rec;
}

export async function newItems(caller: Caller, name: () => string): Promise<Rec[]> {
  const items: Rec[] = [];
  for (const price of ['1.5', '2', '3']) items.push(await caller.create('/items', { name: name(), price }));
  return items;
}

export const MENUS: Kind<MenuDraft, Fixture> = {
  name: 'menu',
  list: '/menus',
  create: '/menus/create-with-items',
  one: (id) => `/menus/${id}/full`,
  change: (id) => `/menus/${id}/update-with-items`,
  sorts: ['entryDate', 'updatedAt', 'name'],
  writesAnswerWhole: true,
  createFixture: async (caller, t) => ({
    stores: (await caller.page('/stores?limit=3')).data,
    items: await newItems(caller, () => t.name('item')),
  }),
  scope: ({ mark }) => `search=${mark}`,
  draft: fc.record(
    {
      ...PLAIN,
      flags: fc.tuple(flag, flag, flag),
      windows: fc.uniqueArray(fc.constantFrom(...(Object.keys(WINDOWS) as (keyof typeof WINDOWS)[])), { maxLength: 2 }),
      items: fc.array(fc.record({ at, price: fc.constantFrom('9.99', null), status: flag }, { requiredKeys: ['at'] }), {
        maxLength: 3,
      }),
      stores: fc.uniqueArray(fc.nat({ max: 2 }), { maxLength: 2 }),
    },
    { requiredKeys: [] },
  ),
  proves: ['menus.full', 'menus.replace', 'menus.lists_kept'],
  examples: [
    [
      create({ items: [{ at: 0 }, { at: 1, price: '9.99' }], stores: [0, 1], windows: ['morning', 'night'] }),
      change(0, { text: 'one' }, 'current'),
      read(0),
      { act: 'touch', which: 0, turn: 0 },
      read(0),
      { act: 'touch', which: 0, turn: 1 },
      change(0, { items: [{ at: 2, status: 0 }, { at: 1 }] }),
      change(0, { stores: [1] }, 'current'),
      read(0),
      change(0, { items: [{ at: 1 }, { at: 1 }] }),
      change(0, { items: [{ at: 3 }], stores: [] }),
      change(0, { windows: ['morning', 'overlapping'] }),
      change(0, { flags: [1, 0, 1] }, 'stale'),
      change(0, { windows: [], items: [] }),
      create({ flags: [1, 1, 0], name: 0, status: 0 }),
      list(2, 'asc'),
      list(0, 'desc', 1),
    ],
  ],
  body,
  rejections,
  after,
  whole,
  touch,
};
