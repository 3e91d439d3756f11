import { decimal, exact, minorUnits, QUANTITY, units } from '../../decimals.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { expectRejectedAt, expectTaken } from '../expect/rejections.ts';
import { storesOf } from '../fixtures/directory.ts';
import { UNKNOWN_ID } from '../fixtures/records.ts';

/** Items: defaults, exact amounts, codes and barcodes, types. */

const example = subject('examples', 'items');

const create = (t: CaseContext, fields: object = {}): Promise<Rec> =>
  t.as().create('/items', { name: t.name('item'), ...fields });

const change = (t: CaseContext, { id }: Rec, fields: object) => t.as().patch(`/items/${id}`, fields);

const post = (t: CaseContext, fields: object) => t.as().post('/items', { name: t.name('item'), ...fields });

/** Nullable properties, which are null in the response if the request omits them. */
const NULLABLE = ['description', 'groupId', 'brandId', 'taxId', 'unit', 'cost', 'lowStockLevel', 'imageUrl'].concat([
  'externalId',
]);
const LISTS = ['barcodes', 'modifierIds', 'variants', 'components', 'stores'];

export const ITEM_CASES: readonly Case[] = [
  example(
    'defaults',
    ['items.defaults', 'items.code_generated', 'records.optional_null'],
    'an item created with only a name is an active standard item with a generated code and no other values',
    async (t) => {
      const [item, other] = [await create(t), await create(t)];
      t.equal([item.type, item.status, item.version, item.weighingScale], [0, 1, 1, 0], 'type, status, version, scale');
      for (const name of NULLABLE) t.equal(item[name], null, name);
      for (const name of LISTS) t.equal(item[name], [], name);
      t.check(typeof item.itemCode === 'string' && item.itemCode !== '', `itemCode is ${item.itemCode}`);
      t.check(item.itemCode !== other.itemCode, 'two items have the same code');
      const currencies = (await t.as().all('/stores')).map(({ currency }) => currency);
      t.check(currencies.includes(item.currency), `currency is ${item.currency}, those of the stores ${currencies}`);
    },
  ),
  example(
    'money',
    ['numbers.exact', 'items.price', 'op.createItem.body.price', 'op.createItem.body.cost'],
    'amounts are returned exactly, to the last decimal',
    async (t) => {
      const { currency } = await create(t);
      const amounts = ['0', '0.1', '0.3', '0.0001', '999999999999.9999', '900719925474.0993', '12.50', '100.01'];
      for (const cost of amounts) {
        const amount = cost.slice(0, cost.indexOf('.') + 1 + minorUnits(currency)).replace(/\.$/, '') || cost;
        const item = await create(t, { price: amount, cost });
        t.equal([exact(item.price), exact(item.cost)], [exact(amount), exact(cost)], `price and cost ${cost}`);
        const found = (await t.as().page(`/items?search=${item.itemCode}`)).data.find(({ id }) => id === item.id);
        t.equal(exact(found?.price), exact(amount), `price ${amount} in the list`);
      }
    },
  ),
  example(
    'money-refused',
    ['numbers.exact', 'op.createItem.status.400'],
    'an amount that is a JSON number, has five decimals or thirteen digits, or is negative is rejected',
    async (t) => {
      for (const price of [1.5, 2, '1.23456', '1000000000000', '-1', '1,5', '1e3', ' 1', ''])
        expectRejectedAt(t, await post(t, { price }), 400, 'partner.validation_failed', '/price');
    },
  ),
  example(
    'money-text',
    ['numbers.canonical', 'op.createModifier.body.options', 'op.createItem.body.stores'],
    'prices have the decimals of their currency in every response, quantities no trailing zeros',
    async (t) => {
      const [storeId] = await storesOf(t, 1);
      const price = '7.000';
      const item = await create(t, {
        price,
        lowStockLevel: '2.500',
        stores: [{ storeId, price, lowStockLevel: '3.0' }],
      });
      const expected = decimal(
        units(price, QUANTITY) / 10n ** BigInt(QUANTITY - minorUnits(item.currency)),
        minorUnits(item.currency),
      );
      const [override] = item.stores as Rec[];
      t.equal([item.price, item.lowStockLevel], [expected, '2.5'], 'price and lowStockLevel');
      t.equal([override?.price, override?.lowStockLevel], [expected, '3'], 'price and lowStockLevel at a store');
      const options = [{ name: t.name('option'), price }];
      const group = await t.as().create('/modifiers', { name: t.name('group'), options });
      t.equal(
        (group.options as Rec[]).map((option) => option.price),
        [expected],
        'price of an option',
      );
      const items = [{ itemId: item.id, price }];
      const menu = await t.as().create('/menus/create-with-items', { name: t.name('menu'), items });
      const prices = (menu.items as Rec[]).map((entry) => [entry.price, entry.effectivePrice]);
      t.equal(prices, [[expected, expected]], 'price and effectivePrice on a menu');
    },
  ),
  example(
    'money-minor-units',
    ['numbers.minor_units', 'op.createItem.status.400', 'op.createModifier.status.400'],
    'a price with more decimals than its currency, trailing zeros aside, is rejected; a cost may have four',
    async (t) => {
      const item = await create(t);
      const decimals = minorUnits(item.currency);
      if (decimals > 3) throw new Unavailable('a currency of four decimals, the most that a price can have');
      const [storeId] = await storesOf(t, 1);
      const [fine, tooFine] = [decimal(10n, decimals + 1), decimal(11n, decimals + 1)];
      const refused = async (path: string, url: string, body: object) =>
        expectRejectedAt(
          t,
          await t.as().post(url, { name: t.name(), ...body }),
          400,
          'partner.validation_failed',
          path,
        );
      await refused('/price', '/items', { price: tooFine });
      await refused('/variants/0/price', '/items', { type: 1, variants: [{ name: 'S', price: tooFine }] });
      await refused('/stores/0/price', '/items', { stores: [{ storeId, price: tooFine }] });
      await refused('/options/0/price', '/modifiers', { options: [{ name: 'A', price: tooFine }] });
      await refused('/items/0/price', '/menus/create-with-items', { items: [{ itemId: item.id, price: tooFine }] });
      expectRejectedAt(t, await change(t, item, { price: tooFine }), 400, 'partner.validation_failed', '/price');
      t.expectStatus(await change(t, item, { price: fine, cost: '0.0001' }), 200);
    },
  ),
  example(
    'code-unique',
    [
      'items.code_unique',
      'records.duplicate_named',
      'records.duplicate_record',
      'op.createItem.status.409',
      'op.updateItem.status.409',
    ],
    'an item code and a barcode are unique per merchant; the conflict names the field',
    async (t) => {
      const [itemCode, barcode] = [t.name('code'), t.name('bar')];
      const first = await create(t, { itemCode, barcodes: [barcode] });
      expectTaken(t, await post(t, { itemCode }), '/itemCode', first.id);
      const barcodes = [t.name('bar'), barcode];
      expectTaken(t, await post(t, { barcodes }), '/barcodes/1', first.id);
      t.expectStatus(
        await t.as('main', 'other').post('/items', { name: t.name(), itemCode, barcodes: [barcode] }),
        201,
      );
      const other = await create(t);
      expectTaken(t, await change(t, other, { itemCode }), '/itemCode', first.id);
      expectTaken(t, await change(t, other, { barcodes }), '/barcodes/1', first.id);
      t.expectStatus(await change(t, first, { itemCode, barcodes: [barcode] }), 200);
      t.expectStatus(await change(t, first, { itemCode: t.name('code'), barcodes: [] }), 200);
      t.expectStatus(await change(t, other, { itemCode, barcodes: [barcode] }), 200);
    },
  ),
  example(
    'code-variants',
    ['items.code_unique', 'items.code_of_variants', 'records.duplicate_named', 'records.duplicate_record'],
    'codes and barcodes are unique across items and variants',
    async (t) => {
      const [itemCode, barcode] = [t.name('code'), t.name('bar')];
      const variants = [{ name: 'S', itemCode, barcodes: [barcode] }];
      const item = await create(t, { type: 1, variants });
      const [variant] = item.variants as { itemCode: string; barcodes: string[] }[];
      t.equal([variant?.itemCode, variant?.barcodes], [itemCode, [barcode]], 'code and barcodes of the variant');
      expectTaken(t, await post(t, { itemCode }), '/itemCode', item.id);
      expectTaken(t, await post(t, { barcodes: [barcode] }), '/barcodes/0', item.id);
      const second = [{ name: 'S' }, { name: 'L', itemCode }];
      expectTaken(t, await post(t, { type: 1, variants: second }), '/variants/1/itemCode', item.id);
      const own = t.name('code');
      t.check(
        (await post(t, { type: 1, itemCode: own, variants: [{ name: 'S', itemCode: own }] })).status === 400,
        'an item and its variant have the same code',
      );
      const generated = (await create(t, { type: 1, variants: [{ name: 'S' }, { name: 'L' }] })) as Rec;
      const codes = (generated.variants as { itemCode: string }[]).map((one) => one.itemCode);
      t.equal(new Set([generated.itemCode, ...codes]).size, 3, 'generated codes');
    },
  ),
  example(
    'type-fixed',
    ['items.type_fixed', 'op.updateItem.status.400'],
    'the type of an item, and so the parts it can have, cannot change',
    async (t) => {
      const item = await create(t);
      expectRejectedAt(t, await change(t, item, { type: 1 }), 400, 'partner.validation_failed', '/type');
      const part = [{ itemId: item.id, quantity: '1' }];
      const [sized, combo] = [
        await create(t, { type: 1, variants: [{ name: 'S' }] }),
        await create(t, { type: 2, components: part }),
      ];
      const changes: [Rec, object][] = [
        [item, { variants: [{ name: 'S' }] }],
        [item, { components: part }],
        [sized, { components: part }],
        [sized, { variants: [] }],
        [combo, { variants: [{ name: 'S' }] }],
        [combo, { components: [] }],
        [combo, { trackStock: true }],
      ];
      for (const [record, fields] of changes) {
        const { status } = await change(t, record, fields);
        t.check(status === 400 || status === 409, `${JSON.stringify(fields)} is ${status} of type ${record.type}`);
        t.equal((await t.as().page(`/items?search=${record.itemCode}`)).data[0]?.version, 1, 'version');
      }
    },
  ),
  example(
    'type-parts',
    ['items.type_parts', 'op.createItem.body.type', 'op.createItem.status.400'],
    'only type 1 has variants, only type 2 has components, and each has at least one',
    async (t) => {
      const components = [{ itemId: (await create(t)).id, quantity: '1' }];
      const variants = [{ name: 'S' }];
      const wrong = [
        { type: 0, variants },
        { variants },
        { type: 0, components },
        { type: 1 },
        { type: 1, variants: [] },
        { type: 1, variants, components },
        { type: 2 },
        { type: 2, components: [] },
        { type: 2, components, variants },
        { type: 2, components, trackStock: true },
      ];
      for (const fields of wrong) t.expectStatus(await post(t, fields), 400, 'partner.validation_failed');
      t.equal((await create(t, { type: 2, components })).trackStock, false, 'trackStock of a combo');
    },
  ),
  example(
    'status',
    ['items.deactivate', 'items.never_deleted'],
    'an item in use can be deactivated; it is never deleted',
    async (t) => {
      const item = await create(t);
      const components = [{ itemId: item.id, quantity: '1' }];
      const combo = await create(t, { type: 2, components });
      await t.as().create('/menus/create-with-items', { name: t.name(), items: [{ itemId: item.id }] });
      t.equal(t.requireRecord(await change(t, item, { status: 0 })).status, 0, 'status');
      t.expectStatus(await t.as().send('DELETE', `/items/${item.id}`), 405, 'partner.method_not_allowed');
      const [found] = (await t.as().page(`/items?search=${combo.itemCode}`)).data;
      t.equal([found?.status, found?.version], [1, 1], 'the combo');
      t.equal(t.requireRecord(await change(t, item, { status: 1 })).status, 1, 'status');
    },
  ),
  example(
    'stores-once',
    ['items.stores_once', 'op.createItem.body.stores', 'op.updateItem.body.stores'],
    'an item has at most one override for each store of the merchant',
    async (t) => {
      const [store] = (await t.as().page('/stores?limit=1&status=1')).data;
      const twice = [{ storeId: store?.id }, { storeId: store?.id, price: '1' }];
      const item = await create(t);
      for (const answer of [await post(t, { stores: twice }), await change(t, item, { stores: twice })])
        expectRejectedAt(t, answer, 400, 'partner.validation_failed', '/stores/1/storeId');
      const unknown = [{ storeId: store?.id }, { storeId: UNKNOWN_ID }];
      for (const answer of [await post(t, { stores: unknown }), await change(t, item, { stores: unknown })])
        expectRejectedAt(t, answer, 422, 'partner.reference_not_found', '/stores/1/storeId');
    },
  ),
];
