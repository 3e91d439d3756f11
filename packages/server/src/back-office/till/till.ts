import type { Item, OpenOrder, Store } from '../../contract/generated/types.gen.ts';
import { DirectoryError } from '../../control/errors.ts';
import type { Merchant } from '../../control/merchants.ts';
import { backOfficeOf, type OpenSandbox } from '../../control/merchants.ts';
import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { laterOf, toTimestamp } from '../../process/time.ts';
import { COST_DECIMALS, canonicalMoney, fromUnits, minus, toUnits } from '../../records/decimal.ts';
import type { Channel, PaymentKind } from '../../records/sales/rules.ts';
import { lockSales, readRemaining } from '../../records/sales/store.ts';
import { checkDemoCurrency, coinOf, planDay, Random, type SoldItem } from '../demo/sales.ts';
import type { Entry } from '../import/format.ts';
import { BadLines, type Line } from '../import/lines.ts';
import { writeLine, writeLines } from '../import/write-lines.ts';
import { DAY, fromLocal, toLocal } from '../local-time.ts';
import {
  dueOf,
  type PricedLine,
  pricedLine,
  readOffer,
  readStore,
  showOffer,
  showPrice,
  showReceipts,
} from './offer.ts';
import type { Paid, PaidDocument, SoldDay, TillDocument, TillOrder } from './orders.ts';

/** Oldest items first, which sell best. */
const ITEMS = statement(
  'till.sold-items',
  `select i.doc, coalesce(t.rate, 0)::float8 as rate from region.items i
   left join region.taxes t on t.company_id = $1 and t.id = i.tax_id
   where i.company_id = $1 and i.status = 1 order by i.id limit 1000`,
);

const STORES = statement(
  'till.stores',
  'select doc from region.stores where company_id = $1 and status = 1 order by id limit 100',
);

/** Sells a plausible day at every store, up to now. Repeating a seed sells nothing twice. */
async function sellDay(
  tx: TenantTransaction,
  { day, seed }: Pick<SoldDay, 'day' | 'seed'>,
  { currency }: Merchant,
): Promise<SoldDay> {
  checkDemoCurrency(currency);
  const date = Date.parse(day);
  const now = Date.parse(tx.timestamp);
  const stores = (await tx.query<{ doc: string }>(STORES)).map(({ doc }) => JSON.parse(doc) as Store);
  const rows = await tx.query<{ doc: string; rate: number }>(ITEMS);
  const items = rows.map(({ doc, rate }) => soldItem(JSON.parse(doc) as Item, rate));
  const random = new Random(seed + date / 1000);
  const coin = Math.min(coinOf(currency), 100 * Number(tx.scope.cashRounding ?? Infinity));
  const planned = stores
    .filter((store) => store.currency === currency)
    .map(({ id, code, timezone }) => planDay({ store: id, code, timezone, coin }, items, date, random));

  const keyOf = (externalId: string): string => `till-${seed}-${externalId}`;
  const entriesOf = (receipts: readonly Line<'sale' | 'refund'>[]): Entry[] => {
    const past = receipts.filter(({ at }) => Date.parse(at) <= now);
    return past.map((line, i) => {
      const sale = line.type === 'refund' && line.sale !== null ? { sale: keyOf(line.sale) } : {};
      const named = { externalId: keyOf(line.externalId), number: `${line.number}-${seed}` };
      return { number: i + 1, line: { ...line, ...named, ...sale } };
    });
  };
  const sales = entriesOf(planned.flatMap((each) => each.sales));
  if (sales.length === 0 && date > now) throw new DirectoryError(`${day} is in the future.`);
  const sold = await writeLines(tx, sales);
  let refunded = 0;
  for (const refund of entriesOf(planned.flatMap((each) => each.refunds))) {
    try {
      refunded += await tx.attempt(() => writeLines(tx, [refund]));
    } catch (error) {
      // The sale of an earlier run may have been voided or refunded since.
      if (!(error instanceof BadLines)) throw error;
    }
  }
  return { day, seed, sales: sold, refunds: refunded };
}

