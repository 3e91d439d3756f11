import type { Pool } from 'pg';
import { type Contestant, load, sendWork, start, type Work } from '../contestant.ts';
import type { Cost, FeedResult } from '../measured.ts';
import { mint } from '../peers/tillgate.ts';
import type { Scene } from '../scene.ts';
import { costLine, median, medianCost } from '../statistics.ts';
import { asPartner, COMPARED, type Compared, WARM_UP } from '../works.ts';

const ROUNDS = 15;

/** The work at each of the scenes in turn. A request asks for its path first. */
async function rotating({ origin }: Contestant, { work }: Compared, at: readonly Scene[]): Promise<Work> {
  const works = await Promise.all(at.map(async (scene) => asPartner(work(scene), await mint(origin, scene))));
  const [{ method } = {}] = works;
  let next = 0;
  const current = () => works[next % works.length] as Work;
  return {
    ...(method && { method }),
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

/** A server that is as deployed, and one without the log. */
type Pair = readonly [Contestant, Contestant];

async function compare(db: Pool, [logging, silent]: Pair, name: string, at: readonly Scene[]): Promise<Row> {
  const compared = COMPARED[name] as Compared;
  const sides = [await side(logging, compared, at), await side(silent, compared, at)] as const;
  for (const { contestant, work } of sides) await sendWork(contestant, work, WARM_UP * compared.requests);
  await db.query('analyze');
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each side goes first in turn, since a round leaves work to the next.
    for (const { contestant, work, costs } of round % 2 ? sides.toReversed() : sides)
      costs.push(await load(db, contestant, work, compared.requests));
  }
  return note(name, at.length, sides);
}

type Row = FeedResult['requests'][number];

function note(work: string, merchants: number, [logged, unlogged]: readonly [Side, Side]): Row {
  const ratio = median(logged.costs.map(({ database }, i) => (database ?? 0) / (unlogged.costs[i]?.database ?? 0)));
  const row = { work, merchants, logged: medianCost(logged.costs), unlogged: medianCost(unlogged.costs), ratio };
  const what = `${work}, ${merchants} merchants`.padEnd(34);
  console.log(`${what} with the log     ${costLine(row.logged)}`);
  console.log(`${what} without the log  ${costLine(row.unlogged)}  database ${ratio.toFixed(3)}`);
  return row;
}

/** Requests whose cost the log could change: at all of the merchants, or at one. */
const REQUESTS: readonly (readonly [name: string, merchants: number])[] = [
  ...['create one', 'receive 20 lines', 'adjust 5 lines'].flatMap(
    (name) =>
      [
        [name, 16],
        [name, 1],
      ] as const,
  ),
  ['list of 100 with total', 1],
  ['get one item', 1],
];

/** Compares requests with the same ones without the log. */
export async function compareRequests(
  db: Pool,
  url: string,
  scenes: readonly Scene[],
): Promise<FeedResult['requests']> {
  const pair = [
    await start('tillgate', './tillgate.ts', [url]),
    await start('tillgate', './without-log.ts', [url]),
  ] as const;
  const rows: Row[] = [];
  for (const [name, merchants] of REQUESTS) rows.push(await compare(db, pair, name, scenes.slice(0, merchants)));
  for (const { child } of pair) child.disconnect();
  return rows;
}
