import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PurchaseOrder } from '../src/contract/generated/types.gen.ts';
import type { Caller } from './support/caller.ts';
import { walkCursor, walkPages } from './support/lists.ts';
import { arrangePurchasing, newOrder, onHand, type Purchasing } from './support/purchasing.ts';
import { invalid, refusalOf } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;
let caller: Caller;
let scene: Purchasing;
let theirs: Purchasing;
let supplierB: number;
let storeB: number;
/** Names of the records, by id. */
const named = new Map<number, string>();

/** The orders of the scene: day of March, supplier, store, and what was done with them. */
const ORDERS = {
  draft: { day: 1, supplier: 'A', store: 'A' },
  partial: { day: 2, supplier: 'B', store: 'A' },
  received: { day: 3, supplier: 'A', store: 'B' },
  voided: { day: 3, supplier: 'A', store: 'A' },
  sourced: { day: 5, supplier: 'B', store: 'B' },
} as const;
/** Returns of the scene. */
const RETURNS = {
  returned: { day: 2, supplier: 'A', store: 'A' },
  sentBack: { day: 4, supplier: 'B', store: 'B' },
} as const;
type Place = { day: number; supplier: 'A' | 'B'; store: 'A' | 'B' };

const placeOf = ({ day, supplier, store }: Place) => ({
  supplierId: supplier === 'A' ? scene.supplierId : supplierB,
  storeId: store === 'A' ? scene.storeId : storeB,
  day: `2026-03-0${day}`,
});

async function arrangeOrder(name: keyof typeof ORDERS, by: Caller, own: object): Promise<PurchaseOrder> {
  const { day, ...place } = placeOf(ORDERS[name]);
  service.advance(60_000);
  const order = await newOrder({ ...scene, caller: by }, { ...place, orderDate: day, ...own }, name === 'received');
  named.set(order.id, name);
  return order;
}

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  scene = await arrangePurchasing(service, caller);
  theirs = await arrangePurchasing(service, await service.connect());
  supplierB = await service.newSupplier(caller.merchant, 'Quayside Dairy');
  storeB = await service.newStore(caller.merchant, 'Quay');
  const partner = await service.newApp(caller.partner.organizationId, 'FULL', 'SANDBOX', 'Second source');
  const second = await service.connectTo(partner, caller.merchant);

  const cheap = { lines: [{ itemId: scene.itemId, quantity: '1', unitCost: '9' }] };
  await arrangeOrder('draft', caller, { orderNo: 'A-1', narration: 'For the Fair' });
  const partial = await arrangeOrder('partial', caller, { orderNo: 'A-10', invoice: 'INV-77', ...cheap });
  await arrangeOrder('received', caller, { orderNo: 'b-2' });
  const voided = await arrangeOrder('voided', caller, { orderNo: 'A-3', narration: 'fair, too' });
  await arrangeOrder('sourced', second, { orderNo: 'Z' });
  const lines = [{ lineId: partial.lines[0]?.id, quantity: '0.5' }];
  service.advance(1000);
  await caller.patch(`/purchase-orders/${partial.id}/receive`, { lines });
  await caller.patch(`/purchase-orders/${voided.id}`, { status: 0 });
  for (const [name, place] of Object.entries(RETURNS)) {
    const { day: date, ...rest } = placeOf(place);
    const lines = [{ itemId: scene.itemId, variantId: null, quantity: '2', unitCost: '1.25' }];
    named.set(await service.newReturn(caller.merchant, { ...rest, date, lines, narration: name }), name);
  }
  await newOrder(theirs, { orderNo: 'A-1' });
  const gone = [{ itemId: theirs.itemId, variantId: null, quantity: '1', unitCost: '1' }];
  const { supplierId, storeId } = theirs;
  await service.newReturn(theirs.caller.merchant, { supplierId, storeId, lines: gone });
});
afterAll(() => service?.stop());

