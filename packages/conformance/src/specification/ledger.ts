import { decimal, exact, QUANTITY, units } from '../decimals.ts';
import type { Fields } from './answer.ts';
import type { Call } from './call.ts';
import { linesOf } from './documents.ts';
import type { Merchant, Movement } from './state.ts';
import { pointerTo } from './streams.ts';

/** Stock is the sum of an append-only ledger. stock.ledger */

export interface Place {
  readonly storeId: number;
  readonly itemId: number;
  readonly variantId: number | null;
}

/** A line's change of the level at a place. */
export interface Move extends Place {
  readonly lineId: number;
  /** In thousandths. A change of zero is no row of the ledger. */
  readonly change: bigint;
  readonly unitCost: string | null;
  /** When it happened, if not at the document's instant. */
  readonly at?: string;
}

/** The document that moves stock. */
export interface Mover {
  readonly kind: 'purchaseOrder' | 'stockAdjustment' | 'stockTransfer';
  readonly id: number;
  readonly reason?: string | null;
  /** When it moves stock, if not at the time of the request. */
  readonly at?: string | undefined;
  /** Time of the request. */
  readonly recordedAt: string;
}

export const placeOf = ({ storeId, itemId, variantId }: Place): string => `${storeId} ${itemId} ${variantId}`;

/** An item with all its variants at a store. */
export const shelfOf = ({ storeId, itemId }: Omit<Place, 'variantId'>): string => `${storeId} ${itemId}`;

/** The level at a place, in thousandths. */
export const levelAt = ({ levels }: Merchant, place: Place): bigint => levels.get(placeOf(place)) ?? 0n;

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

/** Level at a place at an instant, in thousandths: the present level less later movements. stock.at */
export const levelAtInstant = (merchant: Merchant, place: Place, at: string): bigint =>
  ledgerOf(merchant)
    .map(({ movement }) => movement)
    .filter((row) => row.at > at && placeOf(row) === placeOf(place))
    .reduce((level, { change }) => level - units(change, QUANTITY), levelAt(merchant, place));

/** A posted count of a place: its document and line, and when it holds. */
interface Count extends Pick<Movement, 'documentId' | 'lineId' | 'reason' | 'at'> {}

/** The first posted count of a place after an instant, whether it moved stock or not. stock.late_movements, stock.still_counts */
function firstCount({ tables }: Merchant, place: Place, at: string): Count | undefined {
  const counts = [...tables.stockAdjustments.values()].flatMap((row): Count[] => {
    const isLater = row.type === 0 && row.status === 1 && String(row.countedAt) > at;
    if (!isLater || Number(row.storeId) !== place.storeId) return [];
    const line = linesOf(row).find((one) => one.itemId === place.itemId && one.variantId === place.variantId);
    const reason = row.reason as string | null;
    return line ? [{ documentId: row.id, lineId: line.id, reason, at: String(row.countedAt) }] : [];
  });
  return counts.toSorted((one, other) => byTime(one, other) || Number(one.documentId) - Number(other.documentId))[0];
}

/**
 * The merchant after a document has moved stock. Each row has its app and request. A count after a row takes it back at its
 * own instant, so that it and all later ones stay right. stock.ledger_rows, items.ledger, stock.late_movements
 */
export function withMovements(merchant: Merchant, call: Call, document: Mover, moves: readonly Move[]): Merchant {
  const { recordedAt, at = recordedAt } = document;
  const [appId, correlationId] = [call.app.number, call.choices.correlationId()];
  const rows = moves
    .filter(({ change }) => change !== 0n)
    .map(
      ({ change, ...move }): Movement => ({
        at,
        ...move,
        id: undefined,
        change: quantity(change),
        documentKind: document.kind,
        documentId: document.id,
        reason: document.reason ?? null,
        appId,
        correlationId,
        recordedAt,
      }),
    );
  const corrections = rows.flatMap((row): Movement[] => {
    const count = firstCount(merchant, row, row.at);
    if (!count) return [];
    const change = quantity(-units(row.change, QUANTITY));
    return [{ ...row, ...count, change, unitCost: null, documentKind: 'stockAdjustment' }];
  });
  const levels = new Map(merchant.levels);
  // New levels of one request are in the order of their places. stock_on_hand.order
  for (const move of moves.toSorted(byPlace))
    levels.set(placeOf(move), (levels.get(placeOf(move)) ?? 0n) + move.change);
  for (const row of corrections)
    levels.set(placeOf(row), (levels.get(placeOf(row)) ?? 0n) + units(row.change, QUANTITY));
  return { ...merchant, levels, movements: [...merchant.movements, ...rows, ...corrections] };
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
export const byTime = (one: Pick<Movement, 'at'>, other: Pick<Movement, 'at'>): number =>
  Number(one.at > other.at) - Number(one.at < other.at);

/** A row of the ledger, and its place in the order of time. */
export interface Ranked extends Fields {
  readonly rank: number;
  readonly movement: Movement;
}

/** The known rows in the order in which they were written. */
export function knownRows({ movements, history }: Pick<Merchant, 'movements' | 'history'>): Movement[] {
  const earlier = [...history.values()].flat().sort((one, other) => Number(one.id) - Number(other.id));
  return [...earlier, ...movements];
}

const ledgers = new WeakMap<Merchant['movements'], { history: Merchant['history']; rows: readonly Ranked[] }>();

/** The whole ledger in the order of time, and rows of one instant in the order of their ids. stock.movements_order */
export function ledgerOf({ movements, history }: Merchant): readonly Ranked[] {
  const known = ledgers.get(movements);
  if (known?.history === history) return known.rows;
  const rows = knownRows({ movements, history })
    .sort(byTime)
    .map((movement, rank) => ({ rank, movement }));
  ledgers.set(movements, { history, rows });
  return rows;
}

/** Rows as responses show them, and the merchant with the ids that became known. */
export function withIds(merchant: Merchant, rows: readonly Movement[], call: Call): { data: Fields[]; next: Merchant } {
  const ids = new Map(rows.map((row, index) => [row, row.id ?? call.choices.id(`${pointerTo(call, index)}/id`)]));
  const data = rows.map((row, index) => ({ ...row, id: ids.get(rows[index] as Movement) }));
  const movements = merchant.movements.map((row) =>
    row.id === undefined && ids.has(row) ? { ...row, id: ids.get(row) } : row,
  );
  return { data, next: { ...merchant, movements } };
}
