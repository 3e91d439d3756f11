import type { Attempt, Attempts } from './attempts.ts';
import type { Fault } from './faults.ts';

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
export function outcomeOf({ title, spared }: Fault, attempts: Attempts, from: number, to: number): Outcome {
  const isDuring = (one: { to: number }) => one.to > from && one.to <= to;
  const all = attempts.all.filter(isDuring);
  const writes = attempts.successes.filter(isDuring);
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
