import type { PurchaseOrder } from '../../contract/generated/types.gen.ts';
import { type FieldError, validationFailed } from '../../errors.ts';
import { farAhead } from '../dates.ts';

type OrderDates = Pick<PurchaseOrder, 'orderDate' | 'expectedDate'>;

/** How many days ahead each date may be: orders are planned, and goods may keep for years. */
const MOST_AHEAD = { orderDate: 366, expectedDate: 1827 };

/** Rejects impossible dates. Dates that the order already had may stay. */
export function checkDates(dates: OrderDates, before: OrderDates | undefined, now: number): void {
  const errors = [...farAhead(MOST_AHEAD, dates, before, now), ...expectedBeforeOrdered(dates, before)];
  if (errors.length > 0) throw validationFailed(errors);
}

function expectedBeforeOrdered({ orderDate, expectedDate }: OrderDates, before: OrderDates | undefined): FieldError[] {
  if (expectedDate === null || expectedDate >= orderDate) return [];
  if (expectedDate !== before?.expectedDate) {
    const message = `must not be before orderDate, which is ${orderDate}`;
    return [{ in: 'body', path: '/expectedDate', rule: 'range', message }];
  }
  if (orderDate === before.orderDate) return [];
  const message = `must not be after expectedDate, which is ${expectedDate}`;
  return [{ in: 'body', path: '/orderDate', rule: 'range', message }];
}
