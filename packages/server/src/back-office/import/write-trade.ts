import type { TenantTransaction } from '../../database/tenant.ts';
import { canonicalQuantity } from '../../records/decimal.ts';
import { canonicalMoney, tooFine } from '../../records/money.ts';
import { type OrderFields, writeOpenOrders } from '../../records/open-orders/store.ts';
import { type OpeningStock, writeOpeningStock } from '../../records/sales/opening.ts';
import { findDiffering } from '../../records/sales/resent.ts';
import {
  DEFAULT_COIN,
  pricesOf,
  type Sale,
  type SaleLine,
  totalsOf,
  type Wrong,
  wrongRounding,
} from '../../records/sales/rules.ts';
import { writeSales } from '../../records/sales/store.ts';
import type { OrderedLine, Reference } from './line.ts';
import type { Entry } from './parse-line.ts';
import { type Problem, requireNone, type Warn } from './problem.ts';
import { Introduced, References } from './references.ts';
import { type Receipt, withTheirSales } from './refunds.ts';

const COMBO = 2;
const COMBO_HOLDS_NONE = 'must not be a combo: a combo holds no stock of its own';

type OrderedEntry = Entry<'sale' | 'refund' | 'openOrder'>;

/** Reads the records that receipts or orders refer to, and checks the lines against them. */
async function checkedReferences(tx: TenantTransaction, entries: readonly OrderedEntry[]): Promise<References> {
  // A refund may refer to a sale of the same batch, which is written first.
  const introduced = new Introduced();
  for (const { line } of entries) if (line.type === 'sale') introduced.add(line.type, line.externalId);
  const references = await References.read(tx, entries, introduced);
  const coin = tx.scope.cashRounding;
  requireNone(entries.flatMap((entry) => [...references.problems(entry), ...wrongAmounts(references, entry, coin)]));
  return references;
}

/** Finds amounts that the store's currency or the smallest coin rules out, and what is wrong with combos. */
function wrongAmounts(references: References, { number, line }: OrderedEntry, coin: string | undefined): Problem[] {
  const { currency } = references.find('store', line.store) ?? {};
  const isReceipt = line.type !== 'openOrder';
  const prices = isReceipt ? pricesOf(line.lines, line) : pricesOf(line.lines);
  const fine = currency === undefined ? [] : tooFine(prices, currency);
  const amounts = [...fine, ...(isReceipt ? wrongRounding(line.rounding, coin ?? DEFAULT_COIN) : [])];
  const combos = line.lines.flatMap((ordered, i) => wrongCombo(references, ordered, `/lines/${i}`));
  return [...amounts, ...combos].map(({ path, message }) => ({ line: number, path, message }));
}

/** Finds parts of combos, and components of what is no combo or that are combos themselves. */
function wrongCombo(references: References, { item, quantity, components = [] }: OrderedLine, at: string): Wrong[] {
  const isCombo = (one: Reference) => references.find('item', one)?.type === COMBO;
  if (!isCombo(item))
    return components.length > 0 ? [{ path: `${at}/components`, message: 'are only for combos' }] : [];
  const isPart = canonicalQuantity(quantity).includes('.');
  return [
    ...(isPart ? [{ path: `${at}/quantity`, message: 'must be a whole number for a combo' }] : []),
    ...components.flatMap((one, i) =>
      isCombo(one.item) ? [{ path: `${at}/components/${i}/item`, message: COMBO_HOLDS_NONE }] : [],
    ),
  ];
}

