import type { Rec } from '../run/caller.ts';
import { type Case, subject } from '../run/case.ts';
import type { CaseContext } from '../run/case-context.ts';
import { knownOf } from '../run/known.ts';

/** Items: types, codes, prices by store, and every filter of their list. */

const example = subject('examples', 'items');

const create = (t: CaseContext, fields: object = {}): Promise<Rec> =>
  t.as().create('/items', { name: t.name('item'), ...fields });

/** A filter leaves the records that it names, and not the others. */
async function filtered(t: CaseContext, query: string, among: readonly Rec[], expected: readonly Rec[]): Promise<void> {
  const ids = new Set(among.map(({ id }) => id));
  const found = (await t.as().all(`/items?${query}`)).filter(({ id }) => ids.has(id)).map(({ id }) => id);
  t.equal(found.toSorted(), expected.map(({ id }) => id).toSorted(), `GET /items?${query}`);
}

const idOf = async (t: CaseContext, name: string): Promise<number> => Number((await knownOf(t, t.as()))[name]?.[0]);

/** A filter on a reference: an item that has it, and one that does not. */
const referenceFilter = (name: string): Case =>
  example(
    `filter.${name}`,
    [`items.filter.${name}`, `op.listItems.param.${name}`],
    `${name} leaves the items that have it`,
    async (t) => {
      const id = await idOf(t, name);
      const [having, other] = [await create(t, { [name]: id }), await create(t)];
      await filtered(t, `${name}=${id}`, [having, other], [having]);
      await filtered(t, `${name}=9007199254740991`, [having, other], []);
    },
  );

const refusedCreate = (id: string, proves: string, title: string, fields: object, status: number, code: string): Case =>
  example(id, [proves], title, async (t) => {
    t.answered(await t.as().post('/items', { name: t.name(), ...fields }), status, code);
  });

