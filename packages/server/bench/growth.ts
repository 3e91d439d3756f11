// Measures every list of a small and a large merchant, and pages of a short and a long change log, in pages and milliseconds of
// PostgreSQL: the first page of a list and the next by cursor. Statements are prepared as in the service, and figures are medians of
// several runs. Arguments are numbers of items and the beginning of a list's name: `pnpm bench growth 10000 1000000 orders`.
// Needs BENCH_DATABASE_URL; merchants of earlier runs are reused.
import { type Explained, explainList, explainPage, fillLog, PLACES } from './explain.ts';
import { growing, LISTED, type Listed } from './lists.ts';
import { median } from './load.ts';
import { arrangeMerchant } from './merchant.ts';
import { type PageCost, type Row, record } from './results.ts';
import { openBench } from './scene.ts';

const RUNS = 3;

const words = process.argv.slice(2);
const asked = words.map(Number).filter((size) => size > 0);
const sizes = asked.length > 0 ? asked : [10_000, 1_000_000];
const only = words.find((word) => !/^\d+$/.test(word)) ?? '';

const databases = await openBench();
const client = await databases.regions.UK.connect();

/** Merchants by their number of items, each with a log of as many changes. */
const merchants = new Map<number, number>();
for (const size of sizes) {
  const name = `Growth to ${size}`;
  const { rows } = await databases.control.query('select company_id from control.merchants where name = $1', [name]);
  const companyId = rows[0]?.company_id ?? (await arrangeMerchant(databases, name, size)).companyId;
  if (!rows[0]) await fillLog(client, companyId, size);
  merchants.set(size, companyId);
}

const shown = (n: number): string => n.toLocaleString('en-GB');

/** Median cost of each page that `explain` reads, by its column: a page of each merchant, then the next page of each. */
async function measure(
  pages: readonly string[],
  explain: (companyId: number, size: number) => Promise<readonly Explained[]>,
): Promise<Row> {
  const runs = new Map<string, Explained[]>();
  for (let run = 0; run < RUNS; run += 1) {
    for (const [size, companyId] of merchants) {
      for (const [n, explained] of (await explain(companyId, size)).entries()) {
        const column = `${pages[n]} ${shown(size)}`;
        runs.set(column, [...(runs.get(column) ?? []), explained]);
      }
    }
  }
  const columns = pages.flatMap((page) => sizes.map((size) => `${page} ${shown(size)}`));
  return Object.fromEntries(
    columns.map((column): [string, PageCost | null] => {
      const found = runs.get(column);
      if (!found) return [column, null];
      return [column, [median(found.map((one) => one.pages)), median(found.map((one) => one.milliseconds))]];
    }),
  );
}

const listsOf = (size: number): readonly Listed[] => [...LISTED, ...growing(size)];
const lists: Row[] = [];
for (const [n, { name }] of listsOf(0).entries()) {
  if (!name.startsWith(only)) continue;
  const explain = (companyId: number, size: number) => explainList(client, companyId, listsOf(size)[n] as Listed);
  lists.push({ List: name, ...(await measure(['first page at', 'next page at'], explain)) });
  console.log(JSON.stringify(lists.at(-1)));
}
const log: Row[] = [];
for (const [name, after] of Object.entries(PLACES)) {
  const explain = async (companyId: number, size: number) => [await explainPage(client, companyId, after(size))];
  log.push({ Page: name, ...(await measure(['of'], explain)) });
  console.log(JSON.stringify(log.at(-1)));
}
// A partial result would remove the other lists from the performance page.
if (only === '') {
  await record('growth', databases.control, lists);
  await record('changes', databases.control, log);
}
client.release(true);
await databases.close();
