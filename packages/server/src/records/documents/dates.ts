import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { type FieldError, validationFailed } from '../../errors.ts';
import type { ListPlan, Place } from '../../lists/plan.ts';
import { toTimestamp } from '../../process/time.ts';

type Dates<Name extends string> = Readonly<Record<Name, string | null>>;

const HOUR = 60 * 60 * 1000;

/** UTC+14, where days begin first, and UTC-12, where they end last. */
const FIRST_ZONE = 14 * HOUR;
const LAST_ZONE = -12 * HOUR;

const dayAt = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** Finds dates too far ahead. A date that the document already had is allowed. */
export function farAhead<Name extends string>(
  most: Readonly<Record<Name, number>>,
  dates: Dates<NoInfer<Name>>,
  before: Dates<NoInfer<Name>> | undefined,
  now: number,
): FieldError[] {
  return (Object.entries(most) as [Name, number][]).flatMap(([name, days]) => {
    // The latest date in any time zone.
    const [date, last] = [dates[name], dayAt(now + FIRST_ZONE + days * 24 * HOUR)];
    if (date === null || date === before?.[name] || date <= last) return [];
    const message = `must be at most ${days} days ahead, no later than ${last}`;
    return [{ in: 'body', path: `/${name}`, rule: 'maxDate', message }];
  });
}

export function inFuture(path: string, at: string | null | undefined, now: number): FieldError[] {
  if (at == null || Date.parse(at) <= now) return [];
  return [{ in: 'body', path, rule: 'future', message: `must not be in the future, later than ${toTimestamp(now)}` }];
}

const IS_BEFORE = statement(
  'dates.is-before',
  `select from region.stores where company_id = $1 and id = $2 and ($3::timestamptz at time zone timezone)::date < $4::date`,
);

/** Rejects an instant before its document's date at the store. `where` names the property or parameter. */
export async function refuseBeforeDate(
  tx: TenantTransaction,
  at: string | null | undefined,
  { storeId, date }: { readonly storeId: number; readonly date: string },
  where: Pick<FieldError, 'in' | 'path'>,
): Promise<void> {
  if (at == null) return;
  const isBefore = (await tx.query(IS_BEFORE, [storeId, at, date])).length > 0;
  const message = `must not be before the date of the document at its store: ${at} is before ${date}`;
  if (isBefore) throw validationFailed([{ ...where, rule: 'range', message }]);
}

/** Filters `fromDate` and `toDate` on a column of business days; `storeId` is the column with the store. */
export const dayBounds = (day: string, storeId: string): NonNullable<ListPlan['filters']> => ({
  fromDate: (bound, place) => within(day, '>=', storeId, bound as string, place),
  toDate: (bound, place) => within(day, '<=', storeId, bound as string, place),
});

/**
 * Rejects reversed bounds. Two days or two instants are compared directly. A day and an instant are reversed only if
 * that holds in every time zone, because the instant's day depends on each record's store.
 */
export function refuseReversed({
  fromDate: from,
  toDate: to,
}: {
  readonly fromDate?: string;
  readonly toDate?: string;
}) {
  if (from === undefined || to === undefined) return;
  const dayIn = (zone: number, bound: string) => (isInstant(bound) ? dayAt(Date.parse(bound) + zone) : bound);
  const isReversed =
    isInstant(from) && isInstant(to)
      ? Date.parse(from) > Date.parse(to)
      : dayIn(LAST_ZONE, from) > dayIn(FIRST_ZONE, to);
  const message = `must not be before fromDate, which is ${from}`;
  if (isReversed) throw validationFailed([{ in: 'query', path: 'toDate', rule: 'fromAfterTo', message }]);
}

const isInstant = (bound: string): boolean => bound.includes('T');

/**
 * An instant stands for its local day at the record's store, at most one day from its UTC day. The rough bound uses the
 * column's index.
 */
function within(day: string, compare: '>=' | '<=', storeId: string, bound: string, place: Place): string {
  if (!isInstant(bound)) return `r.${day} ${compare} ${place(bound)}::date`;
  const instant = `to_timestamp(${place(Date.parse(bound) / 1000)}::double precision)`;
  const roughly = `(${instant} at time zone 'UTC')::date ${compare === '>=' ? '-' : '+'} 1`;
  const exactly = `(select (${instant} at time zone s.timezone)::date from region.stores s
    where s.company_id = $1 and s.id = r.${storeId})`;
  return `(r.${day} ${compare} ${roughly} and r.${day} ${compare} ${exactly})`;
}
