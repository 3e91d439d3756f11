import type { Script } from '../../../driver/script.ts';
import type { Caller } from '../../../run/caller.ts';
import type { Case } from '../../../run/case.ts';
import type { CaseContext } from '../../../run/case-context.ts';
import { pageOf, type Rec } from '../../../run/record.ts';
import { appFor } from './access.ts';
import { scripted } from './script.ts';
import { DAY, linesIn, openStockroom, type Stockroom } from './stockroom.ts';

const cursorOf = ({ nextCursor }: Rec): string => String(nextCursor);

/** More than any case writes. A wrong service may say forever that more follow. */
const MOST_PAGES = 1_000;

/** Reads all pages after a cursor. Returns the last cursor. */
async function follow(s: Script, from: string, query: string): Promise<string> {
  let page = await s.get(`/changes?after=${from}${query}`);
  for (let read = 1; page.hasMore === true && read < MOST_PAGES; read += 1)
    page = await s.get(`/changes?after=${cursorOf(page)}${query}`);
  return cursorOf(page);
}

/** Writes of every kind, some of which change nothing. */
async function writeEverything(s: Script, { stores, suppliers, plain, sized, small, large }: Stockroom): Promise<void> {
  const [here, there] = stores;
  const name = s.name();
  const brand = await s.post('/brands', { name }, { 'Idempotency-Key': name });
  await s.post('/brands', { name }, { 'Idempotency-Key': name });
  await s.post('/brands', { name });
  await s.post('/brands?dryRun=true', { name: s.name() });
  for (const description of ['a', 'a', null]) await s.patch(`/brands/${brand.id}`, { description });
  await s.patch(`/brands/${brand.id}`, { status: 0 }, { 'If-Match': '"1"' });
  const category = await s.post('/categories', { name: s.name() });
  await s.patch(`/categories/${category.id}`, { sortOrder: 3, color: '#00ff00' });
  const group = await s.post('/modifiers', { name: s.name(), options: [{ name: 'Oat' }], itemIds: [sized, plain] });
  await s.patch(`/modifiers/${group.id}`, { itemIds: [plain], name: s.name() });
  await s.patch(`/items/${plain}`, { modifierIds: [], price: '2', groupId: category.id });
  await s.post('/items/batch', {
    operations: [
      { op: 'create', item: { name: s.name(), itemCode: name } },
      { op: 'update', itemCode: name, item: { price: '3' } },
      { op: 'update', itemCode: `${name}-none`, item: { price: '4' } },
    ],
  });
  const changes = [{ description: 'x', unit: 'g' }, { description: null }];
  await s.post('/items/batch', { operations: changes.map((item) => ({ op: 'update', id: plain, item })) });
  const menu = await s.post('/menus/create-with-items', { name: s.name(), items: [{ itemId: plain }] });
  await s.patch(`/menus/${menu.id}/update-with-items`, { stores: [{ storeId: there }], delivery: 1 });
  await s.patch(`/menus/${menu.id}/update-with-items`, { items: [{ itemId: sized, status: 0 }, { itemId: plain }] });
  await s.post('/menus/create-with-items', { name: s.name(), items: [] });
  await s.post('/modifiers', { name: s.name(), options: [{ name: 'Soy' }], itemIds: [sized, plain] });
  const lines = [
    { itemId: plain, quantity: '5' },
    { itemId: sized, variantId: large, quantity: '3' },
    { itemId: sized, variantId: small, quantity: '2' },
  ];
  const order = { supplierId: suppliers[0], storeId: here, orderDate: DAY };
  const costed = lines.map((line) => ({ ...line, unitCost: '1.125' }));
  const received = await s.post('/purchase-orders?receive=false', { ...order, lines: costed });
  await s.patch(`/purchase-orders/${received.id}`, { storeId: there, narration: 'Moved' });
  const [first] = linesIn(received);
  await s.patch(`/purchase-orders/${received.id}/receive`, { lines: [{ lineId: first?.id, quantity: '1' }] });
  await s.patch(`/purchase-orders/${received.id}/receive`, { lines: [{ lineId: first?.id, quantity: '99' }] });
  await s.patch(`/purchase-orders/${received.id}/receive`, {});
  const voided = await s.post('/purchase-orders?receive=false', { ...order, lines: costed });
  await s.patch(`/purchase-orders/${voided.id}`, { status: 0 });
  await s.post('/purchase-orders?receive=true', { ...order, lines: costed });
  const transfer = { fromStoreId: here, toStoreId: there, date: DAY, lines };
  const moved = await s.post('/stock-transfers?receive=false', transfer);
  await s.patch(`/stock-transfers/${moved.id}/receive`, {});
  await s.post('/stock-transfers?receive=true', { ...transfer, fromStoreId: there, toStoreId: here });
  await s.patch(`/stock-transfers/${(await s.post('/stock-transfers?receive=false', transfer)).id}`, { status: 0 });
  const adjustment = { storeId: here, date: DAY, type: 1, lines };
  const draft = await s.post('/stock-adjustments?post=false', adjustment);
  await s.patch(`/stock-adjustments/${draft.id}`, { narration: 'Counted twice' });
  await s.patch(`/stock-adjustments/${draft.id}`, { status: 1 });
  await s.patch(`/stock-adjustments/${draft.id}`, { status: 2 });
  await s.patch(`/stock-adjustments/${(await s.post('/stock-adjustments?post=false', adjustment)).id}`, { status: 2 });
  await s.post('/stock-adjustments?post=true', { ...adjustment, type: 0, storeId: there });
}

