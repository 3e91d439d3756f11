import type { PurchaseOrder, PurchaseOrderLine } from '../../contract/generated/types.gen.ts';
import { type FieldError, validationFailed } from '../../errors.ts';
import {
  COST_DECIMALS,
  divideHalfUp,
  fromUnits,
  minorUnits,
  moneyOf,
  QUANTITY_DECIMALS,
  toUnits,
  valueAtCost,
} from '../decimal.ts';

const RATE_DECIMALS = 4;

/** Maximum number of digits before the decimal point in the contract's Money. */
const MOST_DIGITS = 12;

type Line = Pick<PurchaseOrderLine, 'quantity' | 'unitCost' | 'discount' | 'taxRate'>;

type Amounts = Pick<PurchaseOrderLine, 'subtotal' | 'tax' | 'total'>;

/** Amounts of each line in minor units. Tax is computed after the discount and rounded half up once. */
export function amountsOf(lines: readonly Line[], currency: string): Amounts[] {
  const errors: FieldError[] = [];
  const amounts = lines.map((line, index) => {
    const subtotal = valueAtCost(line.quantity, line.unitCost, currency);
    const net = subtotal - toUnits(line.discount, minorUnits(currency));
    const tax = net < 0n ? 0n : taxOn(net, line.taxRate);
    errors.push(...errorsOf(subtotal, net, net + tax, currency, `/lines/${index}`));
    return { subtotal: moneyOf(subtotal, currency), tax: moneyOf(tax, currency), total: moneyOf(net + tax, currency) };
  });
  if (errors.length > 0) throw validationFailed(errors);
  return amounts;
}

const taxOn = (net: bigint, rate: string | null): bigint =>
  divideHalfUp(net * toUnits(rate ?? '0', RATE_DECIMALS), 100n * 10n ** BigInt(RATE_DECIMALS));

function errorsOf(subtotal: bigint, net: bigint, total: bigint, currency: string, path: string): FieldError[] {
  if (net >= 0n) return beyond([subtotal, total], currency, path);
  const message = `must be at most the line's subtotal, ${moneyOf(subtotal, currency)}`;
  return [{ in: 'body', path: `${path}/discount`, rule: 'maxDiscount', message }];
}

export function totalsOf(
  lines: readonly PurchaseOrderLine[],
  currency: string,
): Pick<PurchaseOrder, 'subtotal' | 'discountTotal' | 'taxTotal' | 'total'> {
  const money = (units: bigint) => moneyOf(units, currency);
  const sum = (name: 'subtotal' | 'discount' | 'tax' | 'total') =>
    lines.reduce((total, line) => total + toUnits(line[name], minorUnits(currency)), 0n);
  const [subtotal, total] = [sum('subtotal'), sum('total')];
  const errors = beyond([subtotal, total], currency, '/lines');
  if (errors.length > 0) throw validationFailed(errors);
  return {
    subtotal: money(subtotal),
    discountTotal: money(sum('discount')),
    taxTotal: money(sum('tax')),
    total: money(total),
  };
}

interface Received {
  readonly line: Pick<PurchaseOrderLine, 'itemId' | 'variantId' | 'quantity' | 'unitCost' | 'discount'>;
  readonly quantity: string;
}

/** Cost per unit of each received line, net of discounts. Lines of one item or variant share their mean. */
export function netCosts(received: readonly Received[], currency: string): string[] {
  const placeOf = ({ line }: Received): string => `${line.itemId} ${line.variantId}`;
  const means = new Map([...Map.groupBy(received, placeOf)].map(([place, lines]) => [place, meanCost(lines)]));
  return received.map((one) => fromUnits(means.get(placeOf(one)) ?? 0n, COST_DECIMALS, minorUnits(currency)));
}

/** Mean weighted by received quantity, kept as a fraction so that it is rounded once. */
function meanCost(received: readonly Received[]): bigint {
  let [paid, divisor, units] = [0n, 1n, 0n];
  for (const { line, quantity } of received) {
    const [ordered, came] = [toUnits(line.quantity, QUANTITY_DECIMALS), toUnits(quantity, QUANTITY_DECIMALS)];
    const discount = toUnits(line.discount, COST_DECIMALS) * 10n ** BigInt(QUANTITY_DECIMALS);
    const net = ordered * toUnits(line.unitCost, COST_DECIMALS) - discount;
    // Rounding can make the subtotal, which bounds the discount, exceed the exact value.
    const due = net < 0n ? 0n : net;
    [paid, divisor, units] = [paid * ordered + due * came * divisor, divisor * ordered, units + came];
  }
  return divideHalfUp(paid, divisor * units);
}

function beyond(amounts: readonly bigint[], currency: string, path: string): FieldError[] {
  const most = 10n ** BigInt(MOST_DIGITS + minorUnits(currency)) - 1n;
  if (amounts.every((amount) => amount <= most)) return [];
  return [{ in: 'body', path, rule: 'maxAmount', message: `must not add up to more than ${moneyOf(most, currency)}` }];
}
