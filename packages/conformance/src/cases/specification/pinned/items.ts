import { decimal, minorUnits } from '../../../decimals.ts';
import type { Script } from '../../../driver/script.ts';
import type { Case } from '../../../engine/case.ts';
import type { Rec } from '../../../engine/record.ts';
import { UNKNOWN_ID } from '../../fixtures/unknown.ts';
import { pinned } from './pinned.ts';

/** Ids of a list's records, oldest first. */
const idsOf = async (s: Script, path: string): Promise<number[]> => {
  const { data } = await s.get(`${path}?limit=2&order=asc`);
  return (data as Rec[]).map(({ id }) => id);
};

/** What follows `https://` in URLs and in what is none. */
const URL_RESTS = [
  'images.example:8443/a%20(1).jpg?size=[2]&x=1#top',
  '[2001:db8::1]/a.jpg',
  'x/"><script>',
  'x/a b',
  'x/%zz',
  '.example.com/',
  'a..example/',
  '-a.example',
  'xn--',
  'user@images.example/',
  '',
];

/** A text without spaces that only this run has. */
const word = (s: Script): string => s.name().replaceAll('-', '');

export const PINNED_ITEMS: readonly Case[] = [
  pinned(
    'items.written',
    'a plain item has its defaults, keeps what it is sent, and is changed as the specification says',
    async (s) => {
      const [one, two] = await idsOf(s, '/stores');
      const [tax] = await idsOf(s, '/taxes');
      const { id: groupId } = await s.post('/categories', { name: s.name() });
      const { id: brandId } = await s.post('/brands', { name: s.name() });
      const bare = await s.post('/items', { name: ` ${s.name()}\u200b ` });
      const code = word(s);
      const full = {
        type: 0,
        status: 0,
        name: s.name(),
        itemCode: ` ${code} `,
        barcodes: [`${code}b`, `${code}a`],
        description: 'a\nb ',
        groupId,
        brandId,
        taxId: tax,
        unit: ' kg ',
        price: '007.1000',
        cost: '0.1250',
        weighingScale: 1,
        trackStock: false,
        lowStockLevel: '02.500',
        imageUrl: 'https://images.example/a.jpg',
        variants: [],
        components: [],
        stores: [{ storeId: two, price: '9', lowStockLevel: null, status: 0 }, { storeId: one }],
        externalId: code,
      };
      await s.post('/items?dryRun=true', full);
      const { id } = await s.post('/items', full);
      const read = await s.get(`/items/${id}?storeId=${two}`);
      await s.patch(`/items/${id}`, read);
      await s.patch(`/items/${id}`, { price: '999999999999.99', cost: '999999999999.9999', lowStockLevel: '0' });
      await s.patch(`/items/${id}`, { trackStock: true, stores: [{ storeId: one, price: '0', status: 1 }] });
      for (const storeId of [one, two]) await s.get(`/items/${id}?storeId=${storeId}`);
      for (const rest of URL_RESTS) await s.patch(`/items/${id}`, { imageUrl: `https://${rest}` });
      await s.patch(`/items/${id}`, { stores: [], barcodes: [], itemCode: word(s), variants: [], components: [] });
      await s.patch(`/items/${id}?dryRun=true`, { status: 1, name: s.name() });
      for (const name of ['description', 'groupId', 'brandId', 'taxId', 'unit', 'cost', 'lowStockLevel', 'imageUrl'])
        await s.patch(`/items/${id}`, { [name]: null, weighingScale: 0 });
      await s.patch(`/items/${bare.id}`, { groupId, brandId, externalId: `${code}2`, modifierIds: [] });
      await s.patch(`/categories/${groupId}`, { status: 0, name: s.name() });
      await s.patch(`/brands/${brandId}`, { status: 0 });
      await s.get(`/items/${bare.id}?storeId=${one}`);
      await s.get(`/items?groupId=${groupId}&brandId=${brandId}`);
    },
  ),
  pinned(
    'items.amounts',
    'prices and costs are stored to the last decimal, or rejected, when an item is created and when it is changed',
    async (s) => {
      const { id, currency } = await s.post('/items', { name: s.name() });
      const step = decimal(1n, minorUnits(currency));
      for (const amount of ['0', '0.3', step, `${step}0`, `${step}1`, '12.50', '900719925474.09', '999999999999.99'])
        for (const fields of [{ price: amount }, { cost: amount }]) {
          await s.post('/items', { name: s.name(), ...fields });
          await s.patch(`/items/${id}`, fields);
        }
      for (const cost of ['0.0001', '900719925474.0993', '999999999999.9999', '1000000000000', '-1', '1,5', '1e3', 1.5])
        await s.patch(`/items/${id}`, { cost });
      await s.get('/items?limit=9');
    },
  ),
  pinned(
    'items.read',
    'an item is read at a store with its stock, and sent back, as the specification says',
    async (s) => {
      const [one, two] = await idsOf(s, '/stores');
      const { id } = await s.post('/items', { name: s.name(), price: '2', lowStockLevel: '5' });
      const path = `/items/${id}`;
      const { stock, atStore } = await s.get(`${path}?storeId=${one}`);
      await s.patch(path, { atStore, stock });
      await s.patch(path, {
        atStore: { ...(atStore as object), storeId: two },
        stock: { onHand: '1', stockStatus: 'low' },
      });
      await s.patch(path, { atStore: { ...(atStore as object), storeId: UNKNOWN_ID } });
      await s.patch(path, {
        status: 0,
        trackStock: false,
        stores: [{ storeId: one, status: 1, lowStockLevel: '00.50' }],
      });
      const fine = {
        price: '1.005',
        variants: [{ name: 'a', price: '0.001' }],
        stores: [{ storeId: one, price: '1.0010' }],
      };
      await s.patch(path, { ...fine, cost: '1.0051', name: s.name() });
      await s.patch(`/items/${UNKNOWN_ID}`, { stores: fine.stores });
      await s.post('/items', { name: s.name(), type: 1, variants: fine.variants });
      for (const storeId of [one, two, UNKNOWN_ID, '0']) await s.get(`${path}?storeId=${storeId}`);
      await s.get(path);
      await s.get(`/items/${UNKNOWN_ID}?storeId=${one}`);
      const wrong = { id: 7, type: 1, currency: 'XXX', version: 1, entryDate: '2026-01-01T00:00:00Z' };
      for (const [name, value] of Object.entries(wrong)) await s.patch(path, { [name]: value, price: '4' });
      await s.patch(path, { ...wrong, price: '4' });
    },
  ),
  pinned(
    'items.stock',
    'stock across all stores and at one is out, low or in stock as the specification says',
    async (s) => {
      const [one, two] = await idsOf(s, '/stores');
      const { data } = await s.get('/items?stockStatus=inStock&limit=100&sort=itemCode&order=asc');
      const stocked = (data as Rec[]).filter(
        ({ trackStock, lowStockLevel }) => trackStock === true && lowStockLevel === null,
      );
      for (const type of [0, 1]) {
        const item = stocked.find((one) => one.type === type);
        if (!item) continue;
        const path = `/items/${item.id}`;
        const { stock, atStore } = await s.get(`${path}?storeId=${one}`);
        for (const { onHand } of [stock, atStore] as { onHand: string }[]) {
          await s.patch(path, {
            lowStockLevel: onHand,
            stores: [{ storeId: two, lowStockLevel: '0.001', price: '1' }],
          });
          for (const storeId of [one, two]) await s.get(`${path}?storeId=${storeId}`);
          for (const status of ['low', 'inStock']) await s.get(`/items?stockStatus=${status}&type=${type}&limit=100`);
        }
        await s.patch(path, { trackStock: false });
        await s.get(`${path}?storeId=${one}`);
        await s.get('/items?stockStatus=out&limit=100');
        await s.patch(path, { trackStock: true, lowStockLevel: null, stores: [] });
        await s.get(`${path}?storeId=${two}`);
      }
    },
  ),
  pinned('items.listed', 'items are filtered, searched, sorted and paged as the specification says', async (s) => {
    const mark = word(s);
    const { id: group } = await s.post('/categories', { name: s.name() });
    const { id: other } = await s.post('/categories', { name: s.name(), parentId: group });
    const { id: brandId } = await s.post('/brands', { name: s.name() });
    const [taxId] = await idsOf(s, '/taxes');
    const bodies = [
      { name: `${mark} É b`, price: '10', groupId: group, weighingScale: 1, brandId },
      { name: `${mark} e A`, price: '9.99', groupId: other, taxId },
      { name: `${mark} Z`, price: '100', itemCode: `b${mark}`, trackStock: false, status: 0 },
      { name: `${mark} z`, price: '10', itemCode: `B${mark}`, barcodes: [`${mark}%_`], brandId, status: 0 },
      { name: `${mark}`, type: 1, variants: [{ name: 'Größe', itemCode: `_${mark}`, barcodes: [`v${mark}`] }] },
    ];
    for (const body of bodies) await s.post('/items', body);
    for (const sort of ['entryDate', 'updatedAt', 'name', 'itemCode', 'price'])
      for (const order of ['asc', 'desc']) await s.get(`/items?search=${mark}&sort=${sort}&order=${order}`);
    for (const words of ['a e', 'A', '%', '_', 'GROSSE', `v${mark}`, 'b B', 'ee', 'é'])
      await s.get(`/items?search=${encodeURIComponent(`${words} ${mark}`)}`);
    await s.get(`/items?groupId=${group},${other}&groupId=${UNKNOWN_ID}`);
    for (const filter of [
      `groupId=${group}`,
      `brandId=${brandId}`,
      `taxId=${taxId}`,
      'stockStatus=out',
      'weighingScale=1',
    ])
      for (const more of ['', `&search=${mark}`, '&status=0', '&type=0&weighingScale=0'])
        await s.get(`/items?${filter}${more}&limit=100`);
    for (const type of [0, 1, 2]) await s.get(`/items?type=${type}&limit=100&sort=price&order=asc`);
    const { pagination } = await s.get(`/items?search=${mark}&limit=2&sort=price`);
    const { nextCursor } = pagination as { nextCursor: string };
    await s.get(`/items?search=${mark}&limit=2&sort=price&cursor=${nextCursor}`);
    await s.get(`/items?search=${mark}&limit=2&sort=price&page=2`);
    await s.get(`/items?search=${mark}&limit=2&page=9&status=0&status=1`);
    await s.get('/items?stockStatus=none&type=3&weighingScale=2&groupId=a&groupId=&brandId=0&sort=cost&search=%20');
  }),
];
