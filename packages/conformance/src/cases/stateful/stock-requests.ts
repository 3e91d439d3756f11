import { decimal, QUANTITY, units } from '../../decimals.ts';
import type { Fields } from './compare.ts';
import { ORDERS } from './orders.ts';
import { type Change, type Line, linesOf, type Rules } from './rules.ts';
import type { Scene } from './stock-scene.ts';
import type { Part } from './stock-steps.ts';

/** What the requests of a step name. */

/** How much of a line comes in; undefined where it is not named. */
export function partOf({ outstanding }: Line, part: Part | undefined): string | undefined {
  const left = units(outstanding, QUANTITY);
  if (part === 'over') return decimal(left + 1n, QUANTITY);
  if (part === undefined || part === 'none' || left === 0n) return undefined;
  return decimal(part === 'some' ? (left + 2n) / 3n : left, QUANTITY);
}

/** Lines of a change: all of them as they are, but for one. */
export function changedLines(
  what: Change,
  n: number,
  rules: Rules,
  fields: Fields,
  scene: Scene,
): Fields[] | undefined {
  const lines = linesOf(fields).map(rules.sent);
  const at = n % lines.length;
  const unused = scene.products.findIndex(
    ({ itemId, variantId }) => !lines.some((line) => line.itemId === itemId && line.variantId === variantId),
  );
  const draft = { product: unused, quantity: 1 + n * 700, cost: 10_000 + n * 1_111, tax: n % 4, discounted: false };
  const withOne = (change: Fields) => lines.map((line, i) => (i === at ? { ...line, ...change } : line));
  switch (what) {
    case 'same':
      return lines;
    case 'quantity':
      return withOne({ quantity: decimal(BigInt(draft.quantity), QUANTITY) });
    case 'cost':
      return rules === ORDERS ? withOne({ unitCost: rules.line(draft, scene).unitCost }) : undefined;
    case 'drop':
      return lines.length > 1 ? lines.filter((_, i) => i !== at) : undefined;
    case 'add':
      return unused < 0 ? undefined : [...lines, rules.line(draft, scene)];
    case 'item':
      return unused < 0 ? undefined : withOne({ ...scene.products[unused] });
    default:
      return undefined;
  }
}
