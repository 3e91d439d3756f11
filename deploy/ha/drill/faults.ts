import { setTimeout as delay } from 'node:timers/promises';
import type { Deployment, Instance } from './deployment.ts';
import { poolOf } from './direct-writes.ts';
import type { Load } from './load.ts';
import { mend, type Node } from './patroni.ts';
import { freezePostgres, signalPostgres } from './postgres.ts';
import { type Program, until } from './processes.ts';
import type { Drilled } from './scene.ts';

export interface Fault {
  readonly title: string;
  /** Too slow for every run; runs only when named. */
  readonly slow?: boolean;
  /** The region that the fault does not affect. */
  readonly spared?: Drilled;
  /** The Patroni node that is the primary afterwards: the same as before, or the other. */
  readonly leads?: 'same' | 'another';
  /** Needs Patroni nodes with separate clocks. */
  readonly movesClock?: boolean;
  /** Breaks something, and returns once it is repaired or recovers without help. */
  readonly strike: (deployment: Deployment, load: Load) => Promise<void>;
}

/** Milliseconds of outage not covered by the other parts. */
const OUTAGE = 1_500;

export const FAULTS: readonly Fault[] = [
  // Baseline for the other faults.
  { title: 'nothing', spared: 'US', strike: () => delay(2 * OUTAGE) },
  { title: 'a gateway', strike: async ({ service }) => replace(service.gateways[0]) },
  { title: 'a process of the region UK', spared: 'US', strike: async ({ service }) => replace(service.regions.UK[0]) },
  { title: 'a web host', strike: async ({ service }) => replace(service.webs[0]) },
  { title: 'Redis', strike: async ({ redis }) => replaceProgram(redis) },
  { title: "etcd's leader", spared: 'US', strike: async ({ etcd }) => replaceProgram((await etcd.leader()).program) },
  {
    title: 'HAProxy before the database',
    spared: 'US',
    strike: async ({ databaseProxy }) => replaceProgram(databaseProxy),
  },
  { title: 'HAProxy before the service', strike: async ({ edge }) => replaceProgram(edge) },
  { title: 'the standby', spared: 'US', leads: 'same', strike: killStandby },
  { title: 'replication alone', spared: 'US', leads: 'same', strike: cutReplication },
  { title: 'the primary, by kill -9', spared: 'US', leads: 'another', strike: killPrimary },
  { title: 'the primary, cut off alive', spared: 'US', leads: 'another', strike: cutPrimaryOff },
  { title: "the primary's PostgreSQL, frozen", spared: 'US', leads: 'another', strike: hang(freezePrimary) },
  { title: "the primary's node, frozen", slow: true, spared: 'US', leads: 'another', strike: hang(freezeNode) },
  { title: "the primary's Patroni, hung", slow: true, spared: 'US', leads: 'another', strike: hang(stopPatroni) },
  { title: 'a majority of etcd', strike: loseMajority },
  { title: "the primary's clock, an hour ahead", slow: true, movesClock: true, leads: 'same', strike: moveClock },
  { title: 'the region US', spared: 'UK', strike: killRegion },
  // Runs last, because it leaves the merchant's data in another database.
  { title: 'the primary, while its merchant moves', slow: true, leads: 'another', strike: killPrimaryDuringMove },
];

async function replace(instance: Instance | undefined): Promise<void> {
  await instance?.program.kill();
  await delay(OUTAGE);
  await instance?.restart();
}

async function replaceProgram(program: Program): Promise<void> {
  await program.kill();
  await delay(OUTAGE);
  program.start();
}

/** Patroni notices that its PostgreSQL has died and releases the leader key. */
async function killPrimary({ patroni }: Deployment): Promise<void> {
  signalPostgres((await patroni.primary()).dataFolder, 'SIGKILL');
}

/**
 * The primary and its Patroni keep running but cannot reach etcd: the primary has to step down
 * before another node leads.
 */
async function cutPrimaryOff({ patroni }: Deployment, load: Load): Promise<void> {
  const former = await patroni.primary();
  const { relays } = former;
  for (const relay of relays) relay.hold();
  await patroni.untilLedByAnother(former);
  await load.untilWorks(performance.now());
  for (const relay of relays) await mend(relay);
}

