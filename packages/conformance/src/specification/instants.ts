import { type Fields, inQuery, Rejection } from './answer.ts';
import type { Call } from './call.ts';

/** Ranges of instants: from the first up to but not including the second. */

/** The last instant that responses can show. */
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** An instant as a response shows it, in whole milliseconds. Null if none was sent. */
export const shownInstant = (text: unknown): string | null =>
  text === undefined ? null : new Date(Math.min(Date.parse(String(text)), LAST)).toISOString();

/** Milliseconds since 1970. An instant between two milliseconds differs from both. */
export const instantOf = (text: unknown): number =>
  Date.parse(String(text)) + (/\.\d{3}\d*[1-9]/.test(String(text)) ? 0.5 : 0);

export const isFrom = (at: unknown, begin: unknown): boolean => instantOf(at) >= instantOf(begin);

/** The names of the parameters. */
type Range = readonly [begin: string, end: string];

export const UPDATED: Range = ['updatedFrom', 'updatedTo'];

/** Rejects a range that ends before it begins. lists.reversed_range */
export function requireInstants([begin, end]: Range, { query: { [begin]: from, [end]: to } }: Call): void {
  if (from === undefined || to === undefined || Date.parse(String(from)) <= Date.parse(String(to))) return;
  throw new Rejection('partner.validation_failed', 'lists.reversed_range', [inQuery(end, 'fromAfterTo')]);
}

/** A query with the instants of a range as they apply: records have whole milliseconds. lists.cursor */
export const asApplied = (range: Range, query: Fields): Fields =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      range.includes(name) && value !== undefined ? Math.ceil(instantOf(value)) : value,
    ]),
  );
