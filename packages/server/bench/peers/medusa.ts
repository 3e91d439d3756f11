import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sendOk } from './http.ts';
import { run } from './install.ts';
import { anyOf, type Headers, nameOf, newName, type Peer, type Requests, type Site } from './peer.ts';

const VERSION = '2.21.2';
const CLI = 'node_modules/@medusajs/cli/cli.js';
const ADMINISTRATOR = { email: 'administrator@example.com', password: randomUUID() };

/** Products per request to its batch endpoint. */
const BATCH = 200;

export const medusa: Peer = {
  name: 'Medusa',
  version: VERSION,
  packages: { '@medusajs/cli': VERSION, '@medusajs/framework': VERSION, '@medusajs/medusa': VERSION },
  settings: [
    'NODE_ENV=production, `medusa start`, without admin pages; cache, events and workflows in memory (the defaults, without Redis).',
    "Requests carry a user's bearer token, because its secret API keys cost a scrypt hash per request.",
    'A product has one option, one variant and one price, without stock; the fields are the defaults of its admin API.',
  ],
  prepare: async (site) => {
    await writeFile(join(site.folder, 'medusa-config.js'), CONFIG);
    await medusaCommand(site, 'db:migrate');
    await medusaCommand(site, 'user', '--email', ADMINISTRATOR.email, '--password', ADMINISTRATOR.password);
  },
  command: (site) => ({
    args: [CLI, 'start', '--host', '127.0.0.1', '--port', String(site.port)],
    env: environment(site),
  }),
  seed: seedMedusa,
};

const CONFIG = `const { defineConfig } = require('@medusajs/framework/utils');
const { DATABASE_URL, JWT_SECRET, COOKIE_SECRET } = process.env;
const cors = { storeCors: '', adminCors: '', authCors: '' };
const http = { jwtSecret: JWT_SECRET, cookieSecret: COOKIE_SECRET, ...cors };
module.exports = defineConfig({ projectConfig: { databaseUrl: DATABASE_URL, http }, admin: { disable: true } });
`;

const environment = ({ databaseUrl }: Site) => ({
  NODE_ENV: 'production',
  DATABASE_URL: databaseUrl,
  JWT_SECRET: 'bench-secret-of-more-than-32-characters',
  COOKIE_SECRET: 'bench-secret-of-more-than-32-characters',
  MEDUSA_DISABLE_TELEMETRY: 'true',
});

const medusaCommand = (site: Site, ...args: readonly string[]): Promise<void> =>
  run(site.folder, process.execPath, [CLI, ...args], environment(site));

async function seedMedusa({ origin, items }: Site): Promise<Requests> {
  const headers = await signIn(origin);
  const ids: string[] = [];
  for (let from = 0; from < items; from += BATCH) {
    const create = Array.from({ length: Math.min(BATCH, items - from) }, (_, i) => product(nameOf(from + i), from + i));
    ids.push(...(await createProducts(origin, headers, create)));
  }
  return {
    authorize: () => signIn(origin),
    get: () => `/admin/products/${anyOf(ids)}`,
    list: '/admin/products?limit=100',
    create: { path: '/admin/products', body: () => product(newName(), randomUUID()), invalid: { title: 5 } },
    createMany: {
      path: '/admin/products/batch',
      size: BATCH,
      body: (size) => ({ create: Array.from({ length: size }, () => product(newName(), randomUUID())) }),
    },
    record: (answer) => (answer as { product: unknown }).product,
    rows: (answer) => (answer as { products: unknown[] }).products,
    total: (answer) => (answer as { count: number }).count,
  };
}

async function signIn(origin: string): Promise<Headers> {
  const { token } = await sendOk<{ token: string }>(`${origin}/auth/user/emailpass`, {}, ADMINISTRATOR);
  return { authorization: `Bearer ${token}` };
}

async function createProducts(origin: string, headers: Headers, create: readonly object[]): Promise<string[]> {
  const answer = await sendOk<{ created: { id: string }[] }>(`${origin}/admin/products/batch`, headers, { create });
  return answer.created.map(({ id }) => id);
}

const product = (title: string, sku: number | string) => ({
  title,
  description: `A ${title}, as every day.`,
  status: 'published',
  options: [{ title: 'Size', values: ['Regular'] }],
  variants: [
    {
      title: 'Regular',
      sku: `B${sku}`,
      manage_inventory: false,
      options: { Size: 'Regular' },
      prices: [{ currency_code: 'gbp', amount: 3.4 }],
    },
  ],
});