/** `since` makes every item old enough to be sold on the day. */
const soldItem = ({ id, variants, price, weighingScale, stores }: Item, taxRate: number): SoldItem => ({
  ...{ item: id, price, taxRate, isWeighed: weighingScale === 1, since: Number.NEGATIVE_INFINITY },
  variants: variants.map((variant) => ({ variant: variant.id, price: variant.price })),
  notAt: stores.filter(({ status }) => status === 0).map(({ storeId }) => storeId),
});

/** Runs in one transaction, as the merchant's back office. */
const asBackOffice =
  <Input, Result>(run: (tx: TenantTransaction, input: Input, merchant: Merchant) => Promise<Result>) =>
  async (sandbox: OpenSandbox, input: Input): Promise<Result> => {
    try {
      return await backOfficeOf(sandbox).write((tx) => run(tx, input, sandbox.merchant));
    } catch (error) {
      throw refused(error);
    }
  };

/** An order before it is written. */
interface Priced {
  readonly storeId: number;
  readonly at: string;
  readonly currency: string;
  readonly lines: readonly PricedLine[];
}

async function priced(tx: TenantTransaction, { storeId, items, menuId, day }: TillOrder): Promise<Priced> {
  const store = await readStore(tx, storeId);
  const now = Date.parse(tx.timestamp);
  // Current time of day at the store, on the requested day.
  const local = toLocal(store.timezone, now);
  const onDay = day === undefined ? local : Date.parse(day) + (local % DAY);
  // Today needs no conversion, which would fail in an hour that a clock change repeats.
  const at = onDay === local ? now : fromLocal(store.timezone, onDay);
  const itemIds = [...new Set(items.map(({ itemId }) => itemId))];
  const offer = await readOffer(tx, store, { itemIds, menuId, at });
  const lines = items.map((line) => pricedLine(offer, line));
  return { storeId, at: toTimestamp(at), currency: store.currency, lines };
}

/** Finds documents with this receipt. */
const WITH_RECEIPT = statement(
  'till.with-receipt',
  `select from region.sales where company_id = $1 and kind in ('sale', 'refund') and external_id = $2
   union all select from region.open_orders where company_id = $1 and external_id = $2`,
);

/** Number and receipt contain a new id, and more ids while an imported document has the same receipt. */
async function newDocument(tx: TenantTransaction) {
  let name = `${await tx.newId()}`;
  while ((await tx.query(WITH_RECEIPT, [`till-${name}`])).length > 0) name += `-${await tx.newId()}`;
  return { receipt: `till-${name}`, number: `T${name}` };
}

type Named = Awaited<ReturnType<typeof newDocument>>;

const shown = ({ receipt, number }: Named, { storeId, at, currency, lines }: Priced): TillDocument => ({
  ...{ receipt, number, storeId, at, currency },
  total: dueOf(lines, currency),
});

const lineOf = ({ receipt, number }: Named, { storeId, at, lines }: Priced, channel: string) => ({
  ...{ externalId: receipt, store: storeId, number, at, channel, lines },
});

/** Payment of the lines, rounding and tips. Throws a DirectoryError if less than due is tendered. */
function paidBy({ payment: kind, tendered, tips = '0', rounding = '0' }: Paid, { lines, currency }: Priced) {
  const units = (amount: string): bigint => toUnits(amount, COST_DECIMALS);
  const textOf = (amount: bigint): string => canonicalMoney(fromUnits(amount, COST_DECIMALS), currency);
  const due = units(dueOf(lines, currency)) + units(tips) + units(rounding);
  const paid = tendered === undefined ? due : units(tendered);
  if (paid < due) throw new DirectoryError(`${tendered} ${currency} is less than the ${textOf(due)} due.`);
  if (paid < 0n) throw new DirectoryError(`${rounding} ${currency} is more than the total.`);
  return { payments: [{ kind, amount: textOf(paid) }], rounding, tips, changeGiven: textOf(paid - due) };
}

