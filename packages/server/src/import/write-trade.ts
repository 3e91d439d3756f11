import { type OrderFields, writeOpenOrders } from '../resources/open-orders/store.ts';
import { type OpeningStock, writeOpeningStock } from '../resources/sales/opening.ts';
import { type Sale, type SaleLine, totalsOf } from '../resources/sales/rules.ts';
import { findSales, writeSales } from '../resources/sales/store.ts';
import type { TenantTransaction } from '../storage/tenant.ts';
import type { Entry } from './parse-line.ts';
import { type Problem, requireNone } from './problem.ts';
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
  return line.lines.map((ordered, i) => {
    const { quantity, gross, discount, tax } = ordered;
    const { itemId, variantId, found } = resolver.item(number, `/lines/${i}`, ordered);
    if (found?.type === COMBO && !/^\d+(\.0+)?$/.test(quantity)) {
      resolver.problems.push({ line: number, path: `/lines/${i}/quantity`, message: 'must be whole, of a combo' });
    }
    const variant = found?.variants.find(({ id }) => id === variantId);
    const name = [found?.name, variant?.name].filter(Boolean).join(', ');
    return { itemId, variantId, name, quantity, gross, discount, tax };
  });
}

const instant = (text: string): string => new Date(text).toISOString();

/** Sales first, so that a refund in the same batch finds its own. */
export async function importTrade(
  tx: TenantTransaction,
  entries: readonly Entry<'sale' | 'refund'>[],
): Promise<number> {
  const resolver = await orderedResolver(tx, entries);
  const resolved = entries.map((entry) => ({ entry, sale: saleOf(resolver, entry) }));
  requireNone(resolver.problems);
  const sales = resolved.filter(({ entry }) => entry.line.type === 'sale').map(({ sale }) => sale);
  const refunds = resolved.filter(({ entry }) => entry.line.type === 'refund');
  const written = await writeSales(tx, sales);
  return written + (await writeSales(tx, await withTheirSales(tx, refunds)));
}

function saleOf(resolver: Resolver, entry: Entry<'sale' | 'refund'>): Sale {
  const { type: kind, store, number, externalId, channel, at, payments } = entry.line;
  const storeId = resolver.store(entry.number, store);
  const lines = linesOf(resolver, entry);
  return { kind, storeId, number, externalId, channel, soldAt: instant(at), payments, lines, refundOf: null };
}

async function withTheirSales(
  tx: TenantTransaction,
  refunds: readonly { entry: Entry<'sale' | 'refund'>; sale: Sale }[],
): Promise<Sale[]> {
  const saleOf = ({ line }: Entry<'sale' | 'refund'>) => (line.type === 'refund' ? line.sale : null);
  const ids = await findSales(
    tx,
    refunds.flatMap(({ entry }) => saleOf(entry) ?? []),
  );
  const problems = refunds.flatMap(({ entry }): Problem[] => {
    const sale = saleOf(entry);
    return sale === null || ids.has(sale)
      ? []
      : [{ line: entry.number, path: '/sale', message: `is no sale: ${sale}` }];
  });
  requireNone(problems);
  return refunds.map(({ entry, sale }) => ({ ...sale, refundOf: ids.get(saleOf(entry) ?? '') ?? null }));
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
        message: 'is a combo, whose stock is that of its components',
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
