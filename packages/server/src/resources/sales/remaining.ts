import { isMore, minus } from '../decimal.ts';
import type { Sale, Wrong } from './rules.ts';

/** Quantity of an item of a sale that is not refunded yet. */
export interface RemainingLine {
  readonly saleId: number;
  readonly itemId: number;
  readonly variantId: number | null;
  readonly quantity: string;
}

/** Quantities of sales that can still be refunded; each refund reduces them. */
export class Remaining {
  readonly #quantities: Map<string, string>;

  constructor(lines: readonly RemainingLine[]) {
    this.#quantities = new Map(lines.map((line) => [keyOf(line), minus(line.quantity, '0')]));
  }

  /** Subtracts the lines of a refund. Returns the lines that exceed what remains. */
  take({ refundOf, lines }: Pick<Sale, 'refundOf' | 'lines'>): Wrong[] {
    return lines.flatMap(({ itemId, variantId, quantity }, i) => {
      const key = keyOf({ saleId: refundOf ?? 0, itemId, variantId });
      const left = this.#quantities.get(key) ?? '0';
      if (isMore(quantity, left)) {
        return [{ path: `/lines/${i}/quantity`, message: `is more than the ${left} left to refund` }];
      }
      this.#quantities.set(key, minus(left, quantity));
      return [];
    });
  }
}

const keyOf = ({ saleId, itemId, variantId }: Omit<RemainingLine, 'quantity'>): string =>
  `${saleId} ${itemId} ${variantId}`;
