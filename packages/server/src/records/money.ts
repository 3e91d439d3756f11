import { type FieldError, validationFailed } from '../errors.ts';
import { decimalsOf, divideHalfUp, fromUnits, QUANTITY_DECIMALS, toUnits } from './decimal.ts';

/** Decimal places of a cost. No amount has more. */
export const COST_DECIMALS = 4;

/**
 * Decimal places of ISO 4217 currencies that do not have two. The region's function `minor_units` has the same list.
 */
const NOT_TWO: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3])),
  ...Object.fromEntries('CLF UYW'.split(' ').map((code) => [code, 4])),
};

export const minorUnits = (currency: string): number => NOT_TWO[currency] ?? 2;

/**
 * Canonical text of an amount, with at least the currency's decimals and at most those of a cost:
 * `3.10`, `1.525`.
 */
export const canonicalMoney = <Text extends string | null>(amount: Text, currency: string): Text =>
  (amount === null ? null : fromUnits(toUnits(amount, COST_DECIMALS), COST_DECIMALS, minorUnits(currency))) as Text;

/** Quantity times unit cost, in minor units of the currency, rounded half up. */
export function valueAtCost(quantity: string, unitCost: string, currency: string): bigint {
  const exact = toUnits(quantity, QUANTITY_DECIMALS) * toUnits(unitCost, COST_DECIMALS);
  return divideHalfUp(exact, 10n ** BigInt(QUANTITY_DECIMALS + COST_DECIMALS - minorUnits(currency)));
}

export const moneyOf = (units: bigint, currency: string): string => fromUnits(units, minorUnits(currency));

/** A price or total in a request, with its path; null and undefined are ignored. */
export interface Amount {
  readonly path: string;
  readonly amount: string | null | undefined;
}

export function tooFine(amounts: readonly Amount[], currency: string): FieldError[] {
  const most = minorUnits(currency);
  const message = `must have ${most === 0 ? 'no decimals' : `at most ${most} decimals`}, because amounts in ${currency} do`;
  return amounts
    .filter(({ amount }) => decimalsOf(amount ?? '0') > most)
    .map(({ path }) => ({ in: 'body', path, rule: 'minorUnits', message }));
}

export function refuseTooFine(amounts: readonly Amount[], currency: string): void {
  const errors = tooFine(amounts, currency);
  if (errors.length > 0) throw validationFailed(errors);
}
