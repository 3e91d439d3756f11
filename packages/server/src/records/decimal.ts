/** Decimal strings as integers of their smallest unit, so that only rules round. */

/** Parses text as an integer of 10^-scale. Throws if it has more decimals, except trailing zeros. */
export function toUnits(text: string, scale: number): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  if (whole === '' || /[^0]/.test(fraction.slice(scale))) throw new RangeError(`Not a decimal of ${scale}: ${text}`);
  return BigInt(`${sign}${whole}${fraction.slice(0, scale).padEnd(scale, '0')}`);
}

/** Formats units with at least `least` decimals and no leading zeros. */
export function fromUnits(units: bigint, scale: number, least = scale): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(whole.length).replace(/0+$/, '').padEnd(least, '0');
  return `${units < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}

export const decimalsOf = (text: string): number => /\.(\d*?)0*$/.exec(text)?.[1]?.length ?? 0;

/** Quotient of two non-negative numbers, rounded half up. */
export const divideHalfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);

export const QUANTITY_DECIMALS = 3;

const units = (quantity: string): bigint => toUnits(quantity, QUANTITY_DECIMALS);
const textOf = (thousandths: bigint): string => fromUnits(thousandths, QUANTITY_DECIMALS, 0);

/** Canonical text of a quantity, without redundant zeros: `13.25`, `-2`, `0`. */
export const canonicalQuantity = <Text extends string | null>(quantity: Text): Text =>
  (quantity === null ? null : textOf(units(quantity))) as Text;

export const plus = (a: string, b: string): string => textOf(units(a) + units(b));
export const minus = (a: string, b: string): string => textOf(units(a) - units(b));
export const isMore = (a: string, b: string): boolean => units(a) > units(b);
export const isZero = (quantity: string): boolean => units(quantity) === 0n;
