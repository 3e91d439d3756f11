import type { TenantTransaction } from '../../database/tenant.ts';
import { PartnerError } from '../../errors.ts';
import { laterOf } from '../../process/time.ts';
import { canonicalMoney, canonicalQuantity, tooFine } from '../../records/decimal.ts';
import { lockLevels } from '../../records/ledger.ts';
import { type OrderFields, writeOpenOrders } from '../../records/open-orders.ts';
import { knownReturns, type NewPurchaseReturn, writePurchaseReturn } from '../../records/purchase-returns.ts';
import { knownRefunds, type LockedSale, lockSales, Remaining, readRemaining } from '../../records/sales/refunds.ts';
import {
  DEFAULT_COIN,
  pricesOf,
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
  lockVoidable,
  type Voidable,
  voidSales,
  writeSales,
} from '../../records/sales/store.ts';
import type { Entry } from './format.ts';
import { BadLines, type OrderedLine, type Problem, type Reference, requireNone, type Warn } from './lines.ts';
import { Introduced, References } from './references.ts';

/** A sale or refund and the line it comes from. */
interface Receipt {
  readonly entry: Entry<'sale' | 'refund'>;
  readonly sale: Sale;
}

/** Links refunds to their sales and locks those. Rejects new refunds that exceed what remains of a sale. */
async function withTheirSales(
  tx: TenantTransaction,
  references: References,
  refunds: readonly Receipt[],
): Promise<Receipt[]> {
  if (refunds.length === 0) return [];
  const refunded = refunds.map(refundedBy).filter((sale) => sale !== null);
  const sales = await lockSales(tx, refunded);
  const externalIds = refunds.map(({ sale }) => sale.externalId);
  const known = await knownRefunds(tx, externalIds);
  const isNew = ({ sale }: Receipt) => !known.has(sale.externalId);
  requireNone(refunds.filter(isNew).flatMap((refund) => wrongSale(references, refund, sales)));
  const linked = refunds.map(({ entry, sale }) => {
    return { entry, sale: { ...sale, refundOf: sales.get(refundedBy({ entry }) ?? '')?.id ?? null } };
  });
  await requireRemaining(tx, linked.filter(isNew));
  return linked;
}

/** External id of the refunded sale. */
const refundedBy = ({ entry: { line } }: Pick<Receipt, 'entry'>): string | null =>
  line.type === 'refund' ? line.sale : null;

/** Finds sales that cannot be refunded: voided ones, those in another currency, and those made after the refund. */
function wrongSale(
  references: References,
  { entry: { number, line }, sale: { soldAt } }: Receipt,
  sales: ReadonlyMap<string, LockedSale>,
): Problem[] {
  const externalId = refundedBy({ entry: { number, line } });
  const sale = sales.get(externalId ?? '');
  if (!sale) return [];
  const problem = (path: string, message: string): Problem[] => [{ line: number, path, message }];
  if (sale.voided) return problem('/sale', `names a sale that has been voided: ${externalId}`);
  if (sale.currency !== references.find('store', line.store)?.currency)
    return problem('/store', `must sell in the currency of the sale, which is ${sale.currency}`);
  if (Date.parse(soldAt) >= Date.parse(sale.soldAt)) return [];
  return problem('/at', `must not be before the sale, which was at ${sale.soldAt}`);
}

/** Counts a refund that the file repeats only once. */
async function requireRemaining(tx: TenantTransaction, refunds: readonly Receipt[]): Promise<void> {
  const ofSales = refunds.filter(({ sale }) => sale.refundOf !== null);
  const once = Map.groupBy(ofSales, ({ sale }) => sale.externalId).values();
  const saleIds = [...new Set(ofSales.map(({ sale }) => sale.refundOf as number))];
  const remaining = new Remaining(await readRemaining(tx, saleIds));
  const problems = [...once].flatMap(([first]) => {
    const { entry, sale } = first as Receipt;
    return remaining.take(sale).map((wrong) => ({ line: entry.number, ...wrong }));
  });
  requireNone(problems);
}

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

type VoidEntry = Entry<'void'>;

