import { DirectoryError } from '../../control/errors.ts';
import { toTimestamp } from '../../process/time.ts';
import { minorUnits } from '../../records/decimal.ts';
import type { ItemFields } from '../../records/items/rules.ts';
import type { OrderFields } from '../../records/open-orders.ts';
import {
  type BEYOND_TOTAL,
  type Channel,
  NOTHING_BEYOND,
  type Payment,
  type PaymentKind,
  type Sale,
  type SaleLine,
  totalsOf,
} from '../../records/sales/rules.ts';
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

export interface SoldItem {
  readonly item: ItemFields;
  /** When it was created. */
  readonly at: number;
  /** Percentage included in its price. */
  readonly taxRate: number;
}

interface SellingStore {
  readonly id: number;
  readonly code: string;
  readonly timezone: string;
  readonly currency: string;
}

/** A refund with the external id of its sale. */
interface PlannedRefund {
  readonly sale: string;
  readonly refund: Sale;
}

export interface PlannedSales {
  readonly sales: readonly Sale[];
  readonly refunds: readonly PlannedRefund[];
}

/** Sales of a store on an ordinary day, and each weekday's percentage of it, Sunday first. */
const USUAL_SALES = 6;
const WEEKDAYS = [85, 80, 85, 95, 100, 130, 145];

/** Hours of sales. Repeated hours are busier: breakfast, lunch, the way home. */
const HOURS = [8, 8, 9, 10, 11, 12, 12, 12, 12, 13, 13, 13, 14, 15, 16, 17, 17, 18, 18, 19];

const CHANNELS: readonly Channel[] = ['counter', 'counter', 'counter', 'takeaway', 'takeaway', 'dineIn', 'delivery'];
const TENDERS: readonly PaymentKind[] = [
  ...Array.from({ length: 13 }, () => 'card' as const),
  ...Array.from({ length: 5 }, () => 'cash' as const),
  'giftCard',
  'account',
];

const ONLINE_SHARE = 8;
const DISCOUNT_SHARE = 7;
const SPLIT_SHARE = 3;
const REFUND_SHARE = 2;

/** Plans each store's sales for the last `days` days before `base`, in order. */
export function planSales(
  stores: readonly SellingStore[],
  items: readonly SoldItem[],
  { base, days }: { readonly base: number; readonly days: number },
  random: Random,
): PlannedSales {
  const sales: Sale[] = [];
  const refunds: PlannedRefund[] = [];
  for (let day = base - days * DAY; day < base; day += DAY) {
    for (const store of stores) {
      const planned = planDay(store, items, day, random);
      sales.push(...planned.sales);
      refunds.push(...planned.refunds);
    }
  }
  return { sales, refunds };
}

/** Plans a store's sales of one day, which is given as its midnight in UTC. */
export function planDay(store: SellingStore, items: readonly SoldItem[], day: number, random: Random): PlannedSales {
  const sales = salesOfDay(store, items, day, random);
  const refunds = sales.flatMap((sale) => (random.chance(REFUND_SHARE) ? [refundOf(sale, random)] : []));
  return { sales, refunds };
}

function salesOfDay(store: SellingStore, items: readonly SoldItem[], day: number, random: Random): Sale[] {
  const usual = (USUAL_SALES * (WEEKDAYS[new Date(day).getUTCDay()] ?? 100)) / 100;
  const count = Math.round((usual * random.between(75, 125)) / 100);
  const times = Array.from({ length: count }, () => random.pick(HOURS) * HOUR + random.below(HOUR)).sort(
    (a, b) => a - b,
  );
  return times.flatMap((time, i) => {
    const at = fromLocal(store.timezone, day + time);
    const lines = linesOf(offeredAt(store, items, at), random);
    return lines.length === 0 ? [] : [saleOf(store, at, `${toTimestamp(day).slice(0, 10)}-${i + 1}`, lines, random)];
  });
}

function saleOf(store: SellingStore, at: number, number: string, lines: readonly SaleLine[], random: Random): Sale {
  const online = random.chance(ONLINE_SHARE);
  const channel = online ? 'online' : random.pick(CHANNELS);
  return {
    kind: 'sale',
    storeId: store.id,
    number,
    externalId: `${store.code}-${number}`,
    channel,
    soldAt: toTimestamp(at),
    ...tendered({ channel, ...store }, paymentsOf(online ? 'online' : random.pick(TENDERS), dueOf(lines), random)),
    lines,
    refundOf: null,
  };
}

/** Items that a store sells at that time, most popular first. */
const offeredAt = (store: SellingStore, items: readonly SoldItem[], at: number): SoldItem[] =>
  items.filter(
    ({ item, at: since }) =>
      since < at && item.status === 1 && item.stores.find(({ storeId }) => storeId === store.id)?.status !== 0,
  );

/** Fills a basket, favouring the popular items at the front. */
function linesOf(offered: readonly SoldItem[], random: Random): SaleLine[] {
  if (offered.length === 0) return [];
  const discounted = random.chance(DISCOUNT_SHARE);
  const count = random.pick([1, 1, 1, 2, 2, 3, 4]);
  return Array.from({ length: count }, () => {
    const place = Math.floor((random.below(1000) * random.below(1000) * offered.length) / 1_000_000);
    return lineOf(offered[place] as SoldItem, discounted, random);
  });
}

