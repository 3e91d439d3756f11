import { times, unitsOf } from '../decimals.ts';
import { grouped } from '../specification/grouped.ts';
import type { BackOffice } from './back-office.ts';
import type { Goods } from './lines.ts';

/** Stock movement of an item at a store. */
export interface Movement {
  readonly store: string;
  readonly item: string;
  readonly variant: string | null;
  readonly change: bigint;
  /** As the line states it. */
  readonly unitCost?: string | null | undefined;
}

/** Every movement of stock in the file. */
export function movementsOf(backOffice: BackOffice): Movement[] {
  const moved = (store: string, { item, variant = null }: Goods, change: bigint) => ({ store, item, variant, change });
  return [
    ...backOffice.openings.map((one) => ({ ...moved(one.store, one, unitsOf(one.quantity)), unitCost: one.unitCost })),
    ...backOffice.trade.flatMap(({ type, store, lines }) =>
      lines.flatMap(({ quantity, parts }) => {
        const pieces = type === 'sale' ? -unitsOf(quantity) : unitsOf(quantity);
        return parts.map((part) => moved(store, part, times(pieces, unitsOf(part.quantity))));
      }),
    ),
    ...backOffice.returns.flatMap(({ store, lines }) =>
      lines.map((one) => ({ ...moved(store, one, -unitsOf(one.quantity)), unitCost: one.unitCost })),
    ),
  ];
}

/** Stock on hand of each item or variant, at each store where it ever moved. */
export function levelsOf(backOffice: BackOffice): Movement[] {
  const groups = grouped(movementsOf(backOffice), ({ store, item, variant }) => JSON.stringify([store, item, variant]));
  return [...groups.values()].flatMap((moved) => {
    const [first] = moved;
    return first ? [{ ...first, change: moved.reduce((level, { change }) => level + change, 0n) }] : [];
  });
}
