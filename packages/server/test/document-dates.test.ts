import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statement } from '../src/storage/statement.ts';
import type { Caller } from './support/caller.ts';
import { arrangePurchasing, orderOf, type Purchasing } from './support/purchasing.ts';
import { conflictAt, invalid, refusalOf } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;
let caller: Caller;
let scene: Purchasing;
let quay: number;

// The clock stands at 2026-03-02T08:15:30Z, when it is the 2nd of March everywhere.
beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  scene = await arrangePurchasing(service, caller);
  quay = await service.newStore(caller.merchant, 'Quay');
});
afterAll(() => service?.stop());

const lines = () => [{ itemId: scene.itemId, quantity: '1' }];

/** Creates and changes each kind of document, and lists its dates with the last day that each can be. */
const KINDS = [
  {
    path: '/purchase-orders',
    query: 'receive=false',
    body: () => orderOf(scene, { orderDate: '2026-03-02' }),
    dates: { orderDate: ['2027-03-03', '2027-03-04'], expectedDate: ['2031-03-03', '2031-03-04'] },
  },
  {
    path: '/stock-transfers',
    query: 'receive=false',
    body: () => ({ fromStoreId: scene.storeId, toStoreId: quay, date: '2026-03-02', lines: lines() }),
    dates: { date: ['2027-03-03', '2027-03-04'] },
  },
  {
    path: '/stock-adjustments',
    query: 'post=false',
    body: () => ({ storeId: scene.storeId, type: 1, date: '2026-03-02', lines: lines() }),
    dates: { date: ['2026-04-02', '2026-04-03'] },
  },
];

const CASES = KINDS.flatMap(({ dates, ...kind }) =>
  Object.entries(dates).map(([name, [last = '', beyond = '']]) => ({ ...kind, name, last, beyond })),
);

describe.each(CASES)('$path: $name', ({ path, query, body, name, last, beyond }) => {
  const create = (date: string) => caller.post(`${path}?${query}`, { ...body(), [name]: date });
  const created = async () => (await caller.create(`${path}?${query}`, body())).id;

  test(`may be ${last} on 2026-03-02, and no later`, async () => {
    expect((await create(last)).status).toBe(201);
    const refused = await create(beyond);
    expect(refusalOf(refused)).toEqual(invalid(`body /${name} maxDate`));
    expect(refused.body.details[0].message).toContain(last);
    const record = await created();
    expect(refusalOf(await caller.patch(`${path}/${record}`, { [name]: beyond }))).toEqual(
      invalid(`body /${name} maxDate`),
    );
    expect((await caller.patch(`${path}/${record}`, { [name]: last })).body[name]).toBe(last);
  });

  test('may not be before 2000-01-01', async () => {
    expect(refusalOf(await create('1999-12-31'))).toEqual(invalid(`body /${name} pattern`));
    expect(refusalOf(await create('9999-12-31'))).toEqual(invalid(`body /${name} pattern`));
    const patched = await caller.patch(`${path}/${await created()}`, { [name]: '1000-01-01' });
    expect(refusalOf(patched)).toEqual(invalid(`body /${name} pattern`));
  });
});

test('A day counts as today once it has begun anywhere', async () => {
  const other = await startService();
  try {
    const theirs = await other.connect();
    const scene = await arrangePurchasing(other, theirs);
    const adjust = (date: string) =>
      theirs.post('/stock-adjustments?post=false', {
        storeId: scene.storeId,
        type: 1,
        date,
        lines: [{ itemId: scene.itemId, quantity: '1' }],
      });
    // It is the 3rd of March at UTC+14 from 10:00 UTC on.
    other.advance(Date.parse('2026-03-02T09:59:59.999Z') - other.clock());
    await theirs.renewToken();
    expect(refusalOf(await adjust('2026-04-03'))).toEqual(invalid('body /date maxDate'));
    other.advance(1);
    expect((await adjust('2026-04-03')).status).toBe(201);
  } finally {
    await other.stop();
  }
});

describe('/purchase-orders: expectedDate', () => {
  const create = (dates: object) => caller.post('/purchase-orders?receive=false', orderOf(scene, dates));

  test('may be the day of the order, and not before it', async () => {
    expect((await create({ orderDate: '2026-03-02', expectedDate: '2026-03-02' })).status).toBe(201);
    const refused = await create({ orderDate: '2026-03-02', expectedDate: '2026-03-01' });
    expect(refusalOf(refused)).toEqual(invalid('body /expectedDate range'));
    expect(refused.body.message).toBe('body /expectedDate: must not be before orderDate, which is 2026-03-02');
  });

  test('is compared with the stored dates, and the error names the date that was sent', async () => {
    const { id } = (await create({ orderDate: '2026-03-02', expectedDate: '2026-03-05' })).body;
    const change = (dates: object) => caller.patch(`/purchase-orders/${id}`, dates);
    expect(refusalOf(await change({ expectedDate: '2026-03-01' }))).toEqual(invalid('body /expectedDate range'));
    expect(refusalOf(await change({ orderDate: '2026-03-06' }))).toEqual(invalid('body /orderDate range'));
    expect((await change({ orderDate: '2026-03-06', expectedDate: '2026-03-07' })).status).toBe(200);
    expect((await change({ orderDate: '2026-03-09', expectedDate: null })).status).toBe(200);
  });

  test('is fixed once everything is received, which is checked first', async () => {
    const order = await caller.create('/purchase-orders?receive=true', orderOf(scene, { orderDate: '2026-03-02' }));
    const answer = await caller.patch(`/purchase-orders/${order.id}`, { expectedDate: '2026-01-01' });
    expect(refusalOf(answer).slice(0, 3)).toEqual(conflictAt('/expectedDate'));
  });
});

test('A document keeps dates from before the bounds existed, and its other properties can be changed', async () => {
  const { id } = await caller.create('/purchase-orders?receive=false', orderOf(scene, { orderDate: '2026-03-02' }));
  const sql = `update region.purchase_orders set order_date = '2999-01-01', expected_date = '2998-01-01'
    where company_id = $1 and id = $2`;
  await service.arrange(caller.merchant, (tx) => tx.query(statement(undefined, sql), [id]));
  const path = `/purchase-orders/${id}`;
  expect((await caller.patch(path, { narration: 'Late' })).status).toBe(200);
  const { status } = await caller.patch(path, (await caller.get(path)).body);
  expect(status).toBe(200);
  expect(refusalOf(await caller.patch(path, { orderDate: '2998-12-31' }))[2]).toBe('body /orderDate maxDate');
});
