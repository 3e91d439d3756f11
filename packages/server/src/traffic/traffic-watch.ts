import { LRUCache } from 'lru-cache';
import type { NumberedRequest } from '../storage/request-log/logged-request.ts';
import type { TrafficFinding } from '../storage/request-log/traffic-findings.ts';
import { dayInUtc } from './reading-rules.ts';
import { TRAFFIC_RULES, type TrafficRuleName } from './rules.ts';
import { type SeenRequest, seen, type TrafficRule } from './seen.ts';

/** Bounds the memory of a process. An entry is what one rule remembers of one app's similar requests. */
const MOST_REMEMBERED = 20_000;

const RULES = Object.entries(TRAFFIC_RULES) as [TrafficRuleName, TrafficRule][];

/**
 * Judges the requests of apps as they are logged. It forgets what no longer fits, and knows only the requests of its own process,
 * so a mistake can go unnoticed. A finding is always of requests that were made.
 */
export class TrafficWatch {
  readonly #states = new LRUCache<string, object>({ max: MOST_REMEMBERED });

  /** Requests that can be judged only with the latest day that has begun at a store of their merchant. */
  needsDay(request: NumberedRequest): boolean {
    return dayInUtc(request) !== undefined;
  }

  /** Judges requests in the order in which they began. */
  observe(requests: readonly NumberedRequest[], latestDays: ReadonlyMap<number, string>): TrafficFinding[] {
    return requests
      .flatMap((request) => seen(request, latestDays.get(request.id)) ?? [])
      .sort((a, b) => a.began - b.began)
      .flatMap((request) => RULES.flatMap(([name, rule]) => this.#judge(request, name, rule) ?? []));
  }

  #judge(request: SeenRequest, name: TrafficRuleName, rule: TrafficRule): TrafficFinding | undefined {
    const about = rule.about(request);
    if (about === undefined) return undefined;
    const key = `${request.appId} ${name} ${about}`;
    const { state, broken } = rule.judge(request, this.#states.get(key));
    if (state === undefined) this.#states.delete(key);
    else this.#states.set(key, state as object);
    return broken && { appId: request.appId, rule: name, at: request.at, merchant: request.merchant, requests: broken };
  }
}
