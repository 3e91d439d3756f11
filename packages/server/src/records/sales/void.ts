import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { takeFromDays } from './days.ts';
import type { Sale } from './rules.ts';
import { type BulkMovement, moveInBulk } from './stock.ts';

/** The voiding of a sale or refund. */
export interface SaleVoid {
  readonly kind: Sale['kind'];
  readonly externalId: string;
  readonly at: string;
}

export interface Voidable {
  readonly id: number;
  readonly kind: Sale['kind'];
  readonly externalId: string;
  readonly voided: boolean;
  readonly soldAt: string;
}

const LOCK = statement(
  'sales.lock-to-void',
  `select s.id, s.kind, s.external_id as "externalId", s.voided_at is not null as voided,
     region.rfc3339(s.sold_at) as "soldAt"
   from region.sales s join unnest($2::text[], $3::text[]) as n (kind, external_id)
     on n.kind = s.kind and n.external_id = s.external_id
   where s.company_id = $1 order by s.id for no key update of s`,
);

const REFUNDED = statement(
  'sales.refunded',
  `select distinct refund_of as id from region.sales
   where company_id = $1 and refund_of = any($2::bigint[]) and voided_at is null and id <> all($2::bigint[])`,
);

const MARK = statement(
  'sales.void',
  `update region.sales s set voided_at = n.at from unnest($2::bigint[], $3::timestamptz[]) as n (id, at)
   where s.company_id = $1 and s.id = n.id`,
);

const MOVED = statement(
  'sales.moved',
  `select document_kind as kind, document_id as "documentId", line_id as "lineId", store_id as "storeId",
     item_id as "itemId", variant_id as "variantId", (-change)::text as quantity
   from region.stock_movements
   where company_id = $1 and document_id = any($2::bigint[]) and document_kind in ('sale', 'refund') order by id`,
);

/** Locks the sales and refunds to void, in the order that all writers use. Unknown ones are left out. */
export const lockVoidable = (
  tx: TenantTransaction,
  voids: readonly Pick<SaleVoid, 'kind' | 'externalId'>[],
): Promise<Voidable[]> =>
  tx.query<Voidable>(LOCK, [voids.map(({ kind }) => kind), voids.map(({ externalId }) => externalId)]);

/** Finds locked sales whose refunds are not voided together with them. */
export async function findRefunded(tx: TenantTransaction, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.query<{ id: number }>(REFUNDED, [ids]);
  return new Set(rows.map(({ id }) => id));
}

/** Voids locked sales and refunds: subtracts them from their days and reverses their stock. */
export async function voidSales(tx: TenantTransaction, voided: ReadonlyMap<number, string>): Promise<void> {
  if (voided.size === 0) return;
  const ids = [...voided.keys()];
  const moved = await tx.query<Omit<BulkMovement, 'times' | 'unitCost' | 'at'>>(MOVED, [ids]);
  await moveInBulk(
    tx,
    moved.map((row) => ({ ...row, times: '1', unitCost: null, at: voided.get(row.documentId) as string })),
  );
  await takeFromDays(tx, ids);
  await tx.query(MARK, [ids, [...voided.values()]]);
}
