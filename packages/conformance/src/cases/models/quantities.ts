import { decimal, QUANTITY, units } from '../../decimals.ts';

/** Quantities, reckoned with as the model does. */

const of = (quantity: string): bigint => units(quantity, QUANTITY);

export const plus = (a: string, b: string): string => decimal(of(a) + of(b), QUANTITY);
export const minus = (a: string, b: string): string => decimal(of(a) - of(b), QUANTITY);
export const isZero = (quantity: string): boolean => of(quantity) === 0n;
export const isMore = (a: string, b: string): boolean => of(a) > of(b);