/** Patroni waits for its frozen PostgreSQL; once thawed, PostgreSQL continues while another node leads. */
function freezePrimary({ dataFolder }: Node): () => void {
  return freezePostgres(dataFolder);
}

/** The former primary resumes in the middle of its work and briefly believes that it still leads. */
function freezeNode(node: Node): () => void {
  const [proceed, thaw] = [stopPatroni(node), freezePostgres(node.dataFolder)];
  return () => {
    thaw();
    proceed();
  };
}

/** Without Patroni the former primary does not step down: it accepts writes, and acknowledges none of them. */
function stopPatroni({ program }: Node): () => void {
  program.signal('SIGSTOP');
  return () => program.signal('SIGCONT');
}

/**
 * Stops a part of the primary until clients have written to another node for a while. `stop` returns the function that
 * resumes it.
 */
function hang(stop: (node: Node) => () => void): Fault['strike'] {
  return async ({ patroni }, load) => {
    const former = await patroni.primary();
    const proceed = stop(former);
    await patroni.untilLedByAnother(former);
    await load.untilWorks(performance.now());
    await delay(OUTAGE);
    proceed();
  };
}

/** Stops the standby's whole machine. The primary continues alone. */
async function killStandby({ patroni }: Deployment, load: Load): Promise<void> {
  const { program, dataFolder } = await patroni.standby();
  await program.kill();
  signalPostgres(dataFolder, 'SIGKILL');
  await load.untilWorks(performance.now());
  program.start();
}

/** Both nodes run and reach etcd, but the standby receives no changes. */
async function cutReplication({ patroni }: Deployment, load: Load): Promise<void> {
  const { replication } = await patroni.primary();
  replication.hold();
  await load.untilWorks(performance.now());
  await mend(replication);
}

/** Kills the command and repeats it until it reports that the merchant has moved. */
async function killPrimaryDuringMove(deployment: Deployment): Promise<void> {
  const { patroni, mover } = deployment;
  const pool = poolOf((await patroni.primary()).postgres);
  await pool.query('alter role tillgate replication');
  const copied = until(
    'The copy of the merchant',
    async () => {
      const { rows } = await pool.query('select from pg_replication_slots where slot_type = $1', ['logical']);
      return rows.length > 0 || undefined;
    },
    180,
  );
  let code = mover.run();
  await copied;
  await Promise.all([pool.end(), killPrimary(deployment)]);
  while ((await code) !== 0) code = mover.run();
}

/** One hour ahead, then back. */
async function moveClock({ patroni }: Deployment, load: Load): Promise<void> {
  const { clock, postgres } = await patroni.primary();
  const pool = poolOf(postgres);
  for (const seconds of [3600, 0]) {
    clock?.move(seconds);
    await until("PostgreSQL's moved clock", async () => {
      const { rows } = await pool.query('select extract(epoch from clock_timestamp())::float as now');
      return Math.abs(rows[0].now - Date.now() / 1000 - seconds) < 60;
    });
    await delay(2 * OUTAGE);
    await load.untilWorks(performance.now());
  }
  await pool.end();
}

/** Without a majority, no node leads until the majority is back. */
async function loseMajority({ etcd, patroni }: Deployment, { successes }: Load): Promise<void> {
  const lost = etcd.members.slice(1).map(({ program }) => program);
  await Promise.all(lost.map((program) => program.kill()));
  await patroni.untilLedByNone();
  const since = performance.now();
  await delay(OUTAGE);
  for (const program of lost) program.start();
  if (successes.some(({ region, from, to }) => region === 'UK' && from > since && to < since + OUTAGE))
    throw new Error('A write was acknowledged without a majority of etcd.');
}

async function killRegion({ postgres, service }: Deployment): Promise<void> {
  const processes = service.regions.US.map(({ program }) => program);
  await Promise.all([postgres.program.kill(), ...processes.map((program) => program.kill())]);
  await delay(OUTAGE);
  postgres.program.start();
  for (const program of processes) program.start();
}
