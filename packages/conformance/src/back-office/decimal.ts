import { decimal, exact, MONEY, units } from '../decimals.ts';

/** Amounts and quantities of the back office in ten-thousandths, so that products are exact. */

const ONE = 10n ** BigInt(MONEY);

export const unitsOf = (text: string): bigint => units(text, MONEY);

/** The shortest exact decimal. */
export const textOf = (value: bigint): string => String(exact(decimal(value, MONEY)));

/** Product rounded to four decimals. */
export const times = (a: bigint, b: bigint): bigint => (a * b) / ONE;
