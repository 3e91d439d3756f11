import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { using } from './database.ts';
import { sendOk } from './http.ts';
import { run } from './install.ts';
import { newName, type Peer, type Requests, type Site } from './peer.ts';

const VERSION = '12.4.1';
const ADMIN = { authorization: 'Bearer bench-administrator' };

/** isolated-vm has needed this flag since Node 20. */
const CLI = ['--no-node-snapshot', 'node_modules/directus/cli.js'];

export const directus: Peer = {
  name: 'Directus',
  version: VERSION,
  packages: { directus: VERSION, pg: '8.16.3' },
  // Leaves out the studio, and replaces isolated-vm 5, which does not compile on Node 24. No
  // measured request uses either.
  overrides: { '@directus/app': '18.0.0', 'isolated-vm': '6.1.2' },
  settings: [
    'NODE_ENV=production, LOG_STYLE=raw, the cache off (the default), without the studio; a collection of the same 26 fields.',
    'Its pressure limiter is off, because it returns 503 while the event loop is busy.',
    'Requests carry the static token of a user whose policy only allows reading and creating products.',
    'A create also writes the activity and revision records of Directus, which are on by default.',
  ],
  prepare: (site) => run(site.folder, process.execPath, [...CLI, 'bootstrap'], environment(site)),
  command: (site) => ({ args: [...CLI, 'start'], env: environment(site) }),
  seed: seedDirectus,
};

const environment = ({ databaseUrl, port, folder }: Site) => ({
  NODE_ENV: 'production',
  DB_CLIENT: 'pg',
  DB_CONNECTION_STRING: databaseUrl,
  HOST: '127.0.0.1',
  PORT: String(port),
  SECRET: 'bench-secret-of-more-than-32-characters',
  ADMIN_EMAIL: 'administrator@example.com',
  ADMIN_PASSWORD: randomUUID(),
  ADMIN_TOKEN: 'bench-administrator',
  LOG_STYLE: 'raw',
  SERVE_APP: 'false',
  PRESSURE_LIMITER_ENABLED: 'false',
  TELEMETRY: 'false',
  STORAGE_LOCAL_ROOT: join(folder, 'uploads'),
});

async function seedDirectus({ databaseUrl, origin, items }: Site): Promise<Requests> {
  await sendOk(`${origin}/collections`, ADMIN, { collection: 'products', schema: {}, meta: {}, fields: FIELDS });
  const headers = await createPartner(origin);
  await using(databaseUrl, async (db) => {
    await db.query(SEED, [items]);
    await db.query('vacuum analyze products');
  });
  return {
    authorize: async () => headers,
    get: () => `/items/products/${1 + Math.floor(Math.random() * items)}`,
    list: '/items/products?limit=100&meta=total_count',
    create: {
      path: '/items/products',
      body: () => ({ name: newName(), price: '3.40' }),
      invalid: { name: newName(), price: 'cheap' },
    },
    createMany: {
      path: '/items/products',
      size: 100,
      body: (size) => Array.from({ length: size }, () => ({ name: newName(), price: '3.40' })),
    },
    record: (answer) => (answer as { data: unknown }).data,
    rows: (answer) => (answer as { data: unknown[] }).data,
    total: (answer) => (answer as { meta: { total_count: number } }).meta.total_count,
  };
}

/** A user with a static token, and a policy that allows the three requests. */
async function createPartner(origin: string) {
  const permission = (action: string) => ({
    collection: 'products',
    action,
    fields: ['*'],
    permissions: {},
    validation: {},
  });
  const policy = { name: 'Partners', app_access: false, permissions: [permission('read'), permission('create')] };
  const { data } = await sendOk<{ data: { id: string } }>(`${origin}/policies`, ADMIN, policy);
  const token = randomUUID();
  const user = { email: 'partner@example.com', token, policies: [{ policy: data.id }] };
  await sendOk(`${origin}/users`, ADMIN, user);
  return { authorization: `Bearer ${token}` };
}

const field = (name: string, type: string, schema: object = {}, meta: object = {}) => ({
  field: name,
  type,
  schema,
  meta,
});
const amount = { numeric_precision: 19, numeric_scale: 4 };
const required = { is_nullable: false };

const FIELDS = [
  field('id', 'bigInteger', { is_primary_key: true, has_auto_increment: true }),
  field('type', 'integer', { ...required, default_value: 0 }),
  field('status', 'integer', { ...required, default_value: 1 }),
  field('name', 'string', required),
  field('itemCode', 'string'),
  field('barcodes', 'json', { default_value: '[]' }),
  field('description', 'text'),
  field('groupId', 'bigInteger'),
  field('brandId', 'bigInteger'),
  field('taxId', 'bigInteger'),
  field('unit', 'string'),
  field('price', 'decimal', { ...required, ...amount }),
  field('cost', 'decimal', amount),
  field('currency', 'string', { ...required, default_value: 'GBP' }),
  field('weighingScale', 'integer', { ...required, default_value: 0 }),
  field('trackStock', 'boolean', { ...required, default_value: true }),
  field('lowStockLevel', 'decimal', amount),
  field('imageUrl', 'string'),
  field('modifierIds', 'json', { default_value: '[]' }),
  field('variants', 'json', { default_value: '[]' }),
  field('components', 'json', { default_value: '[]' }),
  field('stores', 'json', { default_value: '[]' }),
  field('externalId', 'string'),
  field('version', 'integer', { ...required, default_value: 1 }),
  field('entryDate', 'timestamp', {}, { special: ['date-created'] }),
  field('updatedAt', 'timestamp', {}, { special: ['date-created', 'date-updated'] }),
];

const SEED = `
  insert into products (name, "itemCode", description, "groupId", unit, price, cost, "lowStockLevel", "entryDate", "updatedAt")
  select 'Flat white ' || md5(g::text), 'B' || g, 'A flat white, as every day.', 800001 + g % 50, 'pc',
    (g % 900 + 100) / 100.0, 0.50, 5, now() - make_interval(secs => g), now()
  from generate_series(1, $1::integer) g`;