const LOCK_OPEN = statement(
  'till.lock-open-order',
  `select doc from region.open_orders where company_id = $1 and external_id = $2 and status = 1 for no key update`,
);

interface StoredLine extends Omit<PricedLine, 'item' | 'variant'> {
  readonly itemId: number;
  readonly variantId: number | null;
}

const pricedOf = ({ itemId, variantId, quantity, gross, discount, tax }: StoredLine): PricedLine => ({
  ...{ item: itemId, variant: variantId, quantity },
  ...{ gross, discount, tax },
});

/** Locks an open order by its external id. Throws a DirectoryError if there is none. */
async function lockOpenOrder(tx: TenantTransaction, receipt: string) {
  const [row] = await tx.query<{ doc: string }>(LOCK_OPEN, [receipt]);
  if (!row) throw new DirectoryError(`No open order has the receipt ${receipt}.`);
  const order = JSON.parse(row.doc) as OpenOrder;
  return { ...order, lines: order.lines.map(pricedOf) };
}

interface Refundable {
  readonly storeId: number;
  readonly number: string;
  readonly soldAt: string;
  readonly currency: string;
  readonly channel: Channel;
  readonly payment: PaymentKind;
  readonly lines: readonly (StoredLine & { readonly line: number })[];
}

const FIND_SALE = statement(
  'till.sale',
  `select s.store_id as "storeId", s.number, region.rfc3339(s.sold_at) as "soldAt", s.currency, s.channel,
     case greatest(s.paid_cash - s.change_given, s.paid_card, s.paid_online, s.paid_gift_card, s.paid_account, s.paid_other)
       when s.paid_cash - s.change_given then 'cash' when s.paid_card then 'card' when s.paid_online then 'online'
       when s.paid_gift_card then 'giftCard' when s.paid_account then 'account' else 'other' end as payment,
     (select json_agg(json_build_object('line', l.id, 'itemId', l.item_id, 'variantId', l.variant_id,
       'quantity', region.quantity_text(l.quantity), 'gross', region.money_text(l.gross, s.currency),
       'discount', region.money_text(l.discount, s.currency), 'tax', region.money_text(l.tax, s.currency)) order by l.id)
      from region.sale_lines l where l.company_id = $1 and l.sale_id = s.id) as lines
   from region.sales s where s.company_id = $1 and s.id = $2`,
);

/**
 * Locks a sale by its external id. Returns it with the lines that are not refunded yet. Throws a DirectoryError if
 * there is none, or if it was voided.
 */
async function lockRefundable(tx: TenantTransaction, receipt: string) {
  const [sale] = await lockSales(tx, [{ kind: 'sale', externalId: receipt }]);
  if (!sale) throw new DirectoryError(`No sale has the receipt ${receipt}.`);
  if (sale.voided) throw new DirectoryError(`The sale ${receipt} was voided.`);
  const [[row], remaining] = await Promise.all([
    tx.query<Refundable>(FIND_SALE, [sale.id]),
    readRemaining(tx, [sale.id]),
  ]);
  if (!row) throw new Error(`A locked sale is missing: ${sale.id}.`);
  const left = new Map(remaining.map((part) => [keyOf(part), part.quantity]));
  const isLeft = (stored: StoredLine): boolean => {
    const rest = minus(left.get(keyOf(stored)) ?? '0', stored.quantity);
    if (rest.startsWith('-')) return false;
    left.set(keyOf(stored), rest);
    return true;
  };
  return { ...row, lines: row.lines.filter(isLeft).map((line) => ({ line: line.line, ...pricedOf(line) })) };
}

const keyOf = ({ itemId, variantId }: Pick<StoredLine, 'itemId' | 'variantId'>): string => `${itemId} ${variantId}`;

const KIND = statement(
  'till.kind',
  `select kind from region.sales where company_id = $1 and external_id = $2 order by kind desc`,
);

