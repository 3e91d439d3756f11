// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { type Fields, inQuery, Rejection } from './answer.ts';
import type { Call } from './call.ts';
import { dayAt } from './days.ts';
import type { Merchant } from './state.ts';

/** `fromDate` and `toDate`: days, or instants that count as their day at the record's store. */

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
