import type { Script } from '../../../driver/script.ts';
import type { Case } from '../../../engine/case.ts';
import type { Rec } from '../../../engine/record.ts';
import { UNKNOWN_ID } from '../../fixtures/unknown.ts';
import { pinned } from './pinned.ts';
import { DAY, linesIn, openStockroom } from './stock.ts';

interface Variant {
  readonly id: number;
  readonly itemCode: string;
}

const pathOf = ({ id }: Rec): string => `/items/${id}`;
const variantsOf = ({ variants }: Rec): readonly Variant[] => variants as readonly Variant[];

/** A text without spaces that only this run has. */
const word = (s: Script): string => s.name().replaceAll('-', '');

/** Twelve digits that only this run has. */
const numberOf = (s: Script): string =>
  `1${String([...s.name()].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e11, 7)).padStart(11, '0')}`;

const withVariants = async (s: Script, ...variants: readonly object[]): Promise<Rec> =>
  s.post('/items', {
    type: 1,
    name: s.name(),
    price: '5',
    variants: variants.map((one) => ({ name: s.name(), ...one })),
  });

const part = (item: Rec, variantId?: number | null, quantity = '1') => ({
  itemId: item.id,
  quantity,
  ...(variantId === undefined ? {} : { variantId }),
});

export const PINNED_ITEM_PARTS: readonly Case[] = [
  pinned(
    'items.barcodes',
    'barcodes are stored as scanned, and found with and without the leading zeros of their symbology',
    async (s) => {
      const [name, mark] = [s.name(), word(s)];
      const [upc, ean] = [numberOf(s), `0${numberOf(s)}`] as const;
      const create = (more: object) => s.post('/items', { name, ...more });
      await create({ barcodes: [upc] });
      await create({ barcodes: [ean] });
      await create({ itemCode: `0${upc}` });
      await create({
        type: 1,
        variants: [
          { name: 's', barcodes: [`9${upc}`, `00${upc}`] },
          { name: 'm', itemCode: upc },
        ],
      });
      for (const digits of [upc, ean])
        for (const text of [
          digits,
          `0${digits}`,
          `00${digits}`,
          `000${digits}`,
          digits.slice(1),
          `0${digits}0 ${mark}`,
        ])
          await s.get(`/items?search=${text}`);
      const gs1 = `0109501101530003\u001d10${mark}`;
      const { id } = await create({ barcodes: [` A B ${mark}\u3000`, gs1, `\u001d${mark}`] });
      for (const text of [`a b ${mark}`, gs1, gs1.replace('\u001d', ''), `\u001d ${mark}`, '\u001d', ' \u001d '])
        await s.get(`/items?search=${encodeURIComponent(text)}`);
      await create({ barcodes: [`A B ${mark} `] });
      await create({ barcodes: [`A  B ${mark}`, gs1.replace('\u001d', '')] });
      await s.patch(`/items/${id}`, { barcodes: [`A ${mark}`, ` A ${mark}`] });
      await s.patch(`/items/${id}`, { barcodes: [`A ${mark}`] });
      for (const text of [
        '',
        ' ',
        'é',
        'a\tb',
        'a\u0000b',
        'a\u001cb',
        'a\u001eb',
        '\u007f',
        ` ${'x'.repeat(64)} `,
        'x'.repeat(65),
      ])
        await create({ barcodes: [text] });
    },
  ),
  pinned(
    'items.generated_codes',
    'items and variants are created without codes although others have the codes that would be next',
    async (s) => {
      const name = s.name();
      const batch = async (operations: readonly object[]): Promise<readonly { item?: Rec }[]> =>
        (await s.post('/items/batch', { operations })).results as readonly { item?: Rec }[];
      const without = Array.from({ length: 100 }, () => ({ op: 'create', item: { name } }));
      const made = (await batch(without)).flatMap(({ item }) => item ?? []);
      // If generated codes contain the id, these are the codes of the next ids.
      const last = made.reduce((one, other) => (other.id > one.id ? other : one), made[0] as Rec);
      const codeOf = (n: number) => String(last.itemCode).replace(String(last.id), String(last.id + n));
      const codes = made.map((_, n) => codeOf(n + 1)).filter((code) => code !== last.itemCode);
      await batch(codes.map((itemCode, n) => ({ op: 'update', id: made[n]?.id, item: { itemCode } })));
      await s.post('/items', { name });
      await s.post('/items?dryRun=true', { name });
      const item = await withVariants(s, {}, { itemCode: codeOf(140) }, {}, {});
      await s.patch(pathOf(item), { variants: [...variantsOf(item), { name: 'a' }, { name: 'b' }] });
      await batch([...without.slice(0, 9), { op: 'create', item: { name, type: 1, variants: [{ name }, { name }] } }]);
    },
  ),
  pinned(
    'items.variants',
    'variants are created, changed, kept by their id and removed as the specification says',
    async (s) => {
      const stores = (await s.get('/stores?limit=2')).data as Rec[];
      const code = word(s);
      const item = await withVariants(s, { price: '1.5', cost: '0.5', barcodes: [`${code}b`], itemCode: code }, {});
      const [a, b] = variantsOf(item);
      const change = (variants: unknown, more: object = {}) => s.patch(pathOf(item), { variants, ...more });
      await change([
        { id: b?.id, name: 'b' },
        { name: 'c', price: '0' },
        { id: a?.id, name: ' a ' },
      ]);
      for (const { id } of stores) await s.get(`${pathOf(item)}?storeId=${id}`);
      await change([
        { id: a?.id, name: 'a', price: null, cost: null, barcodes: [] },
        { id: b?.id, name: 'b', price: '7' },
      ]);
      await s.patch(pathOf(item), { stores: [{ storeId: stores[0]?.id, price: '3' }] });
      for (const { id } of stores) await s.get(`${pathOf(item)}?storeId=${id}`);
      await change([
        { id: a?.id, name: 'a', itemCode: b?.itemCode },
        { id: b?.id, name: 'b', itemCode: code },
      ]);
      await s.patch(pathOf(item), { itemCode: code });
      await change([
        { id: b?.id, name: 'b' },
        { name: 'd', itemCode: b?.itemCode },
      ]);
      await change([{ name: 'e' }], { itemCode: code });
      await change([]);
      await change([
        { id: a?.id, name: 'a' },
        { id: UNKNOWN_ID, name: 'x' },
        { id: a?.id, name: 'a' },
      ]);
      await s.patch(pathOf(item), { type: 0, variants: [] });
      await s.patch(pathOf(item), { components: [part(item)] });
      const plain = await s.post('/items', { name: s.name() });
      await s.patch(pathOf(plain), { variants: [{ name: 'a' }], components: [part(item)] });
      await s.patch(pathOf(plain), { components: [part(item)] });
      await s.post('/items', { name: s.name(), type: 1, variants: [] });
      await s.post('/items', { name: s.name(), variants: [{ name: 'a' }], components: [part(item)] });
      await s.post('/items', { name: s.name(), type: 1, variants: [{ name: '', id: a?.id, price: 1 }] });
    },
  ),
  pinned('items.variant-in-use', 'a variant in a combo or with stock stays as the specification says', async (s) => {
    const item = await withVariants(s, {}, {});
    const [a, b] = variantsOf(item);
    const remove = (variant: Variant | undefined, more: object = {}) =>
      s.patch(`${pathOf(item)}?dryRun=true`, { variants: [{ id: variant?.id, name: 'kept' }], ...more });
    await remove(b);
    const combo = await s.post('/items', { name: s.name(), type: 2, status: 0, components: [part(item, a?.id)] });
    for (const more of [{}, { groupId: UNKNOWN_ID }, { itemCode: combo.itemCode }, { modifierIds: [UNKNOWN_ID] }])
      await remove(b, more);
    await s.patch(pathOf(combo), { components: [part(item, b?.id)] });
    await remove(b);
    await remove(a);
    const { data } = await s.get('/items?type=1&stockStatus=inStock&limit=100');
    const stocked = (data as Rec[]).find(({ trackStock }) => trackStock === true);
    if (stocked) await s.patch(`${pathOf(stocked)}?dryRun=true`, { variants: [{ name: 'new' }] });
  }),
  pinned(
    'items.variant-in-documents',
    'the variant that a line of a document names stays, the one that it named before does not, as the specification says',
    async (s) => {
      const { stores, suppliers, plain } = await openStockroom(s);
      const [here, there] = stores;
      const documents: readonly (readonly [url: string, body: object])[] = [
        ['/purchase-orders?receive=false', { supplierId: suppliers[0], storeId: here, orderDate: DAY }],
        ['/stock-transfers?receive=false', { fromStoreId: here, toStoreId: there, date: DAY }],
        ['/stock-adjustments?post=false', { storeId: here, date: DAY, type: 1 }],
      ];
      for (const [url, body] of documents) {
        const item = await withVariants(s, {}, {});
        const [a, b] = variantsOf(item);
        const line = (variant: Variant | undefined, more: object = {}) => ({
          itemId: item.id,
          variantId: variant?.id,
          quantity: '1',
          ...(url.startsWith('/purchase') && { unitCost: '1' }),
          ...more,
        });
        const removeEach = async () => {
          for (const kept of [a, b])
            await s.patch(`${pathOf(item)}?dryRun=true`, { variants: [{ id: kept?.id, name: 'kept' }] });
        };
        const document = await s.post(url, { ...body, lines: [line(a)] });
        const path = `${url.split('?')[0]}/${document.id}`;
        const beside = await s.post(url, { ...body, lines: [line(undefined, { itemId: plain })] });
        await s.patch(`${url.split('?')[0]}/${beside.id}`, { lines: [line(undefined, { itemId: plain })] });
        await removeEach();
        await s.patch(path, { lines: [line(b, { id: linesIn(document)[0]?.id })] });
        await removeEach();
        await s.patch(path, { lines: [line(a)] });
        await removeEach();
      }
    },
  ),
  pinned('items.combos', 'a combo is created and changed with its components as the specification says', async (s) => {
    const plain = await s.post('/items', { name: s.name() });
    const shirt = await withVariants(s, {});
    const [variant] = variantsOf(shirt);
    const combo = await s.post('/items', {
      name: s.name(),
      type: 2,
      trackStock: false,
      lowStockLevel: '1',
      components: [part(shirt, variant?.id, '0.001'), part(plain, null, '02.500'), part(plain)],
    });
    const store = ((await s.get('/stores?limit=1')).data as Rec[])[0];
    await s.get(`${pathOf(combo)}?storeId=${store?.id}`);
    await s.patch(pathOf(combo), { components: [part(plain, null, '999999999999.999')] });
    const unknown = { id: UNKNOWN_ID, version: 1 };
    const wrong = [
      [part(plain), part(combo), part(unknown)],
      [part(plain), part(unknown), part(combo)],
      [part(shirt, UNKNOWN_ID), part(shirt)],
      [part(plain, variant?.id), part(shirt, UNKNOWN_ID)],
      [part(shirt, variant?.id), part(shirt, plain.id as number)],
      [part(shirt, null)],
      [],
    ];
    for (const components of wrong) {
      await s.patch(pathOf(combo), { components });
      await s.post('/items', { name: s.name(), type: 2, components, groupId: UNKNOWN_ID });
    }
    await s.patch(pathOf(combo), { trackStock: true, components: [] });
    await s.patch(pathOf(combo), { trackStock: true });
    await s.patch(pathOf(combo), { trackStock: false, variants: [] });
    await s.post('/items', { name: s.name(), type: 2, trackStock: true, components: [part(plain)] });
    await s.patch(pathOf(plain), { status: 0 });
    await s.get(`/items?type=2&limit=100`);
  }),
  pinned(
    'items.codes',
    'a code or barcode that an item or variant has is rejected, and named, as the specification says',
    async (s) => {
      const code = word(s);
      const plain = await s.post('/items', { name: s.name(), itemCode: code, barcodes: [`${code}a`, `${code}b`] });
      const shirt = await withVariants(s, {}, { itemCode: `${code}v`, barcodes: [`${code}c`] });
      const [own, other] = variantsOf(shirt);
      const store = ((await s.get('/stores?limit=1')).data as Rec[])[0];
      const twice = [{ storeId: store?.id }, { storeId: store?.id }];
      const taken = [
        { itemCode: code },
        { itemCode: `${code}v`, barcodes: [`${code}a`] },
        { barcodes: ['x', `${code}b`, `${code}c`] },
        { itemCode: `${code}a`, barcodes: [code], externalId: code },
        { itemCode: code.toUpperCase() },
        { itemCode: code, stores: twice },
        { itemCode: code, groupId: UNKNOWN_ID },
      ];
      for (const body of taken) {
        await s.post('/items', { name: s.name(), ...body });
        await s.patch(pathOf(shirt), body);
      }
      await s.patch(pathOf(plain), { itemCode: code, barcodes: [`${code}b`, `${code}c`] });
      const variants = (...more: readonly object[]) => more.map((one, index) => ({ name: `${index}`, ...one }));
      const several = [
        variants({}, { itemCode: code }, { itemCode: `${code}v` }),
        variants({ barcodes: ['x', `${code}c`] }, { itemCode: code }),
        variants({ itemCode: 'q' }, { itemCode: 'q', barcodes: ['z'] }, { itemCode: 'q', barcodes: ['y', 'z'] }),
        variants(...Array.from({ length: 25 }, () => ({ itemCode: 'q', barcodes: ['z'] }))),
      ];
      for (const list of several) {
        await s.post('/items', { name: s.name(), type: 1, variants: list, stores: twice });
        await s.post('/items', { name: s.name(), type: 1, variants: list });
        await s.patch(pathOf(shirt), {
          variants: [{ id: own?.id, name: 'own' }, { id: other?.id, name: 'other' }, ...list],
        });
      }
      await s.patch(pathOf(shirt), {
        variants: [own, own, other].map((one) => ({ id: one?.id, name: 'a' })),
        stores: twice,
      });
    },
  ),
  pinned(
    'items.references',
    'references of an item are checked, and groups show its changes, as the specification says',
    async (s) => {
      const groups: Rec[] = [];
      for (const name of ['a', 'b', 'c'])
        groups.push(await s.post('/modifiers', { name: s.name(name), options: [{ name: 'o' }] }));
      const [a, b, c] = groups.map(({ id }) => id);
      const externalId = word(s);
      const item = await s.post('/items', { name: s.name(), modifierIds: [b, a], externalId });
      const other = await s.post('/items', { name: s.name(), modifierIds: [a] });
      for (const modifierIds of [[a, b], [c, b], [c, b], [], [a, c]]) {
        await s.patch(pathOf(item), { modifierIds });
        await s.get('/modifiers?limit=3&sort=updatedAt');
      }
      await s.patch(`/modifiers/${a}`, { itemIds: [other.id] });
      await s.patch(`/modifiers/${b}`, { itemIds: [other.id, item.id] });
      await s.get('/items?limit=2');
      await s.patch(`${pathOf(item)}?dryRun=true`, { modifierIds: [] });
      await s.get(`/modifiers/${c}/full`);
      const [store] = (await s.get('/stores?limit=1')).data as Rec[];
      const faults = {
        externalId,
        itemCode: item.itemCode,
        groupId: UNKNOWN_ID,
        brandId: UNKNOWN_ID,
        taxId: UNKNOWN_ID,
        stores: [{ storeId: store?.id }, { storeId: UNKNOWN_ID }, { storeId: UNKNOWN_ID - 1 }],
        modifierIds: [a, UNKNOWN_ID, UNKNOWN_ID - 1],
      };
      const rest: Record<string, unknown> = { ...faults };
      for (const name of Object.keys(faults)) {
        await s.post('/items', { name: s.name(), ...rest });
        await s.patch(pathOf(other), rest);
        delete rest[name];
      }
      await s.patch(pathOf(other), { externalId, itemCode: item.itemCode });
    },
  ),
];
