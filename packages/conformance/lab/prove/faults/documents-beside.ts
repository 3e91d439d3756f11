import { type Faults, fault, type Request, sharing } from '../fault.ts';
import { amountOf, written } from '../how/amounts.ts';
import { type Doc, ORDERS, showing } from '../how/documents.ts';
import { asking, handler, querying, replying, withBody } from '../how/handlers.ts';

/** Writes that affect other records, totals that ignore changes, and faults that only rare values show. */

const BESIDE = 'documents.neighbours';

/** Runs another statement after a write, with the record's id. */
const afterwards = (statement: string, when = (_: Request) => true) =>
  handler((sound, mark, deps) => async (request) => {
    const reply = await sound(request);
    if (!when(request)) return reply;
    mark();
    await deps.databases.regions.UK?.query(statement, [(JSON.parse(reply.body) as { id: number }).id]);
    return reply;
  });

const OF_SUPPLIER = `from region_uk.purchase_orders o where o.id = $1 and r.company_id = o.company_id
  and r.supplier_id = o.supplier_id and r.id > o.id`;

const NEIGHBOURS: Faults = {
  'server.docs-receipt-versions': fault(BESIDE, 'a receipt raises the version of later orders of the supplier', {
    where: { operation: 'receivePurchaseOrder' },
    how: afterwards(`update region_uk.purchase_orders r set version = r.version + 1 ${OF_SUPPLIER}`),
  }),
  'server.docs-receipt-narrates': fault(BESIDE, 'a receipt of a transfer changes the narration of later ones', {
    where: { operation: 'receiveStockTransfer' },
    how: afterwards(`update region_uk.stock_transfers r set narration = 'received' from region_uk.stock_transfers o where o.id = $1
      and r.company_id = o.company_id and r.from_store_id = o.from_store_id and r.id > o.id`),
  }),
  'server.docs-void-voids-next': fault(BESIDE, 'the void of an order voids the next of the supplier', {
    where: { operation: 'updatePurchaseOrder' },
    how: afterwards(
      `update region_uk.purchase_orders r set status = 0 ${OF_SUPPLIER} and r.id = (select min(n.id)
      from region_uk.purchase_orders n where n.company_id = o.company_id and n.supplier_id = o.supplier_id and n.id > o.id)`,
      ({ body }) => body.status === 0,
    ),
  }),
  'statement.docs-cost-takes-price': fault(BESIDE, "a receipt that sets an item's cost changes its price", {
    where: { statement: 'item-costs.update' },
    how: { from: 'cost = c.cost', to: 'price = 0, cost = c.cost' },
  }),
  'statement.docs-level-of-one-line': fault(
    'stock.ledger',
    'of two lines of one item of an order the larger moves stock',
    {
      where: { statement: 'ledger.move' },
      how: {
        from: 'variant_id, sum(change) from moved',
        to: "variant_id, case when max(kind) = 'purchaseOrder' then max(change) else sum(change) end from moved",
      },
    },
  ),
  'statement.docs-levels-of-last': fault(
    'adjustments.add_remove',
    'each line of an adjustment shows the level after all of them',
    {
      where: { statement: 'ledger.move' },
      how: { from: /l\.on_hand - coalesce\(sum\(m\.change\) over \([^)]*\), 0\) as after/, to: 'l.on_hand as after' },
    },
  ),
  'server.docs-discount-unchecked': fault(
    'purchases.discount',
    'a discount beyond the subtotal is dropped from a change',
    {
      where: { operation: 'updatePurchaseOrder' },
      how: asking((request) => {
        const lines = (request.body.lines ?? []) as Record<string, unknown>[];
        const isMuch = ({ discount }: Record<string, unknown>) => amountOf(discount) > amountOf('500');
        return lines.some(isMuch)
          ? withBody(request, { lines: lines.map((line) => (isMuch(line) ? { ...line, discount: '0' } : line)) })
          : request;
      }),
    },
  ),
};

const first = (order: Doc): Record<string, unknown> => order.lines[0] as Record<string, unknown>;

const AMOUNTS: Faults = {
  'server.docs-untaxed-first': fault('purchases.totals', 'an order whose first tax is 0 % has no tax', {
    where: { operation: ORDERS },
    how: showing((order) =>
      first(order)?.taxRate != null && amountOf(first(order).taxRate) === 0n && amountOf(order.taxTotal) !== 0n
        ? {
            ...order,
            taxTotal: written(0n, order.taxTotal),
            total: written(amountOf(order.total) - amountOf(order.taxTotal), order.total),
          }
        : order,
    ),
  }),
  'server.docs-discount-of-first': fault('purchases.totals', 'discountTotal is the discount of the first line', {
    where: { operation: ORDERS },
    how: showing((order) => ({
      ...order,
      discountTotal: written(amountOf(first(order)?.discount), order.discountTotal),
    })),
  }),
};

