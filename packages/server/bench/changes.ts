// Compares writes with the same ones without the change log, spread over merchants and at a single one, whose writes commit one
// after the other. Rounds alternate. Needs BENCH_DATABASE_URL, an empty PostgreSQL database. An argument is the beginning of
// a request's name.
import pg from 'pg';
import { openPostgres } from '../src/storage/database.ts';
import { migrate } from '../src/storage/migrate.ts';
import { type Contestant, load, sendWork, start, type Work } from './contestant.ts';
import type { ChangesResult, Cost } from './measured.ts';
import { mint } from './peers/tillgate.ts';
import { recordResult } from './results.ts';
import { arrangeScene, type Scene, UNHURRIED } from './scene.ts';
import { costLine, median, medianCost } from './statistics.ts';
import { asPartner, COMPARED, type Compared, WARM_UP } from './works.ts';

const ROUNDS = 15;
const MERCHANTS = 16;
const ITEMS = 1_000;
const WRITES = ['create one', 'receive 20 lines', 'adjust 5 lines'];

const url = process.env.BENCH_DATABASE_URL;
if (!url) throw new Error('Set BENCH_DATABASE_URL to an empty PostgreSQL database.');
const only = process.argv[2] ?? '';

const databases = await openPostgres(url, {}, UNHURRIED);
await migrate(databases);
const db = new pg.Pool({ connectionString: url, max: 1 });
const scenes: Scene[] = [];
for (let i = 0; i < MERCHANTS; i += 1)
  scenes.push(await arrangeScene(databases, `Bench of the change log ${i}`, ITEMS));
const logging = await start('tillgate', './tillgate.ts', [url]);
const silent = await start('tillgate', './without-log.ts', [url]);

/** The work at each of the scenes in turn. A request asks for its path first. */
async function rotating({ origin }: Contestant, { work }: Compared, at: readonly Scene[]): Promise<Work> {
  const works = await Promise.all(at.map(async (scene) => asPartner(work(scene), await mint(origin, scene))));
  let next = 0;
  const current = () => works[next % works.length] as Work;
  return {
    method: 'POST',
    path: () => {
      next += 1;
      return current().path();
    },
    body: () => current().body?.() ?? '',
    headers: () => current().headers?.() ?? {},
  };
}

interface Side {
  readonly contestant: Contestant;
  readonly work: Work;
  readonly costs: Cost[];
}

const side = async (contestant: Contestant, compared: Compared, at: readonly Scene[]): Promise<Side> => ({
  contestant,
  work: await rotating(contestant, compared, at),
  costs: [],
});

async function compare(name: string, compared: Compared, at: readonly Scene[]): Promise<void> {
  const sides = [await side(logging, compared, at), await side(silent, compared, at)] as const;
  for (const { contestant, work } of sides) await sendWork(contestant, work, WARM_UP * compared.requests);
  await db.query('analyze');
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each side goes first in turn, since a round leaves work to the next.
    for (const { contestant, work, costs } of round % 2 ? sides.toReversed() : sides)
      costs.push(await load(db, contestant, work, compared.requests));
  }
  note(name, at.length, sides);
}

const rows: ChangesResult['rows'][number][] = [];

function note(work: string, merchants: number, [logged, unlogged]: readonly [Side, Side]): void {
  const ratio = median(logged.costs.map(({ database }, i) => (database ?? 0) / (unlogged.costs[i]?.database ?? 0)));
  const row = { work, merchants, logged: medianCost(logged.costs), unlogged: medianCost(unlogged.costs), ratio };
  rows.push(row);
  const what = `${work}, ${merchants} merchants`.padEnd(34);
  console.log(`${what} with the log     ${costLine(row.logged)}`);
  console.log(`${what} without the log  ${costLine(row.unlogged)}  database ${ratio.toFixed(3)}`);
}

for (const [name, compared] of Object.entries(COMPARED)) {
  if (!WRITES.includes(name) || !name.startsWith(only)) continue;
  for (const at of [scenes, scenes.slice(0, 1)]) await compare(name, compared, at);
}
for (const { child } of [logging, silent]) child.disconnect();
if (only === '') await recordResult('changes', db, { items: ITEMS, rounds: ROUNDS, rows });
await db.end();
await databases.close();
