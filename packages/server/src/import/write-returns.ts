import { PartnerError } from '../errors.ts';
import { knownReturns, type NewPurchaseReturn, writePurchaseReturn } from '../resources/purchase-returns/write.ts';
import type { TenantTransaction } from '../storage/tenant.ts';
import { lookUpSuppliers } from './look-up.ts';
import type { Entry } from './parse-line.ts';
import { BadLines, requireNone } from './problem.ts';
import { type Resolver, resolverOf } from './resolver.ts';

type ReturnEntry = Entry<'purchaseReturn'>;

/** Writes the returns that are not known yet, and takes their goods out of stock. */
export async function importPurchaseReturns(tx: TenantTransaction, entries: readonly ReturnEntry[]): Promise<number> {
  const known = await knownReturns(
    tx,
    entries.map(({ line }) => line.externalId),
  );
  const added = new Map(
    entries.filter(({ line }) => !known.has(line.externalId)).map((entry) => [entry.line.externalId, entry]),
  );
  const returns = await resolve(tx, [...added.values()]);
  for (const { entry, input } of returns) await write(tx, entry, input);
  return returns.length;
}

async function resolve(tx: TenantTransaction, entries: readonly ReturnEntry[]) {
  const lines = entries.map(({ line }) => line);
  const suppliers = await lookUpSuppliers(
    tx,
    lines.map(({ supplier }) => supplier),
  );
  const resolver = await resolverOf(
    tx,
    lines.map(({ store }) => store),
    lines.flatMap((line) => line.lines.map(({ item }) => item)),
  );
  const resolved = entries.map((entry) => {
    const { number, line } = entry;
    const supplierId = suppliers.find(line.supplier)?.id ?? 0;
    const message = `names a supplier that does not exist: ${line.supplier}`;
    if (supplierId === 0) resolver.problems.push({ line: number, path: '/supplier', message });
    return { entry, input: inputOf(resolver, entry, supplierId) };
  });
  requireNone(resolver.problems);
  return resolved;
}

function inputOf(resolver: Resolver, { number, line }: ReturnEntry, supplierId: number): NewPurchaseReturn {
  const { date, narration, externalId } = line;
  const lines = line.lines.map(({ item, variant, quantity, unitCost }, i) => {
    const { itemId, variantId } = resolver.item(number, `/lines/${i}`, { item, variant });
    return { itemId, variantId, quantity, unitCost };
  });
  const storeId = resolver.store(number, line.store);
  return { returnNo: line.number ?? null, supplierId, storeId, date, narration, externalId, lines };
}

async function write(tx: TenantTransaction, { number }: ReturnEntry, input: NewPurchaseReturn): Promise<void> {
  try {
    await writePurchaseReturn(tx, input);
  } catch (error) {
    if (!(error instanceof PartnerError) || !error.details) throw error;
    // A line of the file names items and variants, not their ids.
    throw new BadLines(
      error.details.map(({ path, message }) => ({ line: number, path: path.replace(/Id$/, ''), message })),
    );
  }
}
