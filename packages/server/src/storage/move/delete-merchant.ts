import type { PoolClient } from 'pg';
import { withoutLimits } from '../access.ts';
import type { MoveId } from './replication.ts';
import { merchantTables } from './tables.ts';

/** Deletes a merchant's rows, in one statement, so that references between them are checked when all are gone. */
export async function deleteMerchant(client: PoolClient, { companyId, schema }: Omit<MoveId, 'moveId'>): Promise<void> {
  const db = withoutLimits(client);
  const tables = await merchantTables(db, schema);
  const deletions = tables.map(({ name }, i) => `d${i} as (delete from ${schema}.${name} where company_id = $1)`);
  // Row-level security lets the service's role delete of the merchant that is named here (storage/access.ts).
  await db.query(`select set_config('tillgate.emptied_company_id', $1, true)`, [String(companyId)]);
  await db.query(`with ${deletions.join(', ')} select`, [companyId]);
  await db.query(`delete from ${schema}.move_marks where merchant_id = $1`, [companyId]);
}
