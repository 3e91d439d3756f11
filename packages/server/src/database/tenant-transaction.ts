/** A row that a write would add to the stock ledger, with the level before and after. */
export interface TracedMovement {
  readonly storeId: number;
  readonly itemId: number;
  readonly variantId: number | null;
  readonly lineId: number;
  readonly change: string;
  readonly unitCost: string | null;
  readonly before: string;
  readonly after: string;
}

/** Outcome of a write that was rolled back, with the rows it would have added to the ledger. */
export interface Rehearsed<T> {
  readonly outcome: T;
  readonly movements: readonly TracedMovement[];
}
