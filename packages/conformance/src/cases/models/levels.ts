import { QUANTITY, units } from '../../decimals.ts';
import { minus, plus } from './quantities.ts';

/** What can be bought, moved and counted: an item, or one variant of it. */
export interface Product {
  readonly itemId: number;
  readonly variantId: number | null;
}

/** One change of what is on hand. */
export interface Move extends Product {
  readonly storeId: number;
  readonly change: string;
  readonly document: number;
  readonly lineId: number;
}

export type Place = Product & { readonly storeId: number };

const keyOf = ({ storeId, itemId, variantId }: Place): string => `${storeId} ${itemId} ${variantId}`;

/** What is on hand, what moved it, and what it cost: the model of the ledger. */
export class Levels {
  readonly moves: Move[] = [];
  readonly #levels = new Map<string, string>();
  readonly #costs = new Map<string, string>();

  at(place: Place): string {
    return this.#levels.get(keyOf(place)) ?? '0';
  }

  move(move: Move): void {
    if (units(move.change, QUANTITY) === 0n) return;
    this.moves.push(move);
    this.#levels.set(keyOf(move), plus(this.at(move), move.change));
  }

  bought({ itemId, variantId }: Product, unitCost: string): void {
    this.#costs.set(`${itemId} ${variantId}`, unitCost);
  }

  /** What it was last bought for. */
  costOf({ itemId, variantId }: Product): string | null {
    return this.#costs.get(`${itemId} ${variantId}`) ?? null;
  }

  sum(places: readonly Place[]): string {
    return places.reduce((total, place) => plus(total, this.at(place)), '0');
  }
}

export const opposite = (quantity: string): string => minus('0', quantity);
