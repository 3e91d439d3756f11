// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { decimal, halfUp, MONEY, minorUnits, QUANTITY, units } from '../decimals.ts';
import type { Fields } from '../answer.ts';
import type { Call, Handlers, Outcome } from '../call.ts';
import { levelAt, type Place, placesOf, quantity, rowsAt, shelfOf } from '../ledger.ts';
import { LARGEST_PAGE, type ListKind, listed } from '../lists.ts';
import { found } from '../records.ts';
import type { Merchant, Movement, Row } from '../state.ts';

/** Stock on hand, and the movements behind it. */

/** Movements are counted up to this many. lists.total_counted */
const MOST_COUNTED = 1000;

function itemStock(call: Call, merchant: Merchant): Outcome {
  const { page, limit } = call.query as { page: number; limit: number };
  const storeId = Number(call.query.storeId);
  const { id: itemId } = found(merchant, 'items', call.id);
  found(merchant, 'stores', storeId);
  const shelf = shelfOf({ storeId, itemId });
  const places = placesOf(merchant).filter((place) => shelfOf(place) === shelf);
  const known = rowsAt(merchant, shelf);
  const rows = known.slice((page - 1) * limit, page * limit);
  const ids = new Map(rows.map((row, index) => [row, row.id ?? call.choices.id(`/data/${index}/id`)]));
  const pagination = {
    page: Math.min(page, LARGEST_PAGE),
    limit,
    total: Math.min(known.length, MOST_COUNTED),
    totalIsExact: known.length <= MOST_COUNTED,
    hasMore: known.length > page * limit,
    nextCursor: null,
  };
  const body = {
    itemId,
    storeId,
    onHand: quantity(places.reduce((sum, place) => sum + levelAt(merchant, place), 0n)),
    variants: places
      .flatMap((place) =>
        place.variantId === null ? [] : [{ variantId: place.variantId, onHand: levelOf(merchant, place) }],
      )
      .toSorted((one, other) => one.variantId - other.variantId),
    data: rows.map((row) => ledgerRow(row, ids.get(row))),
    pagination,
  };
  const causes = known[0]?.rules ?? [];
  return {
    body,
    merchant: withIds(merchant, ids),
    rule: ['stock.ledger_rows', ...causes, ...ASKED],
    parts: { ...PARTS, onHand: ['stock.ledger', ...causes, ...ASKED], change: ['stock.ledger_rows', ...causes] },
  };
}

const levelOf = (merchant: Merchant, place: Place): string => quantity(levelAt(merchant, place));

const ledgerRow = ({ storeId: _, itemId: __, rules: ___, ...row }: Movement, id: number | undefined): Fields => ({
  ...row,
  id,
});

/** The ledger with the ids of rows that have been read. */
const withIds = (merchant: Merchant, ids: ReadonlyMap<Movement, number>): Merchant => ({
  ...merchant,
  movements: merchant.movements.map((row) =>
    row.id === undefined && ids.has(row) ? { ...row, id: ids.get(row) } : row,
  ),
});

const ASKED = ['op.getItemStock.call', 'op.getItemStock.param.storeId'];

const PARTS = {
  order: ['items.ledger', ...ASKED],
  variants: 'items.ledger',
  total: 'lists.total_counted',
  totalIsExact: 'lists.total_counted',
  unitCost: 'items.ledger',
  documentKind: 'items.ledger',
  documentId: 'items.ledger',
  lineId: 'items.ledger',
  appId: 'items.ledger',
  correlationId: 'items.ledger',
  at: 'items.ledger',
};

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

const isIn = (ids: unknown, id: number): boolean => (ids as readonly unknown[]).map(Number).includes(id);

const STOCK_ON_HAND: ListKind<Level> = {
  rows: levelsOf,
  filters: { storeId: ({ storeId }, ids) => isIn(ids, storeId), itemId: ({ itemId }, ids) => isIn(ids, itemId) },
  rules: { storeId: 'stock_on_hand.filters', itemId: 'stock_on_hand.filters' },
  // stock_on_hand.order
  sort: 'itemId',
  order: 'asc',
  sorts: { itemId: ({ itemId }) => itemId },
  key: ({ rank }) => rank,
  parts: {
    order: 'stock_on_hand.order',
    unitCost: 'stock_on_hand.value',
    value: 'stock_on_hand.value',
    '*': 'reports.stock_on_hand',
  },
  show: ({ rank: _, ...row }) => row,
};

export const STOCK_HANDLERS: Handlers = {
  getItemStock: itemStock,
  listStockOnHand: (call, merchant) => {
    const outcome = listed(STOCK_ON_HAND, call, merchant);
    const onHand = ['stock_on_hand.levels', 'stock.ledger', ...(merchant.movements.at(-1)?.rules ?? [])];
    return { ...outcome, parts: { ...outcome.parts, onHand } };
  },
};
