import type { TenantTransaction } from '../../database/tenant.ts';
import { PartnerError } from '../../errors.ts';
import { laterOf } from '../../process/time.ts';
import { canonicalMoney, canonicalQuantity, tooFine } from '../../records/decimal.ts';
import { lockLevels } from '../../records/ledger.ts';
import { type OrderFields, writeOpenOrders } from '../../records/open-orders.ts';
import { knownReturns, type NewPurchaseReturn, writePurchaseReturn } from '../../records/purchase-orders/orders.ts';
import {
  DEFAULT_COIN,
  pricesOf,
  Remaining,
  type Sale,
  type SaleLine,
  totalsOf,
  type Wrong,
  wrongRounding,
} from '../../records/sales/rules.ts';
import { type OpeningStock, writeOpeningStock } from '../../records/sales/stock.ts';
import {
  findDiffering,
  findRefunded,
  knownRefunds,
  type LockedSale,
  lockSales,
  readRemaining,
  voidSales,
  writeSales,
} from '../../records/sales/store.ts';
import type { Entry } from './format.ts';
import { BadLines, type OrderedLine, type Problem, type Reference, requireNone, type Warn } from './lines.ts';
import { References } from './references.ts';

const COMBO = 2;
const COMBO_HOLDS_NONE = 'must not be a combo: a combo holds no stock of its own';

type OrderedEntry = Entry<'sale' | 'refund' | 'openOrder'>;

/** Checks receipts or orders against the records that they refer to, and returns these. Reads them unless given. */
async function checkedReferences(
  tx: TenantTransaction,
  entries: readonly OrderedEntry[],
  given: References | undefined,
): Promise<References> {
  const references = given ?? (await References.read(tx, entries));
  // A refund may refer to a sale of the same batch, which is written first.
  for (const entry of entries) if (entry.line.type === 'sale') references.introduce(entry);

  // Checks amounts against the store's currency and the smallest coin, and combos against their rules.
  const coin = tx.scope.cashRounding ?? DEFAULT_COIN;
  const problems = entries.flatMap((entry) => {
    const { number, line } = entry;
    const { currency } = references.find('store', line.store) ?? {};
    const isReceipt = line.type !== 'openOrder';
    const prices = isReceipt ? pricesOf(line.lines, line) : pricesOf(line.lines);
    const wrong = [
      ...(currency === undefined ? [] : tooFine(prices, currency)),
      ...(isReceipt ? wrongRounding(line.rounding, coin) : []),
      ...line.lines.flatMap((ordered, i) => wrongCombo(references, ordered, `/lines/${i}`)),
    ];
    return [...references.problems(entry), ...wrong.map(({ path, message }) => ({ line: number, path, message }))];
  });
  requireNone(problems);
  return references;
}

/** Finds fractions of combos, components of items that are no combos, and components that are combos. */
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
    const ids = references.itemIds(ordered);
    const variant = item?.variants.find(({ id }) => id === ids.variantId);
    return {
      ...ids,
      name: [item?.name, variant?.name].filter(Boolean).join(', '),
      quantity: canonicalQuantity(ordered.quantity),
      gross: money(ordered.gross),
      discount: money(ordered.discount),
      tax: money(ordered.tax),
      components: ordered.components?.map((part) => ({
        ...references.itemIds(part),
        quantity: canonicalQuantity(part.quantity),
      })),
    };
  });
}

interface Receipt {
  readonly entry: Entry<'sale' | 'refund'>;
  readonly sale: Sale;
}

