// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { decimal, exact, QUANTITY, units } from './decimals.ts';
import type { Fields } from './answer.ts';
import type { Call } from './call.ts';
import type { Merchant, Movement } from './state.ts';
import { pointerTo } from './streams.ts';

/** Stock is the sum of an append-only ledger. stock.ledger */

export interface Place {
  readonly storeId: number;
  readonly itemId: number;
  readonly variantId: number | null;
}

/** A change of the level at a place by one line of a document. */
export interface Move extends Place {
  readonly lineId: number;
  /** In thousandths. A change of zero is no row of the ledger. */
  readonly change: bigint;
  readonly unitCost: string | null;
}

/** The document that moves stock. */
export interface Mover {
  readonly kind: 'purchaseOrder' | 'stockAdjustment' | 'stockTransfer';
  readonly id: number;
  readonly reason?: string | null;
  /** Time of the request. */
  readonly at: string;
  /** The requirements that say what it moves. */
  readonly rules: readonly string[];
}

export const placeOf = ({ storeId, itemId, variantId }: Place): string => `${storeId} ${itemId} ${variantId}`;

/** An item with all its variants at a store. */
export const shelfOf = ({ storeId, itemId }: Omit<Place, 'variantId'>): string => `${storeId} ${itemId}`;

/** The level at a place, in thousandths. */
export const levelAt = ({ levels }: Merchant, place: Place): bigint => levels.get(placeOf(place)) ?? 0n;

/** Every place that has a level. */
export const placesOf = ({ levels }: Merchant): Place[] =>
  [...levels.keys()].map((name) => {
    const [storeId, itemId, variantId] = name.split(' ');
    return {
      storeId: Number(storeId),
      itemId: Number(itemId),
      variantId: variantId === 'null' ? null : Number(variantId),
    };
  });

/** A level or quantity as responses show it. */
export const quantity = (thousandths: bigint): string => exact(decimal(thousandths, QUANTITY)) ?? '0';

const byPlace = (one: Place, other: Place): number =>
  one.storeId - other.storeId || one.itemId - other.itemId || Number(one.variantId) - Number(other.variantId);

/** The merchant after a document has moved stock. Each row has its app and request. stock.ledger_rows, items.ledger */
export function withMovements(merchant: Merchant, call: Call, document: Mover, moves: readonly Move[]): Merchant {
  const levels = new Map(merchant.levels);
  // New levels of one request are in the order of their places. stock_on_hand.order
  for (const move of moves.toSorted(byPlace))
    levels.set(placeOf(move), (levels.get(placeOf(move)) ?? 0n) + move.change);
  const rows = moves
    .filter(({ change }) => change !== 0n)
    .map(
      ({ change, ...move }): Movement => ({
        ...move,
        id: undefined,
        change: quantity(change),
        documentKind: document.kind,
        documentId: document.id,
        reason: document.reason ?? null,
        appId: call.app.number,
        correlationId: call.choices.correlationId(),
        at: document.at,
        recordedAt: document.at,
        rules: document.rules,
      }),
    );
  return { ...merchant, levels, movements: [...merchant.movements, ...rows] };
}

/** The rows that a write adds to the ledger, as a dry run reports them. dry_run.movements */
export function movementsBetween(before: Merchant, after: Merchant): Fields[] {
  const levels = new Map(before.levels);
  return after.movements.slice(before.movements.length).map((movement) => {
    const { storeId, itemId, variantId, lineId, change, unitCost } = movement;
    const name = placeOf(movement);
    const from = levels.get(name) ?? 0n;
    const to = from + units(change, QUANTITY);
    levels.set(name, to);
    return { storeId, itemId, variantId, lineId, change, unitCost, before: quantity(from), after: quantity(to) };
  });
}

/** Compares rows by when they happened, the earliest first. */
export const byTime = (one: Movement, other: Movement): number => Number(one.at > other.at) - Number(one.at < other.at);

/** All known rows of an item at a store, newest first. */
export const rowsAt = ({ movements, history }: Merchant, shelf: string): Movement[] =>
  [...movements.filter((movement) => shelfOf(movement) === shelf).toReversed(), ...(history.get(shelf) ?? [])].sort(
    (one, other) => byTime(other, one),
  );

/** A row of the ledger, and its place in the order of time. */
export interface Ranked extends Fields {
  readonly rank: number;
  readonly movement: Movement;
}

const ledgers = new WeakMap<Merchant['movements'], { history: Merchant['history']; rows: readonly Ranked[] }>();

/** The whole ledger in the order of time, and rows of one instant in the order of their ids. stock.movements_order */
export function ledgerOf({ movements, history }: Merchant): readonly Ranked[] {
  const known = ledgers.get(movements);
  if (known?.history === history) return known.rows;
  const earlier = [...history.values()].flat().sort((one, other) => Number(one.id) - Number(other.id));
  const rows = [...earlier, ...movements].sort(byTime).map((movement, rank) => ({ rank, movement }));
  ledgers.set(movements, { history, rows });
  return rows;
}

/** The requirements behind a row's properties. */
export const PARTS_OF_ROWS = {
  unitCost: ['items.ledger', 'purchases.net_cost'],
  documentKind: 'items.ledger',
  documentId: 'items.ledger',
  lineId: 'items.ledger',
  reason: 'stock.movements',
  appId: 'items.ledger',
  correlationId: 'items.ledger',
  at: 'items.ledger',
  recordedAt: 'stock.recorded_at',
};

/** Rows as a response shows them, and the merchant with the ids of those that were not known. */
export function withIds(merchant: Merchant, rows: readonly Movement[], call: Call): { data: Fields[]; next: Merchant } {
  const ids = new Map(rows.map((row, index) => [row, row.id ?? call.choices.id(`${pointerTo(call, index)}/id`)]));
  const data = rows.map(({ rules: _, ...row }, index) => ({ ...row, id: ids.get(rows[index] as Movement) }));
  const movements = merchant.movements.map((row) =>
    row.id === undefined && ids.has(row) ? { ...row, id: ids.get(row) } : row,
  );
  return { data, next: { ...merchant, movements } };
}
