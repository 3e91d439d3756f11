import type { Item, Store, Supplier } from '../../contract/generated/types.gen.ts';
import { DirectoryError } from '../../control/directory-error.ts';
import { type Statement, statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { toLocal } from '../demo/local-time.ts';

const STORES = statement(
  'scenarios.stores',
  'select doc from region.stores where company_id = $1 and status = 1 order by id limit $2',
);
const SUPPLIERS = statement(
  'scenarios.suppliers',
  'select doc from region.suppliers where company_id = $1 and status = 1 order by id limit $2',
);
/** Items that have stock and a price, without variants and modifiers. */
const ITEMS = statement(
  'scenarios.items',
  `select doc from region.items where company_id = $1 and status = 1 and type = 0 and track_stock
     and weighing_scale = 0 and modifier_ids::text = '[]' order by id limit $2`,
);

/** At least as many records as were needed. */
type Found<Record> = readonly [Record, Record, Record, ...Record[]];

async function oldest<Record>(
  tx: TenantTransaction,
  sql: Statement,
  noun: string,
  { needed, most = needed }: { readonly needed: 1 | 2 | 3; readonly most?: number | undefined },
): Promise<Found<Record>> {
  const rows = await tx.query<{ doc: string }>(sql, [most]);
  if (rows.length >= needed) return rows.map(({ doc }) => JSON.parse(doc)) as unknown as Found<Record>;
  throw new DirectoryError(
    `This scenario needs ${needed} active ${noun}. The merchant has ${rows.length}; reset its data to get some.`,
  );
}

/** The merchant's oldest active stores. */
export const storesOf = (tx: TenantTransaction, needed: 1 | 2) =>
  oldest<Store>(tx, STORES, needed === 1 ? 'store' : 'stores', { needed });

export const supplierOf = async (tx: TenantTransaction) =>
  (await oldest<Supplier>(tx, SUPPLIERS, 'supplier', { needed: 1 }))[0];

/** The merchant's oldest items of the kind that scenarios need: counted, in pieces, without variants and options. */
export const itemsOf = (tx: TenantTransaction, needed: 1 | 3, most?: number) =>
  oldest<Item>(tx, ITEMS, 'counted items in pieces, without variants and options', { needed, most });

/** The present business day at a store. */
export const dayAt = ({ timezone }: Store, tx: TenantTransaction): string =>
  new Date(toLocal(timezone, Date.parse(tx.timestamp))).toISOString().slice(0, 10);
