import type { BackOffice } from './back-office.ts';
import { times, unitsOf } from './decimal.ts';
import type { Goods } from './lines.ts';

/** What moved at a store, of what is counted: a combo moves its parts. */
export interface Movement {
  readonly store: string;
  readonly item: string;
  readonly variant: string | null;
  readonly change: bigint;
}

/** Every movement of stock that the file stands for. */
export function movementsOf(known: BackOffice): Movement[] {
  const moved = (store: string, goods: readonly Goods[], sign: bigint) =>
    goods.flatMap((one) => partsOf(known, store, one, sign * unitsOf(one.quantity)));
  return [
    ...known.openings.flatMap((one) => moved(one.store, [one], 1n)),
    ...known.trade.flatMap(({ type, store, lines }) => moved(store, lines, type === 'sale' ? -1n : 1n)),
    ...known.returns.flatMap(({ store, lines }) => moved(store, lines, -1n)),
  ];
}

function partsOf(known: BackOffice, store: string, { item, variant }: Goods, change: bigint): Movement[] {
  const { itemType = 0, trackStock = false, components = [] } = known.item(item);
  if (itemType === 2)
    return components.flatMap((part) => partsOf(known, store, part, times(change, unitsOf(part.quantity))));
  return trackStock ? [{ store, item, variant: variant ?? null, change }] : [];
}

/** What is on hand of each item, or variant, at each store where it ever moved. */
export function levelsOf(known: BackOffice): Movement[] {
  const groups = Map.groupBy(movementsOf(known), ({ store, item, variant }) => JSON.stringify([store, item, variant]));
  return [...groups.values()].flatMap((moved) => {
    const [first] = moved;
    return first ? [{ ...first, change: moved.reduce((level, { change }) => level + change, 0n) }] : [];
  });
}
