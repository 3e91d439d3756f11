import { type Check, check } from './checks.ts';
import { deploy } from './deployment.ts';
import { DirectWrites } from './direct-writes.ts';
import type { Fault } from './faults.ts';
import { Load } from './load.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import type { Programs } from './processes.ts';

export interface Result {
  readonly outcomes: readonly Outcome[];
  readonly checks: readonly Check[];
}

/** Deploys, breaks one part after another under load, and compares the clients' responses with the stored data. */
export async function drill(
  programs: Programs,
  faults: readonly Fault[],
  say: (line: string) => void,
): Promise<Result> {
  const begun = performance.now();
  const seconds = () => ((performance.now() - begun) / 1000).toFixed(0);
  const deployment = await deploy(
    programs,
    faults.some(({ movesClock }) => movesClock),
  );
  const load = await Load.start(deployment);
  const direct = await DirectWrites.start(deployment.patroni);
  await load.untilWorks(performance.now());
  say(`up after ${seconds()} s`);
  const { patroni } = deployment;
  const misled: string[] = [];
  const windows: { fault: Fault; from: number; to: number }[] = [];
  for (const fault of faults) {
    const from = performance.now();
    const former = await patroni.primary();
    await fault.strike(deployment, load);
    await load.untilWorks(performance.now());
    await deployment.etcd.untilHealthy();
    await patroni.untilRedundant();
    const leads = (await patroni.primary()) === former ? 'same' : 'another';
    if (fault.leads && fault.leads !== leads) misled.push(`${fault.title}: ${leads}`);
    windows.push({ fault, from, to: performance.now() });
    say(`${fault.title}: whole again after ${((performance.now() - from) / 1000).toFixed(1)} s`);
  }
  await Promise.all([load.stop(), direct.stop()]);
  const outcomes = windows.map(({ fault, from, to }) => outcomeOf(fault, load.attempts, from, to));
  const checks = await check(load, direct, misled);
  say(`checked after ${seconds()} s`);
  return { outcomes, checks };
}