/** Requests at once. */
const WRITERS = 24;

/** Positions of changes that a caller reads while others write. */
async function polled(t: CaseContext, caller: Caller, from: string, isWriting: () => boolean): Promise<Rec[]> {
  const changes: Rec[] = [];
  // Small pages end between two writes, large ones at the present.
  for (let cursor = from, isDone = false, limit = 5; !isDone; limit = 105 - limit) {
    isDone = !isWriting();
    const path = `/changes?after=${cursor}&limit=${limit}`;
    const page = t.requireRecord(await caller.send('GET', path, { concurrent: true }));
    changes.push(...(page.data as Rec[]));
    cursor = cursorOf(page);
    isDone &&= page.hasMore !== true;
  }
  return changes;
}

export const SCRIPTS_FEED: readonly Case[] = [
  scripted(
    'changes-feed',
    'writes of every kind are listed as the specification says, whole and in pages, to both apps of a merchant',
    async (s, t) => {
      const other = await s.as(t.as('other'));
      const room = await openStockroom(s);
      const [here = 0, there = 0] = room.stores;
      const start = cursorOf(await s.get('/changes'));
      await s.get(`/changes?after=${start}`);
      await writeEverything(s, room);
      await other.post('/brands', { name: s.name() });
      for (const query of [
        '&limit=500',
        '&limit=500&include=record',
        '&limit=1',
        '&limit=3',
        '&limit=7&include=record',
      ])
        await follow(s, start, query);
      for (const query of ['', '&include=record']) await follow(other, start, query);
      for (const query of [
        'resources=items',
        'resources=stock,stockAdjustments&limit=4',
        'resources=brands&resources=menus&limit=2',
        'resources=openOrders,dailySales,stores,suppliers,taxes',
        `storeId=${here}`,
        `storeId=${there}&limit=2`,
        `storeId=${there},${here}&resources=stock&limit=3`,
        'storeId=999999999',
      ])
        await follow(s, start, `&${query}`);
      for (const query of [
        'resources=brands,stockTransfers',
        'resources=items&resources=brands',
        `storeId=${here},999999999`,
      ])
        await s.get(`/changes?${query}`);
      const end = await follow(s, start, '');
      await s.get(`/changes?after=${end}`);
      await s.patch(`/items/${room.plain}`, { name: s.name() });
      const page = await s.send('GET', `/changes?after=${end}&include=record`);
      await s.get(`/changes?after=${end}&include=record`, { 'If-None-Match': String(page.headers.etag) });
      for (const query of [
        'resources=',
        'resources=item',
        'storeId=x',
        'limit=0',
        'limit=501',
        'include=lines',
        'page=1',
      ])
        await s.get(`/changes?after=${end}&${query}`);
    },
  ),
  scripted(
    'changes-cursors',
    'a cursor belongs to its merchant, and continues with less but never with more',
    async (s, t) => {
      const elsewhere = await s.as(t.as('main', 'other'));
      const room = await openStockroom(s);
      const [here, there] = room.stores;
      const [mine, theirs] = [cursorOf(await s.get('/changes')), cursorOf(await elsewhere.get('/changes'))];
      const narrow = cursorOf(await s.get(`/changes?resources=items,stock&storeId=${here},${there}`));
      await writeEverything(s, room);
      await elsewhere.post('/brands', { name: s.name() });
      await follow(elsewhere, theirs, '');
      await elsewhere.get(`/changes?after=${mine}`);
      const { nextCursor: ofList } = (await s.get('/brands?limit=1')).pagination as Rec;
      for (const cursor of [theirs, `${mine}x`, 'a.b', 'x', '', ofList]) await s.get(`/changes?after=${cursor}`);
      await s.get(`/brands?cursor=${mine}`);
      for (const query of [
        `resources=stock,items&storeId=${there},${here}`,
        `resources=stock&storeId=${there}`,
        `resources=items,stock,brands&storeId=${here}`,
        `resources=items`,
        `storeId=${here}`,
        '',
      ]) {
        const page = await s.get(`/changes?after=${narrow}&limit=3&${query}`);
        if (page.nextCursor)
          await s.get(`/changes?after=${page.nextCursor}&resources=items,stock&storeId=${here},${there}`);
      }
    },
  ),
  scripted('changes-products', 'each product is shown the changes of what it reads', async (s, t) => {
    const orders = await s.as(appFor(t, 'ONLINE_ORDER'));
    const [all, some] = [cursorOf(await s.get('/changes')), cursorOf(await orders.get('/changes'))];
    await writeEverything(s, await openStockroom(s));
    for (const query of ['', '&limit=3', '&include=record', '&resources=brands,items'])
      await follow(orders, some, query);
    await orders.get(`/changes?after=${all}`);
    await s.get(`/changes?after=${some}`);
    await s.get(`/changes?after=${all}&resources=items,stock`);
  }),
  scripted(
    'changes-concurrent',
    'writes at once are each listed once, in ascending positions, to a client that reads meanwhile',
    async (_, t) => {
      const caller = t.as();
      const start = cursorOf(await caller.read('/changes'));
      let left = WRITERS;
      const writes = Array.from({ length: WRITERS }, async () => {
        const body = { name: t.name() };
        const { id } = t.requireRecord(await caller.send('POST', '/brands', { body, concurrent: true }), 201);
        for (const description of ['a', 'b', 'c'])
          await caller.send('PATCH', `/brands/${id}`, { body: { description }, concurrent: true });
        return id;
      });
      for (const write of writes) void write.catch(() => {}).finally(() => (left -= 1));
      const changes = await polled(t, caller, start, () => left > 0);
      const ids = await Promise.all(writes);
      const own = changes.filter(({ id, resource }) => resource === 'brands' && ids.includes(id));
      for (const id of ids)
        t.equal(
          own.filter((one) => one.id === id).map(({ version }) => version),
          [1, 2, 3, 4],
          `the versions of the brand ${id} in the order of the changes`,
        );
      const positions = changes.map(({ position }) => Number(position));
      const [first = 0] = positions;
      t.equal(
        positions,
        positions.map((_position, i) => first + i),
        'the positions of changes that each are of one write',
      );
    },
    ['changes.order_concurrent'],
  ),
  scripted(
    'changes-after-list',
    'reading a list and then the changes after it misses nothing that is written meanwhile',
    async (_, t) => {
      const caller = t.as();
      const mark = t.name();
      let isWriting = true;
      const write = async (writer: number): Promise<number[]> => {
        const ids: number[] = [];
        for (let n = 0; n < WRITERS; n += 1) {
          const body = { name: `${mark}-${writer}-${n}` };
          const { id } = t.requireRecord(await caller.send('POST', '/brands', { body, concurrent: true }), 201);
          ids.push(id);
        }
        return ids;
      };
      const writes = Promise.all([write(1), write(2)]).finally(() => {
        isWriting = false;
      });
      writes.catch(() => {});
      const reads: { readonly listed: number[]; readonly after: string }[] = [];
      while (isWriting) {
        const path = `/brands?search=${mark}&limit=100`;
        const answer = t.requireStatus(await caller.send('GET', path, { concurrent: true }), 200);
        const after = String(answer.headers['tillgate-changes-after']);
        reads.push({ listed: pageOf(answer).data.map(({ id }) => id), after });
      }
      const ids = (await writes).flat();
      for (const { listed, after } of reads) {
        const { data } = await caller.read(`/changes?after=${after}&resources=brands&limit=500`);
        const found = new Set([...listed, ...(data as Rec[]).map(({ id }) => id)]);
        t.equal(
          ids.filter((id) => !found.has(id)),
          [],
          'the brands that are neither in the list nor in the changes after it',
        );
      }
    },
    ['changes.after_list'],
  ),
];
