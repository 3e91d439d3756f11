/** Exact arithmetic on decimal strings as integers, in units of the last decimal place. */

/** Decimal places of a quantity, and the maximum for amounts and rates. */
export const QUANTITY = 3;
export const MONEY = 4;

/** Decimal places of ISO 4217 currencies that do not have two. */
const NOT_TWO: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/** Decimal places of the currency's minor unit, as in prices and totals. */
export const minorUnits = (currency: unknown): number =>
  Number(Object.entries(NOT_TWO).find(([, codes]) => codes.split(' ').includes(String(currency)))?.[0] ?? 2);

const DECIMAL = /^(-?)0*(\d+?)(?:\.(\d*?)0*)?$/;

/**
 * Parses a decimal string into units of its last decimal place. Throws a RangeError for any other
 * text or for too many decimals.
 */
export function units(text: string, decimals: number): bigint {
  const [, sign = '', whole = '', part = ''] = DECIMAL.exec(text) ?? [];
  if (whole === '' || part.length > decimals)
    throw new RangeError(`${text} is not a decimal number with up to ${decimals} decimals.`);
  return BigInt(`${sign}${whole}${part.padEnd(decimals, '0')}`);
}

/** Formats units as a decimal string with all of its decimals. */
export function decimal(value: bigint, decimals: number): string {
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return `${value < 0n ? '-' : ''}${whole}${decimals > 0 ? `.${digits.slice(whole.length)}` : ''}`;
}

/** The shortest form of a decimal string, or a description of any other value. */
export function exact(text: unknown): string | null {
  if (text === null) return null;
  const [, sign = '', whole = '', part = ''] = (typeof text === 'string' && DECIMAL.exec(text)) || [];
  if (whole === '') return `not a decimal string: ${JSON.stringify(text)}`;
  const digits = part === '' ? whole : `${whole}.${part}`;
  return digits === '0' ? '0' : sign + digits;
}

/** An amount or quantity in ten-thousandths, in which products are exact. */
export const unitsOf = (text: string): bigint => units(text, MONEY);

/** The shortest exact decimal of so many ten-thousandths. */
export const textOf = (value: bigint): string => String(exact(decimal(value, MONEY)));

/** Product of two values in ten-thousandths, cut off after four decimals. */
export const times = (a: bigint, b: bigint): bigint => (a * b) / 10n ** BigInt(MONEY);

/** Quotient of two non-negative integers, rounded half up. */
export const halfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);
