import { times, unitsOf } from '../decimals.ts';
import type { BackOffice } from './back-office.ts';
import type { Goods } from './lines.ts';

/** Stock movement of a tracked item at a store. Combos move their components. */
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
  const moved = (store: string, goods: readonly (Goods & Pick<Movement, 'unitCost'>)[], sign: bigint) =>
    goods.flatMap(({ unitCost, ...one }) =>
      partsOf(backOffice, store, one, sign * unitsOf(one.quantity)).map((part) => ({ ...part, unitCost })),
    );
  return [
    ...backOffice.openings.flatMap((one) => moved(one.store, [one], 1n)),
    ...backOffice.trade.flatMap(({ type, store, lines }) => moved(store, lines, type === 'sale' ? -1n : 1n)),
    ...backOffice.returns.flatMap(({ store, lines }) => moved(store, lines, -1n)),
  ];
}

function partsOf(backOffice: BackOffice, store: string, { item, variant }: Goods, change: bigint): Movement[] {
  const { itemType = 0, trackStock = false, components = [] } = backOffice.item(item);
  if (itemType === 2)
    return components.flatMap((part) => partsOf(backOffice, store, part, times(change, unitsOf(part.quantity))));
  return trackStock ? [{ store, item, variant: variant ?? null, change }] : [];
}

/** Stock on hand of each item or variant, at each store where it ever moved. */
export function levelsOf(backOffice: BackOffice): Movement[] {
  const groups = Map.groupBy(movementsOf(backOffice), ({ store, item, variant }) =>
    JSON.stringify([store, item, variant]),
  );
  return [...groups.values()].flatMap((moved) => {
    const [first] = moved;
    return first ? [{ ...first, change: moved.reduce((level, { change }) => level + change, 0n) }] : [];
  });
}
