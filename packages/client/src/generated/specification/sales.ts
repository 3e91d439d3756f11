// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { textOf, unitsOf } from './decimals.ts';
import { grouped } from './grouped.ts';

/** Sales and refunds of a merchant's tills, and the figures that reports show of them. reports.exact */

export const PAYMENT_KINDS = ['cash', 'card', 'online', 'giftCard', 'account', 'other'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

export interface Payment {
  readonly kind: PaymentKind;
  readonly amount: string;
}

/** A line of a receipt or an open order. Amounts are for the whole line and include tax. */
export interface SoldLine<Id> {
  readonly item: Id;
  readonly variant?: Id | null;
  readonly quantity: string;
  readonly gross: string;
  readonly discount?: string;
  /** Tax included in gross less discount. */
  readonly tax?: string;
}

/** A sale, or a refund, whose amounts are those refunded. Records are named by ids or in other ways. */
export interface Receipt<Id = number> {
  readonly type: 'sale' | 'refund';
  readonly store: Id;
  readonly lines: readonly SoldLine<Id>[];
  readonly payments?: readonly Payment[];
  /** Amounts paid beyond the total of the lines. */
  readonly rounding?: string;
  readonly changeGiven?: string;
  readonly tips?: string;
}

/** A receipt with the business day of its store. */
export interface DatedReceipt<Id> extends Receipt<Id> {
  readonly day: string;
}

const sum = <One>(all: readonly One[], of: (one: One) => string | undefined): bigint =>
  all.reduce((total, one) => total + unitsOf(of(one) ?? '0'), 0n);

const texts = <Name extends string>(sums: Readonly<Record<Name, bigint>>): Record<Name, string> =>
  Object.fromEntries(Object.entries<bigint>(sums).map(([name, units]) => [name, textOf(units)])) as Record<
    Name,
    string
  >;

const linesOf = <Id>(receipts: readonly Receipt<Id>[], type: Receipt['type']): SoldLine<Id>[] =>
  receipts.filter((receipt) => receipt.type === type).flatMap(({ lines }) => lines);

/** Gross, discounts and tax of lines, and what remains to pay. open_orders.amounts */
export function totalsOfLines<Id>(lines: readonly SoldLine<Id>[]) {
  const gross = sum(lines, (line) => line.gross);
  const discounts = sum(lines, ({ discount }) => discount);
  return texts({ gross, discounts, tax: sum(lines, ({ tax }) => tax), total: gross - discounts });
}

/** Refunds are reported separately, but their tax reduces the tax. reports.gross, reports.tax, reports.net */
function amountsOf<Id>(sold: readonly SoldLine<Id>[], refunded: readonly SoldLine<Id>[]) {
  const gross = sum(sold, (line) => line.gross);
  const discounts = sum(sold, ({ discount }) => discount);
  const refunds = sum(refunded, (line) => line.gross) - sum(refunded, ({ discount }) => discount);
  const tax = sum(sold, (line) => line.tax) - sum(refunded, (line) => line.tax);
  return texts({ gross, discounts, tax, refunds, net: gross - discounts - refunds - tax });
}

/** Payments by kind, less refunds. reports.payments */
function paymentsOf<Id>(receipts: readonly Receipt<Id>[]): Record<PaymentKind, string> {
  const paid = (type: Receipt['type'], kind: PaymentKind) =>
    sum(
      receipts.filter((receipt) => receipt.type === type).flatMap(({ payments = [] }) => payments),
      (payment) => (payment.kind === kind ? payment.amount : '0'),
    );
  const sums = PAYMENT_KINDS.map((kind) => [kind, paid('sale', kind) - paid('refund', kind)]);
  return texts(Object.fromEntries(sums));
}

/** Rounding, change and tips, less those of refunds. reports.rounding, reports.change_given, reports.tips */
function beyondTotal<Id>(receipts: readonly Receipt<Id>[]) {
  const of = (name: 'rounding' | 'changeGiven' | 'tips') =>
    receipts.reduce((total, receipt) => {
      const amount = unitsOf(receipt[name] ?? '0');
      return total + (receipt.type === 'sale' ? amount : -amount);
    }, 0n);
  return texts({ rounding: of('rounding'), changeGiven: of('changeGiven'), tips: of('tips') });
}

function dayFigures<Id>(receipts: readonly Receipt<Id>[]) {
  const orders = receipts.filter(({ type }) => type === 'sale').length;
  const amounts = amountsOf(linesOf(receipts, 'sale'), linesOf(receipts, 'refund'));
  const counts = { orders, refundOrders: receipts.length - orders };
  return { ...counts, ...amounts, payments: paymentsOf(receipts), ...beyondTotal(receipts) };
}

/** One row for each store and day with sales or refunds. reports.rows */
export function daysOf<Id>(receipts: readonly DatedReceipt<Id>[]) {
  const groups = grouped(receipts, ({ day, store }) => `${day} ${store}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ store: first.store, date: first.day, ...dayFigures(group) }] : [];
  });
}

/** Sums by currency. reports.totals */
export const totalsOf = <Id, Currency>(receipts: readonly Receipt<Id>[], currencyAt: (store: Id) => Currency) =>
  new Map(
    [...grouped(receipts, ({ store }) => currencyAt(store))].map(([currency, group]) => [currency, dayFigures(group)]),
  );

/** One row for each item, or variant, and currency. sales_by_item.rows */
export function itemsOf<Id, Currency>(receipts: readonly Receipt<Id>[], currencyAt: (store: Id) => Currency) {
  const sold = receipts.flatMap(({ type, store, lines }) =>
    lines.map((line) => ({ type, line, currency: currencyAt(store) })),
  );
  const groups = grouped(sold, ({ line, currency }) => `${line.item}/${line.variant ?? ''}/${currency}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const linesBy = (type: Receipt['type']) => group.filter((one) => one.type === type).map(({ line }) => line);
    const [sales, refunds] = [linesBy('sale'), linesBy('refund')];
    return [
      {
        item: first.line.item,
        variant: first.line.variant ?? null,
        currency: first.currency,
        quantity: textOf(sum(sales, ({ quantity }) => quantity)),
        refundedQuantity: textOf(sum(refunds, ({ quantity }) => quantity)),
        ...amountsOf(sales, refunds),
      },
    ];
  });
}