function lineOf({ item, taxRate }: SoldItem, discounted: boolean, random: Random): SaleLine {
  const variant = item.variants.length > 0 ? random.pick(item.variants) : undefined;
  const thousandths =
    item.weighingScale === 1 ? random.between(30, 250) * 5 : random.pick([1, 1, 1, 1, 2, 2, 3]) * 1000;
  const gross = Math.round((inCents(variant?.price ?? item.price) * thousandths) / 1000);
  const discount = discounted ? Math.round(gross / 10) : 0;
  const tax = Math.round(((gross - discount) * taxRate) / (100 + taxRate));
  return {
    itemId: item.id,
    variantId: variant?.id ?? null,
    quantity: (thousandths / 1000).toFixed(item.weighingScale === 1 ? 3 : 0),
    gross: money(gross),
    discount: money(discount),
    tax: money(tax),
  };
}

/** Refunds one line of a sale within the hour, with the payment kind of the sale. */
function refundOf(sale: Sale, random: Random): PlannedRefund {
  const line = random.pick(sale.lines);
  const payments = [{ kind: sale.payments[0]?.kind ?? 'cash', amount: money(dueOf([line])) }];
  const soldAt = toTimestamp(Date.parse(sale.soldAt) + random.between(5, 59) * 60_000);
  const [number, externalId] = [`${sale.number}-R`, `${sale.externalId}-R`];
  const refund = {
    ...sale,
    ...NOTHING_BEYOND,
    kind: 'refund' as const,
    number,
    externalId,
    soldAt,
    payments,
    lines: [line],
  };
  return { sale: sale.externalId, refund };
}

function paymentsOf(kind: PaymentKind, due: number, random: Random): Payment[] {
  if (kind !== 'card' || due < 100 || !random.chance(SPLIT_SHARE)) return [{ kind, amount: money(due) }];
  const cash = random.between(1, due - 1);
  return [
    { kind: 'cash', amount: money(cash) },
    { kind, amount: money(due - cash) },
  ];
}

const NOTES = [500, 1000, 2000, 5000];

/** The smallest coin where it is more than a cent. */
const COINS: Readonly<Record<string, number>> = { AED: 25, INR: 100 };

interface Till {
  readonly channel: Channel;
  readonly currency: string;
}

/** In cash to the nearest coin, with change for a note. By card at a table with a tip of a tenth. */
function tendered(
  { channel, currency }: Till,
  payments: readonly Payment[],
): Pick<Sale, 'payments' | keyof typeof BEYOND_TOTAL> {
  const [payment] = payments;
  if (!payment || payments.length > 1) return { ...NOTHING_BEYOND, payments };
  const due = inCents(payment.amount);
  const paid = ({ rounding = 0, changeGiven = 0, tips = 0 }) => ({
    ...{ rounding: money(rounding), changeGiven: money(changeGiven), tips: money(tips) },
    payments: [{ ...payment, amount: money(due + rounding + changeGiven + tips) }],
  });
  if (payment.kind === 'card') return paid({ tips: channel === 'dineIn' ? Math.round(due / 10) : 0 });
  if (payment.kind !== 'cash') return paid({});
  const coin = COINS[currency] ?? 1;
  const rounded = Math.round(due / coin) * coin;
  return paid({ rounding: rounded - due, changeGiven: (NOTES.find((note) => note >= rounded) ?? rounded) - rounded });
}

const inCents = (amount: string): number => Math.round(Number(amount) * 100);
const money = (cents: number): string => (cents / 100).toFixed(2);

const dueOf = (lines: readonly SaleLine[]): number =>
  lines.reduce((sum, { gross, discount }) => sum + inCents(gross) - inCents(discount), 0);

const ORDERS_A_STORE = 3;

/** Plans the orders that are still open at the end of the demo's last day. */
export function planOpenOrders(
  stores: readonly SellingStore[],
  items: readonly SoldItem[],
  base: number,
  random: Random,
): OrderFields[] {
  return stores.flatMap((store) =>
    Array.from({ length: ORDERS_A_STORE }, (_, i): OrderFields => {
      const lines = linesOf(
        items.filter(({ item }) => item.status === 1),
        random,
      );
      const named = lines.map((line) => ({ ...line, name: nameOf(items, line) }));
      return {
        storeId: store.id,
        status: 1,
        orderNo: `T${i + 1}`,
        externalId: `${store.code}-open-${i + 1}`,
        channel: (['dineIn', 'online', 'takeaway'] as const)[i % 3] ?? 'counter',
        openedAt: toTimestamp(base - HOUR - random.below(3 * HOUR)),
        lines: named,
        ...totalsOf(lines),
      };
    }),
  );
}

function nameOf(items: readonly SoldItem[], line: { itemId: number; variantId: number | null }): string {
  const sold = items.find(({ item }) => item.id === line.itemId)?.item;
  const variant = sold?.variants.find(({ id }) => id === line.variantId);
  return [sold?.name, variant?.name].filter(Boolean).join(', ');
}
