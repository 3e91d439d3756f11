import { DirectoryError } from '../../control/errors.ts';
import { toTimestamp } from '../../process/time.ts';
import { minorUnits } from '../../records/decimal.ts';
import { type Channel, NOTHING_BEYOND, type PaymentKind } from '../../records/sales/rules.ts';
import type { Line, OrderedLine, Reference } from '../import/lines.ts';
import { DAY, fromLocal, HOUR } from '../local-time.ts';

/** Throws a DirectoryError if the demo has no prices in the currency. */
export function checkDemoCurrency(currency: string): void {
  if (minorUnits(currency) === 2) return;
  throw new DirectoryError(`Demo data needs a currency with two decimals, which ${currency} does not have.`);
}

/** Pseudorandom numbers from a seed (mulberry32), so that every demo has the same records. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A whole number from 0 up to, but not including, the limit. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number {
    return from + this.below(to - from + 1);
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

/** An item that is sold, by its variants if it has any. */
export interface SoldItem {
  readonly item: Reference;
  readonly variants: readonly { readonly variant: Reference; readonly price: string | null }[];
  readonly price: string;
  readonly isWeighed: boolean;
  /** Percentage included in its price. */
  readonly taxRate: number;
  readonly since: number;
  readonly notAt: readonly Reference[];
}

export interface SellingStore {
  readonly store: Reference;
  readonly code: string;
  readonly timezone: string;
  /** The smallest coin in cents. */
  readonly coin: number;
}

/** The smallest coin of a currency, in cents. */
export const coinOf = (currency: string): number => ({ AED: 25, INR: 100 })[currency] ?? 1;

export interface PlannedSales {
  readonly sales: readonly Line<'sale'>[];
  readonly refunds: readonly Line<'refund'>[];
}

/** Sales of a store on an ordinary day, and each weekday's percentage of it, Sunday first. */
const USUAL_SALES = 6;
const WEEKDAYS = [85, 80, 85, 95, 100, 130, 145];

/** Hours of sales. Repeated hours are busier: breakfast, lunch, the way home. */
const HOURS = [8, 8, 9, 10, 11, 12, 12, 12, 12, 13, 13, 13, 14, 15, 16, 17, 17, 18, 18, 19];

const REFUND_SHARE = 2;

/** Plans each store's sales for the last `days` days before `base`, in order. */
export function planSales(
  stores: readonly SellingStore[],
  items: readonly SoldItem[],
  { base, days }: { readonly base: number; readonly days: number },
  random: Random,
): PlannedSales {
  const planned = Array.from({ length: days }, (_, i) => base - (days - i) * DAY).flatMap((day) =>
    stores.map((store) => planDay(store, items, day, random)),
  );
  return { sales: planned.flatMap(({ sales }) => sales), refunds: planned.flatMap(({ refunds }) => refunds) };
}

/** Plans a store's sales on a day, given as its midnight in UTC. The most popular `items` come first. */
export function planDay(store: SellingStore, items: readonly SoldItem[], day: number, random: Random): PlannedSales {
  const usual = (USUAL_SALES * (WEEKDAYS[new Date(day).getUTCDay()] ?? 100)) / 100;
  const count = Math.round((usual * random.between(75, 125)) / 100);
  const times = Array.from({ length: count }, () => random.pick(HOURS) * HOUR + random.below(HOUR));
  const sales = times
    .sort((a, b) => a - b)
    .flatMap((time, i) => {
      const at = fromLocal(store.timezone, day + time);
      const offered = items.filter(({ since, notAt }) => since < at && !notAt.includes(store.store));
      const lines = planLines(offered, random);
      const number = `${toTimestamp(day).slice(0, 10)}-${i + 1}`;
      return lines.length === 0 ? [] : [saleOf(store, at, number, lines, random)];
    });
  return { sales, refunds: sales.flatMap((sale) => (random.chance(REFUND_SHARE) ? [refundOf(sale, random)] : [])) };
}

const DISCOUNT_SHARE = 7;

