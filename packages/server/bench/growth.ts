// Measures every list of a small and a large merchant in pages and milliseconds of PostgreSQL: the first page and the
// next by cursor. Statements are prepared as in the service, and results are medians of several runs. Needs
// BENCH_DATABASE_URL; merchants of earlier runs are reused. Arguments are numbers of items and the beginning of a
// list's name: `node bench/growth.ts 10000 1000000 orders`.
import { openPostgres } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { type Explained, explainList } from './explain.ts';
import { growing, LISTED, type Listed } from './lists.ts';
import type { GrowthResult, PageCost } from './measured.ts';
import { arrangeMerchant } from './merchant.ts';
import { recordResult } from './results.ts';
import { UNHURRIED } from './scene.ts';
import { median } from './statistics.ts';

const RUNS = 3;

const url = process.env.BENCH_DATABASE_URL;
if (!url) throw new Error('Set BENCH_DATABASE_URL to a PostgreSQL database for benchmarks.');
const sizes = process.argv
  .slice(2)
  .map(Number)
  .filter((size) => size > 0);
const only = process.argv.slice(2).find((argument) => !/^\d+$/.test(argument)) ?? '';

const databases = await openPostgres(url, {}, UNHURRIED);
await migrate(databases);

async function companyOf(size: number): Promise<number> {
  const name = `Growth to ${size}`;
  const { rows } = await databases.control.query('select company_id from control.merchants where name = $1', [name]);
  return rows[0]?.company_id ?? (await arrangeMerchant(databases, name, size)).companyId;
}

const measured = sizes.length > 0 ? sizes : [10_000, 1_000_000];
const merchants: { companyId: number; lists: readonly Listed[] }[] = [];
for (const size of measured) {
  const lists = [...LISTED, ...growing(size)].filter(({ name }) => name.startsWith(only));
  merchants.push({ companyId: await companyOf(size), lists });
}

/** Median of the runs; null if the list has no such page. */
function costOf(runs: readonly (Explained | undefined)[]): PageCost | null {
  const known = runs.filter((one) => one !== undefined);
  if (known.length === 0) return null;
  return { pages: median(known.map((one) => one.pages)), milliseconds: median(known.map((one) => one.milliseconds)) };
}

const cell = (cost: PageCost | null): string =>
  cost ? `${String(cost.pages).padStart(7)} ${cost.milliseconds.toFixed(1).padStart(8)}` : ''.padStart(16);

const lists: GrowthResult['lists'][number][] = [];
const client = await databases.regions.UK.connect();
console.log(`${''.padEnd(36)}${'  first page of each: pages, ms; next page of each: pages, ms'}`);
for (const [n, { name }] of merchants[0]?.lists.entries() ?? []) {
  const runs = merchants.map((): Explained[][] => []);
  for (let run = 0; run < RUNS; run += 1) {
    for (const [i, { companyId, lists }] of merchants.entries()) {
      runs[i]?.push(await explainList(client, companyId, lists[n] as Listed));
    }
  }
  const [first = [], next = []] = [0, 1].map((page) => runs.map((of) => costOf(of.map((pages) => pages[page]))));
  lists.push({ name, first, next });
  console.log(`${name.padEnd(36)}${[...first, ...next].map(cell).join('  ')}`);
}
// A partial result would remove the other lists from the performance page.
if (only === '') await recordResult('growth', databases.control, { sizes: measured, lists });
client.release(true);
await databases.close();
