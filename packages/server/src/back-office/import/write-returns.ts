import type { TenantTransaction } from '../../database/tenant.ts';
import { PartnerError } from '../../errors.ts';
import { lockLevels } from '../../records/ledger.ts';
import { knownReturns, type NewPurchaseReturn, writePurchaseReturn } from '../../records/purchase-returns/write.ts';
import type { Entry } from './parse-line.ts';
import { BadLines, requireNone } from './problem.ts';
import { References } from './references.ts';

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
