import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { columnsOf } from '../columns.ts';
import { moveInBulk } from './stock.ts';

export interface OpeningStock {
  readonly externalId: string;
  readonly storeId: number;
  readonly itemId: number;
  readonly variantId: number | null;
  readonly quantity: string;
  readonly unitCost: string | null;
  readonly at: string;
}

const INSERT = statement(
  'opening-stocks.insert',
  `insert into region.opening_stocks (company_id, id, external_id, store_id, item_id, variant_id, quantity, unit_cost, at,
     entry_date)
   select $1, id, external_id, store_id, item_id, variant_id, quantity, unit_cost, at, $2
   from unnest($3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::numeric[], $9::numeric[],
     $10::timestamptz[]) as n (id, external_id, store_id, item_id, variant_id, quantity, unit_cost, at)
   order by external_id
   on conflict (company_id, external_id) do nothing returning id`,
);

/** Writes opening stock into the ledger, once per external id. Returns how many were new. */
export async function writeOpeningStock(tx: TenantTransaction, stocks: readonly OpeningStock[]): Promise<number> {
  const ids = await tx.newIds(stocks.length);
  const rows = await tx.query<{ id: number }>(INSERT, [
    tx.timestamp,
    ids,
    ...columnsOf(stocks, 'externalId', 'storeId', 'itemId', 'variantId', 'quantity', 'unitCost', 'at'),
  ]);
  const inserted = new Set(rows.map(({ id }) => id));
  const movements = stocks.flatMap((stock, i) => {
    const documentId = ids[i] as number;
    if (!inserted.has(documentId)) return [];
    const { externalId: _, ...moved } = stock;
    return [{ ...moved, kind: 'opening' as const, documentId, lineId: null, times: '1' }];
  });
  await moveInBulk(tx, movements);
  return inserted.size;
}
