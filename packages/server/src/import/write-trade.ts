import { canonicalQuantity } from '../resources/decimal.ts';
import { canonicalMoney } from '../resources/money.ts';
import { type OrderFields, writeOpenOrders } from '../resources/open-orders/store.ts';
import { type OpeningStock, writeOpeningStock } from '../resources/sales/opening.ts';
import { findDiffering } from '../resources/sales/resent.ts';
import { pricesOf, type Sale, type SaleLine, totalsOf } from '../resources/sales/rules.ts';
import { writeSales } from '../resources/sales/store.ts';
import type { TenantTransaction } from '../storage/tenant.ts';
import type { Entry } from './parse-line.ts';
import { requireNone, type Warn } from './problem.ts';
import { type Receipt, withTheirSales } from './refunds.ts';
import { type Resolver, resolverOf } from './resolver.ts';

const COMBO = 2;

type OrderedEntry = Entry<'sale' | 'refund' | 'openOrder'>;

const orderedResolver = (tx: TenantTransaction, entries: readonly OrderedEntry[]): Promise<Resolver> =>
  resolverOf(
    tx,
    entries.map(({ line }) => line.store),
    entries.flatMap(({ line }) => line.lines.map(({ item }) => item)),
  );

/** The lines of a receipt or order, each with the name of what was ordered. */
function linesOf(resolver: Resolver, { number, line }: OrderedEntry): (SaleLine & { name: string })[] {
  const payments = line.type === 'openOrder' ? [] : line.payments;
  const currency = resolver.currency(number, line.store, pricesOf(line.lines, payments));
  const money = (amount: string) => canonicalMoney(amount, currency);
  return line.lines.map((ordered, i) => {
    const quantity = canonicalQuantity(ordered.quantity);
    const { itemId, variantId, found } = resolver.item(number, `/lines/${i}`, ordered);
    if (found?.type === COMBO && quantity.includes('.')) {
      resolver.problems.push({
        line: number,
        path: `/lines/${i}/quantity`,
        message: 'must be a whole number for a combo',
      });
    }
    const variant = found?.variants.find(({ id }) => id === variantId);
    const name = [found?.name, variant?.name].filter(Boolean).join(', ');
    const amounts = { gross: money(ordered.gross), discount: money(ordered.discount), tax: money(ordered.tax) };
    return { itemId, variantId, name, quantity, ...amounts };
  });
}

const instant = (text: string): string => new Date(text).toISOString();

/** Sales first, so that a refund in the same batch finds its own. */
export async function importTrade(
  tx: TenantTransaction,
  entries: readonly Entry<'sale' | 'refund'>[],
  warn: Warn,
): Promise<number> {
  const resolver = await orderedResolver(tx, entries);
  const receipts = entries.map((entry) => ({ entry, sale: saleOf(resolver, entry) }));
  requireNone(resolver.problems);
  const written = await writeReceipts(
    tx,
    receipts.filter(({ sale }) => sale.kind === 'sale'),
    warn,
  );
  const refunds = await withTheirSales(
    tx,
    receipts.filter(({ sale }) => sale.kind === 'refund'),
  );
  return written + (await writeReceipts(tx, refunds, warn));
}

function saleOf(resolver: Resolver, entry: Entry<'sale' | 'refund'>): Sale {
  const { type: kind, store, number, externalId, channel, at, payments } = entry.line;
  const storeId = resolver.store(entry.number, store);
  const lines = linesOf(resolver, entry);
  return { kind, storeId, number, externalId, channel, soldAt: instant(at), payments, lines, refundOf: null };
}

/** Writes what is new, and warns of what is known with other content. */
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
  const lines = entries.map(({ line }) => line);
  const resolver = await resolverOf(
    tx,
    lines.map(({ store }) => store),
    lines.map(({ item }) => item),
  );
  const stocks = entries.map(({ number, line }): OpeningStock => {
    const { itemId, variantId, found } = resolver.item(number, '', line);
    if (found?.type === COMBO) {
      resolver.problems.push({
        line: number,
        path: '/item',
        message: 'must not be a combo: a combo holds no stock of its own',
      });
    }
    const { externalId, quantity, unitCost, at = tx.timestamp } = line;
    return {
      externalId,
      storeId: resolver.store(number, line.store),
      itemId,
      variantId,
      quantity,
      unitCost,
      at: instant(at),
    };
  });
  requireNone(resolver.problems);
  return writeOpeningStock(tx, stocks);
}

export async function importOpenOrders(tx: TenantTransaction, entries: readonly Entry<'openOrder'>[]): Promise<number> {
  const resolver = await orderedResolver(tx, entries);
  const orders = entries.map((entry): OrderFields => {
    const { store, number: orderNo, externalId, channel, at, state } = entry.line;
    const storeId = resolver.store(entry.number, store);
    const lines = linesOf(resolver, entry);
    const status = state === 'open' ? 1 : 0;
    return { status, storeId, orderNo, externalId, channel, openedAt: instant(at), lines, ...totalsOf(lines) };
  });
  requireNone(resolver.problems);
  return writeOpenOrders(tx, orders);
}
