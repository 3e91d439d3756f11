import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openPostgres } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { arrangeScene, BENCH_KEY, type Scene, UNHURRIED } from '../scene.ts';
import { sendOk } from './http.ts';
import { newName, type Peer, type Requests, type Site } from './peer.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export const tillgate: Peer = {
  name: 'Tillgate',
  version,
  packages: {},
  settings: [
    'Started as in production (`tillgate serve`), with its request log and its rate limits, raised beyond reach.',
    'Requests carry a bearer token (RS256, 15 minutes) of one app at one merchant; creates carry an Idempotency-Key.',
    'A get also returns the price and the stock of the item at one store.',
  ],
  prepare: async () => {},
  command: ({ databaseUrl, port }) => ({
    args: [fileURLToPath(new URL('../../src/main.ts', import.meta.url)), 'serve'],
    env: {
      DATABASE_URL: databaseUrl,
      TILLGATE_KEY: BENCH_KEY,
      TILLGATE_API_PORT: String(port),
      TILLGATE_WEB_PORT: '0',
      TILLGATE_OPS_PORT: '0',
      TILLGATE_RATE_LIMIT: '1000000000',
      TILLGATE_MINT_LIMIT: '1000000000',
    },
  }),
  seed: seedTillgate,
};

async function seedTillgate({ databaseUrl, origin, items }: Site): Promise<Requests> {
  const databases = await openPostgres(databaseUrl, {}, UNHURRIED);
  await migrate(databases);
  const scene = await arrangeScene(databases, 'Bench', items);
  await databases.close();
  return {
    authorize: async () => ({ authorization: `Bearer ${await mint(origin, scene)}` }),
    get: () => `/v1/items/${scene.firstItem + Math.floor(Math.random() * items)}?storeId=${scene.storeId}`,
    list: '/v1/items?limit=100',
    create: {
      path: '/v1/items',
      body: () => ({ name: newName(), price: '3.40' }),
      headers: () => ({ 'idempotency-key': randomUUID() }),
      invalid: { name: newName(), price: 'cheap' },
    },
    createMany: {
      path: '/v1/items/batch',
      size: 1000,
      body: (size) => ({
        operations: Array.from({ length: size }, () => ({ op: 'create', item: { name: newName(), price: '3.40' } })),
      }),
    },
    record: (answer) => answer,
    rows: (answer) => (answer as { data: unknown[] }).data,
    total: (answer) => (answer as { pagination: { total: number } }).pagination.total,
  };
}

/** Mints a token of the scene's app. */
export async function mint(origin: string, { clientId, clientSecret, companyId }: Scene): Promise<string> {
  const credentials = { client_id: clientId, client_secret: clientSecret, merchant_id: companyId };
  return (await sendOk<{ access_token: string }>(`${origin}/v1/token`, {}, credentials)).access_token;
}
