import type { OpenOrder } from '../../contract/generated/types.gen.ts';
import { type Amount, COST_DECIMALS, fromUnits, isMore, minus, toUnits } from '../decimal.ts';

export type Channel = OpenOrder['channel'];

export const PAYMENTS = {
  cash: 'paid_cash',
  card: 'paid_card',
  online: 'paid_online',
  giftCard: 'paid_gift_card',
  account: 'paid_account',
  other: 'paid_other',
} as const;

export type PaymentKind = keyof typeof PAYMENTS;
export const PAYMENT_KINDS = Object.keys(PAYMENTS) as PaymentKind[];

export interface Payment {
  readonly kind: PaymentKind;
  readonly amount: string;
}

/** Columns of amounts paid beyond the lines' total. No other figure of a sale includes them. */
export const BEYOND_TOTAL = { rounding: 'rounding', changeGiven: 'change_given', tips: 'tips' } as const;

const NAMES = Object.keys(BEYOND_TOTAL) as (keyof typeof BEYOND_TOTAL)[];

/** A negative `rounding` lowers the amount due. */
type BeyondTotal = Readonly<Record<keyof typeof BEYOND_TOTAL, string>>;

/** Smallest coin of a merchant that has not set one. */
export const DEFAULT_COIN = '1.00';

export const NOTHING_BEYOND: BeyondTotal = { rounding: '0', changeGiven: '0', tips: '0' };

/** A line of a receipt. Amounts are for the whole line and include tax. */
export interface SaleLine {
  readonly itemId: number;
  readonly variantId: number | null;
  readonly quantity: string;
  readonly gross: string;
  readonly discount: string;
  /** Tax included in gross less discount. */
  readonly tax: string;
  /** Components of each piece of a combo when it was sold. If absent, the item's current components. */
  readonly components?: readonly StockPart[] | undefined;
}

/** A sale or a refund. A refund's amounts are the amounts paid back. */
export interface Sale extends BeyondTotal {
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
export type StockPart = Pick<SaleLine, 'itemId' | 'variantId' | 'quantity'>;

export const totalsOf = (lines: readonly Amounts[]) => ({
  gross: sumOf(lines.map((line) => line.gross)),
  discounts: sumOf(lines.map((line) => line.discount)),
  tax: sumOf(lines.map((line) => line.tax)),
});

export const paidBy = (kind: PaymentKind, payments: readonly Payment[]): string =>
  sumOf(payments.filter((payment) => payment.kind === kind).map(({ amount }) => amount));

type Amounts = Pick<SaleLine, 'gross' | 'discount' | 'tax'>;

export interface Wrong {
  readonly path: string;
  readonly message: string;
}

interface Tendered extends BeyondTotal {
  readonly payments: readonly Payment[];
  readonly lines: readonly Amounts[];
}

/** Checks that the payments equal the total of the lines plus rounding, change and tips. */
export function wrongAmounts({ payments, lines, ...beyond }: Tendered): Wrong[] {
  const wrong = wrongLines(lines);
  if (wrong.length > 0) return wrong;
  const { gross, discounts } = totalsOf(lines);
  const more = units(sumOf(NAMES.map((name) => beyond[name])));
  const due = units(gross) - units(discounts) + more;
  const paid = units(sumOf(payments.map(({ amount }) => amount)));
  if (paid === due) return [];
  const parts = more === 0n ? 'the lines' : 'the lines, rounding, change and tips';
  return [{ path: '/payments', message: `add up to ${textOf(paid)}, but ${parts} add up to ${textOf(due)}` }];
}

/** Finds a rounding that is not smaller than the merchant's smallest coin. */
export function wrongRounding(rounding: string, coin: string): Wrong[] {
  const size = units(rounding);
  if ((size < 0n ? -size : size) < units(coin)) return [];
  return [{ path: '/rounding', message: `must be smaller than the smallest coin, which is ${textOf(units(coin))}` }];
}

export const pricesOf = (
  lines: readonly Amounts[],
  { payments, ...beyond }: Pick<Tendered, 'payments'> & Partial<BeyondTotal> = { payments: [] },
): Amount[] => [
  ...lines.flatMap((line, i) =>
    (['gross', 'discount', 'tax'] as const).map((name) => ({ path: `/lines/${i}/${name}`, amount: line[name] })),
  ),
  ...payments.map(({ amount }, i) => ({ path: `/payments/${i}/amount`, amount })),
  ...NAMES.map((name) => ({ path: `/${name}`, amount: beyond[name] })),
];

export function wrongLines(lines: readonly Amounts[]): Wrong[] {
  return lines.flatMap(({ gross, discount, tax }, i) => {
    const total = units(gross) - units(discount);
    if (total < 0n) return [{ path: `/lines/${i}/discount`, message: 'is more than gross' }];
    if (units(tax) > total) return [{ path: `/lines/${i}/tax`, message: 'is more than gross less discount' }];
    return [];
  });
}

export interface RemainingLine {
  readonly saleId: number;
  readonly itemId: number;
  readonly variantId: number | null;
  readonly quantity: string;
  /** Gross less discount. */
  readonly amount: string;
}

/** Pieces and money of sales that can still be refunded, per item or variant. Each refund reduces them. */
export class Remaining {
  readonly #left: Map<string, { quantity: string; amount: bigint }>;

  constructor(lines: readonly RemainingLine[]) {
    this.#left = new Map(
      lines.map((line) => [keyOf(line), { quantity: minus(line.quantity, '0'), amount: units(line.amount) }]),
    );
  }

  /** Subtracts the lines of a refund. Returns the lines that exceed what is left. */
  take({ refundOf, lines }: Pick<Sale, 'refundOf' | 'lines'>): Wrong[] {
    return lines.flatMap(({ itemId, variantId, quantity, gross, discount }, i): Wrong[] => {
      const left = this.#left.get(keyOf({ saleId: refundOf ?? 0, itemId, variantId })) ?? { quantity: '0', amount: 0n };
      const amount = units(gross) - units(discount);
      if (isMore(quantity, left.quantity))
        return [{ path: `/lines/${i}/quantity`, message: `is more than the ${left.quantity} left to refund` }];
      if (amount > left.amount) {
        const most = textOf(left.amount > 0n ? left.amount : 0n);
        return [{ path: `/lines/${i}/gross`, message: `less discount is more than the ${most} left to refund` }];
      }
      left.quantity = minus(left.quantity, quantity);
      left.amount -= amount;
      return [];
    });
  }
}

const keyOf = ({ saleId, itemId, variantId }: Pick<RemainingLine, 'saleId' | 'itemId' | 'variantId'>): string =>
  `${saleId} ${itemId} ${variantId}`;

const units = (amount: string): bigint => toUnits(amount, COST_DECIMALS);
const textOf = (amount: bigint): string => fromUnits(amount, COST_DECIMALS, 2);

const sumOf = (amounts: readonly string[]): string => textOf(amounts.reduce((sum, amount) => sum + units(amount), 0n));