/** Kind of a receipt: sale or refund. Throws a DirectoryError if there is neither. */
async function kindOf(tx: TenantTransaction, receipt: string): Promise<'sale' | 'refund'> {
  const [row] = await tx.query<{ kind: 'sale' | 'refund' }>(KIND, [receipt]);
  if (!row) throw new DirectoryError(`No sale or refund has the receipt ${receipt}.`);
  return row.kind;
}

/** Names of a line's fields at a till. */
const NAMES: Readonly<Record<string, string>> = {
  at: 'The day',
  lines: 'An item',
  payments: 'The payment',
  store: 'The store',
};

/** Turns the first problem of the import into a DirectoryError. */
function refused(error: unknown): unknown {
  if (!(error instanceof BadLines)) return error;
  const [{ path, message } = { path: '', message: '' }] = error.problems;
  return new DirectoryError(`${NAMES[path.split('/')[1] ?? ''] ?? 'The receipt'} ${message}.`);
}

interface OneReceipt {
  readonly receipt: string;
}

type Refund = Pick<Paid, 'rounding'> & OneReceipt & { readonly lines?: readonly number[] | undefined };

/** Tills of sandbox merchants. Each call writes lines of an import in one transaction. */
export const TILL = {
  offer: asBackOffice(showOffer),

  price: asBackOffice(showPrice),

  /** Open orders and recent receipts of a store, latest first. */
  receipts: asBackOffice((tx, { storeId }: { readonly storeId: number }) => showReceipts(tx, storeId)),

  sell: asBackOffice(async (tx, order: TillOrder & Paid): Promise<PaidDocument> => {
    const [named, sale] = [await newDocument(tx), await priced(tx, order)];
    const paid = paidBy(order, sale);
    await writeLine(tx, { type: 'sale', ...lineOf(named, sale, order.channel), ...paid });
    return { ...shown(named, sale), change: paid.changeGiven };
  }),

  open: asBackOffice(async (tx, order: TillOrder): Promise<TillDocument> => {
    const [named, opened] = [await newDocument(tx), await priced(tx, order)];
    await writeLine(tx, { type: 'openOrder', ...lineOf(named, opened, order.channel) });
    return shown(named, opened);
  }),

  /** Sells and closes an open order. */
  pay: asBackOffice(async (tx, { receipt, ...payment }: Paid & OneReceipt): Promise<PaidDocument> => {
    const { orderNo: number, channel, openedAt, ...order } = await lockOpenOrder(tx, receipt);
    const named = { receipt, number };
    const sale = { ...order, at: tx.timestamp };
    const paid = paidBy(payment, sale);
    await writeLine(tx, { type: 'sale', ...lineOf(named, sale, channel), ...paid });
    const closed = lineOf(named, { ...order, at: openedAt }, channel);
    await writeLine(tx, { type: 'openOrder', ...closed, state: 'closed' });
    return { ...shown(named, sale), change: paid.changeGiven };
  }),

  /** Refunds the rest of a sale, or the given lines of it. */
  refund: asBackOffice(async (tx, request: Refund): Promise<TillDocument> => {
    const { receipt, lines, rounding } = request;
    const { payment, channel, soldAt, ...sale } = await lockRefundable(tx, receipt);
    const chosen = sale.lines.filter(({ line }) => lines?.includes(line) ?? true);
    if (chosen.length === 0) throw new DirectoryError(`Nothing of these lines of ${receipt} is left to refund.`);
    const refund = { ...sale, at: laterOf(tx.timestamp, soldAt), lines: chosen.map(({ line: _, ...rest }) => rest) };
    const named = await newDocument(tx);
    const document = { ...lineOf(named, refund, channel), ...paidBy({ payment, rounding }, refund), sale: receipt };
    await writeLine(tx, { type: 'refund', ...document });
    return shown(named, refund);
  }),

  void: asBackOffice(async (tx, { receipt }: OneReceipt) => {
    await writeLine(tx, { type: 'void', externalId: receipt, kind: await kindOf(tx, receipt) });
    return { receipt };
  }),

  sellDay: asBackOffice(sellDay),
};
