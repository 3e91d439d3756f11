import type { Item } from '../../contract/generated/types.gen.ts';
import { type JsonText, type Statement, statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';

/** Names a record. Of records with the same external id, it is the one that the app created. */
export type ItemKey = { readonly id: number } | { readonly externalId: string } | { readonly itemCode: string };

export interface LockedItem {
  readonly id: number;
  readonly doc: JsonText<Item>;
}

/** Locks in the order of ids, as every other write does. Lets foreign keys to the records still be checked. */
const lockBy = (column: string, condition: string): Statement =>
  statement(
    `items.lock-by-${column.replace('_', '-')}`,
    `select id, ${column} as name, doc from region.items where company_id = $1 and ${condition}
     order by id for no key update`,
  );

const BY_KEY = {
  id: lockBy('id', 'id = any($2::bigint[])'),
  externalId: lockBy('external_id', 'external_id = any($2::text[]) and app_id = $3'),
  itemCode: lockBy('item_code', 'item_code = any($2::text[])'),
};

type Kind = keyof typeof BY_KEY;

interface Row extends LockedItem {
  readonly name: number | string;
}

/** Locks the records that writes name, all by the same kind of key. Finds the record of each write that has one. */
export async function lockItems(
  tx: TenantTransaction,
  writes: readonly { readonly key?: ItemKey }[],
): Promise<(LockedItem | undefined)[]> {
  const names = writes.map(({ key = {} }) => Object.entries(key)[0] as [Kind, number | string] | undefined);
  const [kind] = names.find((name) => name !== undefined) ?? [];
  if (!kind) return writes.map(() => undefined);
  const values = names.flatMap((name) => (name ? [name[1]] : []));
  const rows = await tx.query<Row>(BY_KEY[kind], kind === 'externalId' ? [values, tx.scope.appId] : [values]);
  const found = new Map(rows.map((row) => [row.name, row]));
  return names.map((name) => name && found.get(name[1]));
}