/** Writes sales before refunds, which may refer to sales of the same batch. */
export async function writeTrade(
  tx: TenantTransaction,
  entries: readonly Entry<'sale' | 'refund'>[],
  given: References | undefined,
  warn: Warn,
): Promise<number> {
  const references = await checkedReferences(tx, entries, given);
  const receipts = entries.map((entry): Receipt => {
    const { type: kind, store, number, externalId, channel, at, payments, rounding, changeGiven, tips } = entry.line;
    const storeId = references.id('store', store);
    const lines = linesOf(references, entry);
    const receipt = { kind, storeId, number, externalId, channel, soldAt: at, payments, lines, refundOf: null };
    return { entry, sale: { ...receipt, rounding, changeGiven, tips } };
  });
  const of = (kind: Sale['kind']) => receipts.filter(({ sale }) => sale.kind === kind);
  const written = await writeReceipts(tx, of('sale'), warn);
  return written + (await writeReceipts(tx, await withTheirSales(tx, references, of('refund')), warn));
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

/** Links refunds to their sales and locks the sales. Rejects new refunds that exceed what remains of a sale. */
async function withTheirSales(
  tx: TenantTransaction,
  references: References,
  refunds: readonly Receipt[],
): Promise<Receipt[]> {
  if (refunds.length === 0) return [];
  const refundedBy = ({ entry: { line } }: Receipt): string | null => (line.type === 'refund' ? line.sale : null);
  const refunded = refunds.map(refundedBy).filter((sale) => sale !== null);
  const locked = refunded.map((externalId) => ({ kind: 'sale', externalId }) as const);
  const sales = new Map((await lockSales(tx, locked)).map((sale) => [sale.externalId, sale]));
  const externalIds = refunds.map(({ sale }) => sale.externalId);
  const known = await knownRefunds(tx, externalIds);
  const isNew = ({ sale }: Receipt) => !known.has(sale.externalId);

  // Sales that were voided, are in another currency, or were made after the refund.
  const wrong = refunds.filter(isNew).flatMap((refund): Problem[] => {
    const { number, line } = refund.entry;
    const externalId = refundedBy(refund);
    const sale = sales.get(externalId ?? '');
    if (!sale) return [];
    const problem = (path: string, message: string) => [{ line: number, path, message }];
    if (sale.voided) return problem('/sale', `names a sale that has been voided: ${externalId}`);
    if (sale.currency !== references.find('store', line.store)?.currency)
      return problem('/store', `must sell in the currency of the sale, which is ${sale.currency}`);
    if (Date.parse(refund.sale.soldAt) >= Date.parse(sale.soldAt)) return [];
    return problem('/at', `must not be before the sale, which was at ${sale.soldAt}`);
  });
  requireNone(wrong);

  const linked = refunds.map((refund) => {
    const refundOf = sales.get(refundedBy(refund) ?? '')?.id ?? null;
    return { ...refund, sale: { ...refund.sale, refundOf } };
  });
  const ofSales = linked.filter((refund) => isNew(refund) && refund.sale.refundOf !== null);
  const saleIds = [...new Set(ofSales.map(({ sale }) => sale.refundOf as number))];
  const remaining = new Remaining(await readRemaining(tx, saleIds));
  // A refund that the file repeats counts once.
  const once = Map.groupBy(ofSales, ({ sale }) => sale.externalId).values();
  const exceeding = [...once].flatMap(([first]) => {
    const { entry, sale } = first as Receipt;
    return remaining.take(sale).map((problem) => ({ line: entry.number, ...problem }));
  });
  requireNone(exceeding);
  return linked;
}

export async function writeOpeningStocks(
  tx: TenantTransaction,
  entries: readonly Entry<'openingStock'>[],
  given: References | undefined,
): Promise<number> {
  const references = given ?? (await References.read(tx, entries));
  const problems = entries.flatMap((entry) => {
    const isCombo = references.find('item', entry.line.item)?.type === COMBO;
    const ofCombo = isCombo ? [{ line: entry.number, path: '/item', message: COMBO_HOLDS_NONE }] : [];
    return [...references.problems(entry), ...ofCombo];
  });
  requireNone(problems);
  const stocks = entries.map(({ line }): OpeningStock => {
    const { externalId, store, quantity, unitCost, at = tx.timestamp } = line;
    return { externalId, storeId: references.id('store', store), ...references.itemIds(line), quantity, unitCost, at };
  });
  return writeOpeningStock(tx, stocks);
}

export async function writeOrders(
  tx: TenantTransaction,
  entries: readonly Entry<'openOrder'>[],
  given: References | undefined,
): Promise<number> {
  const references = await checkedReferences(tx, entries, given);
  const orders = entries.map((entry): OrderFields => {
    const { store, number: orderNo, externalId, channel, at, state } = entry.line;
    const storeId = references.id('store', store);
    const lines = linesOf(references, entry);
    const status = state === 'open' ? 1 : 0;
    return { status, storeId, orderNo, externalId, channel, openedAt: at, lines, ...totalsOf(lines) };
  });
  return writeOpenOrders(tx, orders);
}

/** Voids sales and refunds. Returns how many were newly voided. */
export async function writeVoids(tx: TenantTransaction, entries: readonly Entry<'void'>[]): Promise<number> {
  const keyOf = ({ kind, externalId }: Pick<LockedSale, 'kind' | 'externalId'>): string => `${kind} ${externalId}`;
  const lines = entries.map(({ line }) => line);
  const sales = new Map((await lockSales(tx, lines)).map((sale) => [keyOf(sale), sale]));
  const unknown = entries.filter(({ line }) => !sales.has(keyOf(line)));
  const notFound = unknown.map(({ number, line: { kind, externalId } }): Problem => {
    return { line: number, path: '/externalId', message: `names a ${kind} that does not exist: ${externalId}` };
  });
  requireNone(notFound);

  const standing = entries.flatMap(({ number, line }) => {
    const sale = sales.get(keyOf(line)) as LockedSale;
    return sale.voided ? [] : [{ number, ...line, ...sale }];
  });
  const early = standing.filter(({ at, soldAt }) => at !== undefined && Date.parse(at) < Date.parse(soldAt));
  const tooEarly = early.map(({ number, kind, soldAt }): Problem => {
    return { line: number, path: '/at', message: `must not be before the ${kind}, which was at ${soldAt}` };
  });
  requireNone(tooEarly);

  const ids = standing.map(({ id }) => id);
  const refundedIds = await findRefunded(tx, ids);
  const refunded = standing.filter(({ id }) => refundedIds.has(id));
  const withRefunds = refunded.map(({ number, externalId }): Problem => {
    const message = `names a sale with refunds: ${externalId}; void the refunds first`;
    return { line: number, path: '/externalId', message };
  });
  requireNone(withRefunds);

  // A till's clock may be fast: the sale then has an instant in the future.
  const voided = new Map(standing.map(({ id, at, soldAt }) => [id, at ?? laterOf(tx.timestamp, soldAt)]));
  await voidSales(tx, voided);
  return voided.size;
}

/** Writes new returns and removes their goods from stock. */
export async function writeReturns(
  tx: TenantTransaction,
  entries: readonly Entry<'purchaseReturn'>[],
  given: References | undefined,
): Promise<number> {
  const externalIds = entries.map(({ line }) => line.externalId);
  const known = await knownReturns(tx, externalIds);
  const added = entries.filter(({ line }) => !known.has(line.externalId));
  const fresh = [...new Map(added.map((entry) => [entry.line.externalId, entry])).values()];
  const references = given ?? (await References.read(tx, fresh));
  requireNone(fresh.flatMap((entry) => references.problems(entry)));
  const inputs = fresh.map(({ line }): NewPurchaseReturn => {
    const { supplier, store, number: returnNo = null, date, narration, externalId, lines } = line;
    const ids = { supplierId: references.id('supplier', supplier), storeId: references.id('store', store) };
    const returned = lines.map(({ quantity, unitCost, ...of }) => ({ ...references.itemIds(of), quantity, unitCost }));
    return { returnNo, ...ids, date, narration, externalId, lines: returned };
  });
  // Each return moves its own stock, but levels are locked in one order for the whole batch.
  const levels = inputs.flatMap(({ storeId, lines }) => lines.map((line) => ({ ...line, storeId })));
  await lockLevels(tx, levels);
  for (const [i, input] of inputs.entries()) {
    try {
      await writePurchaseReturn(tx, input);
    } catch (error) {
      if (!(error instanceof PartnerError) || !error.details) throw error;
      const { number } = fresh[i] as Entry;
      // Lines have references where the API has ids.
      const problems = error.details.map(({ path, message }) => ({ path: path.replace(/Id$/, ''), message }));
      throw new BadLines(problems.map((problem) => ({ line: number, ...problem })));
    }
  }
  return fresh.length;
}
