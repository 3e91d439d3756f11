import type { Script } from '../../../driver/script.ts';
import type { Case } from '../../../engine/case.ts';
import type { Rec } from '../../../engine/record.ts';
import { pinned } from './pinned.ts';
import { DAY, openStockroom, type Stockroom } from './stock.ts';

interface Written {
  /** Where the record is changed. */
  readonly url: string;
  readonly record: Rec;
  /** What it was created with, in other spellings of the same values. */
  readonly sent: object;
}

const withoutIds = (entries: unknown): object[] => (entries as Rec[]).map(({ id: _, itemCode: __, ...entry }) => entry);

/** A record of each kind with lists. */
async function writeEach(
  s: Script,
  { stores, suppliers, tax, plain, sized, small, large }: Stockroom,
): Promise<Written[]> {
  const [here, there] = stores;
  const variants = [
    { name: 'S', price: '3.5' },
    { name: ' L ', barcodes: [s.name()] },
  ];
  const item = { name: ` ${s.name()} `, type: 1, price: '2.50', variants, stores: [{ storeId: here, price: '2' }] };
  const options = [
    { name: 'Oat', price: '0.50' },
    { name: 'Soy', itemId: plain },
  ];
  const group = { name: s.name(), options, itemIds: [plain, sized] };
  const menu = {
    name: s.name(),
    items: [{ itemId: plain, price: '1.0' }, { itemId: sized }],
    stores: [{ storeId: here }],
  };
  const lines = [
    { itemId: plain, quantity: '5.0' },
    { itemId: sized, variantId: large, quantity: '3' },
    { itemId: sized, variantId: small, quantity: '3' },
  ];
  const costed = lines.map((line) => ({ ...line, unitCost: '1.1250', taxId: tax }));
  const order = { supplierId: suppliers[0], storeId: here, orderDate: DAY, lines: costed };
  const transfer = { fromStoreId: here, toStoreId: there, date: DAY, lines };
  const adjustment = { storeId: here, date: DAY, type: 1, reason: 'other', lines };
  const brand = { name: s.name(), description: null };
  const category = { name: s.name(), sortOrder: 3 };
  const each: readonly [create: string, change: string, sent: object][] = [
    ['/brands', '/brands/{id}', brand],
    ['/categories', '/categories/{id}', category],
    ['/items', '/items/{id}', item],
    ['/modifiers', '/modifiers/{id}', group],
    ['/menus/create-with-items', '/menus/{id}/update-with-items', menu],
    ['/purchase-orders?receive=false', '/purchase-orders/{id}', order],
    ['/stock-transfers?receive=false', '/stock-transfers/{id}', transfer],
    ['/stock-adjustments?post=false', '/stock-adjustments/{id}', adjustment],
  ];
  const written: Written[] = [];
  for (const [create, change, sent] of each) {
    const record = await s.post(create, sent);
    written.push({ url: change.replace('{id}', String(record.id)), record, sent });
  }
  return written;
}

/** Entries with one of them changed, moved, named or repeated. */
const others = ([first = {}, second = {}, ...rest]: readonly object[], [stored]: readonly Rec[]): object[][] => [
  [first, { ...second, quantity: '4', name: 'M' }, ...rest],
  [second, first, ...rest],
  [second, { ...first, id: stored?.id }, ...rest],
  [first, { ...first, id: stored?.id }, ...rest],
  [first],
];

