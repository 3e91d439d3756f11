import type { PurchaseReturnLine, PurchaseReturnTransaction } from '../contract/generated/types.gen.ts';
import { statement } from '../database/statement.ts';
import type { TenantTransaction } from '../database/tenant.ts';
import { duplicate } from '../errors.ts';
import { canonicalMoney, canonicalQuantity, minorUnits, moneyOf, toUnits, valueAtCost } from './decimal.ts';
import { move, requireStockable } from './ledger.ts';
import { refusing } from './record.ts';

type ReturnHeader = Pick<PurchaseReturnTransaction, 'supplierId' | 'storeId' | 'date' | 'narration' | 'externalId'>;

/** Goods returned to a supplier. Without a number, the next one is assigned. */
export interface NewPurchaseReturn extends ReturnHeader {
  readonly returnNo: string | null;
  readonly lines: readonly Pick<PurchaseReturnLine, 'itemId' | 'variantId' | 'quantity' | 'unitCost'>[];
}

const INSERT = statement(
  'purchase-returns.insert',
  `insert into region.purchase_returns (company_id, id, return_no, supplier_id, supplier_name, store_id, return_date,
     narration, external_id, currency, total, lines, entry_date, updated_at)
   select $1, $2, region.document_number($1, 'purchase_returns', 'PR-', $3), $4, s.name, $5, $6, $7, $8, $9,
     $10, $11, $12, $12
   from region.suppliers s where s.company_id = $1 and s.id = $4 for share`,
);

const KNOWN = statement(
  'purchase-returns.known',
  `select external_id as "externalId" from region.purchase_returns
   where company_id = $1 and external_id = any($2::text[])`,
);

/** Finds which external ids belong to existing returns. */
export async function knownReturns(tx: TenantTransaction, externalIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ externalId: string }>(KNOWN, [externalIds]);
  return new Set(rows.map(({ externalId }) => externalId));
}

export async function writePurchaseReturn(tx: TenantTransaction, input: NewPurchaseReturn): Promise<number> {
  const [id = 0, ...lineIds] = await tx.newIds(1 + input.lines.length);
  await requireStockable(tx, input.lines);
  const { currency } = tx.scope;
  const lines = input.lines.map(({ itemId, variantId, quantity, unitCost }, i) => {
    const total = moneyOf(valueAtCost(quantity, unitCost, currency), currency);
    const exact = { quantity: canonicalQuantity(quantity), unitCost: canonicalMoney(unitCost, currency) };
    return { id: lineIds[i] as number, itemId, variantId, ...exact, total };
  });
  const sum = lines.reduce((units, { total }) => units + toUnits(total, minorUnits(currency)), 0n);
  const { returnNo, supplierId, storeId, date, narration, externalId } = input;
  const header = [id, returnNo, supplierId, storeId, date, narration, externalId, currency];
  const write = tx.query(INSERT, [...header, moneyOf(sum, currency), JSON.stringify(lines), tx.timestamp]);
  await refusing({ purchase_returns_return_no: () => duplicate('/number') }, write);
  const movements = lines.map(({ id: lineId, itemId, variantId, quantity, unitCost }) => {
    return { storeId, itemId, variantId, lineId, change: `-${quantity}`, unitCost };
  });
  await move(tx, { kind: 'purchaseReturn', id }, movements);
  return id;
}
