/** Amounts and quantities as ten-thousandths, so that sums are exact. */

const DECIMALS = 4;
const ONE = 10n ** BigInt(DECIMALS);

const DECIMAL = /^(-?)(\d+)(?:\.(\d{1,4}))?$/;

export function unitsOf(text: string): bigint {
  const [, sign, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) throw new RangeError(`${text} is no decimal number with up to ${DECIMALS} decimals.`);
  const units = BigInt(whole) * ONE + BigInt(fraction.padEnd(DECIMALS, '0'));
  return sign === '-' ? -units : units;
}

/** As many decimals as there are, none more. */
export function textOf(units: bigint): string {
  const size = units < 0n ? -units : units;
  const fraction = String(size % ONE)
    .padStart(DECIMALS, '0')
    .replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${size / ONE}${fraction && `.${fraction}`}`;
}

/** The number that a decimal string stands for, however many noughts it ends in; anything else as it is. */
export const plain = (value: unknown): unknown =>
  typeof value === 'string' && DECIMAL.test(value) ? textOf(unitsOf(value)) : value;

/** A product to four decimals. */
export const times = (a: bigint, b: bigint): bigint => (a * b) / ONE;

/** Whether a product has no more than four decimals. */
export const isExact = (a: bigint, b: bigint): boolean => (a * b) % ONE === 0n;
