import { QUANTITY, units } from '../decimals.ts';
import type { Caller } from '../engine/caller.ts';
import type { Expectations } from '../engine/expectations.ts';
import { levelAt, placeOf, placesOf, rowsAt, shelfOf } from '../specification/ledger.ts';
import { type Merchant, type Movement, withEntry } from '../specification/state.ts';

/** Rows of the ledger from before the merchant was read, which are taken over when a request lists them. */

const LEDGER_PAGE = /^\/items\/(\d+)\/stock\?(?:.*&)?storeId=(\d+)/;

/** The merchant with the earlier rows of the ledger that a request is about to list. */
export async function withHistory(t: Expectations, merchant: Merchant, caller: Caller, url: string): Promise<Merchant> {
  const [, itemId = 0, storeId = 0] = (LEDGER_PAGE.exec(url) ?? []).map(Number);
  const shelf = shelfOf({ storeId, itemId });
  const { tables, history } = merchant;
  if (!tables.items.has(itemId) || !tables.stores.has(storeId) || history.has(shelf)) return merchant;
  const rows = await rowsOf(caller, itemId, storeId);
  const earlier = rows.slice(rowsAt(merchant, shelf).length);
  const whole = { ...merchant, history: withEntry(history, shelf, earlier) };
  t.checkAlso('stock.ledger', isSum(whole, shelf), `${url}: the movements do not add up to the stock on hand`);
  return whole;
}

interface LedgerPage {
  readonly data: readonly Omit<Movement, 'storeId' | 'itemId'>[];
  readonly pagination: { readonly hasMore: boolean };
}

async function rowsOf(caller: Caller, itemId: number, storeId: number): Promise<Movement[]> {
  const rows: Movement[] = [];
  for (let page = 1, hasMore = true; hasMore; page += 1) {
    const { body } = await caller.get(`/items/${itemId}/stock?storeId=${storeId}&limit=100&page=${page}`);
    const { data = [], pagination } = body as Partial<LedgerPage>;
    rows.push(...data.map((row) => ({ ...row, storeId, itemId })));
    hasMore = pagination?.hasMore ?? false;
  }
  return rows;
}

/** True if the level of the item and of each variant is the sum of its rows. */
const isSum = (merchant: Merchant, shelf: string): boolean =>
  placesOf(merchant)
    .filter((place) => shelfOf(place) === shelf)
    .every((place) => {
      const rows = rowsAt(merchant, shelf).filter((row) => placeOf(row) === placeOf(place));
      return rows.reduce((sum, { change }) => sum + units(change, QUANTITY), 0n) === levelAt(merchant, place);
    });
