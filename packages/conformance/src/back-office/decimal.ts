import { decimal, exact, MONEY, units } from '../decimals.ts';

/** Amounts and quantities of the back office, all as ten-thousandths, so that products of them are exact. */

const ONE = 10n ** BigInt(MONEY);

export const unitsOf = (text: string): bigint => units(text, MONEY);

/** As many decimals as there are, none more. */
export const textOf = (value: bigint): string => String(exact(decimal(value, MONEY)));

/** The number that a decimal string stands for, however many noughts it ends in; anything else as it is. */
export const plain = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? exact(value) : value;

/** A product to four decimals. */
export const times = (a: bigint, b: bigint): bigint => (a * b) / ONE;
