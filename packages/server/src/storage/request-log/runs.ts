import type { NumberedRequest } from './logged-request.ts';

/** Requests of one app, one after the other, that are counted together. */
export type Run = readonly [NumberedRequest, ...NumberedRequest[]];

/** Many requests of an app are like the one before: to look counts up for each would cost more than all the rest. */
export const runsOf = (requests: readonly NumberedRequest[]): Run[] =>
  [...Map.groupBy(requests, ({ appId }) => appId).values()].flatMap(runsOfApp);

function runsOfApp(requests: readonly NumberedRequest[]): Run[] {
  const runs: [NumberedRequest, ...NumberedRequest[]][] = [];
  for (const request of requests) {
    const run = runs.at(-1);
    if (run && isAlike(run[0], request)) run.push(request);
    else runs.push([request]);
  }
  return runs;
}

const isAlike = (one: NumberedRequest, other: NumberedRequest): boolean =>
  one.operation === other.operation &&
  one.status === other.status &&
  one.code === other.code &&
  one.merchant?.companyId === other.merchant?.companyId &&
  minuteOf(one) === minuteOf(other);

const MINUTE = 60_000;

/** Minutes since 1970. */
export const minuteOf = ({ at }: NumberedRequest): number => Math.floor(at / MINUTE);
