import { quint } from './quint.ts';

/**
 * Operation on the log with its events in the specification, between two moments at which it was observed. The other
 * members say in which order the operations took effect.
 */
export interface Operation {
  readonly from: number;
  readonly to: number;
  readonly events: readonly string[];
  /** Number of restores before. */
  readonly era: number;
  /** Position of the row that it commits. */
  readonly commits?: number | undefined;
  /** The last position whose row it has seen. */
  readonly seen?: number | undefined;
  /** The first position whose row it would have shown, had it been there. */
  readonly missed?: number | undefined;
  readonly sweeps?: number | undefined;
  /** A place that is gone for it after a sweep. */
  readonly needs?: number | undefined;
  /** A place whose loss it has noticed. */
  readonly lacks?: number | undefined;
}

const isBefore = (a: Operation, b: Operation): boolean => a.to < b.from || (a.era === b.era && tookEffectBefore(a, b));

function tookEffectBefore(a: Operation, b: Operation): boolean {
  const [nothing, all] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const { commits = all, sweeps = nothing, needs = all } = a;
  return (
    commits < (b.commits ?? nothing) ||
    commits <= (b.seen ?? nothing) ||
    (a.missed ?? all) <= (b.commits ?? nothing) ||
    sweeps > (b.lacks ?? all) ||
    needs < (b.sweeps ?? nothing)
  );
}

/** Orders operations as they took effect. Throws if no order explains what they observed. */
export function inOrder(operations: readonly Operation[]): Operation[] {
  const rest = new Set([...operations].sort((a, b) => a.from - b.from));
  const ordered: Operation[] = [];
  while (rest.size > 0) {
    const next = [...rest].find((one) => ![...rest].some((other) => other !== one && isBefore(other, one)));
    if (!next)
      throw new Error(`No order explains these operations:\n${[...rest].map((one) => JSON.stringify(one)).join('\n')}`);
    rest.delete(next);
    ordered.push(next);
  }
  return ordered;
}

/** Returns the number of the first event that the specification does not allow, with the event; undefined if it allows all. */
export async function firstDenied(events: readonly string[]): Promise<string | undefined> {
  const { isOk, output } = await quint(
    'test',
    ['--main=trace', '--max-samples=1', '--match=^replayTest$'],
    moduleOf(events),
  );
  if (isOk && output.includes('1 passing')) return undefined;
  const iteration = /after iteration #(\d+) evaluated to false/.exec(output)?.[1];
  if (iteration === undefined) throw new Error(output);
  return `${iteration}: ${events[Number(iteration) - 1]}`;
}

const moduleOf = (events: readonly string[]): string => `module trace {
  import changeLog(ORDER = "lock", MARKED = true).*
  pure val EVENTS: List[Event] = [${events.join(',\n')}]
  run replayTest = replay(EVENTS)
}`;
