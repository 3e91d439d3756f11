/** Decimals as whole numbers of their smallest part, so that the model is as exact as the contract. */

export const QUANTITY = 3;
export const MONEY = 4;

export function units(text: string, scale: number): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return BigInt(`${sign}${whole}${fraction.slice(0, scale).padEnd(scale, '0')}`);
}

export function text(value: bigint, scale: number): string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Of two numbers that are not negative. */
export const halfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);

export const plus = (a: string, b: string): string => text(units(a, QUANTITY) + units(b, QUANTITY), QUANTITY);
export const minus = (a: string, b: string): string => text(units(a, QUANTITY) - units(b, QUANTITY), QUANTITY);
export const isZero = (quantity: string): boolean => units(quantity, QUANTITY) === 0n;
export const isMore = (a: string, b: string): boolean => units(a, QUANTITY) > units(b, QUANTITY);
