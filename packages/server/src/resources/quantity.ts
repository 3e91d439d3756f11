import { toUnits, trimmed } from './decimal.ts';

const DECIMALS = 3;

const units = (quantity: string): bigint => toUnits(quantity, DECIMALS);

/** Sums and differences of quantities are as short as they are exact: `1.5`, `-2`, `0`. */
export const plus = (a: string, b: string): string => trimmed(units(a) + units(b), DECIMALS);
export const minus = (a: string, b: string): string => trimmed(units(a) - units(b), DECIMALS);
export const isMore = (a: string, b: string): boolean => units(a) > units(b);
export const isZero = (quantity: string): boolean => units(quantity) === 0n;
