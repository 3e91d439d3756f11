import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Item } from '../src/contract/generated/types.gen.ts';
import type { Caller } from './support/caller.ts';
import { conflictAt, noReferenceAt, refusalOf } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;
let caller: Caller;
let scene: { bun: Item; drink: Item; juice: Item; meal: Item; theirs: Item; theirDrink: Item };

const UNKNOWN = 9007199254740991;
const sized = (name: string) => ({ name, type: 1, variants: [{ name: 'S' }, { name: 'L' }] });
const variantOf = (item: Item, n = 0): number => item.variants[n]?.id ?? 0;

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  const other = await service.connect();
  const bun = await caller.create('/items', { name: 'Bun' });
  scene = {
    bun,
    drink: await caller.create('/items', sized('Drink')),
    juice: await caller.create('/items', sized('Juice')),
    meal: await caller.create('/items', { name: 'Meal', type: 2, components: [{ itemId: bun.id, quantity: '1' }] }),
    theirs: await other.create('/items', { name: 'Theirs' }),
    theirDrink: await other.create('/items', sized('Their drink')),
  };
});
afterAll(() => service?.stop());

type Part = { itemId: number; variantId?: number | null; quantity?: string };
type Case = [what: string, components: (s: typeof scene) => Part[], refusal: unknown[]];

const REFUSED: Case[] = [
  ['a combo', (s) => [{ itemId: s.bun.id }, { itemId: s.meal.id }], conflictAt('/components/1/itemId')],
  ['an item with variants, none named', (s) => [{ itemId: s.drink.id }], conflictAt('/components/0/variantId')],
  [
    'an item with variants, null named',
    (s) => [{ itemId: s.drink.id, variantId: null }],
    conflictAt('/components/0/variantId'),
  ],
  ['an unknown item', (s) => [{ itemId: s.bun.id }, { itemId: UNKNOWN }], noReferenceAt('/components/1/itemId')],
  ["another merchant's item", (s) => [{ itemId: s.theirs.id }], noReferenceAt('/components/0/itemId')],
  ['an unknown variant', (s) => [{ itemId: s.drink.id, variantId: UNKNOWN }], noReferenceAt('/components/0/variantId')],
  [
    "another item's variant",
    (s) => [
      { itemId: s.juice.id, variantId: variantOf(s.juice) },
      { itemId: s.drink.id, variantId: variantOf(s.juice) },
    ],
    noReferenceAt('/components/1/variantId'),
  ],
  [
    "another merchant's variant",
    (s) => [{ itemId: s.drink.id, variantId: variantOf(s.theirDrink) }],
    noReferenceAt('/components/0/variantId'),
  ],
  [
    'a standard item with a variant',
    (s) => [{ itemId: s.bun.id, variantId: variantOf(s.drink) }],
    noReferenceAt('/components/0/variantId'),
  ],
];

const withQuantity = (parts: Part[]) => parts.map((part) => ({ quantity: '1', ...part }));

describe('POST /items of a combo', () => {
  test.each(REFUSED)('rejects %s as a component', async (_, components, refusal) => {
    const answer = await caller.post('/items', { name: 'Combo', type: 2, components: withQuantity(components(scene)) });
    expect(refusalOf(answer)).toEqual(refusal);
  });

  test.each([
    ['1', '1'],
    ['0.001', '0.001'],
    ['1.500', '1.5'],
    ['007', '7'],
  ])('keeps the quantity %s as %s', async (quantity, kept) => {
    const components = [{ itemId: scene.bun.id, quantity }];
    const combo = await caller.create('/items', { name: 'Counted', type: 2, components });
    expect(combo.components).toEqual([{ itemId: scene.bun.id, variantId: null, quantity: kept }]);
  });

  test('accepts several variants of one item', async () => {
    const components = [0, 1].map((n) => ({
      itemId: scene.drink.id,
      variantId: variantOf(scene.drink, n),
      quantity: '1',
    }));
    const combo = await caller.create('/items', { name: 'Both sizes', type: 2, components });
    expect(combo.components).toEqual(components);
  });
});

describe('PATCH /items/{id} of a combo', () => {
  test.each(REFUSED)('rejects %s as a component, and changes nothing', async (_, components, refusal) => {
    const change = { name: 'Changed', components: withQuantity(components(scene)) };
    expect(refusalOf(await caller.patch(`/items/${scene.meal.id}`, change))).toEqual(refusal);
    const { data } = (await caller.get('/items?search=meal')).body;
    expect(data).toEqual([scene.meal]);
  });

  test('rejects the combo itself', async () => {
    const components = [{ itemId: scene.meal.id, quantity: '1' }];
    const answer = await caller.patch(`/items/${scene.meal.id}`, { components });
    expect(refusalOf(answer)).toEqual(conflictAt('/components/0/itemId'));
  });

  test('replaces all components, and frees a variant that is no longer one', async () => {
    const cup: Item = await caller.create('/items', sized('Cup'));
    const components = [{ itemId: cup.id, variantId: variantOf(cup), quantity: '2.5' }];
    const combo = await caller.create('/items', { name: 'Changing', type: 2, components });
    const next = [{ itemId: scene.bun.id, variantId: null, quantity: '3' }];
    expect((await caller.patch(`/items/${combo.id}`, { components: next })).body.components).toEqual(next);
    const variants = [{ id: variantOf(cup, 1), name: 'L' }];
    expect((await caller.patch(`/items/${cup.id}`, { variants })).status).toBe(200);
  });
});