const list = async (query: string): Promise<(string | undefined)[]> => {
  const { status, body, text } = await caller.get(`/purchase-orders?limit=100&${query}`);
  if (status !== 200) throw new Error(text);
  const names = body.data.map(({ id }: { id: number }) => named.get(id));
  expect(body.pagination.total).toBe(names.length);
  return names;
};
const ids = (query: string) =>
  query
    .replaceAll('{A}', String(scene.supplierId))
    .replaceAll('{B}', String(supplierB))
    .replaceAll('{a}', String(scene.storeId))
    .replaceAll('{b}', String(storeB))
    .replaceAll('{theirs}', String(theirs.supplierId));

describe('GET /purchase-orders', () => {
  test.each([
    ['', 'sourced received partial draft'],
    ['includeVoided=false', 'sourced received partial draft'],
    ['includeVoided=true', 'sourced voided received partial draft'],
    ['includeVoided=1', 'sourced voided received partial draft'],
    ['includeVoided=True', 'sourced voided received partial draft'],
    ['includeVoided=FALSE', 'sourced received partial draft'],
    ['includeVoided=tRUE', 'sourced voided received partial draft'],
    ['status=0', 'voided'],
    ['status=0&includeVoided=false', 'voided'],
    ['status=1&includeVoided=true', 'sourced received partial draft'],
    ['purchStatus=0', 'sourced draft'],
    ['purchStatus=1', 'partial'],
    ['purchStatus=2', 'received'],
    ['purchStatus=0&includeVoided=true', 'sourced voided draft'],
    ['fromDate=2026-03-03', 'sourced received'],
    ['toDate=2026-03-02', 'partial draft'],
    ['fromDate=2026-03-02&toDate=2026-03-03', 'received partial'],
    ['fromDate=2026-03-03&toDate=2026-03-02', ''],
    ['supplierId={A}', 'received draft'],
    ['supplierId={B}', 'sourced partial'],
    ['supplierId={A},{B}', 'sourced received partial draft'],
    ['supplierId={A}&supplierId={B}', 'sourced received partial draft'],
    ['supplierId={theirs}', ''],
    ['storeId={a}', 'partial draft'],
    ['storeId={b}', 'sourced received'],
    ['storeId={a},{b}', 'sourced received partial draft'],
    ['storeIds={a}', 'partial draft'],
    ['storeIds={a}&storeIds={b}', 'sourced received partial draft'],
    ['storeIds={b}&storeId={a}', 'sourced received partial draft'],
    ['storeId={a}&supplierId={A}&fromDate=2026-03-01', 'draft'],
    ['orderNos=A-1', 'draft'],
    ['orderNos=A-1,Z,none', 'sourced draft'],
    ['orderNos=a-1', ''],
    ['provider=Second%20source', 'sourced'],
    ['provider=FULL%20app', 'received partial draft'],
    ['provider=full%20app', ''],
    ['search=a-1', 'partial draft'],
    ['search=inv-77', 'partial'],
    ['search=QUAYSIDE', 'sourced partial'],
    ['search=quayside%20z', 'sourced'],
    ['search=fair', 'draft'],
    ['search=fair&includeVoided=true', 'voided draft'],
    ['search=nothing', ''],
    ['sort=orderDate&order=asc&includeVoided=true', 'draft partial received voided sourced'],
    ['sort=orderDate', 'sourced received partial draft'],
    ['sort=orderNo&order=asc', 'draft partial sourced received'],
    ['sort=total&order=asc', 'partial draft received sourced'],
    ['sort=updatedAt&includeVoided=true', 'voided partial sourced received draft'],
    ['sort=entryDate&order=asc', 'draft partial received sourced'],
  ])('%s returns %s', async (query, expected) => {
    expect((await list(ids(query))).join(' ')).toBe(expected);
  });

  test('returns the records as they are read by id', async () => {
    const { data } = (await caller.get('/purchase-orders')).body;
    for (const order of data) expect((await caller.get(`/purchase-orders/${order.id}`)).body).toEqual(order);
  });

  test.each(['includeVoided=true', 'fromDate=2026-03-02', 'search=a', 'sort=orderDate&order=asc', 'transactions=true'])(
    '%s is the same by pages and by cursor',
    async (query) => {
      const whole = (await caller.get(`/purchase-orders?limit=100&${query}`)).body.data;
      expect(whole.length).toBeGreaterThan(2);
      const pages = await walkPages(caller, '/purchase-orders', query, 2);
      const walked = await walkCursor(caller, '/purchase-orders', query, 2);
      expect(pages.flatMap(({ data }) => data)).toEqual(whole);
      expect(walked.flatMap(({ data }) => data)).toEqual(whole);
      for (const { pagination } of [...pages, ...walked]) expect(pagination.total).toBe(whole.length);
    },
  );

  test('finds the orders of a renamed supplier by its new name only', async () => {
    const supplierId = await service.newSupplier(theirs.caller.merchant, 'Oldname');
    const order = await newOrder(theirs, { supplierId });
    await service.renameSupplier(theirs.caller.merchant, supplierId, 'Newname');
    const found = async (word: string) => (await theirs.caller.get(`/purchase-orders?search=${word}`)).body.data;
    expect([await found('oldname'), await found('newname')]).toEqual([[], [order]]);
  });

  test('finds non-ASCII letters in any case, in every field, of orders and returns', async () => {
    const supplierId = await service.newSupplier(theirs.caller.merchant, 'Émile Ŏ');
    const order = await newOrder(theirs, { supplierId, orderNo: 'ÇA-1', invoice: 'ŻUR', narration: 'Ärger' });
    const place = { supplierId, storeId: theirs.storeId };
    const lines = [{ itemId: theirs.itemId, variantId: null, quantity: '1', unitCost: '1' }];
    const sentBack = await service.newReturn(theirs.caller.merchant, { ...place, lines, narration: 'Üble' });
    const found = async (word: string, view = '') => {
      const { data } = (await theirs.caller.get(`/purchase-orders?search=${encodeURIComponent(word)}${view}`)).body;
      return data.map(({ id }: { id: number }) => id);
    };
    for (const word of ['ÇA', 'ça', 'Żur', 'żur', 'ärger', 'ÄRGER', 'émile ŏ', 'ÉMILE'])
      expect([word, await found(word)]).toEqual([word, [order.id]]);
    for (const word of ['Üble', 'ÜBLE émile']) {
      expect([word, await found(word, '&transactions=true')]).toEqual([word, [sentBack]]);
    }
  });

  test.each([
    ['purchStatus=3', 'purchStatus enum'],
    ['purchStatus=', 'purchStatus type'],
    ['status=2', 'status enum'],
    ['includeVoided=yes', 'includeVoided type'],
    ['transactions=2', 'transactions type'],
    ['fromDate=2026-02-30', 'fromDate format'],
    ['toDate=02/03/2026', 'toDate format'],
    ['supplierId=x', 'supplierId/0 pattern'],
    ['supplierId=', 'supplierId/0 pattern'],
    ['storeId=1,0', 'storeId/1 pattern'],
    ['storeIds=-1', 'storeIds/0 pattern'],
    ['orderNos=a,', 'orderNos/1 minLength'],
    ['provider=', 'provider minLength'],
    ['sort=supplierId', 'sort enum'],
    ['limit=101', 'limit maximum'],
    ['page=0', 'page minimum'],
    ['voided=true', 'voided unknown'],
  ])('rejects %s', async (query, detail) => {
    expect(refusalOf(await caller.get(`/purchase-orders?${query}`))).toContain(`query ${detail}`);
  });
});