export const ITEM_CASES: readonly Case[] = [
  example('defaults', ['items.defaults', 'items.code_generated'], 'an item of a name alone', async (t) => {
    const item = await create(t);
    const { type, status, itemCode, barcodes, groupId, brandId, taxId, weighingScale, currency, modifierIds } = item;
    t.equal(
      [type, status, groupId, brandId, taxId, weighingScale],
      [0, 1, null, null, null, 0],
      'type, status, references',
    );
    t.check(typeof itemCode === 'string' && itemCode !== '', `itemCode is ${itemCode}`);
    t.equal([barcodes, modifierIds], [[], []], 'barcodes and modifierIds');
    t.check(/^[A-Z]{3}$/.test(String(currency)), `currency is ${currency}`);
  }),
  example('money', ['numbers.exact', 'items.price'], 'amounts come back exact, to the last decimal', async (t) => {
    for (const price of ['0', '0.1', '0.3', '999999999999.9999', '12.50', '100.01'])
      t.equal(Number((await create(t, { price })).price), Number(price), `price ${price}`);
    const { price } = await create(t, { price: '999999999999.99' });
    t.check(String(price).startsWith('999999999999.99'), `price is ${price}`);
  }),
  refusedCreate(
    'money-number',
    'numbers.exact',
    'an amount that is a JSON number is refused',
    { price: 1.5 },
    400,
    'partner.validation_failed',
  ),
  refusedCreate(
    'money-decimals',
    'numbers.exact',
    'an amount with five decimals is refused',
    { price: '1.23456' },
    400,
    'partner.validation_failed',
  ),
  refusedCreate(
    'money-negative',
    'numbers.exact',
    'a negative amount is refused',
    { price: '-1' },
    400,
    'partner.validation_failed',
  ),
  example('code-unique', ['items.code_unique'], 'an item code and a barcode are taken once per merchant', async (t) => {
    const [itemCode, barcode] = [t.name('code'), t.name('bar')];
    await create(t, { itemCode, barcodes: [barcode] });
    t.answered(await t.as().post('/items', { name: t.name(), itemCode }), 409, 'partner.duplicate');
    t.answered(await t.as().post('/items', { name: t.name(), barcodes: [barcode] }), 409, 'partner.duplicate');
    t.answered(await t.as('main', 'other').post('/items', { name: t.name(), itemCode, barcodes: [barcode] }), 201);
    const other = await create(t);
    t.answered(await t.as().patch(`/items/${other.id}`, { itemCode }), 409, 'partner.duplicate');
  }),
  example('type-fixed', ['items.type_fixed'], 'the type of an item cannot change', async (t) => {
    const { id } = await create(t);
    t.check((await t.as().patch(`/items/${id}`, { type: 1 })).status === 400, 'it changed');
  }),
  example(
    'variants',
    ['items.variants'],
    'variants are of a variant item, keep their ids, and are replaced whole',
    async (t) => {
      const { id, variants } = await create(t, { type: 1, variants: [{ name: 'S' }, { name: 'L', price: '2.00' }] });
      const [small, large] = variants as { id: number; name: string }[];
      const sent = [{ id: small?.id, name: 'Small' }, { name: 'XL' }];
      const changed = t.require(await t.as().patch(`/items/${id}`, { variants: sent }), 200).body as Rec;
      const after = changed.variants as { id: number; name: string }[];
      t.equal(after.map(({ name }) => name).toSorted(), ['Small', 'XL'], 'names of the variants');
      t.check(
        after.some((one) => one.id === small?.id) && !after.some((one) => one.id === large?.id),
        'ids of the variants',
      );
      t.answered(await t.as().post('/items', { name: t.name(), type: 1 }), 400, 'partner.validation_failed');
      t.answered(
        await t.as().post('/items', { name: t.name(), variants: [{ name: 'S' }] }),
        400,
        'partner.validation_failed',
      );
    },
  ),
  example('combo', ['items.combo'], 'a combo is of other items, and not of combos', async (t) => {
    const part = await create(t);
    const combo = await create(t, { type: 2, components: [{ itemId: part.id, quantity: '2' }] });
    const inside = { name: t.name(), type: 2, components: [{ itemId: combo.id, quantity: '1' }] };
    t.check([400, 409, 422].includes((await t.as().post('/items', inside)).status), 'a combo took a combo');
    const unknown = { name: t.name(), type: 2, components: [{ itemId: 9_007_199_254_740_991, quantity: '1' }] };
    t.answered(await t.as().post('/items', unknown), 422, 'partner.reference_not_found');
    const none = { name: t.name(), type: 2, components: [{ itemId: part.id, quantity: '0' }] };
    t.answered(await t.as().post('/items', none), 400, 'partner.validation_failed');
  }),
  example(
    'store-price',
    ['items.at_store', 'op.getItem.param.storeId'],
    'getItem tells what holds at a store',
    async (t) => {
      const [here, there] = ((await knownOf(t, t.as())).storeId ?? []).map(Number);
      const { id } = await create(t, { price: '5.00', stores: [{ storeId: here, price: '4.25' }] });
      const priceAt = async (store?: number) => {
        const { atStore } = (await t.as().read(`/items/${id}?storeId=${store}`)) as Rec & {
          atStore: Record<string, unknown>;
        };
        return [Number(atStore.storeId), Number(atStore.price)];
      };
      t.equal(await priceAt(here), [here, 4.25], 'at the store with a price of its own');
      t.equal(await priceAt(there), [there, 5], 'at another store');
      t.answered(await t.as().get(`/items/${id}?storeId=9007199254740991`), 404, 'partner.not_found');
      const [foreign] = (await knownOf(t, t.as('main', 'other'))).storeId ?? [];
      t.answered(await t.as().get(`/items/${id}?storeId=${foreign}`), 404, 'partner.not_found');
      t.answered(await t.as().get(`/items/${id}`), 400, 'partner.validation_failed');
    },
  ),
  ...['brandId', 'taxId', 'groupId'].map(referenceFilter),
  example(
    'filter.groupIds',
    ['items.filter.groupId', 'http.csv_or_repeated'],
    'several categories, comma-separated or repeated',
    async (t) => {
      const groups = [
        await t.as().create('/categories', { name: t.name() }),
        await t.as().create('/categories', { name: t.name() }),
      ];
      const items = [
        await create(t, { groupId: groups[0]?.id }),
        await create(t, { groupId: groups[1]?.id }),
        await create(t),
      ];
      await filtered(t, `groupId=${groups.map(({ id }) => id).join(',')}`, items, items.slice(0, 2));
      await filtered(t, groups.map(({ id }) => `groupId=${id}`).join('&'), items, items.slice(0, 2));
    },
  ),
  example(
    'filter.type',
    ['items.filter.type', 'op.listItems.param.type'],
    'type leaves the items of one type',
    async (t) => {
      const plain = await create(t);
      const sized = await create(t, { type: 1, variants: [{ name: 'S' }] });
      const combo = await create(t, { type: 2, components: [{ itemId: plain.id, quantity: '1' }] });
      for (const [type, item] of [plain, sized, combo].entries())
        await filtered(t, `type=${type}`, [plain, sized, combo], [item]);
    },
  ),
  example(
    'filter.weighingScale',
    ['items.filter.weighingScale', 'op.listItems.param.weighingScale'],
    'weighingScale leaves weighed goods, or others',
    async (t) => {
      const [weighed, other] = [await create(t, { weighingScale: 1 }), await create(t)];
      await filtered(t, 'weighingScale=1', [weighed, other], [weighed]);
      await filtered(t, 'weighingScale=0', [weighed, other], [other]);
    },
  ),
  example(
    'filter.stockStatus',
    ['items.filter.stockStatus', 'op.listItems.param.stockStatus'],
    'stockStatus: nothing on hand is out, untracked is in stock',
    async (t) => {
      const [counted, untracked] = [await create(t, { trackStock: true }), await create(t, { trackStock: false })];
      await filtered(t, 'stockStatus=out', [counted, untracked], [counted]);
      await filtered(t, 'stockStatus=inStock', [counted, untracked], [untracked]);
      await filtered(t, 'stockStatus=low', [counted, untracked], []);
    },
  ),
  example(
    'search',
    ['items.search', 'op.listItems.param.search'],
    'search looks in the name, the barcodes and the code; every word has to occur',
    async (t) => {
      const mark = t.name('search');
      const item = await create(t, { name: `${mark} Flat White`, itemCode: `${mark}-code`, barcodes: [`${mark}-bar`] });
      const other = await create(t, { name: `${mark} Long Black` });
      for (const text of [`${mark} flat`, `WHITE ${mark}`, `${mark}-code`, `${mark}-bar`])
        await filtered(t, `search=${encodeURIComponent(text)}`, [item, other], [item]);
      await filtered(t, `search=${encodeURIComponent(mark)}`, [item, other], [item, other]);
      await filtered(t, `search=${encodeURIComponent(`${mark} flat black`)}`, [item, other], []);
    },
  ),
  example('filters-together', ['items.filters_together'], 'filters hold together', async (t) => {
    const brandId = await idOf(t, 'brandId');
    const both = await create(t, { brandId, weighingScale: 1 });
    const one = await create(t, { brandId });
    const inactive = await create(t, { brandId, weighingScale: 1, status: 0 });
    await filtered(t, `brandId=${brandId}&weighingScale=1&status=1`, [both, one, inactive], [both]);
  }),
];
