import { dayAt } from '../specification/days.ts';
import { type Merchant, rowsOf } from '../specification/state.ts';

const known = new WeakMap<Merchant['sales'], readonly string[]>();

/** Days on which a sale was made somewhere: near midnight, also the neighbours of its business day. */
export function saleDays(merchant: Merchant): readonly string[] {
  const days = known.get(merchant.sales) ?? computed(merchant);
  known.set(merchant.sales, days);
  return days;
}

function computed(merchant: Merchant): string[] {
  const zones = new Set(['UTC', ...rowsOf(merchant, 'stores').map(({ timezone }) => String(timezone))]);
  const days = merchant.sales.receipts.flatMap(({ at }) => [...zones].map((zone) => dayAt(at, zone)));
  return [...new Set(days)].toSorted();
}