describe('GET /purchase-orders?transactions=true', () => {
  test.each([
    ['', 'sourced sentBack received returned partial draft'],
    ['order=asc', 'draft partial returned received sentBack sourced'],
    ['sort=orderDate', 'sourced sentBack received returned partial draft'],
    ['includeVoided=true', 'sourced sentBack voided received returned partial draft'],
    ['status=0', 'voided'],
    ['supplierId={A}', 'received returned draft'],
    ['supplierId={B}', 'sourced sentBack partial'],
    ['supplierId={A},{B}&storeId={b}', 'sourced sentBack received'],
    ['storeIds={a}', 'returned partial draft'],
    ['storeId={a}&storeIds={b}', 'sourced sentBack received returned partial draft'],
    ['fromDate=2026-03-02&toDate=2026-03-04', 'sentBack received returned partial'],
    ['supplierId={A}&storeId={a}&toDate=2026-03-02', 'returned draft'],
    ['supplierId={theirs}', ''],
    ['search=back', 'sentBack'],
    ['search=quayside', 'sourced sentBack partial'],
  ])('%s returns %s', async (query, expected) => {
    expect((await list(ids(`transactions=true&${query}`))).join(' ')).toBe(expected);
  });

  test('has the Type and date of each row, unlike the plain list', async () => {
    const { data } = (await caller.get('/purchase-orders?transactions=1&includeVoided=true')).body;
    for (const { Type, date, ...row } of data) {
      const name = named.get(row.id) as string;
      const returned = name in RETURNS;
      expect([name, Type, date]).toEqual([
        name,
        returned ? 1 : 0,
        `2026-03-0${{ ...ORDERS, ...RETURNS }[name as 'draft'].day}`,
      ]);
      if (!returned) expect((await caller.get(`/purchase-orders/${row.id}`)).body).toEqual(row);
    }
    const plain = (await caller.get('/purchase-orders?transactions=false')).body.data;
    expect(plain.some((row: object) => 'Type' in row || 'date' in row)).toBe(false);
  });

  test('returns a purchase return with its lines and total', async () => {
    const [row] = (await caller.get('/purchase-orders?transactions=true&search=sentBack')).body.data;
    expect(row).toMatchObject({
      Type: 1,
      date: '2026-03-04',
      status: 1,
      returnNo: 'PR-000002',
      supplierId: supplierB,
      storeId: storeB,
      narration: 'sentBack',
      currency: 'GBP',
      total: '2.50',
      lines: [{ itemId: scene.itemId, variantId: null, quantity: '2', unitCost: '1.25', total: '2.50' }],
    });
    expect(Number(await onHand(scene))).toBe(0.5 - 2);
  });

  test.each([
    ['purchStatus=0', 'purchStatus'],
    ['orderNos=Z', 'orderNos'],
    ['provider=x', 'provider'],
    ['sort=total', 'sort'],
    ['sort=updatedAt', 'sort'],
  ])('rejects %s, which it could only ignore', async (query, path) => {
    const answer = await caller.get(`/purchase-orders?transactions=true&${query}`);
    expect(refusalOf(answer)).toEqual(invalid(`query ${path} exclusive`));
    expect((await caller.get(`/purchase-orders?transactions=false&${query}`)).status).toBe(200);
  });

  test('rejects a cursor of the plain list', async () => {
    const { nextCursor } = (await caller.get('/purchase-orders?limit=1')).body.pagination;
    const answer = await caller.get(`/purchase-orders?limit=1&transactions=true&cursor=${nextCursor}`);
    expect(refusalOf(answer)).toEqual(invalid('query cursor cursor'));
  });
});

