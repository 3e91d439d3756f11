// Requests per second of one deployment with 1 and 2 workers, as `tillgate serve` starts them, without Redis: get one item at a
// store, over 32 connections. Needs BENCH_DATABASE_URL, an empty PostgreSQL database. The load, the workers and the database
// share the machine's cores, so that 2 workers show their worth only where there are cores left for them.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { openPostgres } from '../src/storage/database.ts';
import { migrate } from '../src/storage/migrate.ts';
import { arrangeScene, BENCH_KEY, type Scene } from './scene.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const SECONDS = 8;

const url = process.env.BENCH_DATABASE_URL;
if (!url) throw new Error('Set BENCH_DATABASE_URL to an empty PostgreSQL database.');

async function serve(workers: number): Promise<{ child: ChildProcess; apiUrl: string }> {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: url,
    TILLGATE_KEY: BENCH_KEY,
    TILLGATE_WORKERS: String(workers),
    TILLGATE_API_PORT: '0',
    TILLGATE_WEB_PORT: '0',
    TILLGATE_OPS_PORT: '0',
    TILLGATE_RATE_LIMIT: '1000000000',
  };
  const child = spawn(process.execPath, [MAIN, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk) => {
    if (!said.includes('Operations')) said += chunk;
  });
  while (!/Operations \S+\n/.test(said)) await once(child.stdout, 'data');
  return { child, apiUrl: /API +(\S+)/.exec(said)?.[1] ?? '' };
}

async function measure(workers: number, { companyId, clientId, clientSecret, firstItem, storeId }: Scene) {
  const { child, apiUrl } = await serve(workers);
  const request = { client_id: clientId, client_secret: clientSecret, merchant_id: companyId };
  const headers = { 'Content-Type': 'application/json' };
  const minted = await fetch(`${apiUrl}/token`, { method: 'POST', headers, body: JSON.stringify(request) });
  const { access_token: token } = (await minted.json()) as { access_token: string };
  const load = (duration: number) =>
    autocannon({
      url: `${apiUrl}/items/${firstItem}?storeId=${storeId}`,
      headers: { Authorization: `Bearer ${token}` },
      connections: 32,
      duration,
    });
  await load(3);
  const { requests, latency, non2xx } = await load(SECONDS);
  if (non2xx > 0) throw new Error(`${non2xx} requests failed.`);
  console.log(`${workers} workers  ${requests.average.toFixed(0)}/s  99 % within ${latency.p99} ms`);
  child.kill('SIGTERM');
  await once(child, 'exit');
}

const databases = await openPostgres(url, {});
await migrate(databases);
const scene = await arrangeScene(databases, `Workers ${randomUUID()}`, 1000);
await databases.close();
console.log(`get one item at a store, ${availableParallelism()} cores`);
for (const workers of [1, 2]) await measure(workers, scene);
