import { decimal, exact, QUANTITY, units } from '../decimals.ts';
import type { Merchant, Movement } from './state.ts';

/** Stock is the sum of an append-only ledger. stock.ledger */

export interface Place {
  readonly storeId: number;
  readonly itemId: number;
  readonly variantId: number | null;
}

export const placeOf = ({ storeId, itemId, variantId }: Place): string => `${storeId} ${itemId} ${variantId}`;

/** The level at a place, in thousandths. */
export function levelAt({ movements, opening }: Merchant, place: Place): bigint {
  const name = placeOf(place);
  return movements
    .filter((movement) => placeOf(movement) === name)
    .reduce((level, { change }) => level + units(change, QUANTITY), opening.get(name) ?? 0n);
}

/** A level or quantity as responses show it. */
export const quantity = (thousandths: bigint): string => exact(decimal(thousandths, QUANTITY)) ?? '0';

export const withMovements = (merchant: Merchant, moved: readonly Movement[]): Merchant => ({
  ...merchant,
  movements: [...merchant.movements, ...moved],
});
