import { textOf, times, unitsOf } from '../../decimals.ts';
import type { Draw } from '../../draw.ts';
import { PAYMENT_KINDS, type Payment, type SoldLine } from '../../specification/sales.ts';
import type { OpenOrderLine, ReceiptLine, ReturnLine, TradeLine } from '../lines.ts';
import { ITEMS } from './references.ts';

const SOLD = [
  'tea',
  'scone',
  'beans',
  'mug',
  'shirt/S',
  'shirt/M',
  'shirt/L',
  'hamper',
  'gift',
  'tea',
  'scone',
] as const;
const WEIGHTS = ['0.333', '1.25', '0.125', '2'];
const WHOLE = ['1', '2', '3', '1', '11'];
const DISCOUNTS = ['0', '0', '0.1', '0.25', '0.0125'];
const RATES: Readonly<Record<string, bigint>> = { Standard: 20n, Reduced: 5n, Zero: 0n };
const CHANNELS = ['counter', 'dineIn', 'takeaway', 'delivery', 'online'];

export function channelOf(draw: Draw): string {
  return CHANNELS[draw(CHANNELS.length)] ?? 'counter';
}

/** Rounds half up to hundredths, the minor units of every currency in the files. */
const inCents = (amount: bigint): bigint => ((amount + 50n) / 100n) * 100n;

/** A line of a receipt in whole hundredths. */
export function lineOf(draw: Draw, named?: string): SoldLine<string> {
  const [code = '', variant] = (named ?? SOLD[draw(SOLD.length)] ?? 'tea').split('/');
  const quantities = code === 'beans' ? WEIGHTS : WHOLE;
  return priced(code, variant, quantities[draw(quantities.length)] ?? '1', DISCOUNTS[draw(DISCOUNTS.length)] ?? '0');
}

/** `off` is the discounted share of the price. */
export function priced(code: string, variant: string | undefined, quantity: string, off: string): SoldLine<string> {
  const item = ITEMS.find(({ externalId }) => externalId === code);
  const { price = item?.price ?? '1' } = item?.variants?.find(({ name }) => name === variant) ?? {};
  const gross = inCents(times(unitsOf(price), unitsOf(quantity)));
  const discount = inCents(times(gross, unitsOf(off)));
  const rate = RATES[item?.tax ?? 'Zero'] ?? 0n;
  const tax = inCents(((gross - discount) * rate) / (100n + rate));
  return {
    item: code,
    ...(variant && { variant }),
    quantity,
    gross: textOf(gross),
    ...(discount > 0n && { discount: textOf(discount) }),
    ...(tax > 0n && { tax: textOf(tax) }),
  };
}

const dueOf = (lines: readonly SoldLine<string>[]): bigint =>
  lines.reduce((sum, { gross, discount = '0' }) => sum + unitsOf(gross) - unitsOf(discount), 0n);

/** Pays the amount due by one kind of payment or by two. */
function paymentsOf(lines: readonly SoldLine<string>[], draw: Draw): Payment[] {
  const due = dueOf(lines);
  const kind = PAYMENT_KINDS[draw(PAYMENT_KINDS.length)] ?? 'cash';
  const first = draw(3) === 0 ? inCents(due / 2n) : due;
  const parts = [
    { kind, amount: first },
    { kind: 'card' as const, amount: due - first },
  ];
  return parts.flatMap((part) => (part.amount > 0n ? [{ kind: part.kind, amount: textOf(part.amount) }] : []));
}

interface Where {
  readonly store: string;
  readonly at: string;
  readonly number: number;
}

const receipt = (
  type: 'sale' | 'refund',
  { store, at, number }: Where,
  lines: readonly ReceiptLine[],
  draw: Draw,
): TradeLine => ({
  type,
  externalId: `${type}-${store}-${number}`,
  store,
  number: String(number),
  at,
  channel: channelOf(draw),
  lines,
  payments: paymentsOf(lines, draw),
});

/** A receipt with stated payments. */
export const paidExactly = (where: Where, lines: readonly ReceiptLine[], paid: Partial<TradeLine>): TradeLine => ({
  ...receipt(paid.type ?? 'sale', where, lines, () => 0),
  ...paid,
});

export const saleAt = (where: Where, lines: readonly ReceiptLine[], draw: Draw): TradeLine =>
  receipt('sale', where, lines, draw);

/** A refund of a sale, which may be missing from the file. */
export function refundAt(
  where: Where,
  lines: readonly SoldLine<string>[],
  draw: Draw,
  sale: string | undefined = undefined,
): TradeLine {
  return { ...receipt('refund', where, lines, draw), ...(sale && { sale }) };
}

export const openOrderAt = (
  { store, at, number }: Where,
  lines: readonly SoldLine<string>[],
  draw: Draw,
  state: 'open' | 'closed' = 'open',
): OpenOrderLine => ({
  type: 'openOrder',
  externalId: `order-${store}-${number}`,
  store,
  number: String(number),
  at,
  channel: channelOf(draw),
  lines,
  ...(state === 'closed' && { state }),
});

export const returnOf = (
  number: number,
  supplier: string,
  store: string,
  date: string,
  lines: ReturnLine['lines'],
): ReturnLine => ({
  type: 'purchaseReturn',
  externalId: `return-${number}`,
  supplier,
  store,
  date,
  number: `CONF-R${number}`,
  narration: 'broken in the box',
  lines,
});
