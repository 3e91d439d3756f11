import type { OpenOrder, OpenOrderLine } from '../../contract/generated/types.gen.ts';
import type { ListPlan } from '../../storage/lists/list-plan.ts';
import { statement } from '../../storage/statement.ts';
import type { TenantTransaction } from '../../storage/tenant.ts';
import { columnsOf } from '../columns.ts';

export const OPEN_ORDERS: ListPlan = {
  table: 'open_orders',
  sorts: { openedAt: ['opened_at', 'timestamptz'], updatedAt: ['updated_at', 'timestamptz'] },
  filters: {
    storeId: (id, place) => `r.store_id = ${place(id)}::bigint`,
    channel: (channel, place) => `r.channel = ${place(channel)}`,
  },
};

/** An order as sent by the back office. Status 0 removes it from the list. */
export interface OrderFields
  extends Pick<
    OpenOrder,
    'storeId' | 'orderNo' | 'channel' | 'openedAt' | 'externalId' | 'gross' | 'discounts' | 'tax'
  > {
  readonly status: 0 | 1;
  readonly lines: readonly OpenOrderLine[];
}

const WRITE = statement(
  'open-orders.write',
  `insert into region.open_orders as o (company_id, id, store_id, status, order_no, channel, currency, gross, discounts, tax,
     lines, opened_at, external_id, entry_date, updated_at)
   select $1, n.id, n.store_id, n.status, n.order_no, n.channel, s.currency, n.gross, n.discounts, n.tax, n.lines,
     n.opened_at, n.external_id, $2, $2
   from unnest($3::bigint[], $4::bigint[], $5::smallint[], $6::text[], $7::text[], $8::numeric[], $9::numeric[],
       $10::numeric[], $11::json[], $12::timestamptz[], $13::text[])
     as n (id, store_id, status, order_no, channel, gross, discounts, tax, lines, opened_at, external_id)
   join region.stores s on s.company_id = $1 and s.id = n.store_id
   order by n.external_id
   on conflict (company_id, external_id) do update set store_id = excluded.store_id, status = excluded.status,
     order_no = excluded.order_no, channel = excluded.channel, currency = excluded.currency, gross = excluded.gross,
     discounts = excluded.discounts, tax = excluded.tax, lines = excluded.lines, opened_at = excluded.opened_at,
     version = o.version + 1, updated_at = excluded.updated_at
   where (o.store_id, o.status, o.order_no, o.channel, o.gross, o.discounts, o.tax, o.lines::text, o.opened_at)
     is distinct from (excluded.store_id, excluded.status, excluded.order_no, excluded.channel, excluded.gross,
       excluded.discounts, excluded.tax, excluded.lines::text, excluded.opened_at)
   returning id`,
);

/** Writes orders by external id, using the last line of each. Returns how many are new or changed. */
export async function writeOpenOrders(tx: TenantTransaction, orders: readonly OrderFields[]): Promise<number> {
  const last = [...new Map(orders.map((order) => [order.externalId, order])).values()];
  const ids = await tx.newIds(last.length);
  const head = columnsOf(last, 'storeId', 'status', 'orderNo', 'channel', 'gross', 'discounts', 'tax');
  const lines = last.map((order) => JSON.stringify(order.lines));
  const values = [ids, ...head, lines, ...columnsOf(last, 'openedAt', 'externalId')];
  const written = await tx.query(WRITE, [tx.timestamp, ...values]);
  return written.length;
}
