// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { type Fields, inQuery, Rejection } from './answer.ts';
import type { Call } from './call.ts';
import { dayAt } from './days.ts';
import type { Merchant } from './state.ts';

/**
 * Ranges of days, `fromDate` and `toDate`, where an instant counts as its day at the record's store; and ranges of instants,
 * from the first up to but not including the second.
 */

const isInstant = (bound: string): boolean => bound.includes('T');

/** The filters on a property that is a day, with the property that names the store. */
export const dateBounds = (date: string, store: string) => {
  const dayIn = (bound: unknown, row: Fields, { tables }: Merchant): string => {
    const zone = tables.stores.get(Number(row[store]))?.timezone;
    return isInstant(String(bound)) ? dayAt(String(bound), String(zone)) : String(bound);
  };
  return {
    fromDate: (row: Fields, bound: unknown, merchant: Merchant) => String(row[date]) >= dayIn(bound, row, merchant),
    toDate: (row: Fields, bound: unknown, merchant: Merchant) => String(row[date]) <= dayIn(bound, row, merchant),
  };
};

/** The zones in which days begin first and end last, by the names of their offsets: UTC+14 and UTC-12. */
const [FIRST_ZONE, LAST_ZONE] = ['Etc/GMT-14', 'Etc/GMT+12'];

/** Rejects a range that ends before it begins, in every time zone. lists.reversed_range */
export function requireRange({ query: { fromDate, toDate } }: Call): void {
  if (typeof fromDate !== 'string' || typeof toDate !== 'string' || !isReversed(fromDate, toDate)) return;
  throw new Rejection('partner.validation_failed', 'lists.reversed_range', [inQuery('toDate', 'fromAfterTo')]);
}

function isReversed(from: string, to: string): boolean {
  if (isInstant(from) && isInstant(to)) return Date.parse(from) > Date.parse(to);
  return (isInstant(from) ? dayAt(from, LAST_ZONE) : from) > (isInstant(to) ? dayAt(to, FIRST_ZONE) : to);
}

/** The last instant that responses can show. */
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** An instant as a response shows it, in whole milliseconds. Null if none was sent. */
export const shownInstant = (text: unknown): string | null =>
  text === undefined ? null : new Date(Math.min(Date.parse(String(text)), LAST)).toISOString();

/** Milliseconds since 1970. An instant between two milliseconds differs from both. */
export const instantOf = (text: unknown): number =>
  Date.parse(String(text)) + (/\.\d{3}\d*[1-9]/.test(String(text)) ? 0.5 : 0);

export const isFrom = (at: unknown, begin: unknown): boolean => instantOf(at) >= instantOf(begin);

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
