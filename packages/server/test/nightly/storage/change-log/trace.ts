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

/** A trace that ends with another event than the run's, or with events of the run that follow the other one. */
export interface Altered {
  readonly at: number;
  readonly event: string;
  /** Number of events. */
  readonly length: number;
}

/**
 * Replays a trace, and the same with altered ends. Returns for each the number of the first event that the specification
 * does not allow, with the event; undefined if it allows all. Quint reads the trace once, which takes most of the time.
 */
export async function firstDenied(
  events: readonly string[],
  altered: readonly Altered[] = [],
): Promise<(string | undefined)[]> {
  const options = ['--main=trace', '--max-samples=1', '--match=^replay[0-9]+Test$'];
  const { output } = await quint('test', options, moduleOf(events, altered));
  const eventAt = (trace: number, at: number) => {
    const change = altered[trace - 1];
    return change?.at === at ? change.event : events[at];
  };
  return [undefined, ...altered].map((_, trace) => {
    if (output.includes(`ok replay${trace}Test`)) return undefined;
    const failure = new RegExp(`\\) replay${trace}Test:[^)]*?after iteration #(\\d+) evaluated to false`).exec(output);
    if (!failure) throw new Error(output);
    return `${failure[1]}: ${eventAt(trace, Number(failure[1]) - 1)}`;
  });
}

const moduleOf = (events: readonly string[], altered: readonly Altered[]): string => `module trace {
  import changeLog(ORDER = "lock", MARKED = true).*
  pure val EVENTS_0: List[Event] = [${events.join(',\n')}]
  ${altered.map(({ at, event, length }, i) => `pure val EVENTS_${i + 1} = EVENTS_0.slice(0, ${at}).append(${event}).concat(EVENTS_0.slice(${at + 1}, ${length}))`).join('\n  ')}
  ${[undefined, ...altered].map((_, i) => `run replay${i}Test = replay(EVENTS_${i})`).join('\n  ')}
}`;
