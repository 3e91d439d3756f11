import type { DayFigures, DayRow, ItemRow } from '../specification/sales.ts';
import * as sales from '../specification/sales.ts';
import type { BackOffice, Trade } from './back-office.ts';

/** Expected figures of reports, computed only from the file, in shortest decimals. */

export interface Asked {
  readonly from: string;
  readonly to: string;
  /** Stores by externalId; all of them by default. */
  readonly stores?: readonly string[] | undefined;
}

/** A store's currency in the file; undefined means the company's. */
type Currency = string | undefined;

export const tradeOf = (backOffice: BackOffice, { from, to, stores }: Asked): Trade[] =>
  backOffice.trade.filter(({ day, store }) => day >= from && day <= to && (!stores || stores.includes(store)));

/** One row for each store and day with sales or refunds. */
export const daysOf = (backOffice: BackOffice, asked: Asked): DayRow<string>[] =>
  sales.daysOf(tradeOf(backOffice, asked));

/** Sums of a period by currency. */
export const totalsOf = (backOffice: BackOffice, asked: Asked): Map<Currency, DayFigures> =>
  sales.totalsOf(tradeOf(backOffice, asked), (store) => backOffice.store(store).currency);

/** One row for each item, or variant, and currency. */
export const itemsOf = (backOffice: BackOffice, asked: Asked): ItemRow<string, Currency>[] =>
  sales.itemsOf(tradeOf(backOffice, asked), (store) => backOffice.store(store).currency);
