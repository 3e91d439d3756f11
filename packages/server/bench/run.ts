// Requests a second of Tillgate against the floor (bench/floor.ts), side by side: rounds alternate, so that a noisy
// machine slows both; then what the floor does not have, whose cost should not grow with the size. Needs BENCH_DATABASE_URL, an empty PostgreSQL database. Sizes, and the
// beginning of a name to run only some: `node bench/run.ts 1000 1000000 create`.
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { openPostgres } from '../src/storage/database.ts';
import { migrate } from '../src/storage/migrate.ts';
import { arrangeScene, type Scene } from './scene.ts';

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 16;

const url = process.env.BENCH_DATABASE_URL;
if (!url) throw new Error('Set BENCH_DATABASE_URL to an empty PostgreSQL database.');
const sizes = process.argv.slice(2).map(Number).filter(Number.isFinite);
const only = process.argv.slice(2).find((argument) => !/^\d+$/.test(argument)) ?? '';

interface Server {
  readonly child: ChildProcess;
  readonly origin: string;
}

function start(script: string, args: string[]): Promise<Server> {
  const child = fork(new URL(script, import.meta.url), args);
  return new Promise((resolve, reject) => {
    child.once('message', ({ port }: { port: number }) => resolve({ child, origin: `http://localhost:${port}` }));
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
}

type Work = (scene: Scene) => { path: string; method?: 'POST'; body?: () => string };

const randomItem = ({ firstItem }: Scene, size: number) => firstItem + Math.floor(Math.random() * size);

/** The floor answers these too. */
const COMPARED: Record<string, (size: number) => Work> = {
  'get one item': (size) => (scene) => ({ path: `/v1/items/${randomItem(scene, size)}?storeId=${scene.storeId}` }),
  'list of 100 with total': () => () => ({ path: '/v1/items?limit=100' }),
  'create one': () => () => ({
    path: '/v1/items',
    method: 'POST',
    body: () => JSON.stringify({ name: `Created ${randomUUID()}`, price: '3.40' }),
  }),
};

/** Words of the scene's names are md5 digests, so this prefix is in about one name of 65,536. */
const rareWord = () =>
  Math.floor(Math.random() * 0xffff)
    .toString(16)
    .padStart(4, '0');

const OURS: Record<string, (size: number) => Work> = {
  'list of 100, one category': () => () => ({ path: '/v1/items?limit=100&groupId=800007' }),
  'list of 100, inactive': () => () => ({ path: '/v1/items?limit=100&status=0' }),
  'list of 100 by name': () => () => ({ path: '/v1/items?limit=100&sort=name&order=asc' }),
  'list of 100, out of stock': () => () => ({ path: '/v1/items?limit=100&stockStatus=out' }),
  'search, rare word': () => () => ({ path: `/v1/items?search=${rareWord()}` }),
  'search, word of a fifth': () => () => ({ path: '/v1/items?search=croissant' }),
  'last page': (size) => () => ({ path: `/v1/items?limit=100&page=${Math.max(1, Math.floor(size / 100))}` }),
};

async function measure(server: Server, scene: Scene, work: Work, token?: string): Promise<number> {
  const { path, method, body } = work(scene);
  const result = await autocannon({
    url: server.origin,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [
      {
        method: method ?? 'GET',
        path,
        setupRequest: (request) => ({
          ...request,
          ...(method ? {} : { path: work(scene).path }),
          ...(body && { body: body() }),
          headers: {
            ...(token && { authorization: `Bearer ${token}` }),
            ...(body && { 'content-type': 'application/json' }),
            ...(body && token && { 'idempotency-key': randomUUID() }),
          },
        }),
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
}

async function mint({ origin }: Server, { clientId, clientSecret, companyId }: Scene): Promise<string> {
  const body = JSON.stringify({ client_id: clientId, client_secret: clientSecret, merchant_id: companyId });
  const response = await fetch(`${origin}/v1/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const databases = await openPostgres(url, {});
await migrate(databases);
for (const size of sizes.length > 0 ? sizes : [1000]) {
  const scene = await arrangeScene(databases, `Bench of ${size}`, size);
  const tillgate = await start('./tillgate.ts', [url]);
  const floor = await start('./floor.ts', [url, String(scene.companyId), String(scene.storeId), '1']);
  const token = await mint(tillgate, scene);
  for (const [name, workOf] of Object.entries(COMPARED)) {
    if (!name.startsWith(only)) continue;
    const work = workOf(size);
    const rates: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.ours.push(await measure(tillgate, scene, work, token));
      rates.floor.push(await measure(floor, scene, work));
    }
    const ratio = median(rates.ours.map((rate, i) => rate / (rates.floor[i] ?? Number.NaN)));
    console.log(
      `${String(size).padStart(8)} items  ${name.padEnd(26)} tillgate ${median(rates.ours).toFixed(0).padStart(6)}/s  floor ${median(rates.floor).toFixed(0).padStart(6)}/s  ratio ${ratio.toFixed(2)}`,
    );
  }
  for (const [name, workOf] of Object.entries(OURS)) {
    if (!name.startsWith(only)) continue;
    const rate = await measure(tillgate, scene, workOf(size), token);
    console.log(`${String(size).padStart(8)} items  ${name.padEnd(26)} tillgate ${rate.toFixed(0).padStart(6)}/s`);
  }
  for (const { child } of [tillgate, floor]) child.disconnect();
}
await databases.close();
