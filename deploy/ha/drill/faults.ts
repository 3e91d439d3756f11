import { setTimeout as delay } from 'node:timers/promises';
import type { Deployment } from './deployment.ts';
import type { Instance } from './instance.ts';
import type { Load } from './load.ts';
import { type Program, signalPostgres } from './processes.ts';
import type { Drilled } from './scene.ts';

export interface Fault {
  readonly title: string;
  /** Too slow for every run: only where it is asked for. */
  readonly slow?: boolean;
  /** The region that nothing of it concerns. */
  readonly spared?: Drilled;
  /** Breaks something and returns when it is whole again, or needs no more help to be. */
  readonly strike: (deployment: Deployment, load: Load) => Promise<void>;
}

/** Milliseconds for which something stays away that nothing else stands in for. */
const AWAY = 1_500;

export const FAULTS: readonly Fault[] = [
  // What the others compare with.
  { title: 'nothing', spared: 'US', strike: () => delay(2 * AWAY) },
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
  { title: 'the primary, by kill -9', spared: 'US', strike: killPrimary },
  { title: 'the primary, cut off alive', spared: 'US', strike: cutPrimaryOff },
  { title: "the primary's Patroni, hung", slow: true, spared: 'US', strike: hangPatroni },
  { title: 'the region US', spared: 'UK', strike: killRegion },
];

async function replace(instance: Instance | undefined): Promise<void> {
  await instance?.program.kill();
  await delay(AWAY);
  await instance?.restart();
}

async function replaceProgram(program: Program): Promise<void> {
  await program.kill();
  await delay(AWAY);
  program.start();
}

/** Patroni sees that its PostgreSQL is gone, and gives the lead away. */
async function killPrimary({ patroni }: Deployment): Promise<void> {
  signalPostgres((await patroni.primary()).dataFolder, 'SIGKILL');
}

/** The primary and its Patroni live, but reach etcd no more: it has to step down before another may lead. */
async function cutPrimaryOff({ patroni }: Deployment, load: Load): Promise<void> {
  const former = await patroni.primary();
  const { relays } = former;
  for (const relay of relays) relay.cut();
  await patroni.untilLedByAnother(former);
  await load.untilWorks(performance.now());
  for (const relay of relays) relay.mend();
}

/** Nobody tells the former primary to step down: it goes on to take writes, and acknowledges none of them. */
async function hangPatroni({ patroni }: Deployment, load: Load): Promise<void> {
  const former = await patroni.primary();
  former.program.signal('SIGSTOP');
  await patroni.untilLedByAnother(former);
  await load.untilWorks(performance.now());
  former.program.signal('SIGCONT');
}

async function killRegion({ postgres, service }: Deployment): Promise<void> {
  const processes = service.regions.US.map(({ program }) => program);
  await Promise.all([postgres.program.kill(), ...processes.map((program) => program.kill())]);
  await delay(AWAY);
  postgres.program.start();
  for (const program of processes) program.start();
}