export const PINNED_UNCHANGED: readonly Case[] = [
  pinned('unchanged', 'a change to what is there leaves the record and the feed as they are', async (s) => {
    const room = await openStockroom(s);
    const written = await writeEach(s, room);
    const { nextCursor } = await s.get('/changes');
    for (const { url, record, sent } of written) {
      const { type: _, ...values } = sent as Rec;
      await s.patch(url, values, { 'Idempotency-Key': s.name() });
      await s.patch(url, record, { 'If-Match': '"1"' });
      await s.patch(`${url}?dryRun=true`, values);
      await s.patch(url, values, { 'If-Match': '"2"' });
      for (const list of ['variants', 'options'])
        if (record[list]) await s.patch(url, { [list]: withoutIds(record[list]) });
    }
    const item = written.find(({ url }) => url.startsWith('/items/'))?.record as Rec;
    const { id, itemCode, variants } = item;
    const operations = [{ price: '2.5' }, { price: '3' }, { price: '3.00' }, { variants: withoutIds(variants) }];
    await s.post('/items/batch', { operations: operations.map((change) => ({ op: 'update', id, item: change })) });
    for (let times = 0; times < 2; times += 1)
      await s.post('/items/batch', { operations: [{ op: 'upsert', itemCode, item: { name: item.name, unit: 'g' } }] });
    await s.get(`/changes?after=${nextCursor}&limit=500`);
  }),
  pinned(
    'unchanged.entries',
    'an entry without an id is the stored one at its place only if it has its values',
    async (s) => {
      const room = await openStockroom(s);
      for (const { url, record, sent } of await writeEach(s, room))
        for (const list of ['variants', 'options', 'lines', 'items'] as const) {
          const entries = (sent as Rec)[list] as object[] | undefined;
          if (!entries) continue;
          for (const other of others(entries, record[list] as Rec[])) {
            await s.patch(url, { [list]: entries });
            await s.patch(url, { [list]: other });
          }
        }
      for (const { url, sent } of await writeEach(s, room)) {
        if (!url.startsWith('/purchase-orders/') && !url.startsWith('/stock-transfers/')) continue;
        const { lines } = sent as { lines: object[] };
        const [line] = (await s.get(url)).lines as Rec[];
        await s.patch(`${url}/receive`, { lines: [{ lineId: line?.id, quantity: '1' }] });
        await s.patch(url, { lines });
        await s.patch(url, { lines: lines.toReversed() });
        await s.patch(`${url}/receive`, {});
        await s.patch(url, sent);
        await s.patch(url, { lines: lines.slice(1) });
      }
      const adjustment = (await writeEach(s, room)).at(-1) as Written;
      await s.patch(adjustment.url, { status: 1 });
      await s.patch(adjustment.url, adjustment.sent);
      await s.patch(adjustment.url, { ...adjustment.sent, status: 2 });
    },
  ),
  pinned('sent-back', 'a record that is sent back with its version may show what has changed without it', async (s) => {
    const { stores, plain, sized } = await openStockroom(s);
    const [storeId] = stores;
    const option = { name: 'Oat' };
    const { id: group } = await s.post('/modifiers', { name: s.name(), options: [option], itemIds: [plain, sized] });
    const entries = { items: [{ itemId: plain }, { itemId: sized }], stores: [{ storeId }] };
    const { id: menu } = await s.post('/menus/create-with-items', { name: s.name(), ...entries });
    const item = `/items/${plain}`;
    const [menuPath, groupPath] = [`/menus/${menu}/update-with-items`, `/modifiers/${group}`];
    const earlier = [await s.get(`/menus/${menu}/full`), await s.get(`${groupPath}/full`)] as const;
    await s.patch(item, { name: s.name(), price: '4' });
    const read = await s.get(`${item}?storeId=${storeId}`);
    const lines = [{ itemId: plain, quantity: '7' }];
    await s.post('/stock-adjustments?post=true', { storeId, date: DAY, type: 1, lines });
    const { version, stock, atStore, id } = read;
    await s.patch(item, read);
    await s.patch(item, { ...read, name: s.name() });
    await s.patch(item, { stock, atStore, version: 4, price: '5' });
    await s.patch(item, { stock, atStore, version, price: '6' });
    await s.patch(item, { stock, atStore, price: '6' });
    await s.patch(item, { stock: { onHand: 7 }, version: 5 });
    await s.patch(item, { stock, atStore, version: 5 });
    await s.patch(item, { stock, id, version: 5 });
    await s.patch(item, { version: 5 });
    await s.patch(`/items/999999999`, { stock });
    await s.post('/items/batch', {
      operations: [
        { op: 'update', id, item: { stock, atStore, version: 5, unit: 'g' } },
        { op: 'update', id, item: { stock, unit: 'kg' } },
        { op: 'update', id, item: { stock, version: 6 } },
      ],
    });
    for (const [path, record, change] of [
      [menuPath, earlier[0], { takeaway: 1 }],
      [groupPath, earlier[1], { minSelect: 1 }],
    ] as const) {
      const { version: _, ...rest } = record;
      await s.patch(path, rest);
      await s.patch(path, record);
      await s.patch(path, { ...record, ...change });
      await s.patch(path, { ...record, ...change });
      await s.patch(path, { items: record.items, version: record.version });
    }
    const { items } = await s.get(`/menus/${menu}/full`);
    await s.patch(menuPath, { items });
    await s.patch(menuPath, { items, version: 2 });
  }),
];
