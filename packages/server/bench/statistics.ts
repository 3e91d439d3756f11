import type { Cost } from './measured.ts';

/** Median, or the upper one of an even number of values; NaN without values. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The median of each figure. */
export function medianCost(costs: readonly Cost[]): Cost {
  const database = costs.flatMap((cost) => cost.database ?? []);
  return {
    rate: median(costs.map(({ rate }) => rate)),
    server: median(costs.map(({ server }) => server)),
    database: database.length === 0 ? null : median(database),
  };
}

/** One line of a terminal table. */
export function costLine({ rate, server, database }: Cost): string {
  const [perSecond, ours, theirs] = [rate, server, database ?? Number.NaN].map((n) => n.toFixed(0).padStart(6));
  return `${perSecond}/s  server ${ours} µs  database ${theirs} µs`;
}
