import { generateKeyPairSync } from 'node:crypto';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { using } from './database.ts';
import { newName, type Peer, type Requests, type Site } from './peer.ts';

const SOURCE = new URL('./express/', import.meta.url);
const COMPANY = 1;

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

export const express: Peer = {
  name: 'Express',
  version: '5.3.0',
  packages: {
    'drizzle-orm': '0.45.4',
    express: '5.3.0',
    'express-openapi-validator': '5.6.2',
    jose: '6.2.17',
    pg: '8.23.1',
    'pino-http': '11.0.0',
  },
  settings: [
    'Express 5 with express-openapi-validator, Drizzle (prepared statements), jose and pino-http, written for this bench in the usual style.',
    'Requests carry a bearer token (RS256) of one merchant; an OpenAPI 3.1 contract of the three operations validates requests.',
    'One table with the same 26 fields and two indexes: no stock, search, idempotency, versions, rate limits or row-level security.',
  ],
  prepare: async ({ folder, databaseUrl }) => {
    for (const file of ['server.mjs', 'products.mjs', 'openapi.yaml']) {
      await copyFile(new URL(file, SOURCE), join(folder, file));
    }
    const schema = await readFile(new URL('schema.sql', SOURCE), 'utf8');
    await using(databaseUrl, (db) => db.query(schema));
  },
  command: ({ databaseUrl, port }) => ({
    args: ['server.mjs'],
    env: {
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    },
  }),
  seed: seedExpress,
};

async function seedExpress({ databaseUrl, items }: Site): Promise<Requests> {
  await using(databaseUrl, async (db) => {
    await db.query(SEED, [COMPANY, items]);
    await db.query('vacuum analyze products');
  });
  return {
    authorize: async () => ({ authorization: `Bearer ${await signToken()}` }),
    get: () => `/v1/products/${1 + Math.floor(Math.random() * items)}`,
    list: '/v1/products?limit=100',
    create: {
      path: '/v1/products',
      body: () => ({ name: newName(), price: '3.40' }),
      invalid: { name: newName(), price: 'cheap' },
    },
    record: (answer) => answer,
    rows: (answer) => (answer as { data: unknown[] }).data,
    total: (answer) => (answer as { pagination: { total: number } }).pagination.total,
  };
}

const signToken = (): Promise<string> =>
  new SignJWT({ companyId: COMPANY, scopes: ['products.read', 'products.write'] })
    .setProtectedHeader({ alg: 'RS256' })
    .setAudience('products')
    .setExpirationTime('15 minutes')
    .sign(privateKey);

const SEED = `
  insert into products (company_id, name, item_code, description, group_id, unit, price, cost, low_stock_level, entry_date)
  select $1::integer, 'Flat white ' || md5(g::text), 'B' || g, 'A flat white, as every day.', 800001 + g % 50, 'pc',
    (g % 900 + 100) / 100.0, 0.50, 5, now() - make_interval(secs => g)
  from generate_series(1, $2::integer) g`;
