// Where the server's time goes for each hot request: a V8 profile of the server under load, of the loaded time alone. Needs
// BENCH_DATABASE_URL, any database of a PostgreSQL that may create others. Number of items: `node bench/profile.ts 10000`.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type CpuProfile, summarizeProfile } from './cpu-profile.ts';
import { measureCost, measureRate } from './load.ts';
import { PEER_WORKS, type PeerWork, type ProfileResult } from './measured.ts';
import { createDatabase, dropDatabase } from './peers/database.ts';
import { nextOf, type Requests, type Site } from './peers/peer.ts';
import { freePort, startServer, stopServer } from './peers/server-process.ts';
import { tillgate } from './peers/tillgate.ts';
import { recordResult } from './results.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);

const url = process.env.BENCH_DATABASE_URL;
if (!url) throw new Error('Set BENCH_DATABASE_URL to a database of a PostgreSQL that may create others.');
const items = process.argv.slice(2).map(Number).find(Number.isFinite) ?? 10_000;

/** Microseconds of the clock that profiles are in. */
const clock = (): number => Number(process.hrtime.bigint() / 1000n);

/** Loads a server of its own, and returns its profile of that time. */
async function profile(db: pg.Client, site: Site, requests: Requests, work: PeerWork) {
  const { args, env } = tillgate.command(site);
  const child = await startServer(site, { args: ['--cpu-prof', `--cpu-prof-dir=${site.folder}`, ...args], env });
  const target = { pid: child.pid ?? 0, origin: site.origin, database: new URL(site.databaseUrl).pathname.slice(1) };
  const next = await nextOf(requests, work);
  const rate = await measureRate(target, next, SECONDS);
  const from = clock();
  await measureCost(db, target, next, Math.round(rate * SECONDS));
  const to = clock();
  await stopServer(child);
  const [file] = readdirSync(site.folder).filter((name) => name.endsWith('.cpuprofile'));
  if (!file) throw new Error('The server ended without a profile.');
  const measured = JSON.parse(readFileSync(join(site.folder, file), 'utf8')) as CpuProfile;
  rmSync(join(site.folder, file));
  return { work, ...summarizeProfile(measured, from, to) };
}

const databaseUrl = await createDatabase(url, 'profile');
const folder = mkdtempSync(join(tmpdir(), 'tillgate-profile-'));
const port = await freePort();
const site = { folder, databaseUrl, port, origin: `http://127.0.0.1:${port}`, items };
const requests = await tillgate.seed(site);
const db = new pg.Client(url);
await db.connect();
const works: ProfileResult['works'][number][] = [];
for (const work of PEER_WORKS) {
  const measured = await profile(db, site, requests, work);
  works.push(measured);
  const shares = measured.shares.map(({ part, share }) => `${part} ${(share * 100).toFixed(0)} %`);
  console.log(`${work.padEnd(24)} ${shares.join(', ')}`);
}
await recordResult('profile', db, { works });
await db.end();
rmSync(folder, { recursive: true });
await dropDatabase(url, 'profile');
