import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTillgate, money, type Resources, sandbox } from '../src/index.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;
let tillgate: Resources;
let storeId: string;

beforeAll(async () => {
  service = await startService();
  storeId = String(service.merchant.storeIds[0]);
  const app = createTillgate({ baseUrl: service.apiUrl, credentials: sandbox(service.full) });
  tillgate = app.merchant(service.merchant.companyId);
});
afterAll(() => service?.stop());

test('lists items under the token that it minted', async () => {
  const { data, pagination } = await tillgate.items.list({ limit: 3, sort: 'name', order: 'asc' });
  expect(data).toHaveLength(3);
  expect(pagination.hasMore).toBe(true);
});

test('sends a list of category ids as the API takes it', async () => {
  const { data: all } = await tillgate.items.list({ limit: 100 });
  const groups = [...new Set(all.flatMap((item) => item.groupId ?? []))].slice(0, 2);
  const { data } = await tillgate.items.list({ groupId: groups, limit: 100 });
  expect(new Set(data.map((item) => item.groupId))).toEqual(new Set(groups));
});

test('creates an item, reads it at a store and changes it', async () => {
  const created = await tillgate.items.create({ name: 'Cardamom bun', price: money('3.20') });
  const read = await tillgate.items.get(created.id, { storeId });
  expect(read).toMatchObject({ name: 'Cardamom bun', price: '3.20', atStore: { price: '3.20', onHand: '0' } });
  const changed = await tillgate.items.update(created.id, { price: money('3.40') }, { ifVersion: read.version });
  expect(changed).toMatchObject({ price: '3.40', version: read.version + 1 });
  await expect(
    tillgate.items.update(created.id, { price: money('1') }, { ifVersion: read.version }),
  ).rejects.toMatchObject({
    name: 'ApiError',
    code: 'partner.version_mismatch',
    status: 412,
  });
});
