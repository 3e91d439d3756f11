/** Decimal strings, compared and reckoned with exactly. */

/** The same number in one form alone: without zeros that say nothing. */
export function exact(text: unknown): string | null {
  if (typeof text !== 'string') return text === null ? null : `not a decimal string: ${JSON.stringify(text)}`;
  const [, sign = '', whole = '', part = ''] = /^(-?)0*(\d+?)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  if (whole === '') return `not a decimal string: ${text}`;
  const digits = part === '' ? whole : `${whole}.${part}`;
  return digits === '0' ? '0' : sign + digits;
}

/** The number in units of its last decimal place. */
export function units(text: string, decimals: number): bigint {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(decimals, '0').slice(0, decimals));
}

/** Units as a decimal string. */
export function decimal(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** The quotient of two numbers that are not negative, rounded half up. */
export const halfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);
