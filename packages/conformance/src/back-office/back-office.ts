import { dayAt } from '../specification/days.ts';
import type {
  Goods,
  ItemLine,
  Line,
  OpeningStockLine,
  OpenOrderLine,
  ReceiptLine,
  ReturnLine,
  StoreLine,
  SupplierLine,
  TradeLine,
} from './lines.ts';

/** A line of a receipt with the stock that one piece moves. */
export interface MovedLine extends ReceiptLine {
  readonly parts: readonly Goods[];
}

/** A sale or refund with the business day of its store. */
export interface Trade extends TradeLine {
  readonly day: string;
  readonly lines: readonly MovedLine[];
}

/** Records that lines reference, by externalId. */
export type References = Pick<BackOffice, 'stores' | 'items' | 'suppliers'>;

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
    this.trade = movedBy(lines).map((line) => ({ ...line, day: dayAt(line.at, this.store(line.store).timezone) }));
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

const isTrade = (line: Line): line is TradeLine => line.type === 'sale' || line.type === 'refund';

/**
 * Sales and refunds with the stock that they move: a sale that of its items as they were, or of the components on its lines; a
 * refund that of its sale. stock_on_hand.refunds, stock_on_hand.components
 */
function movedBy(lines: readonly Line[]): Omit<Trade, 'day'>[] {
  const items = new Map<string, ItemLine>();
  const sales = new Map<string, readonly MovedLine[]>();
  const known = new Set<Line>(firsts(lines.filter(isTrade)));
  return lines.flatMap((line) => {
    if (line.type === 'item') items.set(line.externalId, { ...items.get(line.externalId), ...line });
    if (!isTrade(line) || !known.has(line)) return [];
    const ofSale = sales.get(line.sale ?? '') ?? [];
    const moved = line.lines.map((sold) => {
      const taken = ofSale.find(({ item, variant }) => item === sold.item && variant === sold.variant);
      return { ...sold, parts: taken?.parts ?? partsOf(sold, items) };
    });
    if (line.type === 'sale') sales.set(line.externalId, moved);
    return [{ ...line, lines: moved }];
  });
}

/** The item itself or, of a combo, its components, without those that do not track stock. */
function partsOf({ item, variant, components }: ReceiptLine, items: ReadonlyMap<string, ItemLine>): Goods[] {
  const { itemType, trackStock, components: own = [] } = items.get(item) ?? {};
  if (itemType === 2) return (components ?? own).filter((part) => items.get(part.item)?.trackStock);
  return trackStock ? [{ item, variant: variant ?? null, quantity: '1' }] : [];
}

/** Keeps the first line of each externalId. Later ones change nothing. */
function firsts<Known extends Line>(lines: readonly Known[]): Known[] {
  const seen = new Set<string>();
  return lines.filter(({ type, externalId }) => {
    const key = `${type} ${externalId}`;
    return !seen.has(key) && seen.add(key);
  });
}
