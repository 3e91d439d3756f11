import type { BackOffice } from '../../back-office/back-office.ts';
import type { ReturnLine } from '../../back-office/lines.ts';
import { levelsOf, type Movement, movementsOf } from '../../back-office/stock.ts';
import { decimal, halfUp, MONEY, minorUnits, QUANTITY, units } from '../../decimals.ts';
import type { Fields } from '../../specification/answer.ts';
import { type Place, placeOf, placesOf, quantity } from '../../specification/ledger.ts';
import { type Merchant, type Row, rowsOf, type Movement as StoredMovement } from '../../specification/state.ts';
import { canonical } from '../../specification/text.ts';
import { type Ids, idsOf, unlisted } from './back-office.ts';

/** Takes over what a back-office file says about stock. Nothing else moves the items of the file. */

/** Quantities of the file are in ten-thousandths. */
const thousandths = ({ change }: Movement): bigint => change / 10n;

const placeIn = (ids: Ids, { store, item, variant }: Movement): Place => ({
  storeId: ids.store(store)?.id ?? 0,
  itemId: ids.item(item),
  variantId: ids.variant(item, variant),
});

const itemsOf = (ids: Ids, { items }: BackOffice): ReadonlySet<number> => new Set([...items.keys()].map(ids.item));

/** Levels of the file's items, which its sales, refunds, returns and opening stock have moved. stock_on_hand.levels */
export function withStock(merchant: Merchant, backOffice: BackOffice): Merchant {
  const ids = idsOf(merchant, backOffice);
  const own = itemsOf(ids, backOffice);
  const written = new Map(
    levelsOf(backOffice).map((level) => [placeOf(placeIn(ids, level)), thousandths(level)] as const),
  );
  const read = placesOf(merchant).filter((place) => !own.has(place.itemId) || written.has(placeOf(place)));
  const levels = new Map(read.map(placeOf).map((place) => [place, merchant.levels.get(place) ?? 0n]));
  for (const [place, level] of written) levels.set(place, level);
  return { ...merchant, levels };
}

const moved = (place: Place, change: bigint, unitCost: string | null): string =>
  `${placeOf(place)} ${quantity(change)} ${unitCost}`;

/** True if rows of the ledger are the file's movements at the places that count. stock.ledger_rows */
export function areOfFile(
  merchant: Merchant,
  backOffice: BackOffice,
  rows: readonly StoredMovement[],
  counts: (place: Place) => boolean,
): boolean {
  const ids = idsOf(merchant, backOffice);
  const own = itemsOf(ids, backOffice);
  const listed = rows
    .filter((row) => own.has(row.itemId) && counts(row))
    .map((row) => moved(row, units(row.change, QUANTITY), row.unitCost));
  const written = movementsOf(backOffice)
    .map((movement) => ({ ...movement, place: placeIn(ids, movement), change: thousandths(movement) }))
    .filter(({ place, change }) => change !== 0n && counts(place))
    .map(({ place, change, unitCost }) =>
      moved(place, change, unitCost ? canonical(unitCost, minorUnits(merchant.currency)) : null),
    );
  return listed.toSorted().join() === written.toSorted().join();
}

/** Purchase returns as the file has them; only ids, versions, times and generated numbers are taken as read. */
export function withReturns(merchant: Merchant, backOffice: BackOffice): Merchant {
  const ids = idsOf(merchant, backOffice);
  const read = new Map(rowsOf(merchant, 'purchaseReturns').map((row) => [row.externalId, row]));
  const written = backOffice.returns.map((one, index) =>
    returnOf(one, read.get(one.externalId) ?? unlisted(index), ids, merchant.currency),
  );
  const names = new Set<unknown>(written.map(({ externalId }) => externalId));
  const others = [...read.values()].filter(({ externalId }) => !names.has(externalId));
  const purchaseReturns = new Map([...others, ...written].map((row) => [row.id, row]));
  return { ...merchant, tables: { ...merchant.tables, purchaseReturns } };
}

function returnOf(one: ReturnLine, read: Row, ids: Ids, currency: string): Row {
  const entries = (read.lines ?? []) as readonly Fields[];
  const lines = one.lines.map((line, index) => lineOf(line, entries[index]?.id, ids, currency));
  const decimals = minorUnits(currency);
  return {
    ...read,
    externalId: one.externalId,
    supplierId: ids.supplier(one.supplier),
    storeId: ids.store(one.store)?.id,
    date: one.date,
    returnNo: one.number ?? read.returnNo,
    narration: one.narration ?? null,
    currency,
    lines,
    total: decimal(
      lines.reduce((sum, { total }) => sum + units(String(total), decimals), 0n),
      decimals,
    ),
  };
}

/** A line's total is quantity times cost, rounded half up once. purchases.rounding */
function lineOf(
  { item, variant, quantity: returned, unitCost }: ReturnLine['lines'][number],
  id: unknown,
  ids: Ids,
  currency: string,
): Fields {
  const decimals = minorUnits(currency);
  const exactly = units(returned, QUANTITY) * units(unitCost, MONEY);
  return {
    id,
    itemId: ids.item(item),
    variantId: ids.variant(item, variant),
    quantity: canonical(returned, 0),
    unitCost: canonical(unitCost, decimals),
    total: decimal(halfUp(exactly, 10n ** BigInt(QUANTITY + MONEY - decimals)), decimals),
  };
}
