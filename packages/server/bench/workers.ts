// One deployment with 1 and 2 workers, as `tillgate serve` starts them, without Redis: requests a second, and what each costs
// the workers, the database and the load itself, which share the machine's cores. Rounds alternate. Needs BENCH_DATABASE_URL,
// any database of a PostgreSQL that may create others.
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openPostgres } from '../src/storage/database.ts';
import { migrate } from '../src/storage/migrate.ts';
import { measureCost, measureRate, type Next, type Target } from './load.ts';
import type { WorkersResult } from './measured.ts';
import { createDatabase, dropDatabase } from './peers/database.ts';
import { sendOk } from './peers/http.ts';
import { freePort, startServer, stopServers } from './peers/server-process.ts';
import { tillgate } from './peers/tillgate.ts';
import { recordResult } from './results.ts';
import { arrangeScene, type Scene, UNHURRIED } from './scene.ts';
import { costLine, median, medianCost } from './statistics.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ITEMS = 10_000;
const WORKERS = [1, 2];

type Row = WorkersResult['rows'][number];
type Round = Omit<Row, 'work' | 'workers'>;

interface Deployment extends Target {
  readonly workers: number;
  /** A token that it has issued. */
  readonly authorization: string;
}

const url = process.env.BENCH_DATABASE_URL;
if (!url) throw new Error('Set BENCH_DATABASE_URL to a database of a PostgreSQL that may create others.');

const WORKS = {
  'get one': ({ firstItem, size, storeId }: Scene, authorization: string): Next => {
    return () => {
      const path = `/v1/items/${firstItem + Math.floor(Math.random() * size)}?storeId=${storeId}`;
      return { method: 'GET', path, headers: { authorization } };
    };
  },
  'list of 100 with total': (_: Scene, authorization: string): Next => {
    return () => ({ method: 'GET', path: '/v1/items?limit=100', headers: { authorization } });
  },
};

type Work = keyof typeof WORKS;

async function deploy(databaseUrl: string, workers: number, scene: Scene): Promise<Deployment> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-workers-'));
  const site = { folder, databaseUrl, port, origin: `http://127.0.0.1:${port}`, items: ITEMS };
  const { args, env } = tillgate.command(site);
  const child = await startServer(site, { args, env: { ...env, TILLGATE_WORKERS: String(workers) } });
  const target = { pid: child.pid ?? 0, origin: site.origin, database: new URL(databaseUrl).pathname.slice(1) };
  return { ...target, workers, authorization: await mint(target, scene) };
}

async function mint({ origin }: Target, { clientId, clientSecret, companyId }: Scene): Promise<string> {
  const body = { client_id: clientId, client_secret: clientSecret, merchant_id: companyId };
  const { access_token } = await sendOk<{ access_token: string }>(`${origin}/v1/token`, {}, body);
  return `Bearer ${access_token}`;
}

/** One round, with the CPU time that this process takes to send a request and read its answer. */
async function measureRound(db: pg.Client, target: Target, next: Next, amount: number): Promise<Round> {
  const before = process.cpuUsage();
  const cost = await measureCost(db, target, next, amount);
  const { user, system } = process.cpuUsage(before);
  return { ...cost, load: (user + system) / amount };
}

async function measureWork(
  db: pg.Client,
  deployments: readonly Deployment[],
  work: Work,
  scene: Scene,
): Promise<Row[]> {
  const contestants = [];
  for (const deployment of deployments) {
    const next = WORKS[work](scene, deployment.authorization);
    const amount = Math.round((await measureRate(deployment, next, SECONDS)) * SECONDS);
    contestants.push({ deployment, next, amount, rounds: [] as Round[] });
  }
  for (let n = 0; n < ROUNDS; n += 1) {
    for (const { deployment, next, amount, rounds } of contestants) {
      rounds.push(await measureRound(db, deployment, next, amount));
    }
  }
  return contestants.map(({ deployment: { workers }, rounds }) => {
    const row = { work, workers, ...medianCost(rounds), load: median(rounds.map(({ load }) => load)) };
    console.log(`${work.padEnd(24)} ${workers} workers  ${costLine(row)}  load ${row.load.toFixed(0)} µs`);
    return row;
  });
}

const databaseUrl = await createDatabase(url, 'workers');
const databases = await openPostgres(databaseUrl, {}, UNHURRIED);
await migrate(databases);
const scene = await arrangeScene(databases, `Workers ${randomUUID()}`, ITEMS);
await databases.close();
const db = new pg.Client(url);
await db.connect();
try {
  const deployments: Deployment[] = [];
  for (const workers of WORKERS) deployments.push(await deploy(databaseUrl, workers, scene));
  const rows: Row[] = [];
  for (const work of Object.keys(WORKS) as Work[]) rows.push(...(await measureWork(db, deployments, work, scene)));
  await recordResult('workers', db, { rows });
} finally {
  await stopServers();
  await dropDatabase(url, 'workers');
  await db.end();
}
