import { expect, test } from 'vitest';
import { invalid, rejectionOf } from '../../support/rejections.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();
const caller = await service.connect();
const [storeId, toStoreId] = [await service.newStore(caller.merchant), await service.newStore(caller.merchant, 'Quay')];
const itemId = (await caller.create('/items', { name: 'Oolong', price: '3.40' })).id;

test('Read-only properties are rejected in new lines too, and the first twenty are named', async () => {
  const lines = [{ itemId, quantity: '10' }];
  const transfer = { fromStoreId: storeId, toStoreId, date: '2026-03-02', lines };
  const { id, ...created } = await caller.create('/stock-transfers?receive=false', transfer);
  const { id: _, ...line } = created.lines[0];
  const sendBack = async (lines: object[]) => rejectionOf(await caller.patch(`/stock-transfers/${id}`, { lines }));
  expect(await sendBack([line])).toEqual(
    invalid('body /lines/0/received readOnly', 'body /lines/0/outstanding readOnly'),
  );
  expect(await sendBack(Array(900).fill(line))).toHaveLength(2 + 20);
});

test('A line that is sent back with another quantity has its amounts computed again, but not with another amount', async () => {
  const [supplierId, taxId] = [await service.newSupplier(caller.merchant), await service.newTax(caller.merchant)];
  const line = { itemId, quantity: '10', unitCost: '2.5', discount: '0.25', taxId };
  const order = { supplierId, storeId, orderDate: '2026-03-02', lines: [line, { ...line, quantity: '1.5' }] };
  const { lines, ...created } = await caller.create('/purchase-orders?receive=false', order);
  const [first, second] = lines;
  const sendBack = (lines: object[]) => caller.patch(`/purchase-orders/${created.id}`, { ...created, lines });
  const received = await sendBack([second, { ...first, received: '1' }]);
  expect(rejectionOf(received)).toEqual(invalid('body /lines/1/received readOnly'));
  const { body } = await sendBack([second, { ...first, quantity: '20' }]);
  expect(body.lines).toMatchObject([second, { id: first.id, quantity: '20', outstanding: '20' }]);
  expect(body.total).not.toBe(created.total);
});

test('A record can be sent back with If-Match, which is checked first, and a key, which repeats its response', async () => {
  const brand = await caller.create('/brands', { name: 'Alpine' });
  const [etag, key] = [`"${brand.version}"`, { 'Idempotency-Key': 'sent-back' }];
  const sendBack = (name: string, headers: Record<string, string> = {}) =>
    caller.patch(`/brands/${brand.id}`, { ...brand, name }, { ...headers, 'If-Match': etag });
  const first = await sendBack('Alpina', key);
  expect([first.status, first.body.name]).toEqual([200, 'Alpina']);
  const again = await sendBack('Alpina', key);
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
  expect(rejectionOf(await sendBack('Alpine'))).toEqual([412, 'partner.version_mismatch']);
});
