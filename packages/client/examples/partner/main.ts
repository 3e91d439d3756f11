// A small partner: connects a merchant of the demo, keeps a copy of the catalogue, and orders what is low.
//   npm start                                     in one terminal, and in another:
//   npx -y pnpm@12.21.0 --filter @tillgate/client example

import { readFile } from 'node:fs/promises';
import { createTillgate, oauth } from '@tillgate/client';
import { syncCatalogue } from './catalogue.ts';
import { connectInBrowser } from './connect.ts';
import { restock } from './restock.ts';
import { SqliteTokens } from './tokens.ts';

const folder = process.env.PARTNER_DATA ?? new URL('../../../../.data', import.meta.url).pathname;
const demo = JSON.parse(await readFile(`${folder}/demo.json`, 'utf8'));
const [{ clientId, clientSecret, redirectUris }] = demo.apps;
const [redirectUri] = redirectUris;

const tokens = new SqliteTokens(`${folder}/partner.sqlite`);
const app = createTillgate({
  baseUrl: demo.apiUrl,
  credentials: oauth({ clientId, clientSecret, authUrl: demo.webUrl, redirectUri, tokens }),
  hooks: {
    onDisconnected: ({ merchantId }) => console.log(`Merchant ${merchantId} has disconnected: run this again.`),
  },
});

const merchantId = tokens.merchants()[0] ?? (await connectInBrowser(app, redirectUri));
const tillgate = app.merchant(merchantId);
console.log(`Merchant ${merchantId} is connected.`);

const file = `${folder}/catalogue-${merchantId}.ndjson`;
console.log(`${await syncCatalogue(tillgate, file)} items are in ${file}.`);

const order = await restock(tillgate, new Date().toISOString().slice(0, 10));
if (!order) console.log('Nothing is low.');
else console.log(`Ordered and received ${order.orderNo}: ${order.lines.length} lines.`);
tokens.close();
