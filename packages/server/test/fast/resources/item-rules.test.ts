import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Item, ItemCreate, ItemUpdate } from '../../../src/contract/generated/types.gen.ts';
import { PartnerError } from '../../../src/errors.ts';
import { countNew } from '../../../src/resources/entries.ts';
import * as rules from '../../../src/resources/items/rules.ts';

const { changedItem, checkComponents, identifiersOf, newItem, pathOfIdentifier } = rules;

const counter = (from: number) => () => from++;
const ID = 1000;
const created = (input: ItemCreate): Item => stored(newItem(input, ID, 'GBP', counter(ID + 1)));
/** An item as read back from the store. */
const stored = (fields: rules.ItemFields): Item => ({ ...fields, version: 1, entryDate: 'then', updatedAt: 'then' });
const changed = (item: Item, patch: ItemUpdate): Item => stored(changedItem(item, patch, counter(5000)));
const NO_IDS = () => {
  throw new Error('No id is needed.');
};

function refusal(work: () => unknown): unknown[] {
  try {
    work();
  } catch (error) {
    if (error instanceof PartnerError)
      return [error.code, ...(error.details ?? []).map((detail) => `${detail.path} ${detail.rule}`)];
    throw error;
  }
  return ['accepted'];
}
const INVALID = 'partner.validation_failed';
const CONFLICT = 'partner.state_conflict';
const NO_REFERENCE = 'partner.reference_not_found';

