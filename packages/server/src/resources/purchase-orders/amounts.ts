import { validationFailed } from '../../errors.ts';
import type { PurchaseOrder, PurchaseOrderLine } from '../../http/generated/types.gen.ts';
import { divideHalfUp, fromUnits, toUnits } from '../decimal.ts';

/** Decimals of amounts and of rates, and of quantities. */
const MONEY = 4;
const QUANTITY = 3;

/** What the contract's Money can state. */
const MOST = 10n ** 16n - 1n;

type Priced = Pick<PurchaseOrderLine, 'quantity' | 'unitCost' | 'discount' | 'taxRate'>;

/** A line's amounts: quantity times unit cost, and the tax of what is left after the discount, each rounded half up once. */
export function amountsOf(
  { quantity, unitCost, discount, taxRate }: Priced,
  path: string,
): Pick<PurchaseOrderLine, 'subtotal' | 'tax' | 'total'> {
  const subtotal = divideHalfUp(toUnits(quantity, QUANTITY) * toUnits(unitCost, MONEY), 10n ** BigInt(QUANTITY));
  const net = subtotal - toUnits(discount, MONEY);
  if (net < 0n) {
    const message = `must be at most the line's subtotal, ${fromUnits(subtotal, MONEY)}`;
    throw validationFailed([{ in: 'body', path: `${path}/discount`, rule: 'maxDiscount', message }]);
  }
  const tax = divideHalfUp(net * toUnits(taxRate ?? '0', MONEY), 100n * 10n ** BigInt(MONEY));
  refuseBeyond(subtotal, path);
  refuseBeyond(net + tax, path);
  return { subtotal: money(subtotal), tax: money(tax), total: money(net + tax) };
}

/** The sums over the lines. */
export function totalsOf(
  lines: readonly PurchaseOrderLine[],
): Pick<PurchaseOrder, 'subtotal' | 'discountTotal' | 'taxTotal' | 'total'> {
  const sum = (name: 'subtotal' | 'discount' | 'tax' | 'total') =>
    lines.reduce((total, line) => total + toUnits(line[name], MONEY), 0n);
  const [subtotal, total] = [sum('subtotal'), sum('total')];
  refuseBeyond(subtotal, '/lines');
  refuseBeyond(total, '/lines');
  return {
    subtotal: money(subtotal),
    discountTotal: money(sum('discount')),
    taxTotal: money(sum('tax')),
    total: money(total),
  };
}

const money = (units: bigint): string => fromUnits(units, MONEY);

function refuseBeyond(amount: bigint, path: string): void {
  if (amount <= MOST) return;
  const message = `must not come to more than ${money(MOST)}`;
  throw validationFailed([{ in: 'body', path, rule: 'maxAmount', message }]);
}
