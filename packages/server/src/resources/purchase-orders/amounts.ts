import type { PurchaseOrder, PurchaseOrderLine } from '../../contract/generated/types.gen.ts';
import { validationFailed } from '../../errors.ts';
import { divideHalfUp, toUnits } from '../decimal.ts';
import { minorUnits, moneyOf, valueAtCost } from '../money.ts';

const RATE_DECIMALS = 4;

/** Maximum number of digits before the decimal point in the contract's Money. */
const MOST_DIGITS = 12;

type Line = Pick<PurchaseOrderLine, 'quantity' | 'unitCost' | 'discount' | 'taxRate'>;

/** Amounts of a line in minor units. Tax is computed after the discount and rounded half up once. */
export function amountsOf(
  line: Line,
  currency: string,
  path: string,
): Pick<PurchaseOrderLine, 'subtotal' | 'tax' | 'total'> {
  const money = (units: bigint) => moneyOf(units, currency);
  const subtotal = valueAtCost(line.quantity, line.unitCost, currency);
  const net = subtotal - toUnits(line.discount, minorUnits(currency));
  if (net < 0n) {
    const message = `must be at most the line's subtotal, ${money(subtotal)}`;
    throw validationFailed([{ in: 'body', path: `${path}/discount`, rule: 'maxDiscount', message }]);
  }
  const tax = divideHalfUp(net * toUnits(line.taxRate ?? '0', RATE_DECIMALS), 100n * 10n ** BigInt(RATE_DECIMALS));
  refuseBeyond(subtotal, currency, path);
  refuseBeyond(net + tax, currency, path);
  return { subtotal: money(subtotal), tax: money(tax), total: money(net + tax) };
}

export function totalsOf(
  lines: readonly PurchaseOrderLine[],
  currency: string,
): Pick<PurchaseOrder, 'subtotal' | 'discountTotal' | 'taxTotal' | 'total'> {
  const money = (units: bigint) => moneyOf(units, currency);
  const sum = (name: 'subtotal' | 'discount' | 'tax' | 'total') =>
    lines.reduce((total, line) => total + toUnits(line[name], minorUnits(currency)), 0n);
  const [subtotal, total] = [sum('subtotal'), sum('total')];
  refuseBeyond(subtotal, currency, '/lines');
  refuseBeyond(total, currency, '/lines');
  return {
    subtotal: money(subtotal),
    discountTotal: money(sum('discount')),
    taxTotal: money(sum('tax')),
    total: money(total),
  };
}

function refuseBeyond(amount: bigint, currency: string, path: string): void {
  const most = 10n ** BigInt(MOST_DIGITS + minorUnits(currency)) - 1n;
  if (amount <= most) return;
  const message = `must not add up to more than ${moneyOf(most, currency)}`;
  throw validationFailed([{ in: 'body', path, rule: 'maxAmount', message }]);
}
