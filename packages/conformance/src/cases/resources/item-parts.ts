import { exact } from '../../decimals.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { expectRejectedAt } from '../expect/rejections.ts';
import { storesOf } from '../fixtures/directory.ts';
import { UNKNOWN_ID } from '../fixtures/records.ts';
import { addStock } from '../fixtures/stock.ts';

/** Items with variants, and combos. */

const example = subject('examples', 'items');

interface Variant {
  readonly id: number;
  readonly name: string;
  readonly itemCode: string;
  readonly barcodes: readonly string[];
  readonly price: string | null;
  readonly cost: string | null;
}

const create = (t: CaseContext, fields: object = {}): Promise<Rec> =>
  t.as().create('/items', { name: t.name('item'), ...fields });

const change = (t: CaseContext, { id }: Rec, fields: object) => t.as().patch(`/items/${id}`, fields);

const variantsOf = (record: Rec): Variant[] => record.variants as Variant[];

/** The item as read and as listed. */
const readNow = async (t: CaseContext, { id }: Rec): Promise<Rec> => {
  const [store] = await storesOf(t, 1);
  return t.as().read(`/items/${id}?storeId=${store}`);
};

export const ITEM_PART_CASES: readonly Case[] = [
  example(
    'variants',
    ['items.variants', 'op.createItem.body.variants', 'op.updateItem.body.variants'],
    'variants sent with their id keep it and omitted values; they are replaced as a whole',
    async (t) => {
      const coded = { itemCode: t.name('code'), barcodes: [t.name('bar'), t.name('bar')] };
      const first = { name: 'S', price: '2', cost: '1.5', ...coded };
      const item = await create(t, { type: 1, variants: [first, { name: 'L' }] });
      const [small, large] = variantsOf(item);
      t.equal([small?.name, exact(small?.price), exact(small?.cost)], ['S', '2', '1.5'], 'the first variant');
      t.equal([small?.itemCode, small?.barcodes], [coded.itemCode, coded.barcodes], 'its code and barcodes');
      t.equal([large?.name, large?.price, large?.cost, large?.barcodes], ['L', null, null, []], 'the second variant');
      const sent = [{ id: small?.id, name: 'Small' }, { name: 'XL' }];
      const changed = t.requireRecord(await change(t, item, { variants: sent }));
      for (const record of [changed, await readNow(t, item)]) {
        const kept = variantsOf(record).find(({ id }) => id === small?.id);
        t.equal(
          variantsOf(record)
            .map(({ name }) => name)
            .toSorted(),
          ['Small', 'XL'],
          'names of the variants',
        );
        t.equal([exact(kept?.price), exact(kept?.cost)], ['2', '1.5'], 'stored price and cost');
        t.equal([kept?.itemCode, kept?.barcodes], [coded.itemCode, coded.barcodes], 'stored code and barcodes');
        t.check(!variantsOf(record).some(({ id }) => id === large?.id), 'a variant that was left out is there');
      }
      const cleared = [{ id: small?.id, name: 'Small', price: null }];
      const after = t.requireRecord(await change(t, item, { variants: cleared }));
      t.equal(
        variantsOf(after).map(({ price }) => price),
        [null],
        'price after null',
      );
      t.requireStatus(await change(t, item, { description: 'conf' }), 200);
      t.equal(variantsOf(await readNow(t, item)), variantsOf(after), 'variants that are not named');
    },
  ),
  example(
    'variants-refused',
    ['items.variants', 'op.updateItem.status.422', 'op.updateItem.status.400'],
    'a variant id belongs to this item and occurs once; a new item has none',
    async (t) => {
      const [item, other] = [
        await create(t, { type: 1, variants: [{ name: 'S' }] }),
        await create(t, { type: 1, variants: [{ name: 'S' }] }),
      ];
      for (const id of [variantsOf(other)[0]?.id, UNKNOWN_ID]) {
        const variants = [{ id, name: 'S' }];
        expectRejectedAt(t, await change(t, item, { variants }), 422, 'partner.reference_not_found', '/variants/0/id');
      }
      const id = variantsOf(item)[0]?.id;
      const twice = [
        { id, name: 'S' },
        { id, name: 'L' },
      ];
      expectRejectedAt(
        t,
        await change(t, item, { variants: twice }),
        400,
        'partner.validation_failed',
        '/variants/1/id',
      );
      const body = { name: t.name(), type: 1, variants: [{ id, name: 'S' }] };
      expectRejectedAt(t, await t.as().post('/items', body), 400, 'partner.validation_failed', '/variants/0/id');
    },
  ),
  example(
    'variant-in-use',
    ['items.variant_in_use', 'op.updateItem.status.409'],
    'a variant with stock, or part of a combo, cannot be removed',
    async (t) => {
      const [store = 0] = await storesOf(t, 1);
      const two = [{ name: 'S' }, { name: 'L' }];
      const [stocked, combined] = [
        await create(t, { type: 1, trackStock: true, variants: two }),
        await create(t, { type: 1, variants: two }),
      ];
      await addStock(t, store, stocked.id, '1', variantsOf(stocked)[0]?.id ?? null);
      const components = [{ itemId: combined.id, variantId: variantsOf(combined)[0]?.id, quantity: '1' }];
      await create(t, { type: 2, components });
      for (const item of [stocked, combined]) {
        const [used, free] = variantsOf(item);
        const without = [{ id: free?.id, name: 'L' }];
        t.expectStatus(await change(t, item, { variants: without }), 409, 'partner.state_conflict');
        t.equal((await readNow(t, item)).version, 1, 'version after the rejection');
        t.expectStatus(await change(t, item, { variants: [{ id: used?.id, name: 'S' }] }), 200);
      }
    },
  ),
  example(
    'combo',
    ['items.combo', 'op.createItem.body.components', 'op.updateItem.body.components', 'op.createItem.status.422'],
    'a combo consists of other existing items that are not combos, in creates and changes',
    async (t) => {
      const [part, other] = [await create(t), await create(t)];
      const components = [{ itemId: part.id, quantity: '2.5' }];
      const combo = await create(t, { type: 2, components });
      const [stored] = combo.components as { itemId: number; variantId: number | null; quantity: string }[];
      t.equal([stored?.itemId, stored?.variantId, exact(stored?.quantity)], [part.id, null, '2.5'], 'the component');
      const changed = t.requireStatus(
        await change(t, combo, { components: [{ itemId: other.id, quantity: '1' }] }),
        200,
      ).body as Rec;
      t.equal(
        (changed.components as { itemId: number }[]).map(({ itemId }) => itemId),
        [other.id],
        'components',
      );
      const plain = await create(t, { type: 2, components });
      for (const itemId of [combo.id, plain.id]) {
        const inside = [
          { itemId: part.id, quantity: '1' },
          { itemId, quantity: '1' },
        ];
        const body = { name: t.name(), type: 2, components: inside };
        for (const answer of [await t.as().post('/items', body), await change(t, plain, { components: inside })])
          t.check(
            [400, 409, 422].includes(answer.status),
            `the combo ${itemId} was accepted as a component: ${answer.status}`,
            answer,
          );
      }
      const now = (await t.as().page(`/items?search=${plain.itemCode}`)).data[0]?.components as unknown[];
      t.equal(now.length, 1, 'components after rejected changes');
    },
  ),
  example(
    'combo-refused',
    ['items.combo', 'op.createItem.status.422', 'op.updateItem.status.422'],
    'a component is an item of the merchant, or a variant of that item, in a quantity above zero',
    async (t) => {
      const part = await create(t);
      const [sized, others] = [
        await create(t, { type: 1, variants: [{ name: 'S' }] }),
        await create(t, { type: 1, variants: [{ name: 'S' }] }),
      ];
      const combo = await create(t, { type: 2, components: [{ itemId: part.id, quantity: '1' }] });
      const wrong: [object, number, string, string][] = [
        [{ itemId: UNKNOWN_ID, quantity: '1' }, 422, 'partner.reference_not_found', '/components/0/itemId'],
        [
          { itemId: sized.id, variantId: UNKNOWN_ID, quantity: '1' },
          422,
          'partner.reference_not_found',
          '/components/0/variantId',
        ],
        [
          { itemId: sized.id, variantId: variantsOf(others)[0]?.id, quantity: '1' },
          422,
          'partner.reference_not_found',
          '/components/0/variantId',
        ],
        [{ itemId: part.id, quantity: '0' }, 400, 'partner.validation_failed', '/components/0/quantity'],
        [{ itemId: part.id, quantity: '-1' }, 400, 'partner.validation_failed', '/components/0/quantity'],
      ];
      for (const [component, status, code, path] of wrong) {
        const components = [component];
        const created = await t.as().post('/items', { name: t.name(), type: 2, components });
        expectRejectedAt(t, created, status, code, path);
        expectRejectedAt(t, await change(t, combo, { components }), status, code, path);
      }
    },
  ),
];
