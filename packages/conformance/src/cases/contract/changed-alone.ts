import type { Known } from '@tillgate/openapi/requests';
import { type Operation, propertiesOf } from '../../contract/bundle.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { storesOf } from '../fixtures/directory.ts';
import { CREATES, hasProperty, newSubject, updaterOf } from '../fixtures/records.ts';
import { expectOthersUnchanged, OWN, valuePairOf } from './every-property.ts';

/** PATCH is a merge: changes each property of a fully populated record separately. */

const generated = subject('generated', 'changed-alone');

type Parts = Readonly<Record<string, unknown>>;

/** Lists that a record of one kind can have, with fully populated entries. */
interface Full {
  readonly of: string;
  readonly kind?: string;
  readonly parts?: (t: CaseContext, references: Known) => Promise<Parts>;
  /** Properties that items of this type cannot change. */
  readonly without?: readonly string[];
}

const entryValues = { price: '7.25', sortOrder: 3, status: 0 };

const window = { day: 2, from: '08:00', to: '10:30' };

async function stores(t: CaseContext): Promise<object[]> {
  const [storeId] = await storesOf(t, 1);
  return [{ storeId, price: '4.5', lowStockLevel: '2.5', status: 0 }];
}

const variants = (t: CaseContext): object[] => [
  { name: 'S', itemCode: t.name('code'), barcodes: [t.name('bar')], price: '2.5', cost: '1.5' },
];

const FULL: readonly Full[] = [
  { of: 'createBrand' },
  { of: 'createCategory' },
  {
    of: 'createItem',
    kind: 'variants',
    parts: async (t, references) => ({
      type: 1,
      variants: variants(t),
      stores: await stores(t),
      modifierIds: references.modifierIds,
    }),
  },
  {
    of: 'createItem',
    kind: 'combo',
    parts: async (t, references) => ({
      type: 2,
      components: [{ itemId: references.itemId?.[0], quantity: '1.5' }],
      stores: await stores(t),
      modifierIds: references.modifierIds,
    }),
    without: ['trackStock'],
  },
  {
    of: 'createMenuWithItems',
    parts: async (_, { itemId, storeId }) => ({
      items: [{ itemId: itemId?.[0], ...entryValues }],
      stores: [{ storeId: storeId?.[0] }],
      availability: [window],
    }),
  },
  {
    of: 'createModifier',
    parts: async (t) => {
      // An item has at most 50 groups; a shared item may already have that many.
      const { id } = await t.as().create('/items', { name: t.name('item') });
      return {
        options: [
          { name: 'S', itemId: id, ...entryValues, status: 1 },
          { name: 'L', price: '1.5', sortOrder: 2, status: 1 },
        ],
        itemIds: [id],
      };
    },
  },
  { of: 'createPurchaseOrder' },
  { of: 'createStockTransfer' },
  { of: 'createStockAdjustment' },
];

interface Pairs {
  readonly firsts: Parts;
  readonly seconds: Parts;
}

/** Two values of each property that is not a list. */
function pairsOf(t: CaseContext, references: Known, create: Operation, without: readonly string[] = []): Pairs {
  const names = propertiesOf(create.body ?? {}).map(([name]) => name);
  const pairs = names
    .filter((name) => !OWN.has(name) && !without.includes(name))
    .flatMap((name) => {
      const [first, second] = valuePairOf(t, references, name) ?? [];
      return second === undefined ? [] : [{ name, first, second }];
    });
  return {
    firsts: Object.fromEntries(pairs.map(({ name, first }) => [name, first])),
    seconds: Object.fromEntries(pairs.map(({ name, second }) => [name, second])),
  };
}

const aloneCase = (create: Operation, { kind, parts = async () => ({}), without }: Full): Case => {
  const updater = updaterOf(create);
  return generated(
    [updater.id, kind].filter(Boolean).join('.'),
    ['records.merge', `op.${updater.id}.call`],
    `PATCH ${updater.path}: each property of a fully populated record${kind ? ` (${kind})` : ''} is changed alone`,
    async (t) => {
      const { references } = await newSubject(t, create);
      const { firsts, seconds } = pairsOf(t, references, create, without);
      const lists = await parts(t, references);
      const { caller, url, update, ...made } = await newSubject(t, create, { ...firsts, ...lists });
      let { record } = made;
      for (const [name, value] of Object.entries({ ...lists, ...seconds })) {
        if (!hasProperty(updater, name)) continue;
        const changed = t.requireStatus(await update({ [name]: value }), 200).body as typeof record;
        expectOthersUnchanged(t, record, changed, name);
        record = changed;
      }
      const read = await caller.read(url);
      for (const [name, value] of Object.entries(record)) t.equal(read[name], value, `${name} as read`);
    },
  );
};

export const CHANGED_ALONE_CASES: readonly Case[] = CREATES.flatMap((create) =>
  FULL.filter(({ of }) => of === create.id).map((full) => aloneCase(create, full)),
);
