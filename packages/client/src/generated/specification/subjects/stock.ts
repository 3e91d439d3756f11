// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { decimal, halfUp, MONEY, minorUnits, QUANTITY, units } from '../decimals.ts';
import type { Fields } from '../answer.ts';
import type { Call, HandlerResult, Handlers } from '../call.ts';
import {
  ledgerOf,
  levelAt,
  type Place,
  placeOf,
  placesOf,
  quantity,
  type Ranked,
  shelfOf,
  withIds,
} from '../ledger.ts';
import { type ListKind, listed } from '../lists.ts';
import { asApplied, instantOf, isFrom, requireInstants, shownInstant } from '../ranges.ts';
import { found } from '../records.ts';
import type { Merchant, Row } from '../state.ts';

/** Stock on hand, and the movements that add up to it. */

/** Lists of the ledger, in the order of time. lists.total_counted, stock.movements_order */
const BY_TIME = {
  isCounted: () => false,
  sort: 'at',
  sorts: { at: ({ rank }: Ranked) => rank },
  key: ({ rank }: Ranked) => rank,
  show: (row: Ranked) => row,
};

const HAPPENED = ['from', 'to'] as const;

/** The whole ledger. */
const MOVEMENTS: ListKind<Ranked> = {
  ...BY_TIME,
  rows: ledgerOf,
  filters: {
    storeId: ({ movement }, ids) => (ids as readonly number[]).includes(movement.storeId),
    itemId: ({ movement }, id) => movement.itemId === id,
    documentKind: ({ movement }, kind) => movement.documentKind === kind,
    documentId: ({ movement }, id) => movement.documentId === id,
    from: ({ movement }, from) => isFrom(movement.at, from),
    to: ({ movement }, to) => !isFrom(movement.at, to),
  },
  bound: (query) => asApplied(HAPPENED, query),
};

function listedMovements(kind: ListKind<Ranked>, call: Call, merchant: Merchant) {
  const page = listed(kind, call, merchant);
  const rows = (page.body.data as readonly Ranked[]).map(({ movement }) => movement);
  const { data, next } = withIds(page.merchant, rows, call);
  return { ...page, body: { ...page.body, data }, merchant: next };
}

/** Movements of an item at a store: all, or those until an instant and as they were known at one. stock.at, stock.known_at */
const SHELF: ListKind<Ranked> = {
  ...BY_TIME,
  rows: (merchant, { id, query }) =>
    ledgerOf(merchant)
      .filter(({ movement }) => movement.itemId === id && movement.storeId === Number(query.storeId))
      .map(({ movement }, rank) => ({ movement, rank })),
  filters: {
    at: ({ movement }, at) => instantOf(movement.at) <= instantOf(at),
    knownAt: ({ movement }, knownAt) => instantOf(movement.recordedAt) <= instantOf(knownAt),
  },
  bound: ({ at, knownAt, ...others }) => ({ ...others, at: shownInstant(at), knownAt: shownInstant(knownAt) }),
  order: 'desc',
};

function itemStock(call: Call, merchant: Merchant): HandlerResult {
  const { at, knownAt } = call.query;
  const storeId = Number(call.query.storeId);
  // A cursor of another list is rejected before the item is looked for. http.order_of_checks
  const page = listedMovements(SHELF, call, merchant);
  const { id: itemId } = found(merchant, 'items', call.id);
  found(merchant, 'stores', storeId);
  const shelf = shelfOf({ storeId, itemId });
  const places = placesOf(merchant).filter((place) => shelfOf(place) === shelf);
  const levels = places.map((place) => ({ ...place, level: levelThen(call, merchant, place) }));
  const body = {
    itemId,
    storeId,
    at: shownInstant(at),
    knownAt: shownInstant(knownAt),
    onHand: quantity(levels.reduce((sum, { level }) => sum + level, 0n)),
    variants: levels
      .flatMap(({ variantId, level }) => (variantId === null ? [] : [{ variantId, onHand: quantity(level) }]))
      .toSorted((one, other) => one.variantId - other.variantId),
    ...page.body,
  };
  return { ...page, body, rule: 'stock.ledger_rows' };
}

/** The level at a place, which at an instant is the sum of the movements that had happened and were known. */
function levelThen({ query: { at, knownAt } }: Call, merchant: Merchant, place: Place): bigint {
  if (at === undefined && knownAt === undefined) return levelAt(merchant, place);
  return ledgerOf(merchant)
    .map(({ movement }) => movement)
    .filter((row) => placeOf(row) === placeOf(place))
    .filter((row) => at === undefined || instantOf(row.at) <= instantOf(at))
    .filter((row) => knownAt === undefined || instantOf(row.recordedAt) <= instantOf(knownAt))
    .reduce((sum, { change }) => sum + units(change, QUANTITY), 0n);
}

interface Level extends Fields, Place {
  /** Place among the levels of the item: the order in which they were first moved or counted. */
  readonly rank: number;
}

interface Priced {
  readonly id: number;
  readonly name: string;
  readonly cost: string | null;
}

/** reports.stock_on_hand: a row for each item or variant at each store where it has been moved or counted. */
function levelsOf(merchant: Merchant, { stores: seen }: Call): Level[] {
  const ranks = new Map<number, number>();
  return placesOf(merchant).flatMap((place) => {
    const rank = ranks.get(place.itemId) ?? 0;
    ranks.set(place.itemId, rank + 1);
    return (seen?.has(place.storeId) ?? true) ? [{ ...levelRow(merchant, place), rank }] : [];
  });
}

function levelRow(merchant: Merchant, place: Place): Place & Fields {
  const item = found(merchant, 'items', place.itemId) as Row & Priced;
  const variants = item.variants as readonly Priced[];
  const variant = variants.find(({ id }) => id === place.variantId);
  const onHand = levelAt(merchant, place);
  const unitCost = variant?.cost ?? item.cost;
  return {
    ...place,
    itemCode: item.itemCode,
    name: item.name,
    variantName: variant?.name ?? null,
    onHand: quantity(onHand),
    currency: item.currency,
    unitCost,
    value: unitCost === null ? null : worth(onHand, unitCost, minorUnits(item.currency)),
  };
}

/** Level times cost, rounded half away from zero. stock_on_hand.value */
function worth(onHand: bigint, unitCost: string, decimals: number): string {
  const exact = onHand * units(unitCost, MONEY);
  const size = halfUp(exact < 0n ? -exact : exact, 10n ** BigInt(QUANTITY + MONEY - decimals));
  return decimal(exact < 0n ? -size : size, decimals);
}

const STOCK_ON_HAND: ListKind<Level> = {
  rows: levelsOf,
  filters: { storeId: 'among', itemId: 'among' },
  // stock_on_hand.order
  sort: 'itemId',
  order: 'asc',
  sorts: { itemId: ({ itemId }) => itemId },
  key: ({ rank }) => rank,
  show: ({ rank: _, ...row }) => row,
};

export const STOCK_HANDLERS: Handlers = {
  getItemStock: itemStock,
  listStockMovements: (call, merchant) => {
    requireInstants(HAPPENED, call);
    return { ...listedMovements(MOVEMENTS, call, merchant), rule: 'stock.movements' };
  },
  listStockOnHand: (call, merchant) => ({ ...listed(STOCK_ON_HAND, call, merchant), rule: 'reports.stock_on_hand' }),
};