/** Conditions and limits of the statements that select and count orders. */
const COUNTED =
  /as materialized \((select r\.id, \S+ as key from region_\w+\.purchase_orders r where r\.company_id = \$1) and r\.status = 1( and [\s\S]*?) (limit \d+)\), counted as materialized \(select count\(\*\) as n from few\)/g;

const TOTALS: Faults = {
  'statement.docs-kept-voided': fault('lists.total', 'the total of orders in a state counts voided ones', {
    how: {
      from: /\(select coalesce\(sum\(n\), 0\)::bigint from (region_\w+)\.row_counts where company_id = \$1 and kind in \('purchase_orders\.purchStatus'\) and status = (\$\d+)\)/g,
      to: '(select count(*) from $1.purchase_orders k where k.company_id = $$1 and k.purch_status = $2)',
    },
  }),
  'statement.docs-counted-voided': fault('lists.total', 'the total of filtered orders counts voided ones', {
    how: {
      from: COUNTED,
      to: (whole, rows, conditions, end) => whole.replace('as n from few', `as n from (${rows}${conditions} ${end}) c`),
    },
  }),
  'statement.docs-transactions-counted': fault('lists.total', 'the total of the transactions counts only purchases', {
    how: { from: /kind in \('purchase_orders', 'purchase_returns'\)/g, to: "kind in ('purchase_orders')" },
  }),
  'server.docs-more-of-full': fault('lists.total', 'a full last page of sales by item has more', {
    where: { operation: 'listSalesByItem' },
    how: replying((body) => {
      const pagination = body.pagination as { page: number; limit: number; total: number; hasMore: boolean };
      return pagination.total > 0 && pagination.page * pagination.limit === pagination.total
        ? { ...body, pagination: { ...pagination, hasMore: true } }
        : body;
    }),
  }),
  'server.docs-cursor-of-full': fault('lists.total', 'a full last page of transfers has a cursor', {
    where: { operation: 'listStockTransfers' },
    how: replying((body) => {
      const { data, pagination } = body as unknown as {
        data: unknown[];
        pagination: { limit: number; hasMore: boolean };
      };
      return !pagination.hasMore && data.length === pagination.limit
        ? { ...body, pagination: { ...pagination, nextCursor: 'YQ.YQ' } }
        : body;
    }),
  }),
};

const NARROWED = 'reports.narrowed';

const salesByItemFault = sharing({ where: { operation: 'listSalesByItem' } });

const REPORTS: Faults = {
  'server.docs-report-sort-at-store': salesByItemFault(NARROWED, 'sales by item at some stores are sorted by net', {
    how: querying(({ storeId, sort }) => (storeId && sort !== 'net' ? { sort: 'net' } : undefined)),
  }),
  'server.docs-report-page-turned': salesByItemFault(
    NARROWED,
    'from the second page on sales by item are the highest first',
    { how: querying(({ page, order }) => (Number(page) > 1 && order === 'asc' ? { order: 'desc' } : undefined)) },
  ),
  'server.docs-report-page-of-all-stores': salesByItemFault(
    NARROWED,
    'from the second page, sales by item cover all stores',
    { how: querying(({ page, storeId }) => (Number(page) > 1 && storeId ? { storeId: undefined } : undefined)) },
  ),
  'server.docs-report-stock-page': fault(NARROWED, 'from the second page, levels cover all stores', {
    where: { operation: 'listStockOnHand' },
    how: querying(({ page, storeId }) => (Number(page) > 1 && storeId ? { storeId: undefined } : undefined)),
  }),
  'server.docs-report-channel-page': fault(NARROWED, 'from the second page, open orders cover every channel', {
    where: { operation: 'listOpenOrders' },
    how: querying(({ page, channel }) => (Number(page) > 1 && channel ? { channel: undefined } : undefined)),
  }),
  'server.docs-report-channel-sort': fault(NARROWED, 'open orders of a channel are sorted by openedAt', {
    where: { operation: 'listOpenOrders' },
    how: querying(({ channel, sort }) => (channel && sort === 'updatedAt' ? { sort: 'openedAt' } : undefined)),
  }),
  'server.docs-report-day-of-stores': fault(NARROWED, 'the sales of one day are those of all stores', {
    where: { operation: 'getDailySales' },
    how: querying(({ from, to, storeId }) => (from === to && storeId ? { storeId: undefined } : undefined)),
  }),
};

export const DOCUMENTS_BESIDE_FAULTS: Faults = { ...NEIGHBOURS, ...AMOUNTS, ...TOTALS, ...REPORTS };