/** Fills a basket, favouring the popular items at the front. */
function planLines(offered: readonly SoldItem[], random: Random): OrderedLine[] {
  if (offered.length === 0) return [];
  const discounted = random.chance(DISCOUNT_SHARE);
  const count = random.pick([1, 1, 1, 2, 2, 3, 4]);
  return Array.from({ length: count }, () => {
    const place = Math.floor((random.below(1000) * random.below(1000) * offered.length) / 1_000_000);
    const { item, variants, price, isWeighed, taxRate } = offered[place] as SoldItem;
    const chosen = variants.length > 0 ? random.pick(variants) : undefined;
    const thousandths = isWeighed ? random.between(30, 250) * 5 : random.pick([1, 1, 1, 1, 2, 2, 3]) * 1000;
    const gross = Math.round((inCents(chosen?.price ?? price) * thousandths) / 1000);
    const discount = discounted ? Math.round(gross / 10) : 0;
    const tax = Math.round(((gross - discount) * taxRate) / (100 + taxRate));
    return {
      item,
      variant: chosen?.variant ?? null,
      quantity: (thousandths / 1000).toFixed(isWeighed ? 3 : 0),
      gross: money(gross),
      discount: money(discount),
      tax: money(tax),
    };
  });
}

const CHANNELS: readonly Channel[] = ['counter', 'counter', 'counter', 'takeaway', 'takeaway', 'dineIn', 'delivery'];
const TENDERS: readonly PaymentKind[] = [
  ...Array.from({ length: 13 }, () => 'card' as const),
  ...Array.from({ length: 5 }, () => 'cash' as const),
  'giftCard',
  'account',
];

const ONLINE_SHARE = 8;
const SPLIT_SHARE = 3;
const NOTES = [500, 1000, 2000, 5000];

/** Rounds cash to the nearest coin, with change for a note. Adds a tip of a tenth to card payments at a table. */
function saleOf(
  { store, code, coin }: SellingStore,
  at: number,
  number: string,
  lines: readonly OrderedLine[],
  random: Random,
): Line<'sale'> {
  const online = random.chance(ONLINE_SHARE);
  const channel = online ? 'online' : random.pick(CHANNELS);
  const kind = online ? 'online' : random.pick(TENDERS);
  const sale = { type: 'sale', externalId: `${code}-${number}`, store, number, at: toTimestamp(at), channel } as const;
  const due = dueOf(lines);
  if (kind === 'card' && due >= 100 && random.chance(SPLIT_SHARE)) {
    const cash = random.between(1, due - 1);
    const payments = [{ kind: 'cash', amount: money(cash) } as const, { kind, amount: money(due - cash) }];
    return { ...sale, lines, payments, ...NOTHING_BEYOND };
  }
  const tips = kind === 'card' && channel === 'dineIn' ? Math.round(due / 10) : 0;
  const rounded = kind === 'cash' ? Math.round(due / coin) * coin : due;
  const changeGiven = kind === 'cash' ? (NOTES.find((note) => note >= rounded) ?? rounded) - rounded : 0;
  const payments = [{ kind, amount: money(rounded + changeGiven + tips) }];
  const beyond = { rounding: money(rounded - due), changeGiven: money(changeGiven), tips: money(tips) };
  return { ...sale, lines, payments, ...beyond };
}

/** Refunds one line of a sale within the hour, with the payment kind of the sale. */
function refundOf(sale: Line<'sale'>, random: Random): Line<'refund'> {
  const line = random.pick(sale.lines);
  const at = toTimestamp(Date.parse(sale.at) + random.between(5, 59) * 60_000);
  const payments = [{ kind: sale.payments[0]?.kind ?? 'cash', amount: money(dueOf([line])) }];
  return {
    ...{ ...sale, type: 'refund', sale: sale.externalId },
    ...{ externalId: `${sale.externalId}-R`, number: `${sale.number}-R` },
    ...{ at, lines: [line], payments, ...NOTHING_BEYOND },
  };
}

const ORDERS_A_STORE = 3;

/** Plans the orders that are still open at the end of the demo's last day. */
export const planOpenOrders = (
  stores: readonly SellingStore[],
  items: readonly SoldItem[],
  base: number,
  random: Random,
): Line<'openOrder'>[] =>
  stores.flatMap(({ store, code }) =>
    Array.from({ length: ORDERS_A_STORE }, (_, i): Line<'openOrder'> => {
      const lines = planLines(items, random);
      const channel = (['dineIn', 'online', 'takeaway'] as const)[i % 3] ?? 'counter';
      const at = toTimestamp(base - HOUR - random.below(3 * HOUR));
      const named = { externalId: `${code}-open-${i + 1}`, number: `T${i + 1}` };
      return { type: 'openOrder', ...named, store, at, channel, lines, state: 'open' };
    }),
  );

const inCents = (amount: string): number => Math.round(Number(amount) * 100);

const money = (cents: number): string => (cents / 100).toFixed(2);

const dueOf = (lines: readonly OrderedLine[]): number =>
  lines.reduce((sum, { gross, discount }) => sum + inCents(gross) - inCents(discount), 0);
