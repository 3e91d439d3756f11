import { type Check, check } from './checks.ts';
import { deploy } from './deployment.ts';
import { DirectWrites } from './direct-writes.ts';
import type { Fault } from './faults.ts';
import { type Attempt, Load } from './load.ts';
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
  const outcomes = windows.map(({ fault, from, to }) => outcomeOf(fault, load, from, to));
  const checks = await check(load, direct, misled);
  say(`checked after ${seconds()} s`);
  return { outcomes, checks };
}

/** Effect of one fault on the clients. */
export interface Outcome {
  readonly title: string;
  /** Seconds until every part was back and the standby had caught up. */
  readonly wholeAfter: number;
  /** Longest time in seconds that a write took from its first attempt to its success. */
  readonly longestWrite: number;
  readonly requests: number;
  /** Number of failed requests by failure. */
  readonly failures: Readonly<Record<string, number>>;
  /** In the unaffected region: failed API requests, and the 99th percentile of response times in milliseconds. */
  readonly spared?: { readonly region: string; readonly failed: number; readonly p99: number };
}

/** Summarizes the requests that ended within a period. */
export function outcomeOf({ title, spared }: Fault, { attempts, successes }: Load, from: number, to: number): Outcome {
  const isDuring = (one: { to: number }) => one.to > from && one.to <= to;
  const all = attempts.filter(isDuring);
  const writes = successes.filter(isDuring);
  const failures: Record<string, number> = {};
  for (const { failure } of all) if (failure) failures[failure] = (failures[failure] ?? 0) + 1;
  return {
    title,
    wholeAfter: (to - from) / 1000,
    longestWrite: Math.max(0, ...writes.map((one) => one.to - one.from)) / 1000,
    requests: all.length,
    failures,
    ...(spared && { spared: sparedOf(spared, all) }),
  };
}

function sparedOf(region: string, all: readonly Attempt[]) {
  const own = all.filter((one) => one.region === region && (one.kind === 'write' || one.kind === 'read'));
  const times = own.map(({ from, to }) => to - from).sort((a, b) => a - b);
  const p99 = times[Math.ceil(times.length * 0.99) - 1] ?? 0;
  return { region, failed: own.filter(({ failure }) => failure).length, p99: Math.round(p99) };
}

const COLUMNS: readonly (readonly [string, (outcome: Outcome) => string])[] = [
  ['broken', ({ title }) => title],
  ['whole again', ({ wholeAfter }) => `${wholeAfter.toFixed(0)} s`],
  ['longest write', ({ longestWrite }) => `${longestWrite.toFixed(1)} s`],
  ['failed', ({ failures, requests }) => `${sum(failures)} of ${requests}`],
  [
    'how',
    ({ failures }) =>
      Object.entries(failures)
        .map(([how, count]) => `${how} ${count}`)
        .join(', '),
  ],
  ['spared region', ({ spared }) => (spared ? `${spared.region}: ${spared.failed} failed, p99 ${spared.p99} ms` : '')],
];

const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((a, b) => a + b, 0);

/** Effect of each fault, as lines of a Markdown table. */
export function tableOf({ outcomes }: Result): string[] {
  const rows = [COLUMNS.map(([head]) => head), ...outcomes.map((one) => COLUMNS.map(([, cell]) => cell(one)))];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines;
}