const decimals = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{1,12}(\\.[0-9]{1,${most}})?$`));
const decimal = decimals(4);
const quantity = decimals(3);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const money = fc.option(decimal, { nil: null });
const name = fc.string({ minLength: 1, maxLength: 20 });
/** Distinct words, used as the codes and barcodes of one item. */
const words = fc.uniqueArray(fc.stringMatching(/^[!-~]{1,12}$/), { minLength: 24, maxLength: 24 });

const itemInput: fc.Arbitrary<ItemCreate> = fc
  .record({
    words,
    type: fc.constantFrom(0 as const, 1 as const, 2 as const),
    name,
    price: optional(decimal),
    cost: optional(money),
    status: optional(fc.constantFrom(0 as const, 1 as const)),
    variants: fc.array(fc.record({ name, price: money, cost: money, coded: fc.boolean(), barcodes: fc.nat(2) }), {
      minLength: 1,
      maxLength: 5,
    }),
    components: fc.array(fc.record({ itemId: fc.nat(99), quantity }), { minLength: 1, maxLength: 4 }),
    stores: fc.uniqueArray(fc.nat(20), { maxLength: 4 }),
    override: fc.record({ price: money, lowStockLevel: fc.option(quantity, { nil: null }) }),
  })
  .map(({ words: free, type, variants, components, stores, override, ...plain }) => ({
    ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)),
    name: plain.name,
    type,
    barcodes: free.splice(0, 2),
    ...(type === 1 && {
      variants: variants.map(({ coded, barcodes, ...variant }) => ({
        ...variant,
        barcodes: free.splice(0, barcodes),
        ...(coded && { itemCode: free.shift() as string }),
      })),
    }),
    ...(type === 2 && { components }),
    stores: stores.map((storeId) => ({ storeId, ...override })),
  }));

describe('newItem and changedItem', () => {
  test('do not change an item that is sent back as it was read', () => {
    fc.assert(
      fc.property(itemInput, (input) => {
        const item = created(input);
        const { id: _id, type: _type, currency: _currency, version: _v, entryDate: _e, updatedAt: _u, ...patch } = item;
        expect(stored(changedItem(item, patch, NO_IDS))).toEqual(item);
        expect(stored(changedItem(item, {}, NO_IDS))).toEqual(item);
      }),
    );
  });

  test('make a repeated change have the effect of one', () => {
    fc.assert(
      fc.property(
        itemInput,
        itemInput,
        (input, { type: _type, variants: _variants, components: _components, ...patch }) => {
          const once = changed(created(input), patch as ItemUpdate);
          expect(changed(once, patch as ItemUpdate)).toEqual(once);
        },
      ),
    );
  });

  test('list every code and barcode once as an identifier, with its place', () => {
    fc.assert(
      fc.property(itemInput, (input) => {
        const item = created(input);
        const identifiers = identifiersOf(item);
        const parts = [item, ...item.variants];
        const expected = parts.flatMap((part) => [
          `itemCode ${part.itemCode}`,
          ...part.barcodes.map((code) => `barcode ${code}`),
        ]);
        expect(identifiers.map(({ kind, value }) => `${kind} ${value}`).sort()).toEqual(expected.sort());
        expect(new Set(expected).size).toBe(expected.length);
        for (const { kind, value } of identifiers) {
          const path = pathOfIdentifier(item, kind, value).slice(1).split('/');
          expect(path.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], item)).toBe(value);
        }
      }),
    );
  });

  test('use exactly the ids that they are given', () => {
    fc.assert(
      fc.property(itemInput, (input) => {
        let taken = 0;
        const { variants } = newItem(input, ID, 'GBP', () => ID + ++taken);
        expect(taken).toBe(countNew(input.variants));
        expect(variants.map(({ id }) => id)).toEqual(variants.map((_, n) => ID + n + 1));
      }),
    );
  });

  test('keep empty lists empty and never null', () => {
    const item = created({ name: 'A', barcodes: ['1'], stores: [{ storeId: 1 }], modifierIds: [1] });
    const lists = { barcodes: [], modifierIds: [], stores: [], variants: [], components: [] };
    expect(changed(item, lists)).toEqual({ ...item, ...lists });
  });

  test('track stock by default, but not for a combo', () => {
    expect([0, 1, 2].map((type) => created({ name: 'A', type: type as 0 }).trackStock)).toEqual([true, true, false]);
  });

  test('keep the properties that a variant sent with its id leaves out', () => {
    const item = created({
      name: 'A',
      type: 1,
      variants: [{ name: 'S', itemCode: 'X', barcodes: ['1'], price: '1', cost: '2' }],
    });
    const [variant] = item.variants;
    expect(changed(item, { variants: [{ id: ID + 1, name: 'T', price: null }] }).variants).toEqual([
      { ...variant, name: 'T', price: null },
    ]);
  });
});

describe('The rules of items reject', () => {
  const variants = (...codes: object[]) => codes.map((code, n) => ({ name: `V${n}`, ...code }));
  const twin = created({ name: 'A', type: 1, variants: variants({}, {}) });
  const standard = created({ name: 'A' });
  const combo = created({ name: 'A', type: 2, components: [{ itemId: 1, quantity: '1' }] });

  test.each<[string, ItemCreate, string[]]>([
    [
      'one code twice',
      { name: 'A', itemCode: 'C', type: 1, variants: variants({ itemCode: 'C' }) },
      ['/variants/0/itemCode'],
    ],
    [
      'a code that is generated',
      { name: 'A', itemCode: `I${ID + 1}`, type: 1, variants: variants({}) },
      ['/variants/0/itemCode'],
    ],
    [
      'barcodes over two variants',
      { name: 'A', type: 1, variants: variants({ barcodes: ['1', '2'] }, { barcodes: ['3', '2'] }) },
      ['/variants/1/barcodes/1'],
    ],
    [
      'one store three times',
      { name: 'A', stores: [1, 1, 2, 1].map((storeId) => ({ storeId })) },
      ['/stores/1/storeId', '/stores/3/storeId'],
    ],
  ])('%s in a new item', (_, input, paths) => {
    expect(refusal(() => created(input))).toEqual([INVALID, ...paths.map((path) => `${path} unique`)]);
  });

  test.each<[string, Item, ItemUpdate, unknown[]]>([
    [
      'an unknown variant',
      twin,
      {
        variants: [
          { id: ID + 1, name: 'A' },
          { id: 7, name: 'B' },
        ],
      },
      [NO_REFERENCE, '/variants/1/id reference'],
    ],
    ['a variant on a standard item', standard, { variants: variants({}) }, [CONFLICT, '/variants state']],
    ['a variant on a combo', combo, { variants: variants({}) }, [CONFLICT, '/variants state']],
    ['the last variant taken away', twin, { variants: [] }, [CONFLICT, '/variants state']],
    ['a component on a standard item', standard, { components: combo.components }, [CONFLICT, '/components state']],
    ['the last component taken away', combo, { components: [] }, [CONFLICT, '/components state']],
    ['a combo that counts stock', combo, { trackStock: true }, [CONFLICT, '/trackStock state']],
    ['the code of a variant', twin, { itemCode: `I${ID + 2}` }, [INVALID, '/variants/1/itemCode unique']],
  ])('%s in a change', (_, item, patch, expected) => {
    expect(refusal(() => changed(item, patch))).toEqual(expected);
  });

  test.each<[number | undefined, number | null | undefined, unknown[]]>([
    [undefined, null, [NO_REFERENCE, '/components/0/itemId reference']],
    [2, null, [CONFLICT, '/components/0/itemId state']],
    [1, null, [CONFLICT, '/components/0/variantId state']],
    [1, undefined, [CONFLICT, '/components/0/variantId state']],
    [1, 5, ['accepted']],
    [0, null, ['accepted']],
  ])('a component of type %s with the variant %s: %j', (type, variantId, expected) => {
    const item = {
      ...combo,
      components: [{ itemId: 9, quantity: '1', ...(variantId !== undefined && { variantId }) }],
    };
    expect(refusal(() => checkComponents(item, new Map(type === undefined ? [] : [[9, type]])))).toEqual(expected);
  });
});
