import { type Statement, statement } from '../database/statement.ts';
import type { TenantTransaction } from '../database/tenant.ts';
import { duplicate, type PartnerError, referenceNotFound } from '../errors.ts';

/** Rejects a unique value that another record has. Looks that record up, because the constraint does not name it. */
export async function taken(
  tx: TenantTransaction,
  holder: Statement,
  values: readonly unknown[],
  path: string,
): Promise<PartnerError> {
  const [row] = await tx.readAfterFailure<{ id: number }>(holder, values);
  return duplicate(path, row?.id);
}

/** Finds the record that has the value `$2` in a column. */
export const holderOf = (table: string, column: string): Statement =>
  statement(`${table}.holder-of-${column}`, `select id from region.${table} where company_id = $1 and ${column} = $2`);

/** Rejects an externalId that another record of the same app has. That app need not be the one changing this record. */
export function takenExternalId(table: string) {
  const holder = statement(
    `${table}.holder-of-external-id`,
    `select id from region.${table} where company_id = $1 and external_id = $2
     and app_id = coalesce((select app_id from region.${table} where company_id = $1 and id = $3), $4)`,
  );
  return (tx: TenantTransaction, { id, externalId }: { readonly id: number; readonly externalId: string | null }) =>
    taken(tx, holder, [externalId, id, tx.scope.appId], '/externalId');
}

/** Finds the index of the first id that is missing from a table. */
export const missingFrom = (table: string): Statement =>
  statement(
    `missing-from.${table}`,
    `select n::integer - 1 as index from unnest($2::bigint[]) with ordinality as r (id, n)
     where not exists (select 1 from region.${table} t where t.company_id = $1 and t.id = r.id) order by n limit 1`,
  );

/**
 * Rejects a list that refers to a missing record. Looks up which one, because row-level security
 * hides values in the database's message.
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
