import type { BackOffice, Trade } from './back-office.ts';
import { textOf, unitsOf } from './decimal.ts';
import { type OrderedLine, PAYMENT_KINDS, type PaymentKind } from './lines.ts';

/** Expected figures of reports, computed only from the file, in shortest decimals. */

export interface Amounts {
  readonly gross: string;
  readonly discounts: string;
  readonly tax: string;
  readonly refunds: string;
  readonly net: string;
}

export interface DayFigures extends Amounts {
  readonly orders: number;
  readonly refundOrders: number;
  readonly payments: Readonly<Record<PaymentKind, string>>;
}

export interface ItemFigures extends Amounts {
  readonly quantity: string;
  readonly refundedQuantity: string;
}

export interface DayRow extends DayFigures {
  readonly store: string;
  readonly date: string;
}

export interface ItemRow extends ItemFigures {
  readonly item: string;
  readonly variant: string | null;
  /** The store's currency in the file; undefined means the company's. */
  readonly currency: string | undefined;
}

export interface Asked {
  readonly from: string;
  readonly to: string;
  /** Stores by externalId; all of them by default. */
  readonly stores?: readonly string[] | undefined;
}

type Sums<Key extends string> = Readonly<Record<Key, bigint>>;

const sum = <T>(all: readonly T[], of: (one: T) => bigint): bigint => all.reduce((total, one) => total + of(one), 0n);

const texts = <Key extends string>(sums: Sums<Key>): Record<Key, string> =>
  Object.fromEntries(Object.entries<bigint>(sums).map(([name, units]) => [name, textOf(units)])) as Record<Key, string>;

interface SoldLine {
  readonly kind: 'sale' | 'refund';
  readonly line: OrderedLine;
}

const linesSold = (trade: readonly Trade[]): (SoldLine & Trade)[] =>
  trade.flatMap((one) => one.lines.map((line) => ({ ...one, kind: one.type, line })));

/** Refunds are reported separately, but their tax reduces the tax. */
function amountsOf(soldLines: readonly SoldLine[]): Amounts {
  const sold = soldLines.filter(({ kind }) => kind === 'sale').map(({ line }) => line);
  const back = soldLines.filter(({ kind }) => kind === 'refund').map(({ line }) => line);
  const taxOf = ({ tax = '0' }: OrderedLine) => unitsOf(tax);
  const discountOf = ({ discount = '0' }: OrderedLine) => unitsOf(discount);
  const gross = sum(sold, (line) => unitsOf(line.gross));
  const discounts = sum(sold, discountOf);
  const refunds = sum(back, (line) => unitsOf(line.gross) - discountOf(line));
  const tax = sum(sold, taxOf) - sum(back, taxOf);
  return texts({ gross, discounts, tax, refunds, net: gross - discounts - refunds - tax });
}

function dayFigures(trade: readonly Trade[]): DayFigures {
  const signed = ({ type, payments = [] }: Trade, kind: PaymentKind) => {
    const paid = sum(
      payments.filter((payment) => payment.kind === kind),
      ({ amount }) => unitsOf(amount),
    );
    return type === 'sale' ? paid : -paid;
  };
  const payments = Object.fromEntries(
    PAYMENT_KINDS.map((kind) => [kind, textOf(sum(trade, (one) => signed(one, kind)))]),
  ) as Record<PaymentKind, string>;
  const orders = trade.filter(({ type }) => type === 'sale').length;
  return { orders, refundOrders: trade.length - orders, ...amountsOf(linesSold(trade)), payments };
}

export const tradeOf = (backOffice: BackOffice, { from, to, stores }: Asked): Trade[] =>
  backOffice.trade.filter(({ day, store }) => day >= from && day <= to && (!stores || stores.includes(store)));

/** One row for each store and day with sales or refunds. */
export function daysOf(backOffice: BackOffice, asked: Asked): DayRow[] {
  const groups = Map.groupBy(tradeOf(backOffice, asked), ({ day, store }) => `${day} ${store}`);
  return [...groups.values()].flatMap((trade) => {
    const [first] = trade;
    return first ? [{ store: first.store, date: first.day, ...dayFigures(trade) }] : [];
  });
}

/** Sums of a period by currency. */
export function totalsOf(backOffice: BackOffice, asked: Asked): Map<string | undefined, DayFigures> {
  const groups = Map.groupBy(tradeOf(backOffice, asked), ({ store }) => backOffice.store(store).currency);
  return new Map([...groups].map(([currency, trade]) => [currency, dayFigures(trade)]));
}

/** One row for each item, or variant, and currency. */
export function itemsOf(backOffice: BackOffice, asked: Asked): ItemRow[] {
  const currencyAt = (store: string) => backOffice.store(store).currency;
  const groups = Map.groupBy(
    linesSold(tradeOf(backOffice, asked)),
    ({ line, store }) => `${line.item}/${line.variant ?? ''}/${currencyAt(store) ?? ''}`,
  );
  return [...groups.values()].flatMap((soldLines) => {
    const [first] = soldLines;
    if (!first) return [];
    const quantityOf = (kind: 'sale' | 'refund') =>
      textOf(
        sum(
          soldLines.filter((one) => one.kind === kind),
          ({ line }) => unitsOf(line.quantity),
        ),
      );
    return [
      {
        item: first.line.item,
        variant: first.line.variant ?? null,
        currency: currencyAt(first.store),
        quantity: quantityOf('sale'),
        refundedQuantity: quantityOf('refund'),
        ...amountsOf(soldLines),
      },
    ];
  });
}
