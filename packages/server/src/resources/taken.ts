import { duplicate, type PartnerError } from '../errors.ts';
import { type Statement, statement } from '../storage/statement.ts';
import type { TenantTransaction } from '../storage/tenant.ts';

/** Rejects a unique value that another record has. Finds that record for the error, since a constraint does not name it. */
export async function taken(
  tx: TenantTransaction,
  holder: Statement,
  values: readonly unknown[],
  path: string,
): Promise<PartnerError> {
  const [row] = await tx.readAfterFailure<{ id: number }>(holder, values);
  return duplicate(path, row?.id);
}

/** Finds the record of a table that has a value, `$2`, in a column. */
export const holderOf = (table: string, column: string): Statement =>
  statement(`${table}.holder-of-${column}`, `select id from region.${table} where company_id = $1 and ${column} = $2`);

/** Rejects an externalId that another record of the same app has, which need not be the app that changes this one. */
export function takenExternalId(table: string) {
  const holder = statement(
    `${table}.holder-of-external-id`,
    `select id from region.${table} where company_id = $1 and external_id = $2
     and app_id = coalesce((select app_id from region.${table} where company_id = $1 and id = $3), $4)`,
  );
  return (tx: TenantTransaction, { id, externalId }: { readonly id: number; readonly externalId: string | null }) =>
    taken(tx, holder, [externalId, id, tx.scope.appId], '/externalId');
}
