// The cost of the apps' request logs: Tillgate with and without them, side by side, by the CPU of the server and of its database.
// Rounds alternate, so that a noisy machine slows both. A round is longer than the pause between two writes of the log. Needs
// BENCH_DATABASE_URL, an empty PostgreSQL database.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openPostgres } from '../src/storage/database.ts';
import { migrate } from '../src/storage/migrate.ts';
import { type Contestant, load, mintedToken, sendWork, start, type Work } from './contestant.ts';
import type { Cost, RecordingResult } from './measured.ts';
import { recordResult } from './results.ts';
import { arrangeScene, type Scene, UNHURRIED } from './scene.ts';
import { costLine, median, medianCost } from './statistics.ts';

const ROUNDS = 11;
const REQUESTS = 12_000;

const url = process.env.BENCH_DATABASE_URL;
if (!url) throw new Error('Set BENCH_DATABASE_URL to an empty PostgreSQL database.');

const WORKS: Record<string, (scene: Scene, token: string) => Work> = {
  'get one item': ({ firstItem, size, storeId }, token) => ({
    path: () => `/v1/items/${firstItem + Math.floor(Math.random() * size)}?storeId=${storeId}`,
    headers: () => ({ authorization: `Bearer ${token}` }),
  }),
  'mint a token': ({ clientId, clientSecret, companyId }) => ({
    method: 'POST',
    path: () => '/v1/token',
    body: () => JSON.stringify({ client_id: clientId, client_secret: clientSecret, merchant_id: companyId }),
  }),
};

const databases = await openPostgres(url, {}, UNHURRIED);
await migrate(databases);
const scene = await arrangeScene(databases, `Recording ${randomUUID()}`, 1_000);
const db = new pg.Pool({ connectionString: url, max: 1 });

const contestants: readonly (readonly [who: string, contestant: Contestant])[] = [
  ['with the log', await start('tillgate', './tillgate.ts', [url])],
  ['without', await start('tillgate', './tillgate.ts', [url, 'unlogged'])],
];
const rows: RecordingResult['rows'][number][] = [];
for (const [name, workOf] of Object.entries(WORKS)) {
  const costs = new Map<string, Cost[]>(contestants.map(([who]) => [who, []]));
  const works = new Map<string, Work>();
  for (const [who, contestant] of contestants) {
    const work = workOf(scene, await mintedToken(contestant, scene));
    works.set(who, work);
    await sendWork(contestant, work, REQUESTS);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [who, contestant] of contestants) {
      const work = works.get(who);
      if (work) costs.get(who)?.push(await load(db, contestant, work, REQUESTS));
    }
  }
  const [logged = [], plain = []] = costs.values();
  const ratios = logged.map(({ server }, round) => server / (plain[round]?.server ?? Number.NaN));
  const row = { work: name, logged: medianCost(logged), plain: medianCost(plain), ratio: median(ratios) };
  rows.push(row);
  console.log(`${name.padEnd(18)} with the log  ${costLine(row.logged)}`);
  console.log(
    `${''.padEnd(18)} without       ${costLine(row.plain)}  ${((row.ratio - 1) * 100).toFixed(1)} % more server CPU`,
  );
}
await recordResult('recording', db, { rows });
for (const [, { child }] of contestants) child.disconnect();
await db.end();
await databases.close();
