import { decimal, halfUp, MONEY, units } from '../../../src/decimals.ts';

/** Exact arithmetic for faulty servers, so that a fault shows only where intended. */

export const amountOf = (text: unknown): bigint => units(String(text ?? '0'), MONEY);

const ONE = 10n ** BigInt(MONEY);

/** Percentage of an amount, truncated to its last decimal; `percent` has four decimals. */
export const percentCut = (amount: bigint, percent: bigint): bigint => (amount * percent) / (100n * ONE);

/** Percentage of an amount, rounded half up once to this many decimals. */
export const percentOf = (amount: bigint, percent: bigint, decimals = MONEY): bigint =>
  roundedTo(amount * percent, 100n * ONE, decimals);

/** Quotient rounded half up to this many decimals, in units of an amount's last decimal. */
function roundedTo(dividend: bigint, divisor: bigint, decimals: number): bigint {
  const step = 10n ** BigInt(MONEY - decimals);
  return halfUp(dividend, divisor * step) * step;
}

/** A decimal string rounded half up to this many decimals. */
export const rounded = (text: unknown, decimals: number): string =>
  decimals === 0
    ? String(roundedTo(amountOf(text), 1n, 0) / ONE)
    : decimal(roundedTo(amountOf(text), 1n, decimals) / 10n ** BigInt(MONEY - decimals), decimals);

/** Formats an amount with at least as many decimals as the one it replaces. */
export function written(value: bigint, like: unknown): string {
  const [whole = '', part = ''] = decimal(value, MONEY).split('.');
  const least = String(like ?? '').split('.')[1]?.length ?? 0;
  const digits = part.replace(/0+$/, '').padEnd(least, '0');
  return digits === '' ? whole : `${whole}.${digits}`;
}
