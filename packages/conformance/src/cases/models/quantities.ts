import { decimal, QUANTITY, units } from '../../decimals.ts';

/** Exact arithmetic on quantities. */

const toUnits = (quantity: string): bigint => units(quantity, QUANTITY);

export const plus = (a: string, b: string): string => decimal(toUnits(a) + toUnits(b), QUANTITY);
export const minus = (a: string, b: string): string => decimal(toUnits(a) - toUnits(b), QUANTITY);
export const isZero = (quantity: string): boolean => toUnits(quantity) === 0n;
export const isMore = (a: string, b: string): boolean => toUnits(a) > toUnits(b);
