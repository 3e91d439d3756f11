import { toTimestamp } from '../clock.ts';
import { statement } from '../storage/statement.ts';
import type { TenantTransaction } from '../storage/tenant.ts';
import type { OpeningStock } from './plan-stock.ts';

const INSERT_MOVEMENTS = statement(
  undefined,
  `insert into region.stock_movements (company_id, id, store_id, item_id, variant_id, change, unit_cost, document_kind, at)
   select $1, id, store_id, item_id, variant_id, change, unit_cost, 'opening', at
   from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::numeric[], $7::numeric[], $8::timestamptz[])
     as m (id, store_id, item_id, variant_id, change, unit_cost, at)`,
);
const INSERT_LEVELS = statement(
  undefined,
  `insert into region.stock_levels (company_id, store_id, item_id, variant_id, on_hand)
   select $1, store_id, item_id, variant_id, on_hand
   from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::numeric[]) as l (store_id, item_id, variant_id, on_hand)`,
);

/** Writes the first rows of the stock ledger, and their levels. An empty place has a level of 0 and no row. */
export async function writeStock(tx: TenantTransaction, stock: readonly OpeningStock[]): Promise<void> {
  const moved = stock.filter(({ quantity }) => Number(quantity) > 0);
  const ids = await tx.newIds(moved.length);
  const costs = moved.map((entry) => entry.unitCost);
  const instants = moved.map((entry) => toTimestamp(entry.at));
  await Promise.all([
    tx.query(INSERT_MOVEMENTS, [ids, ...columnsOf(moved), costs, instants]),
    tx.query(INSERT_LEVELS, columnsOf(stock)),
  ]);
}

const columnsOf = (stock: readonly OpeningStock[]): unknown[] => [
  stock.map((entry) => entry.storeId),
  stock.map((entry) => entry.itemId),
  stock.map((entry) => entry.variantId),
  stock.map((entry) => entry.quantity),
];
