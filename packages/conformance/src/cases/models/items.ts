import fc from 'fast-check';
import type { Caller } from '../../engine/caller.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { referencesOf } from '../../engine/references.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { orStatus, PLAIN, type PlainDraft, plainBody, taken } from './brands.ts';
import type { Fields } from './compare.ts';
import { atStore } from './item-at-store.ts';
import { PARTS, type PartsDraft, partsAfter, partsBody, partsRejections } from './item-parts.ts';
import { change, create, DUPLICATE, type Kind, list, read, type SequenceModel } from './kind.ts';

/** Items of every type, with codes, variants, components and store overrides. */

export interface ItemDraft extends PlainDraft, PartsDraft {
  readonly type: 0 | 1 | 2;
  readonly price?: string;
  readonly cost?: string | null;
  readonly unit?: string | null;
  readonly weighingScale?: 0 | 1;
  readonly lowStockLevel?: string | null;
  readonly grouped?: boolean;
}

export interface Fixture {
  readonly brandId: number;
  readonly groupId: number;
  readonly stores: readonly number[];
}

export type ItemModel = SequenceModel<Fixture>;

const PLAIN_FIELDS = ['price', 'cost', 'unit', 'weighingScale', 'lowStockLevel'] as const;

const DEFAULTS = {
  status: 1,
  description: null,
  groupId: null,
  brandId: null,
  taxId: null,
  unit: null,
  price: '0',
  cost: null,
  weighingScale: 0,
  lowStockLevel: null,
  imageUrl: null,
  modifierIds: [],
  barcodes: [],
  variants: [],
  components: [],
  stores: [],
  externalId: null,
};

function body(draft: ItemDraft, model: ItemModel, record?: { fields: Fields }): Fields {
  const sent = PLAIN_FIELDS.flatMap((name) => (draft[name] === undefined ? [] : [[name, draft[name]]]));
  return orStatus({
    ...plainBody(draft, model, !record),
    ...Object.fromEntries(sent),
    ...(draft.text !== undefined && { description: draft.text }),
    ...(draft.grouped !== undefined && { groupId: draft.grouped ? model.fixture.groupId : null }),
    ...partsBody(draft, model, record?.fields),
    ...(!record && { brandId: model.fixture.brandId }),
  });
}

function after(sent: Fields, seen: Rec, _model: ItemModel, record?: { fields: Fields }): Fields {
  const type = record?.fields.type ?? sent.type ?? 0;
  const before = record?.fields ?? {
    ...DEFAULTS,
    type,
    trackStock: type !== 2,
    itemCode: seen.itemCode,
    currency: seen.currency,
  };
  return { ...before, ...sent, ...partsAfter(sent, seen, record?.fields) };
}

async function createFixture(caller: Caller, t: CaseContext): Promise<Fixture> {
  const stores = ((await referencesOf(t, caller))['/stores'] ?? []).map(Number);
  if (stores.length < 2) throw new Unavailable('fewer than two stores');
  const { id: brandId } = await caller.create('/brands', { name: t.name('brand') });
  const { id: groupId } = await caller.create('/categories', { name: t.name('category') });
  return { brandId, groupId, stores };
}

export const ITEMS: Kind<ItemDraft, Fixture> = {
  name: 'item',
  list: '/items',
  create: '/items',
  one: (id, { stores }) => `/items/${id}?storeId=${stores[0]}`,
  change: (id) => `/items/${id}`,
  sorts: ['entryDate', 'updatedAt', 'name', 'price'],
  writesAnswerWhole: false,
  createFixture,
  scope: ({ fixture }) => `brandId=${fixture.brandId}`,
  draft: fc.record(
    {
      ...PLAIN,
      ...PARTS,
      type: fc.constantFrom<0 | 1 | 2>(0, 1, 2),
      price: fc.constantFrom('0', '2.5', '9.99', '100000000000'),
      cost: fc.constantFrom('1.25', null),
      unit: fc.constantFrom('kg', null),
      weighingScale: fc.constantFrom<0 | 1>(0, 1),
      lowStockLevel: fc.constantFrom('2.5', null),
      grouped: fc.boolean(),
    },
    { requiredKeys: ['type'] },
  ),
  proves: [
    'items.variants',
    'items.combo',
    'items.code_unique',
    'items.at_store',
    'items.type_fixed',
    'lines.keep_ids',
  ],
  examples: [
    [
      create({ type: 0, price: '2.5', code: 'new', barcodes: ['new', 'new'], grouped: true }),
      create({ type: 1, variants: [{ take: 'new' }, { take: 'new' }] }),
      create({ type: 2, components: [0, 1] }),
      create({ type: 0, code: 0 }),
      create({ type: 0, barcodes: [0] }),
      change(1, { type: 1, variants: [{ take: 'keep' }, { take: 'edit' }, { take: 'new' }] }),
      change(1, { type: 1, variants: [{ take: 'drop' }, { take: 'keep' }, { take: 'keep' }] }),
      change(2, { type: 2, components: [0] }),
      change(1, { type: 1, variants: [{ take: 'drop' }, { take: 'keep' }, { take: 'keep' }] }),
      change(2, { type: 2, components: [2] }),
      change(0, { type: 0, barcodes: ['new'], stores: [{ price: '1.5', status: 0 }] }, 'current'),
      create({ type: 0, code: 'new', barcodes: ['new'] }),
      change(3, { type: 0, barcodes: [0], code: 0 }),
      change(0, { type: 0, stores: [] }),
      change(0, { type: 0, status: 0 }),
      read(0),
      read(2),
      list(3, 'asc'),
      list(1, 'desc', 1),
    ],
  ],
  body,
  rejections: (sent, model, record) => [
    ...(taken(sent, model, record, ['externalId']) ? [DUPLICATE] : []),
    ...partsRejections(sent, model, record),
  ],
  after,
  whole: (record, { fixture }) => atStore(record, fixture.stores[0] ?? 0),
};
