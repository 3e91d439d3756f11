import { decimal, QUANTITY, units } from '../../decimals.ts';
import type { Fields } from './compare.ts';
import { ORDERS } from './orders.ts';
import { type Change, type Line, type LineDraft, linesOf, type Rules } from './rules.ts';
import type { Part } from './stock-commands.ts';
import type { StockFixture } from './stock-fixture.ts';

/** Requests of a command. */

/** Quantity of a line to receive; undefined if the request omits the line. */
export function partOf({ outstanding }: Line, part: Part | undefined): string | undefined {
  const left = units(outstanding, QUANTITY);
  if (part === 'over') return decimal(left + 1n, QUANTITY);
  if (part === undefined || part === 'none' || left === 0n) return undefined;
  return decimal(part === 'some' ? (left + 2n) / 3n : left, QUANTITY);
}

/** Changed lines as they are sent; undefined if the change does not affect lines. */
export function changedLines(
  what: Change,
  n: number,
  rules: Rules,
  lines: readonly Fields[],
  fixture: StockFixture,
): readonly Fields[] | undefined {
  const at = n % lines.length;
  const draft = draftOf(n, fixture);
  const ofOrders = rules === ORDERS;
  const withOne = (change: Fields) => lines.map((line, i) => (i === at ? { ...line, ...change } : line));
  switch (what) {
    case 'same':
      return lines;
    case 'turn':
      return lines.toReversed();
    case 'quantity':
      return withOne({ quantity: decimal(BigInt(draft.quantity), QUANTITY) });
    case 'cost':
      return ofOrders ? withOne({ unitCost: rules.line(draft, fixture).unitCost }) : undefined;
    case 'tax':
      return ofOrders ? withOne({ taxId: rules.line(draft, fixture).taxId }) : undefined;
    case 'discount':
      return ofOrders ? withOne({ discount: DISCOUNTS[n % DISCOUNTS.length] }) : undefined;
    case 'drop':
      return lines.length > 1 ? lines.filter((_, i) => i !== at) : undefined;
    case 'add':
      return lines.length < MOST_LINES ? [...lines, rules.line(draft, fixture)] : undefined;
    case 'item':
      return withOne(anotherProduct(lines[at] ?? {}, n, fixture));
    default:
      return undefined;
  }
}

/** A product other than the line's. */
function anotherProduct({ itemId, variantId = null }: Fields, n: number, { products }: StockFixture): Fields {
  const own = products.findIndex((one) => one.itemId === itemId && one.variantId === variantId);
  return { ...products[(own + 1 + (n % (products.length - 1))) % products.length] };
}

const MOST_LINES = 6;

/** None, small ones, and one larger than any subtotal. */
const DISCOUNTS = ['0', '0.5', '1.25', '999999'];

const draftOf = (n: number, { products }: StockFixture): LineDraft => ({
  product: n % products.length,
  quantity: 1 + n * 700,
  cost: 10_000 + n * 1_111,
  tax: n % 4,
  discounted: false,
});

/** Lines without their optional properties. */
export const sparse = (lines: readonly Fields[], { optional }: Rules): Fields[] =>
  lines.map((line) => Object.fromEntries(Object.entries(line).filter(([name]) => !(name in optional))));

/** True if an item with variants is named without a variant. */
export const missesVariant = (fields: Fields, { products }: StockFixture): boolean => {
  const varied = new Set(products.flatMap(({ itemId, variantId }) => (variantId === null ? [] : [itemId])));
  return linesOf(fields).some(({ itemId, variantId }) => variantId === null && varied.has(itemId));
};
