/** Decimal strings as whole numbers of their smallest part, so that nothing is rounded but where a rule says so. */

/** The number of 10^-scale that the text stands for; it has no more decimals than that, or they are zeros. */
export function toUnits(text: string, scale: number): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  if (whole === '' || /[^0]/.test(fraction.slice(scale))) throw new RangeError(`Not a decimal of ${scale}: ${text}`);
  return BigInt(`${sign}${whole}${fraction.slice(0, scale).padEnd(scale, '0')}`);
}

/** The text with all of its decimals. */
export function fromUnits(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return units < 0n ? `-${text}` : text;
}

/** The text without zeros at its end. */
export const trimmed = (units: bigint, scale: number): string => fromUnits(units, scale).replace(/\.?0+$/, '');

/** The quotient of two numbers that are not negative, rounded half up. */
export const divideHalfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);

/** A decimal string as the database would write it: no leading zeros, the decimals as they were sent. */
export function canonical<Text extends string | null>(decimal: Text): Text {
  return (decimal === null ? null : decimal.replace(/^0+(?=\d)/, '')) as Text;
}
