import type { OpenOrder, OpenOrderLine, Store } from '../contract/generated/types.gen.ts';
import { nextVersion, statement } from '../database/statement.ts';
import type { TenantTransaction } from '../database/tenant.ts';
import type { ListPlan } from '../lists/plan.ts';
import { currentOf } from './feed.ts';
import { type Handlers, pageReply, streamReply } from './handlers.ts';
import { allInOrder, changedProperties, findRecord, recordKind } from './record.ts';
import { columnsOf } from './record-table.ts';

export const OPEN_ORDERS: ListPlan = {
  table: 'open_orders',
  sorts: { openedAt: ['opened_at', 'timestamptz'], updatedAt: ['updated_at', 'timestamptz'] },
  filters: {
    storeId: (id, place) => `r.store_id = ${place(id)}::bigint`,
    channel: (channel, place) => `r.channel = ${place(channel)}`,
  },
};

const FIND_OPEN = statement(
  'open-orders.find-open',
  'select id, doc from region.open_orders where company_id = $1 and id = any($2::bigint[]) and status = 1',
);

/** A closed order is reported as absent. */
export const currentOrders = currentOf({ findAll: FIND_OPEN });

/** An order as sent by the back office. Status 0 removes it from the list. */
export interface OrderFields
  extends Pick<
    OpenOrder,
    'storeId' | 'orderNo' | 'channel' | 'openedAt' | 'externalId' | 'gross' | 'discounts' | 'tax'
  > {
  readonly status: 0 | 1;
  readonly lines: readonly OpenOrderLine[];
}

/** Locks the orders that exist, in the order in which they are written. */
const LOCK = statement(
  'open-orders.lock',
  `select doc from region.open_orders where company_id = $1 and external_id = any($2::text[])
   order by external_id for no key update`,
);

const ROWS = `insert into region.open_orders as o (company_id, id, store_id, status, order_no, channel, currency, gross, discounts, tax,
     lines, opened_at, external_id, entry_date, updated_at)
   select $1, n.id, n.store_id, n.status, n.order_no, n.channel, s.currency, n.gross, n.discounts, n.tax, n.lines,
     n.opened_at, n.external_id, $2, $2
   from unnest($3::bigint[], $4::bigint[], $5::smallint[], $6::text[], $7::text[], $8::numeric[], $9::numeric[],
       $10::numeric[], $11::json[], $12::timestamptz[], $13::text[])
     as n (id, store_id, status, order_no, channel, gross, discounts, tax, lines, opened_at, external_id)
   join region.stores s on s.company_id = $1 and s.id = n.store_id
   order by n.external_id
   on conflict (company_id, external_id)`;

/** Adds new orders first, so that the lock finds all of them, even if another transaction adds some meanwhile. */
const ADD = statement('open-orders.add', `${ROWS} do nothing returning doc`);

const CHANGE = statement(
  'open-orders.change',
  `${ROWS} do update set store_id = excluded.store_id, status = excluded.status,
     order_no = excluded.order_no, channel = excluded.channel, currency = excluded.currency, gross = excluded.gross,
     discounts = excluded.discounts, tax = excluded.tax, lines = excluded.lines, opened_at = excluded.opened_at,
     version = ${nextVersion('o.version')}, updated_at = excluded.updated_at
   where (o.store_id, o.status, o.order_no, o.channel, o.gross, o.discounts, o.tax, o.lines::text, o.opened_at)
     is distinct from (excluded.store_id, excluded.status, excluded.order_no, excluded.channel, excluded.gross,
       excluded.discounts, excluded.tax, excluded.lines::text, excluded.opened_at)
   returning doc`,
);

/** Writes orders by external id, using the last line of each. Returns how many are new or changed. */
export async function writeOpenOrders(tx: TenantTransaction, orders: readonly OrderFields[]): Promise<number> {
  const last = [...new Map(orders.map((order) => [order.externalId, order])).values()];
  const ids = await tx.newIds(last.length);
  const head = columnsOf(last, 'storeId', 'status', 'orderNo', 'channel', 'gross', 'discounts', 'tax');
  const lines = last.map((order) => JSON.stringify(order.lines));
  const values = [ids, ...head, lines, ...columnsOf(last, 'openedAt', 'externalId')];
  const [added, before, changed] = await allInOrder([
    tx.query<{ doc: string }>(ADD, [tx.timestamp, ...values]),
    tx.query<{ doc: string }>(LOCK, [last.map(({ externalId }) => externalId)]),
    tx.query<{ doc: string }>(CHANGE, [tx.timestamp, ...values]),
  ]);
  const orderOf = ({ doc }: { readonly doc: string }): Stored => JSON.parse(doc);
  for (const { id, version, storeId, status } of added.map(orderOf)) {
    const kind = status === 1 ? 'created' : 'closed';
    tx.changed({ resource: 'openOrders', id, version, kind, storeIds: [storeId] });
  }
  const known = new Map(before.map(orderOf).map((order) => [order.id, order]));
  for (const order of changed.map(orderOf)) {
    const { id, version, storeId, status } = order;
    const earlier = known.get(id) as Stored;
    const kind = status === 0 && earlier.status === 1 ? 'closed' : 'updated';
    const storeIds = [...new Set([earlier.storeId, storeId])];
    tx.changed({ resource: 'openOrders', id, version, kind, storeIds, properties: changedProperties(earlier, order) });
  }
  return added.length + changed.length;
}

type Stored = Omit<OpenOrder, 'status'> & { readonly status: 0 | 1 };

const STORE = recordKind<Store>('store', 'stores');

export const openOrderHandlers = {
  async listOpenOrders({ path, query, streamed, lists, tenant }) {
    const listed = { ...query, storeId: path.id, status: 1 };
    const requireStore = () => findRecord(tenant, STORE, path.id);
    if (streamed) return streamReply(await lists.stream(tenant, OPEN_ORDERS, listed, requireStore));
    const page = await lists.read(tenant, OPEN_ORDERS, listed);
    // Any order shows that the store exists.
    if (page.rows === '') await requireStore();
    return pageReply(page);
  },
} satisfies Partial<Handlers>;
