import { readBackOffice } from '../../back-office/read-back-office.ts';
import { QUANTITY, units } from '../../decimals.ts';
import type { Caller } from '../../run/caller.ts';
import type { Expectations } from '../../run/expectations.ts';
import type { Fields } from '../../specification/answer.ts';
import { linesOf } from '../../specification/documents.ts';
import { grouped } from '../../specification/grouped.ts';
import { byTime, levelAt, type Place, placeOf, placesOf, shelfOf } from '../../specification/ledger.ts';
import { type Merchant, type Movement, withEntry } from '../../specification/state.ts';
import { areOfFile } from './back-office-stock.ts';

/** Rows of the ledger from before the merchant was read, which are taken over when a request lists them. */

const LEDGER_PAGE = /^\/items\/(\d+)\/stock\?(?:.*&)?storeId=(\d+)/;
const WHOLE_LEDGER = /^\/stock-movements\b/;

/** Histories of every item at every store. */
const whole = new WeakSet<Merchant['history']>();

interface Requested {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
}

/** The merchant with the earlier rows of the ledger that a request is about to list, or that its response depends on. */
export async function withHistory(
  t: Expectations,
  merchant: Merchant,
  caller: Caller,
  { method, url, body }: Requested,
): Promise<Merchant> {
  if (whole.has(merchant.history)) return merchant;
  if (method === 'GET' && WHOLE_LEDGER.test(url)) return withLedger(t, merchant, caller);
  let read = merchant;
  for (const shelf of method === 'GET' ? [url] : shelvesOf(merchant, url, body))
    read = await withShelf(t, read, caller, shelf);
  return read;
}

const ADJUSTMENT = /^\/stock-adjustments(?:\/(\d+))?/;

/** A count depends on the levels at its instant, another adjustment on those when it happened, and a void on its rows. */
function shelvesOf({ tables }: Merchant, url: string, body: unknown): string[] {
  const [isAdjustment, id] = ADJUSTMENT.exec(url) ?? [];
  const before = tables.stockAdjustments.get(Number(id));
  const row = { ...before, ...(body as Fields | undefined) };
  if (!isAdjustment || !(row.type === 0 || row.occurredAt || before?.status === 1)) return [];
  const items = new Set(Array.isArray(row.lines) ? linesOf(row).map(({ itemId }) => itemId) : []);
  return [...items].map((itemId) => `/items/${itemId}/stock?storeId=${row.storeId}`);
}

/** Rows of a ledger. The checks of every response report a wrong shape. */
const movementsAt = async (caller: Caller, url: string): Promise<Movement[]> =>
  (await caller.all(url)) as unknown as Movement[];

async function withLedger(t: Expectations, merchant: Merchant, caller: Caller): Promise<Merchant> {
  const rows = await movementsAt(caller, '/stock-movements');
  const history = grouped(earlierOf(merchant, rows), shelfOf);
  whole.add(history);
  const read = { ...merchant, history };
  const isSum = addUp(read, placesOf(read), rows);
  t.about('stock.ledger').check(isSum, 'GET /stock-movements: the movements do not add up to the stock on hand');
  checkAgainstFile(t, read, caller, rows, '/stock-movements', () => true);
  return read;
}

/** The rows from before the merchant was read. Those since then may have happened earlier. */
function earlierOf({ movements }: Merchant, rows: readonly Movement[]): Movement[] {
  const written = new Set(movements.map(requestOf));
  return rows.filter((row) => !written.has(requestOf(row)));
}

async function withShelf(t: Expectations, merchant: Merchant, caller: Caller, url: string): Promise<Merchant> {
  const [, itemId = 0, storeId = 0] = (LEDGER_PAGE.exec(url) ?? []).map(Number);
  const shelf = shelfOf({ storeId, itemId });
  const { tables, history } = merchant;
  if (!tables.items.has(itemId) || !tables.stores.has(storeId) || history.has(shelf)) return merchant;
  const rows = await movementsAt(caller, `/items/${itemId}/stock?storeId=${storeId}`);
  const read = { ...merchant, history: withEntry(history, shelf, earlierOf(merchant, rows)) };
  const places = placesOf(read).filter((place) => shelfOf(place) === shelf);
  t.about('stock.ledger').check(addUp(read, places, rows), `${url}: the movements do not add up to the stock on hand`);
  const unnamed = rows.map((row) => ({ ...row, itemId, storeId }));
  checkAgainstFile(t, read, caller, unnamed, url, (place) => shelfOf(place) === shelf);
  return read;
}

/**
 * The merchant with rows of one instant in the order of their ids, which the service chooses where several requests have
 * written them at once. stock.movements_order
 */
export async function withRowsInOrder(
  merchant: Merchant,
  written: readonly Movement[],
  caller: Caller,
): Promise<Merchant> {
  const shared = [...grouped(written, ({ at }) => at)].filter(([, rows]) => new Set(rows.map(requestOf)).size > 1);
  const places = new Map<string, number>();
  for (const [at] of shared) {
    const after = new Date(Date.parse(at) + 1).toISOString();
    const rows = await movementsAt(caller, `/stock-movements?from=${at}&to=${after}&order=asc`);
    for (const row of rows) if (!places.has(requestOf(row))) places.set(requestOf(row), places.size);
  }
  if (places.size === 0) return merchant;
  const placeOfRequest = (row: Movement): number => places.get(requestOf(row)) ?? 0;
  const inOrder = (one: Movement, other: Movement): number =>
    byTime(one, other) || placeOfRequest(one) - placeOfRequest(other);
  return { ...merchant, movements: merchant.movements.toSorted(inOrder) };
}

const requestOf = ({ correlationId }: Movement): string => String(correlationId);

/** The back office's file says which rows its items have. */
function checkAgainstFile(
  t: Expectations,
  merchant: Merchant,
  { merchant: { backOffice } }: Caller,
  rows: readonly Movement[],
  url: string,
  counts: (place: Place) => boolean,
): void {
  const isWritten = !backOffice || areOfFile(merchant, readBackOffice(backOffice), rows, counts);
  t.about('stock.ledger_rows').check(isWritten, `${url}: the movements are not those that the back office wrote`);
}

/** True if the level at each place is the sum of its rows. */
function addUp(merchant: Merchant, places: readonly Place[], rows: readonly Movement[]): boolean {
  const sums = new Map<string, bigint>();
  for (const row of rows) sums.set(placeOf(row), (sums.get(placeOf(row)) ?? 0n) + units(row.change, QUANTITY));
  return places.every((place) => (sums.get(placeOf(place)) ?? 0n) === levelAt(merchant, place));
}
