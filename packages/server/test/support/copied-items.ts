import { statement } from '../../src/database/statement.ts';
import type { TenantTransaction } from '../../src/database/tenant.ts';

const COPY = statement(
  undefined,
  `insert into region.items (company_id, id, type, status, name, item_code, barcodes, description, group_id, price, weighing_scale,
     track_stock, modifier_ids, variants, components, stores, search_text, currency, app_id, entry_date, updated_at)
   select company_id, 1000000000 + g, type, status, 'Item ' || g, 'C' || g, barcodes, description, group_id, 1 + g % 7, weighing_scale,
     track_stock, modifier_ids, variants, components, stores, search_text, currency, app_id,
     entry_date + make_interval(secs => g % 100), updated_at - make_interval(secs => g % 70)
   from region.items, generate_series(1, $2::integer) g where company_id = $1`,
);

/** Adds copies of the merchant's only item, with other names, codes, prices and instants. */
export async function copyItem(tx: TenantTransaction, copies: number): Promise<void> {
  await tx.query(COPY, [copies]);
}
