import { QUANTITY, units } from '../../decimals.ts';
import { minus, plus } from './quantities.ts';

/** A product with stock: an item, or one of its variants. */
export interface Product {
  readonly itemId: number;
  readonly variantId: number | null;
}

/** One movement of stock. */
export interface Move extends Product {
  readonly storeId: number;
  readonly change: string;
  readonly document: number;
  readonly lineId: number;
}

export type Place = Product & { readonly storeId: number };

const keyOf = ({ storeId, itemId, variantId }: Place): string => `${storeId} ${itemId} ${variantId}`;

/** The model of the ledger: levels, movements and costs. */
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

  /** Unit cost of the last purchase. */
  costOf({ itemId, variantId }: Product): string | null {
    return this.#costs.get(`${itemId} ${variantId}`) ?? null;
  }

  sum(places: readonly Place[]): string {
    return places.reduce((total, place) => plus(total, this.at(place)), '0');
  }
}

export const opposite = (quantity: string): string => minus('0', quantity);
