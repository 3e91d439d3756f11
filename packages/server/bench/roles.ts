// Requests through a gateway and its region, compared with the same ones to a single process. Needs BENCH_DATABASE_URL, an empty
// PostgreSQL database.
import pg from 'pg';
import { openPostgres } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { type Contestant, load, sendWork, start } from './contestant.ts';
import type { Cost, RolesResult } from './measured.ts';
import { mint } from './peers/tillgate.ts';
import { recordResult } from './results.ts';
import { arrangeScene, BENCH_KEY, UNHURRIED } from './scene.ts';
import { costLine, median, medianCost } from './statistics.ts';
import { asPartner, COMPARED, WARM_UP } from './works.ts';

const ROUNDS = 9;
const ITEMS = 10_000;

const url = process.env.BENCH_DATABASE_URL;
if (!url) throw new Error('Set BENCH_DATABASE_URL to an empty PostgreSQL database.');

const ORIGINS = ['TILLGATE_API_URL=http://localhost:1', 'TILLGATE_WEB_URL=http://localhost:1'];
const KEY = `TILLGATE_GATEWAY_KEY=${BENCH_KEY}`;

async function startRoles(url: string): Promise<Contestant> {
  const ofRegion = ['TILLGATE_ROLE=region', 'TILLGATE_REGION=UK', 'TILLGATE_REGION_PORT=0'];
  const region = await start('tillgate', './tillgate.ts', [url, KEY, ...ORIGINS, ...ofRegion]);
  const ofGateway = ['TILLGATE_ROLE=gateway', `TILLGATE_REGION_URL_UK=${region.origin}`];
  const gateway = await start('tillgate', './tillgate.ts', [url, KEY, ...ORIGINS, ...ofGateway]);
  return { ...gateway, behind: region };
}

const databases = await openPostgres(url, {}, UNHURRIED);
await migrate(databases);
const db = new pg.Pool({ connectionString: url, max: 1 });
const scene = await arrangeScene(databases, 'Bench of roles', ITEMS);
const [whole, parts] = [await start('tillgate', './tillgate.ts', [url]), await startRoles(url)];
const token = { whole: await mint(whole.origin, scene), parts: await mint(parts.origin, scene) };

const rows: RolesResult['rows'][number][] = [];
for (const name of ['get one item', 'list of 100 with total', 'create one']) {
  const { work, requests } = COMPARED[name] as (typeof COMPARED)[string];
  const sides = [
    { contestant: whole, work: asPartner(work(scene), token.whole), costs: [] as Cost[] },
    { contestant: parts, work: asPartner(work(scene), token.parts), costs: [] as Cost[] },
  ] as const;
  for (const side of sides) await sendWork(side.contestant, side.work, WARM_UP * requests);
  await db.query('analyze');
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { contestant, work, costs } of sides) costs.push(await load(db, contestant, work, requests));
  const [one, several] = sides.map(({ costs }) => costs) as [Cost[], Cost[]];
  const ratio = median(several.map(({ server }, round) => server / (one[round]?.server ?? 0)));
  const row = { work: name, process: medianCost(one), roles: medianCost(several), ratio };
  console.log(`${name.padEnd(24)} one process         ${costLine(row.process)}`);
  console.log(`${name.padEnd(24)} gateway and region  ${costLine(row.roles)}  server ${ratio.toFixed(2)}`);
  rows.push(row);
}
for (const { child } of [whole, parts, parts.behind as Contestant]) child.disconnect();
await recordResult('roles', db, { rows });
await db.end();
await databases.close();
