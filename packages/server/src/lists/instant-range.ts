import { toTimestamp } from '../process/clock.ts';
import { isFinerThanMilliseconds } from '../process/instants.ts';

/** A range of instants that ends before it begins. */
export class ReversedRange extends Error {
  override name = 'ReversedRange';
  /** The parameter that is the end of the range. */
  readonly end: string;

  constructor(begin: string, end: string, from: string) {
    super(`must not be before ${begin}, which is ${from}`);
    this.end = end;
  }
}

/** Parameters that limit a column of instants to a range: the first instant in it, and the first after it. */
export interface InstantRange {
  readonly begin: string;
  readonly end: string;
  readonly filters: Readonly<Record<string, (instant: unknown, place: (value: unknown) => string) => string>>;
}

export const instantRange = (begin: string, end: string, column: string): InstantRange => ({
  begin,
  end,
  filters: {
    [begin]: (instant, place) => `r.${column} >= ${place(instant)}::timestamptz`,
    [end]: (instant, place) => `r.${column} < ${place(instant)}::timestamptz`,
  },
});

/** The query with the range in one spelling, so that a cursor fits every spelling of its list. Throws ReversedRange. */
export function inOneSpelling<Query extends object>({ begin, end }: InstantRange, query: Query): Query {
  const { [begin]: from, [end]: to } = query as Readonly<Record<string, string | undefined>>;
  if (from === undefined && to === undefined) return query;
  if (from !== undefined && to !== undefined && Date.parse(to) < Date.parse(from))
    throw new ReversedRange(begin, end, from);
  return {
    ...query,
    ...(from !== undefined && { [begin]: atOrAfter(from) }),
    ...(to !== undefined && { [end]: atOrAfter(to) }),
  };
}

/** The first stored instant that is not earlier: stored instants are whole milliseconds. */
const atOrAfter = (instant: string): string => stored(Date.parse(instant) + (isFinerThanMilliseconds(instant) ? 1 : 0));

/** The last stored instant that is not later. */
export const atOrBefore = (instant: string): string => stored(Date.parse(instant));

const stored = (time: number): string => toTimestamp(Math.min(time, LAST_INSTANT));

/** With an offset, an instant of the year 9999 may be in the year 10000 in UTC, which PostgreSQL spells differently. */
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');
