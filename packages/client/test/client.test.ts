import { migrate, openMemory, readConfig, seedDemo, startServer } from '@tillgate/server';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient, createItem, getItem, listItems, mintSandboxToken } from '../src/index.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let client: Client;
let storeId: string;

beforeAll(async () => {
  const databases = await openMemory();
  await migrate(databases);
  const demo = await seedDemo({ databases, clock: Date.now });
  const ports = { TILLGATE_API_PORT: '0', TILLGATE_WEB_PORT: '0', TILLGATE_OPS_PORT: '0' };
  server = await startServer(readConfig(ports), databases, { log: pino({ level: 'silent' }) });
  const [app] = demo.apps;
  const [merchant] = demo.merchants;
  if (!app || !merchant) throw new Error('The demo has an app and a merchant.');
  storeId = String(merchant.storeIds[0]);
  const { data } = await mintSandboxToken({
    client: createClient({ baseUrl: server.apiUrl }),
    body: { client_id: app.clientId, client_secret: app.clientSecret, merchant_id: merchant.companyId },
  });
  client = createClient({ baseUrl: data?.api_base_url.replace(/\/$/, ''), auth: data?.access_token });
});
afterAll(() => server?.stop());

test('lists items under the token that it minted', async () => {
  const { data } = await listItems({ client, query: { limit: 3, sort: 'name', order: 'asc' } });
  expect(data?.data).toHaveLength(3);
  expect(data?.pagination.hasMore).toBe(true);
});

test('sends a list of category ids as the API takes it', async () => {
  const { data: all } = await listItems({ client, query: { limit: 100 } });
  const groups = [...new Set(all?.data.flatMap((item) => item.groupId ?? []))].slice(0, 2);
  const { data } = await listItems({ client, query: { groupId: groups, limit: 100 } });
  expect(new Set(data?.data.map((item) => item.groupId))).toEqual(new Set(groups));
});

test('creates an item and reads it at a store', async () => {
  const { data: created } = await createItem({ client, body: { name: 'Cardamom bun', price: '3.20' } });
  const { data: read } = await getItem({ client, path: { id: created?.id ?? 0 }, query: { storeId } });
  expect(read).toMatchObject({ name: 'Cardamom bun', price: '3.20', atStore: { price: '3.20', onHand: '0' } });
});

test('gives an error as the contract types it', async () => {
  const { error, response } = await getItem({ client, path: { id: 1 }, query: { storeId } });
  expect(response?.status).toBe(404);
  expect(error?.code).toBe('partner.not_found');
});