/** Lines of a receipt or order, each with the names of its item and variant. */
function linesOf(references: References, { line }: OrderedEntry): (SaleLine & { name: string })[] {
  const currency = references.find('store', line.store)?.currency as string;
  const money = (amount: string) => canonicalMoney(amount, currency);
  return line.lines.map((ordered) => {
    const item = references.find('item', ordered.item);
    const variantId = references.variantId(ordered.item, ordered.variant);
    const variant = item?.variants.find(({ id }) => id === variantId);
    return {
      itemId: references.id('item', ordered.item),
      variantId,
      name: [item?.name, variant?.name].filter(Boolean).join(', '),
      quantity: canonicalQuantity(ordered.quantity),
      gross: money(ordered.gross),
      discount: money(ordered.discount),
      tax: money(ordered.tax),
      components: ordered.components?.map(({ item: part, variant: of, quantity }) => ({
        itemId: references.id('item', part),
        variantId: references.variantId(part, of),
        quantity: canonicalQuantity(quantity),
      })),
    };
  });
}

/** Writes sales before refunds, which may refer to sales of the same batch. */
export async function importTrade(
  tx: TenantTransaction,
  entries: readonly Entry<'sale' | 'refund'>[],
  warn: Warn,
): Promise<number> {
  const references = await checkedReferences(tx, entries);
  const receipts = entries.map((entry) => ({ entry, sale: saleOf(references, entry) }));
  const of = (kind: Sale['kind']) => receipts.filter(({ sale }) => sale.kind === kind);
  const written = await writeReceipts(tx, of('sale'), warn);
  return written + (await writeReceipts(tx, await withTheirSales(tx, references, of('refund')), warn));
}

function saleOf(references: References, entry: Entry<'sale' | 'refund'>): Sale {
  const { type: kind, store, number, externalId, channel, at, payments, rounding, changeGiven, tips } = entry.line;
  const storeId = references.id('store', store);
  const lines = linesOf(references, entry);
  const receipt = { kind, storeId, number, externalId, channel, soldAt: at, payments, lines, refundOf: null };
  return { ...receipt, rounding, changeGiven, tips };
}

/** Writes new receipts. Warns about known ones with different content. */
async function writeReceipts(tx: TenantTransaction, receipts: readonly Receipt[], warn: Warn): Promise<number> {
  const lineNumbers = new Map(receipts.map(({ entry, sale }) => [sale, entry.number]));
  const { written, known } = await writeSales(tx, [...lineNumbers.keys()]);
  for (const { sale, path } of await findDiffering(tx, known)) {
    const message = `differs from the ${sale.kind} imported before, which is kept; to replace it, void it and send it under another externalId`;
    warn({ line: lineNumbers.get(sale) ?? 0, path, message });
  }
  return written;
}

export async function importOpeningStock(
  tx: TenantTransaction,
  entries: readonly Entry<'openingStock'>[],
): Promise<number> {
  const references = await References.read(tx, entries);
  requireNone(entries.flatMap((entry) => [...references.problems(entry), ...stockOfCombo(references, entry)]));
  const stocks = entries.map(({ line }): OpeningStock => {
    const { externalId, quantity, unitCost, at = tx.timestamp } = line;
    return {
      externalId,
      storeId: references.id('store', line.store),
      itemId: references.id('item', line.item),
      variantId: references.variantId(line.item, line.variant),
      quantity,
      unitCost,
      at,
    };
  });
  return writeOpeningStock(tx, stocks);
}

function stockOfCombo(references: References, { number, line }: Entry<'openingStock'>): Problem[] {
  if (references.find('item', line.item)?.type !== COMBO) return [];
  return [{ line: number, path: '/item', message: COMBO_HOLDS_NONE }];
}

export async function importOpenOrders(tx: TenantTransaction, entries: readonly Entry<'openOrder'>[]): Promise<number> {
  const references = await checkedReferences(tx, entries);
  const orders = entries.map((entry): OrderFields => {
    const { store, number: orderNo, externalId, channel, at, state } = entry.line;
    const storeId = references.id('store', store);
    const lines = linesOf(references, entry);
    const status = state === 'open' ? 1 : 0;
    return { status, storeId, orderNo, externalId, channel, openedAt: at, lines, ...totalsOf(lines) };
  });
  return writeOpenOrders(tx, orders);
}
