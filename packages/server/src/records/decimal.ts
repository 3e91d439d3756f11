import type { FieldError } from '../errors.ts';

/** Decimal strings are computed as integers of their smallest unit. Nothing is rounded except where a rule says so. */

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

const decimalsOf = (text: string): number => /\.(\d*?)0*$/.exec(text)?.[1]?.length ?? 0;

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

/** Decimal places of a cost. No amount has more. */
export const COST_DECIMALS = 4;

/** Currencies whose minor units (ISO 4217) are not two decimals. The SQL function `minor_units` has the same list. */
const NOT_TWO: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3])),
  ...Object.fromEntries('CLF UYW'.split(' ').map((code) => [code, 4])),
};

export const minorUnits = (currency: string): number => NOT_TWO[currency] ?? 2;

/** Canonical text of an amount: at least the currency's decimals, at most those of a cost (`3.10`, `1.525`). */
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
