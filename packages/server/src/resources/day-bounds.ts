import type { ListPlan, Place } from '../storage/list-plan.ts';

type Filters = NonNullable<ListPlan['filters']>;

/** The filters `fromDate` and `toDate` over a column of business days at the store that another column names. */
export const dayBounds = (day: string, storeId: string): Filters => ({
  fromDate: (bound, place) => within(day, '>=', storeId, bound as string, place),
  toDate: (bound, place) => within(day, '<=', storeId, bound as string, place),
});

/**
 * An instant stands for the day that it falls on at the record's store. Nowhere is that day more than one away from the
 * day in UTC, which is what the column's index can be asked for.
 */
function within(day: string, compare: '>=' | '<=', storeId: string, bound: string, place: Place): string {
  if (!bound.includes('T')) return `r.${day} ${compare} ${place(bound)}::date`;
  const instant = `to_timestamp(${place(Date.parse(bound) / 1000)}::double precision)`;
  const roughly = `(${instant} at time zone 'UTC')::date ${compare === '>=' ? '-' : '+'} 1`;
  const exactly = `(select (${instant} at time zone s.timezone)::date from region.stores s
    where s.company_id = $1 and s.id = r.${storeId})`;
  return `(r.${day} ${compare} ${roughly} and r.${day} ${compare} ${exactly})`;
}
