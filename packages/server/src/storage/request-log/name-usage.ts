import { KNOWN } from './batch.ts';
import type { RequestName } from './logged-request.ts';

/** How an app used a parameter or a property in requests of one operation. */
export interface NameUsage extends RequestName {
  readonly requests: number;
  /** The latest day of such a request, in UTC. */
  readonly lastDay: string;
}

/** The parameters and properties in requests of one operation by one app. */
export interface NamesUsed {
  /** Requests that succeeded and whose names are known. If more succeeded, `names` may lack some. */
  readonly known: number;
  readonly names: readonly NameUsage[];
}

/** A name as one cell has counted it. */
export type NameCount = NameUsage & { readonly operation: string; readonly appId: number };

/** Takes the first day to count. */
export const NAME_COUNTS = `
  select operation, app_id as "appId", part as "in", name, sum(requests)::bigint as requests, max(day)::text as "lastDay"
  from region.usage_names where day >= $1 group by 1, 2, 3, 4 order by part desc, name collate "C"`;

/** Adds up the counts of one operation and app, which several cells may have. */
export function namesUsed(counts: readonly NameCount[]): NamesUsed {
  const names = new Map<string, NameUsage>();
  let known = 0;
  for (const { in: part, name, requests, lastDay } of counts) {
    const key = `${part} ${name}`;
    const before = names.get(key);
    if (part === KNOWN.in) known += requests;
    else if (before) names.set(key, added(before, { requests, lastDay }));
    else names.set(key, { in: part, name, requests, lastDay });
  }
  return { known, names: [...names.values()] };
}

const added = (one: NameUsage, { requests, lastDay }: Pick<NameUsage, 'requests' | 'lastDay'>): NameUsage => ({
  ...one,
  requests: one.requests + requests,
  lastDay: one.lastDay > lastDay ? one.lastDay : lastDay,
});
