import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { dayInUtc, isSeen, TRAFFIC_RULES, type TrafficRule } from './client-rules.ts';
import type { TrafficFinding } from './findings.ts';
import type { NumberedRequest } from './logged-request.ts';

/** Entries of a rule, which bound the memory of a process. An entry is what it remembers of one app's similar requests. */
const MOST_REMEMBERED = 3_000;

/** Requests that are judged at once. */
const SLICE = 256;

/**
 * Judges the requests of apps as they are logged. It forgets what no longer fits, and knows only the requests of its own process,
 * so a mistake can go unnoticed. A finding is always of requests that were made.
 */
export class TrafficWatch {
  /** The rules, each with what it remembers. */
  readonly #rules = Object.entries(TRAFFIC_RULES).map(([name, rule]) => {
    return { name, rule: rule as TrafficRule, states: new LRUCache<string, object>({ max: MOST_REMEMBERED }) };
  });

  /** Requests that can be judged only with the latest day that has begun at a store of their merchant. */
  needsDay(request: NumberedRequest): boolean {
    return dayInUtc(request) !== undefined;
  }

  /** Judges requests in the order in which they began. Other work takes turns between slices of them. */
  async observe(
    requests: readonly NumberedRequest[],
    latestDays: ReadonlyMap<number, string>,
  ): Promise<TrafficFinding[]> {
    const all = requests.filter(isSeen).sort((a, b) => a.facts.began - b.facts.began);
    const findings: TrafficFinding[] = [];
    for (const [i, request] of all.entries()) {
      if (i > 0 && i % SLICE === 0) await nextTurn();
      const latestDay = latestDays.get(request.id);
      const { appId, at, merchant } = request;
      for (const { name, rule, states } of this.#rules) {
        if (states.size === 0 && rule.begins?.(request) === false) continue;
        const about = rule.about(request, latestDay);
        if (about === undefined) continue;
        const key = `${appId} ${about}`;
        const before = states.get(key);
        const { state, broken } = rule.judge(request, before, latestDay);
        if (state !== undefined) states.set(key, state as object);
        else if (before !== undefined) states.delete(key);
        if (broken) findings.push({ appId, rule: name, at, merchant, requests: broken });
      }
    }
    return findings;
  }
}
