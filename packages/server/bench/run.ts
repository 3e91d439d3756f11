// Compares Tillgate with two floors: A (bench/bare.ts) on one plain table, B (bench/floor.ts) on Tillgate's own tables.
// Rounds alternate, so that noise affects all of them. Needs BENCH_DATABASE_URL, an empty PostgreSQL database. Arguments
// are sizes and the beginning of a request's name: `node bench/run.ts 1000 1000000 create`.
import pg from 'pg';
import { openPostgres } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { type Contestant, load, sendWork, start } from './contestant.ts';
import type { Cost, RunResult } from './measured.ts';
import { mint } from './peers/tillgate.ts';
import { recordResult } from './results.ts';
import { arrangeBare, arrangeScene, type Scene, UNHURRIED } from './scene.ts';
import { costLine, median, medianCost } from './statistics.ts';
import { asPartner, COMPARED, type Compared, WARM_UP } from './works.ts';

const ROUNDS = 5;

const url = process.env.BENCH_DATABASE_URL;
if (!url) throw new Error('Set BENCH_DATABASE_URL to an empty PostgreSQL database.');
const sizes = process.argv.slice(2).map(Number).filter(Number.isFinite);
const only = process.argv.slice(2).find((argument) => !/^\d+$/.test(argument)) ?? '';

const rows: RunResult['rows'][number][] = [];

function print(size: number, name: string, who: string, costs: readonly Cost[], more = ''): void {
  const cost = medianCost(costs);
  rows.push({ size, work: name, who, ...cost });
  const what = `${String(size).padStart(8)} items  ${name.padEnd(26)} ${who.padEnd(8)}`;
  console.log(`${what} ${costLine(cost)}${more}`);
}

/** Ratios of Tillgate to a floor, round by round: above 1, Tillgate is faster. */
function ratios(ours: readonly Cost[], theirs: readonly Cost[]): string {
  const cpu = ({ server, database }: Cost) => server + (database ?? 0);
  const pairs = ours.map((cost, round) => [cost, theirs[round] ?? cost] as const);
  const byRate = median(pairs.map(([our, their]) => our.rate / their.rate));
  const byCpu = median(pairs.map(([our, their]) => cpu(their) / cpu(our)));
  return `  tillgate ${byRate.toFixed(2)} by rate, ${byCpu.toFixed(2)} by CPU`;
}

async function compare(scene: Scene, name: string, { work, bare, requests }: Compared): Promise<void> {
  const contestants = [
    { who: 'tillgate', contestant: tillgate, work: asPartner(work(scene), token), costs: [] as Cost[] },
    ...(bare
      ? [{ who: 'floor A', contestant: floorA, work: work({ ...scene, firstItem: 1 }), costs: [] as Cost[] }]
      : []),
    { who: 'floor B', contestant: floorB, work: work(scene), costs: [] as Cost[] },
  ];
  for (const { contestant, work: theirs } of contestants) await sendWork(contestant, theirs, WARM_UP * requests);
  // Autovacuum would do this within a minute. A plan made for an empty table may be slow on a full one.
  await db.query('analyze');
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { contestant, work: theirs, costs } of contestants) {
      costs.push(await load(db, contestant, theirs, requests));
    }
  }
  const [ours] = contestants;
  for (const { who, costs } of contestants) {
    print(scene.size, name, who, costs, who === 'tillgate' ? '' : ratios(ours?.costs ?? [], costs));
  }
}

const databases = await openPostgres(url, {}, UNHURRIED);
await migrate(databases);
const db = new pg.Pool({ connectionString: url, max: 1 });
let tillgate: Contestant;
let floorA: Contestant;
let floorB: Contestant;
let token: string;
for (const size of sizes.length > 0 ? sizes : [10_000]) {
  const scene = await arrangeScene(databases, `Bench of ${size}`, size);
  await arrangeBare(databases, size);
  tillgate = await start('tillgate', './tillgate.ts', [url]);
  floorA = await start('bare', './bare.ts', [url]);
  floorB = await start('floor', './floor.ts', [url, String(scene.companyId), String(scene.storeId), '1']);
  token = await mint(tillgate.origin, scene);
  for (const [name, compared] of Object.entries(COMPARED)) {
    if (name.startsWith(only)) await compare(scene, name, compared);
  }
  for (const { child } of [tillgate, floorA, floorB]) child.disconnect();
}
// A partial result would remove the other requests from the performance page.
if (only === '') await recordResult('run', db, { rows });
await db.end();
await databases.close();