test('The totals of each purchase status stay exact through concurrent creates, receipts, edits and voids', async () => {
  const fresh = await arrangePurchasing(service, await service.connect());
  const { caller: app } = fresh;
  const made = await Promise.all(Array.from({ length: 12 }, (_, n) => newOrder(fresh, {}, n % 4 === 0)));
  const line = ({ lines }: PurchaseOrder) => ({ lineId: lines[0]?.id, quantity: '1' });
  const changes = made.map((order, n) => {
    const path = `/purchase-orders/${order.id}`;
    if (n % 4 === 1) return app.patch(path, { status: 0 });
    if (n % 4 === 2) return app.patch(`${path}/receive`, { lines: [line(order)] });
    return app.patch(path, { narration: 'x' });
  });
  await Promise.all(changes);
  for (const [query, expected] of [
    ['purchStatus=0', 3],
    ['purchStatus=1', 3],
    ['purchStatus=2', 3],
    ['purchStatus=0&includeVoided=true', 6],
    ['status=0', 3],
    ['', 9],
    ['includeVoided=true', 12],
  ] as const) {
    const { data, pagination } = (await app.get(`/purchase-orders?limit=100&${query}`)).body;
    expect([query, data.length, pagination.total]).toEqual([query, expected, expected]);
  }
});
