import type { OpenOrder } from '../../contract/generated/types.gen.ts';
import { fromUnits, toUnits } from '../decimal.ts';
import { type Amount, COST_DECIMALS } from '../money.ts';

export type Channel = OpenOrder['channel'];

export const PAYMENT_KINDS = ['cash', 'card', 'online', 'giftCard', 'account', 'other'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

export interface Payment {
  readonly kind: PaymentKind;
  readonly amount: string;
}

/** A line of a receipt. Amounts are for the whole line and include tax. */
export interface SaleLine {
  readonly itemId: number;
  readonly variantId: number | null;
  readonly quantity: string;
  readonly gross: string;
  readonly discount: string;
  /** Tax included in gross less discount. */
  readonly tax: string;
  /** Components of each piece of a combo when it was sold. Without them it has those of its item. */
  readonly components?: readonly StockPart[] | undefined;
}

/** A sale or a refund. A refund's amounts are those paid back. */
export interface Sale {
  readonly kind: 'sale' | 'refund';
  readonly storeId: number;
  readonly number: string;
  readonly externalId: string;
  readonly channel: Channel;
  readonly soldAt: string;
  readonly payments: readonly Payment[];
  readonly lines: readonly SaleLine[];
  /** The refunded sale, if it is known. */
  readonly refundOf: number | null;
}

/** A quantity of an item or variant that holds stock. */
export interface StockPart {
  readonly itemId: number;
  readonly variantId: number | null;
  readonly quantity: string;
}

interface SaleTotals {
  readonly gross: string;
  readonly discounts: string;
  readonly tax: string;
}

export function totalsOf(lines: readonly Amounts[]): SaleTotals {
  return {
    gross: sumOf(lines.map((line) => line.gross)),
    discounts: sumOf(lines.map((line) => line.discount)),
    tax: sumOf(lines.map((line) => line.tax)),
  };
}

export const paidBy = (kind: PaymentKind, payments: readonly Payment[]): string =>
  sumOf(payments.filter((payment) => payment.kind === kind).map(({ amount }) => amount));

type Amounts = Pick<SaleLine, 'gross' | 'discount' | 'tax'>;

export interface Wrong {
  readonly path: string;
  readonly message: string;
}

export function wrongAmounts(payments: readonly Payment[], lines: readonly Amounts[]): Wrong[] {
  const wrong = wrongLines(lines);
  if (wrong.length > 0) return wrong;
  const { gross, discounts } = totalsOf(lines);
  const due = units(gross) - units(discounts);
  const paid = units(sumOf(payments.map(({ amount }) => amount)));
  if (paid === due) return [];
  return [{ path: '/payments', message: `add up to ${textOf(paid)}, but the lines add up to ${textOf(due)}` }];
}

/** The amounts of a receipt or an order, with their paths. */
export const pricesOf = (lines: readonly Amounts[], payments: readonly Payment[] = []): Amount[] => [
  ...lines.flatMap((line, i) =>
    (['gross', 'discount', 'tax'] as const).map((name) => ({ path: `/lines/${i}/${name}`, amount: line[name] })),
  ),
  ...payments.map(({ amount }, i) => ({ path: `/payments/${i}/amount`, amount })),
];

export function wrongLines(lines: readonly Amounts[]): Wrong[] {
  return lines.flatMap(({ gross, discount, tax }, i) => {
    const total = units(gross) - units(discount);
    if (total < 0n) return [{ path: `/lines/${i}/discount`, message: 'is more than gross' }];
    if (units(tax) > total) return [{ path: `/lines/${i}/tax`, message: 'is more than gross less discount' }];
    return [];
  });
}

const units = (amount: string): bigint => toUnits(amount, COST_DECIMALS);
const textOf = (amount: bigint): string => fromUnits(amount, COST_DECIMALS, 2);

const sumOf = (amounts: readonly string[]): string => textOf(amounts.reduce((sum, amount) => sum + units(amount), 0n));
