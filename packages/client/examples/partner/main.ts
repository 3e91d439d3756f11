// Serves the example partner on this machine. `npm start` in one terminal, and in another:
//   npx -y pnpm@12.21.0 --filter @tillgate/client example

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTillgate, oauth } from '@tillgate/client';
import { createApp } from './app.ts';
import { Catalogues } from './catalogue.ts';
import { Connections } from './connections.ts';
import { openDatabase } from './database.ts';
import { SignUps } from './sign-ups.ts';

const folder = process.env.PARTNER_DATA ?? fileURLToPath(new URL('../../../../.data', import.meta.url));
const demo = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'));
const [{ clientId, clientSecret, redirectUris }] = demo.apps;
const [redirectUri] = redirectUris;

const database = openDatabase(join(folder, 'partner.sqlite'));
const connections = new Connections(database);
const catalogues = new Catalogues(database);
const tillgate = createTillgate({
  baseUrl: demo.apiUrl,
  credentials: oauth({ clientId, clientSecret, authUrl: demo.webUrl, redirectUri, tokens: connections }),
  maxWait: 10_000,
  hooks: {
    onDisconnected({ merchantId, code }) {
      if (merchantId === undefined) return;
      connections.end(merchantId, code);
      catalogues.forget(merchantId);
    },
  },
});

for (const { id, connected } of connections.all())
  if (connected) catalogues.follow(id, tillgate.merchant(id)).catch(() => {});

const { hostname, port, origin } = new URL(redirectUri);
const app = createApp({ tillgate, connections, catalogues, signUps: new SignUps(database), redirectUri });
const server = app.listen(Number(port), hostname, () => console.log(`Open ${origin}`));

function stop(): void {
  catalogues.stop();
  server.close(() => database.close());
  server.closeAllConnections();
}
process.once('SIGINT', stop).once('SIGTERM', stop);
