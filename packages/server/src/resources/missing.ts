import { type PartnerError, referenceNotFound } from '../errors.ts';
import { type Statement, statement } from '../storage/statement.ts';
import type { TenantTransaction } from '../storage/tenant.ts';

/** Gives the place of the first of some ids that is in no row of a table. */
export const missingFrom = (table: string): Statement =>
  statement(
    `missing-from.${table}`,
    `select n::integer - 1 as index from unnest($2::bigint[]) with ordinality as r (id, n)
     where not exists (select 1 from region.${table} t where t.company_id = $1 and t.id = r.id) order by n limit 1`,
  );

/**
 * Rejects a list with a reference to a missing record. Row-level security keeps values out of the database's message,
 * so the wrong entry is looked up.
 */
export async function missingReference(
  tx: TenantTransaction,
  sql: Statement,
  values: readonly unknown[],
  path: (index: number) => string,
  kind: string,
): Promise<PartnerError> {
  const [row] = await tx.readAfterFailure<{ index: number }>(sql, values);
  return referenceNotFound(path(row?.index ?? 0), kind);
}
