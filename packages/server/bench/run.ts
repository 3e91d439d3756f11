// Compares servers by `pnpm bench <bench of works.ts>`. Rounds alternate, so that noise affects all sides. Other arguments are
// numbers of items and the beginning of a comparison's title: `pnpm bench run 1000 1000000 create`. Needs BENCH_DATABASE_URL.
import pg from 'pg';
import {
  authorized,
  type Contestant,
  type Cost,
  callerOf,
  load,
  median,
  medianCost,
  send,
  start,
  stop,
  type Work,
} from './load.ts';
import { type Row, record } from './results.ts';
import { arrangeBare, arrangeScene, BENCH_KEY, DATABASE_URL, openBench, type Scene } from './scene.ts';
import { BENCHES, type Bench, type Side } from './works.ts';

/** Number of warm-up rounds: V8 optimizes the code of a write only after thousands of requests. */
const WARM_UP = 10;

const words = process.argv.slice(2);
const name = words.find((word) => word in BENCHES) as keyof typeof BENCHES | undefined;
const only = words.find((word) => word !== name && !/^\d+$/.test(word)) ?? '';
const bench: Bench = BENCHES[name ?? 'run'];
const asked = words.map(Number).filter(Number.isFinite);

const databases = await openBench();
const db = new pg.Pool({ connectionString: DATABASE_URL, max: 1 });

const tillgate = (settings: readonly string[] = [], script = './tillgate.ts') =>
  start('tillgate', script, [DATABASE_URL, ...settings]);

const SERVERS: Readonly<Record<Side['server'], (scene: Scene) => Promise<Contestant>>> = {
  tillgate: () => tillgate(),
  'without log': () => tillgate([], './without-log.ts'),
  async roles() {
    const urls = ['TILLGATE_API_URL=http://localhost:1', 'TILLGATE_WEB_URL=http://localhost:1'];
    const shared = [`TILLGATE_GATEWAY_KEY=${BENCH_KEY}`, ...urls];
    const region = await tillgate([...shared, 'TILLGATE_ROLE=region', 'TILLGATE_REGION=UK', 'TILLGATE_REGION_PORT=0']);
    const address = `TILLGATE_REGION_URL_UK=${region.origin}`;
    return { ...(await tillgate([...shared, 'TILLGATE_ROLE=gateway', address])), region };
  },
  async bare(scene) {
    await arrangeBare(databases, scene);
    return start('bare', './bare.ts', [DATABASE_URL]);
  },
  floor: ({ companyId, storeId }) => start('floor', './floor.ts', [DATABASE_URL, `${companyId}`, `${storeId}`, '1']),
};

/** Requests of a side at each of the scenes in turn. */
async function workOf({ kind, server }: Side, contestant: Contestant, scenes: readonly Scene[]): Promise<Work> {
  const works: Work[] = [];
  for (const scene of scenes) {
    if (server === 'bare' || server === 'floor') {
      works.push(await kind(server === 'bare' ? { ...scene, firstItem: 1 } : scene, async () => ({})));
      continue;
    }
    const { authorization, call } = await callerOf(contestant, scene);
    const work = await kind(scene, async (path) => (await call(path)).json());
    works.push({ ...work, next: () => authorized(work.next(), authorization) });
  }
  let sent = 0;
  return { ...(works[0] as Work), next: () => (works[sent++ % works.length] as Work).next() };
}

const recordsOf = ({ records = 1 }: Side, [scene]: readonly Scene[]): number =>
  records === 'all' ? (scene?.size ?? 0) : records;

async function compare(sides: readonly Side[], servers: ReadonlyMap<string, Contestant>, scenes: readonly Scene[]) {
  const measured: { side: Side; contestant: Contestant; work: Work; costs: Cost[] }[] = [];
  for (const side of sides) {
    const contestant = servers.get(side.server) as Contestant;
    measured.push({ side, contestant, work: await workOf(side, contestant, scenes), costs: [] });
  }
  for (const { side, contestant, work } of measured) await send(contestant, work, WARM_UP * side.requests);
  // Autovacuum would do this within a minute. A plan made for an empty table may be slow on a full one.
  await db.query('analyze');
  for (let round = 0; round < bench.rounds; round += 1) {
    // Each side is measured first in turn, since a round leaves work to the next.
    for (const { side, contestant, work, costs } of round % 2 ? measured.toReversed() : measured) {
      const { rate, server, database } = await load(db, contestant, work, side.requests);
      const records = recordsOf(side, scenes);
      costs.push({ rate: rate * records, server: server / records, database: database / records });
    }
  }
  return measured;
}

const rows: Row[] = [];

async function measure(size: number): Promise<void> {
  const comparisons = bench.comparisons.filter(({ title }) => title.startsWith(only));
  const scenes: Scene[] = [];
  while (scenes.length < Math.max(...comparisons.map(({ merchants = 1 }) => merchants)))
    scenes.push(await arrangeScene(databases, `Bench of ${size}`, size));
  const servers = new Map<string, Contestant>();
  for (const { server } of comparisons.flatMap(({ sides }) => sides))
    if (!servers.has(server)) servers.set(server, await SERVERS[server](scenes[0] as Scene));
  for (const { title, merchants = 1, sides } of comparisons) {
    const measured = await compare(sides, servers, scenes.slice(0, merchants));
    const [first] = measured;
    for (const { side, costs } of measured) {
      const ratios = costs.map((cost, round) => bench.compared(cost) / bench.compared(first?.costs[round] as Cost));
      const { rate, server, database } = medianCost(costs);
      const [titles, figure] = bench.columns;
      const figures = { Items: size, Merchants: merchants, 'Records a request': recordsOf(side, scenes) };
      const row = {
        ...{ Request: title, [titles]: side.title, [figure]: figures[figure] },
        ...{ 'Per second': rate, 'Server CPU': server, 'Database CPU': database },
        Ratio: side === first?.side ? null : median(ratios),
      };
      rows.push(row);
      console.log(
        JSON.stringify(row, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value)),
      );
    }
  }
  for (const contestant of servers.values()) stop(contestant);
}

for (const size of asked.length > 0 ? asked : [bench.size]) await measure(size);
// A partial result would remove the other rows from the performance page.
if (only === '') await record(name ?? 'run', db, rows);
await db.end();
await databases.close();
