import { dayAt } from '../specification/days.ts';
import type {
  ItemLine,
  Line,
  OpeningStockLine,
  OpenOrderLine,
  ReturnLine,
  StoreLine,
  SupplierLine,
  TradeLine,
} from './lines.ts';

/** A sale or refund with the business day of its store. */
export interface Trade extends TradeLine {
  readonly day: string;
}

/** Records that lines reference, by externalId. */
export interface References {
  readonly stores: ReadonlyMap<string, StoreLine>;
  readonly items: ReadonlyMap<string, ItemLine>;
  readonly suppliers: ReadonlyMap<string, SupplierLine>;
}

/** All records in a merchant's back-office file. */
export class BackOffice {
  readonly stores: ReadonlyMap<string, StoreLine>;
  readonly items: ReadonlyMap<string, ItemLine>;
  readonly suppliers: ReadonlyMap<string, SupplierLine>;
  readonly trade: readonly Trade[];
  readonly openings: readonly OpeningStockLine[];
  readonly returns: readonly ReturnLine[];
  /** The last line of each open order. */
  readonly openOrders: readonly OpenOrderLine[];
  /** First and last business day on which the merchant has exactly these sales. */
  readonly from: string;
  readonly to: string;

  constructor(
    lines: readonly Line[],
    references: References,
    period: { readonly from?: string; readonly to?: string },
  ) {
    this.stores = references.stores;
    this.items = references.items;
    this.suppliers = references.suppliers;
    const sold = firsts(lines.filter((line): line is TradeLine => line.type === 'sale' || line.type === 'refund'));
    this.trade = sold.map((line) => ({ ...line, day: dayAt(line.at, this.store(line.store).timezone) }));
    this.openings = firsts(lines.filter((line) => line.type === 'openingStock'));
    this.returns = firsts(lines.filter((line) => line.type === 'purchaseReturn'));
    const orders = lines.filter((line) => line.type === 'openOrder');
    this.openOrders = [...new Map(orders.map((order) => [order.externalId, order])).values()];
    const days = this.trade.map(({ day }) => day).toSorted();
    this.from = period.from ?? days[0] ?? '';
    this.to = period.to ?? days.at(-1) ?? '';
  }

  store(externalId: string): StoreLine {
    return this.stores.get(externalId) as StoreLine;
  }

  item(externalId: string): ItemLine {
    return this.items.get(externalId) as ItemLine;
  }
}

/** Keeps the first line of each externalId. Later ones change nothing. */
function firsts<Known extends Line>(lines: readonly Known[]): Known[] {
  const seen = new Set<string>();
  return lines.filter(({ type, externalId }) => {
    const key = `${type} ${externalId}`;
    return !seen.has(key) && seen.add(key);
  });
}
