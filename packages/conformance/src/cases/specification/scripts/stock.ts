import { Caller } from '../../../run/caller.ts';
import type { Case } from '../../../run/case.ts';
import type { Rec } from '../../../run/record.ts';
import { rowsOf } from '../../../specification/state.ts';
import { scripted } from './script.ts';
import { DAY, openStockroom } from './stockroom.ts';

const ADJUSTMENTS = '/stock-adjustments?post=true';

export const SCRIPTS_STOCK: readonly Case[] = [
  scripted('stock-before', 'the stock and the ledger that the back office wrote, at each store', async (s) => {
    const stores = rowsOf(s.merchant, 'stores').slice(0, 3);
    const oldest = rowsOf(s.merchant, 'items')
      .toSorted((one, other) => one.id - other.id)
      .slice(0, 15);
    await s.get(`/reports/stock-on-hand?itemId=${oldest.map(({ id }) => id)}&limit=100`);
    for (const { id } of oldest)
      for (const store of stores) {
        await s.get(`/items/${id}?storeId=${store.id}`);
        await s.get(`/items/${id}/stock?storeId=${store.id}&limit=100`);
      }
    // Sales happened before they were recorded.
    const { data } = await s.get('/stock-movements?documentKind=sale&limit=3');
    for (const { at, recordedAt, itemId, storeId } of data as Rec[])
      for (const instant of [at, recordedAt].map((one) => Date.parse(String(one))))
        for (const time of [instant - 1, instant].map((one) => new Date(one).toISOString())) {
          await s.get(`/items/${itemId}/stock?storeId=${storeId}&at=${time}&limit=2`);
          await s.get(`/items/${itemId}/stock?storeId=${storeId}&knownAt=${time}&limit=2`);
          for (const end of ['from', 'to']) await s.get(`/stock-movements?itemId=${itemId}&${end}=${time}&limit=3`);
        }
  }),
  scripted('stock-states', 'items of the back office are out of stock, low and in stock', async (s) => {
    const [one, two] = rowsOf(s.merchant, 'stores').map(({ id }) => id);
    const { data } = await s.get('/items?stockStatus=inStock&limit=100&sort=itemCode&order=asc');
    const stocked = (data as Rec[]).filter((item) => item.trackStock === true && item.lowStockLevel === null);
    for (const type of [0, 1]) {
      const item = stocked.find((one) => one.type === type);
      if (!item) continue;
      const path = `/items/${item.id}`;
      const { stock, atStore } = await s.get(`${path}?storeId=${one}`);
      for (const { onHand } of [stock, atStore] as { onHand: string }[]) {
        const stores = [{ storeId: two, lowStockLevel: '0.001', price: '1' }];
        await s.patch(path, { lowStockLevel: onHand, stores });
        for (const storeId of [one, two]) await s.get(`${path}?storeId=${storeId}`);
        for (const status of ['low', 'inStock']) await s.get(`/items?stockStatus=${status}&type=${type}&limit=100`);
      }
      await s.patch(path, { trackStock: false });
      await s.get(`${path}?storeId=${one}`);
      await s.get('/items?stockStatus=out&limit=100');
      await s.patch(path, { trackStock: true, lowStockLevel: null, stores: [] });
      if (type === 1) await s.patch(`${path}?dryRun=true`, { variants: [{ name: 'new' }] });
    }
  }),
  scripted('stock-many', 'movements of one item are counted up to a thousand', async (s) => {
    const { stores, plain: itemId, sized, small, large } = await openStockroom(s);
    // New levels of one request are in the order of their places, not of its lines.
    const places = [{ itemId: sized, variantId: large }, { itemId: sized, variantId: small }, { itemId }];
    const lines = places.map((place) => ({ ...place, quantity: '1' }));
    await s.post(ADJUSTMENTS, { storeId: stores[2], date: DAY, type: 1, lines });
    await s.get(`/reports/stock-on-hand?itemId=${itemId},${sized}&limit=100`);
    const many = (count: number) => Array.from({ length: count }, () => ({ itemId, quantity: '999999999999.999' }));
    for (const [at, count] of [
      [0, 1000],
      [0, 1],
      [1, 999],
    ] as const)
      await s.post(ADJUSTMENTS, { storeId: stores[at], date: DAY, type: 1, lines: many(count) });
    for (const query of ['limit=1', 'limit=100&page=10', 'limit=100&page=11', 'limit=100&page=12'])
      for (const storeId of stores.slice(0, 2)) await s.get(`/items/${itemId}/stock?storeId=${storeId}&${query}`);
  }),
  scripted('stock-abroad', 'another merchant has its own stock, in its own currency', async (s, t) => {
    const { stores, plain } = await openStockroom(s);
    for (const role of ['other', 'abroad'] as const) {
      const other = await s.as(new Caller(t, t.session.app('main', 'FULL'), t.session.merchant(role)));
      const own = await openStockroom(other);
      const [here = 0] = own.stores;
      await other.patch(`/items/${own.plain}`, { cost: '1.2345' });
      const lines = [{ itemId: own.plain, quantity: '1.5' }];
      const body = { storeId: here, date: DAY, type: 1, lines };
      await other.post(ADJUSTMENTS, body);
      await other.post(ADJUSTMENTS, { ...body, storeId: stores[0] });
      await other.post(ADJUSTMENTS, { ...body, lines: [{ itemId: plain, quantity: '1' }] });
      for (const query of ['', `itemId=${own.plain},${plain}`, `storeId=${here},${stores[0]}`])
        await other.get(`/reports/stock-on-hand?${query}`);
      for (const [item, store] of [
        [own.plain, here],
        [own.plain, stores[0]],
        [plain, here],
      ])
        await other.get(`/items/${item}/stock?storeId=${store}`);
      await other.get(`/stock-adjustments?storeId=${stores[0]}`);
    }
  }),
  scripted('purchase-returns', 'purchase returns are listed as the back office wrote them', async (s, t) => {
    t.session.backOffice('main');
    for (const script of [s, await s.as(t.as('main', 'other'))])
      for (const { storeId, supplierId, date, returnNo } of rowsOf(script.merchant, 'purchaseReturns')) {
        const at = `storeId=${storeId}&fromDate=${date}&toDate=${date}`;
        for (const filter of [at, `supplierId=${supplierId}`, `search=${returnNo}`, `${at}&includeLines=false`])
          await script.get(`/purchase-orders?transactions=true&limit=100&${filter}`);
        await script.get(`/purchase-orders?${at}`);
      }
  }),
  scripted('two-apps', 'two apps create, change and find orders of one merchant', async (s, t) => {
    const { stores, suppliers, plain } = await openStockroom(s);
    const other = await s.as(t.as('other'));
    const [externalId, second] = [s.name(), s.name()];
    const lines = [{ itemId: plain, quantity: '2', unitCost: '1.5' }];
    const body = { supplierId: suppliers[0], storeId: stores[0], orderDate: DAY, lines };
    const mine = await s.post('/purchase-orders?receive=false', { ...body, externalId });
    const theirs = await other.post('/purchase-orders?receive=true', { ...body, externalId });
    await other.post('/stock-adjustments?post=true', {
      storeId: stores[0],
      date: DAY,
      type: 0,
      lines: [{ itemId: plain, quantity: '1' }],
    });
    await other.patch(`/purchase-orders/${mine.id}`, { externalId: second, narration: externalId });
    await s.post('/purchase-orders?receive=false', { ...body, externalId: second });
    await other.patch(`/purchase-orders/${mine.id}/receive`, {});
    await s.patch(`/purchase-orders/${theirs.id}`, { invoice: externalId });
    for (const { provider } of [mine, theirs])
      await s.get(`/purchase-orders?provider=${encodeURIComponent(String(provider))}&limit=3`);
    await s.get(`/items/${plain}/stock?storeId=${stores[0]}`);
  }),
];
