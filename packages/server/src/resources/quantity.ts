import { fromUnits, toUnits } from './decimal.ts';

/** Decimals of a quantity. */
export const QUANTITY_DECIMALS = 3;

const units = (quantity: string): bigint => toUnits(quantity, QUANTITY_DECIMALS);
const textOf = (thousandths: bigint): string => fromUnits(thousandths, QUANTITY_DECIMALS, 0);

/** The one text of a quantity, without zeros that say nothing: `13.25`, `-2`, `0`. */
export const canonicalQuantity = <Text extends string | null>(quantity: Text): Text =>
  (quantity === null ? null : textOf(units(quantity))) as Text;

export const plus = (a: string, b: string): string => textOf(units(a) + units(b));
export const minus = (a: string, b: string): string => textOf(units(a) - units(b));
export const isMore = (a: string, b: string): boolean => units(a) > units(b);
export const isZero = (quantity: string): boolean => units(quantity) === 0n;