/** Voids sales and refunds. Returns how many were newly voided. */
export async function importVoids(tx: TenantTransaction, entries: readonly VoidEntry[]): Promise<number> {
  const lines = entries.map(({ line }) => line);
  const byKey = new Map((await lockVoidable(tx, lines)).map((sale) => [keyOf(sale), sale]));
  requireNone(entries.flatMap((entry) => (byKey.has(keyOf(entry.line)) ? [] : [unknown(entry)])));
  const standing = entries.flatMap((entry) => {
    const { voided, id, soldAt } = byKey.get(keyOf(entry.line)) as Voidable;
    return voided ? [] : [{ entry, id, soldAt }];
  });
  requireNone(standing.flatMap(({ entry, soldAt }) => tooEarly(entry, soldAt)));
  const ids = standing.map(({ id }) => id);
  const refunded = await findRefunded(tx, ids);
  requireNone(standing.flatMap(({ entry, id }) => (refunded.has(id) ? [hasRefunds(entry)] : [])));
  // A till's clock may be fast: the sale then has an instant in the future.
  const voided = new Map(standing.map(({ entry, id, soldAt }) => [id, entry.line.at ?? laterOf(tx.timestamp, soldAt)]));
  await voidSales(tx, voided);
  return voided.size;
}

const keyOf = ({ kind, externalId }: Pick<Voidable, 'kind' | 'externalId'>): string => `${kind} ${externalId}`;

const problem = ({ number }: VoidEntry, message: string): Problem => ({ line: number, path: '/externalId', message });

function tooEarly({ number, line: { kind, at } }: VoidEntry, soldAt: string): Problem[] {
  if (at === undefined || Date.parse(at) >= Date.parse(soldAt)) return [];
  return [{ line: number, path: '/at', message: `must not be before the ${kind}, which was at ${soldAt}` }];
}

const unknown = (entry: VoidEntry): Problem =>
  problem(entry, `names a ${entry.line.kind} that does not exist: ${entry.line.externalId}`);

const hasRefunds = (entry: VoidEntry): Problem =>
  problem(entry, `names a sale with refunds: ${entry.line.externalId}; void the refunds first`);

type ReturnEntry = Entry<'purchaseReturn'>;

/** Writes new returns and removes their goods from stock. */
export async function importPurchaseReturns(tx: TenantTransaction, entries: readonly ReturnEntry[]): Promise<number> {
  const externalIds = entries.map(({ line }) => line.externalId);
  const known = await knownReturns(tx, externalIds);
  const added = entries.filter(({ line }) => !known.has(line.externalId));
  const fresh = [...new Map(added.map((entry) => [entry.line.externalId, entry])).values()];
  const references = await References.read(tx, fresh);
  requireNone(fresh.flatMap((entry) => references.problems(entry)));
  const inputs = fresh.map((entry) => ({ entry, input: inputOf(references, entry) }));
  // Each return moves its own stock, but levels are locked in one order for the whole batch.
  await lockLevels(
    tx,
    inputs.flatMap(({ input: { storeId, lines } }) => lines.map((line) => ({ ...line, storeId }))),
  );
  for (const { entry, input } of inputs) await write(tx, entry, input);
  return fresh.length;
}

function inputOf(references: References, { line }: ReturnEntry): NewPurchaseReturn {
  const { number, date, narration, externalId } = line;
  return {
    returnNo: number ?? null,
    supplierId: references.id('supplier', line.supplier),
    storeId: references.id('store', line.store),
    date,
    narration,
    externalId,
    lines: line.lines.map(({ item, variant, quantity, unitCost }) => ({
      itemId: references.id('item', item),
      variantId: references.variantId(item, variant),
      quantity,
      unitCost,
    })),
  };
}

async function write(tx: TenantTransaction, { number }: ReturnEntry, input: NewPurchaseReturn): Promise<void> {
  try {
    await writePurchaseReturn(tx, input);
  } catch (error) {
    if (!(error instanceof PartnerError) || !error.details) throw error;
    // Lines have references where the API has ids.
    throw new BadLines(
      error.details.map(({ path, message }) => ({ line: number, path: path.replace(/Id$/, ''), message })),
    );
  }
}
