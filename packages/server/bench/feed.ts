// Measures the change log: requests with and without it, pages of a short and of a long log, the time until a waiting
// request is answered, and the memory of 2,000 waiting requests. Needs BENCH_DATABASE_URL, an empty PostgreSQL database.
// Arguments select the parts to measure; without arguments all are measured and the results are recorded.
import pg from 'pg';
import { openPostgres } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { comparePages } from './feed/logs.ts';
import { compareRequests } from './feed/requests.ts';
import { measureMemory, measureWakes } from './feed/waits.ts';
import { recordResult } from './results.ts';
import { arrangeScene, type Scene, UNHURRIED } from './scene.ts';

const MERCHANTS = 16;
const ITEMS = 1_000;

const url = process.env.BENCH_DATABASE_URL;
if (!url) throw new Error('Set BENCH_DATABASE_URL to an empty PostgreSQL database.');

const databases = await openPostgres(url, {}, UNHURRIED);
await migrate(databases);
const db = new pg.Pool({ connectionString: url, max: 1 });
const scenes: Scene[] = [];
for (let i = 0; i < MERCHANTS; i += 1) scenes.push(await arrangeScene(databases, `Bench of the feed ${i}`, ITEMS));
const [scene] = scenes as [Scene];

const parts = {
  memory: () => measureMemory(url, scene),
  wakes: () => measureWakes(url, scene),
  pages: () => comparePages(databases),
  requests: () => compareRequests(db, url, scenes),
};
const chosen = process.argv.slice(2);
if (chosen.length > 0) for (const [name, measure] of Object.entries(parts)) if (chosen.includes(name)) await measure();
if (chosen.length === 0) {
  const [memory, wakes] = [await parts.memory(), await parts.wakes()];
  const [pages, requests] = [await parts.pages(), await parts.requests()];
  await recordResult('feed', db, { items: ITEMS, memory, wakes, pages, requests });
}
await db.end();
await databases.close();
