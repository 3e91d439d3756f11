/** Exact arithmetic on quantities, which have up to 3 decimals: in thousandths, as whole numbers. */

const DECIMALS = 3;
const ONE = 10n ** BigInt(DECIMALS);

export function thousandths(quantity: string): bigint {
  const negative = quantity.startsWith('-');
  const [whole = '0', decimals = ''] = (negative ? quantity.slice(1) : quantity).split('.');
  const amount = BigInt(whole) * ONE + BigInt(decimals.padEnd(DECIMALS, '0'));
  return negative ? -amount : amount;
}

/** As short as it is exact: `1.5`, `-2`, `0`. */
export function quantityOf(amount: bigint): string {
  const size = amount < 0n ? -amount : amount;
  const decimals = String(size % ONE)
    .padStart(DECIMALS, '0')
    .replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${size / ONE}${decimals && `.${decimals}`}`;
}

export const plus = (a: string, b: string): string => quantityOf(thousandths(a) + thousandths(b));
export const minus = (a: string, b: string): string => quantityOf(thousandths(a) - thousandths(b));
export const isMore = (a: string, b: string): boolean => thousandths(a) > thousandths(b);
export const isZero = (quantity: string): boolean => thousandths(quantity) === 0n;

/** A quantity as the database would write it: no leading zeros, the decimals as they were sent. */
export const withoutLeadingZeros = (quantity: string): string => quantity.replace(/^0+(?=\d)/, '');
