import type { Fault } from '../fault.ts';
import { amountOf, written } from '../kinds/amounts.ts';
import { type Doc, ORDERS, shown } from '../kinds/documents.ts';
import { asked, type HandlerId, handle, type Request, replied, server, withBody, withQuery } from '../kinds/server.ts';
import { sql } from '../kinds/statements.ts';

/** Writes that reach records beside the one written, totals that forget who has left, and values that are rare. */

const BESIDE = 'documents.neighbours';

/** After a write of an operation another statement runs, with the record's id. */
const afterwards = (
  id: string,
  breaks: string,
  text: string,
  operation: HandlerId,
  statement: string,
  when = (_: Request) => true,
): Fault =>
  server(`docs-${id}`, breaks, text, (deps, mark) =>
    handle(deps, [operation], (sound) => async (request) => {
      const reply = await sound(request);
      if (!when(request)) return reply;
      mark();
      await deps.databases.regions.UK.query(statement, [(JSON.parse(reply.body) as { id: number }).id]);
      return reply;
    }),
  );

const OF_SUPPLIER = `from region_uk.purchase_orders o where o.id = $1 and r.company_id = o.company_id
  and r.supplier_id = o.supplier_id and r.id > o.id`;

const NEIGHBOURS: readonly Fault[] = [
  afterwards(
    'receipt-versions',
    BESIDE,
    'a receipt raises the version of later orders of the supplier',
    'receivePurchaseOrder',
    `update region_uk.purchase_orders r set version = r.version + 1 ${OF_SUPPLIER}`,
  ),
  afterwards(
    'receipt-narrates',
    BESIDE,
    'a receipt of a transfer is told in the narration of later ones',
    'receiveStockTransfer',
    `update region_uk.stock_transfers r set narration = 'received' from region_uk.stock_transfers o where o.id = $1
      and r.company_id = o.company_id and r.from_store_id = o.from_store_id and r.id > o.id`,
  ),
  afterwards(
    'void-voids-next',
    BESIDE,
    'the void of an order voids the next of the supplier',
    'updatePurchaseOrder',
    `update region_uk.purchase_orders r set status = 0 ${OF_SUPPLIER} and r.id = (select min(n.id)
      from region_uk.purchase_orders n where n.company_id = o.company_id and n.supplier_id = o.supplier_id and n.id > o.id)`,
    ({ body }) => body.status === 0,
  ),
  sql(
    'docs-cost-takes-price',
    BESIDE,
    'a receipt that gives an item its cost takes its price',
    /(update region_\w+\.items i set )cost = c\.cost/,
    '$1price = 0, cost = c.cost',
  ),
  sql(
    'docs-level-of-one-line',
    'stock.ledger',
    'of two lines of one item of an order the larger moves stock',
    /variant_id, sum\(change\) from moved/,
    "variant_id, case when $9 = 'purchaseOrder' then max(change) else sum(change) end from moved",
  ),
  sql(
    'docs-levels-of-last',
    'adjustments.add_remove',
    'each line of an adjustment shows the level after all of them',
    /l\.on_hand - coalesce\(sum\(m\.change\) over \([^)]*\), 0\) as after/,
    'l.on_hand as after',
  ),
  asked(
    'docs-discount-unchecked',
    'purchases.discount',
    'a discount beyond the subtotal is dropped from a change',
    ['updatePurchaseOrder'],
    (request) => {
      const lines = (request.body.lines ?? []) as Record<string, unknown>[];
      const isMuch = ({ discount }: Record<string, unknown>) => amountOf(discount) > amountOf('500');
      return lines.some(isMuch)
        ? withBody(request, { lines: lines.map((line) => (isMuch(line) ? { ...line, discount: '0' } : line)) })
        : request;
    },
  ),
];

const first = (order: Doc): Record<string, unknown> => order.lines[0] as Record<string, unknown>;

const AMOUNTS: readonly Fault[] = [
  shown('docs-untaxed-first', 'purchases.totals', 'an order whose first tax is 0 % has no tax', ORDERS, (order) =>
    first(order)?.taxRate != null && amountOf(first(order).taxRate) === 0n && amountOf(order.taxTotal) !== 0n
      ? {
          ...order,
          taxTotal: written(0n, order.taxTotal),
          total: written(amountOf(order.total) - amountOf(order.taxTotal), order.total),
        }
      : order,
  ),
  shown(
    'docs-discount-of-first',
    'purchases.totals',
    'discountTotal is the discount of the first line',
    ORDERS,
    (order) => ({
      ...order,
      discountTotal: written(amountOf(first(order)?.discount), order.discountTotal),
    }),
  ),
];

const COUNTED =
  /\(select count\(\*\) from region_\w+\.purchase_orders r where r\.company_id = \$1 and (r\.status = \$\d+)/g;

const TOTALS: readonly Fault[] = [
  sql(
    'docs-kept-voided',
    'lists.total',
    'the total of orders in a state counts voided ones',
    /\(select coalesce\(sum\(n\), 0\)::bigint from (region_\w+)\.row_counts where company_id = \$1 and kind in \('purchase_orders\.purchStatus'\) and status = (\$\d+)\)/g,
    '(select count(*) from $1.purchase_orders k where k.company_id = $$1 and k.purch_status = $2)',
  ),
  sql(
    'docs-counted-voided',
    'lists.total',
    'the total of filtered orders counts voided ones',
    COUNTED,
    (whole, status = '') => whole.replace(status, status.replace(/r\.status = (\$\d+)/, '$1::smallint is not null')),
  ),
  sql(
    'docs-transactions-counted',
    'lists.total',
    'the total of the transactions counts purchases alone',
    /kind in \('purchase_orders', 'purchase_returns'\)/g,
    "kind in ('purchase_orders')",
    ['purchase-orders.transactions'],
  ),
  replied(
    'docs-more-of-full',
    'lists.total',
    'a full last page of sales by item has more',
    ['listSalesByItem'],
    (body) => {
      const pagination = body.pagination as { page: number; limit: number; total: number; hasMore: boolean };
      return pagination.total > 0 && pagination.page * pagination.limit === pagination.total
        ? { ...body, pagination: { ...pagination, hasMore: true } }
        : body;
    },
  ),
  replied(
    'docs-cursor-of-full',
    'lists.total',
    'a full last page of transfers has a cursor',
    ['listStockTransfers'],
    (body) => {
      const { data, pagination } = body as unknown as {
        data: unknown[];
        pagination: { limit: number; hasMore: boolean };
      };
      return !pagination.hasMore && data.length === pagination.limit
        ? { ...body, pagination: { ...pagination, nextCursor: 'YQ.YQ' } }
        : body;
    },
  ),
];

const narrowed = (
  id: string,
  text: string,
  operation: HandlerId,
  change: (query: Request['query']) => object | undefined,
): Fault =>
  asked(`docs-report-${id}`, 'reports.narrowed', text, [operation], (request) => {
    const changed = change(request.query);
    return changed ? withQuery(request, changed) : request;
  });

const REPORTS: readonly Fault[] = [
  narrowed('sort-at-store', 'sales by item at some stores are sorted by net', 'listSalesByItem', ({ storeId, sort }) =>
    storeId && sort !== 'net' ? { sort: 'net' } : undefined,
  ),
  narrowed(
    'page-turned',
    'from the second page on sales by item are the highest first',
    'listSalesByItem',
    ({ page, order }) => (Number(page) > 1 && order === 'asc' ? { order: 'desc' } : undefined),
  ),
  narrowed(
    'page-of-all-stores',
    'from the second page on sales by item are of all stores',
    'listSalesByItem',
    ({ page, storeId }) => (Number(page) > 1 && storeId ? { storeId: undefined } : undefined),
  ),
  narrowed('stock-page', 'from the second page on levels are of all stores', 'listStockOnHand', ({ page, storeId }) =>
    Number(page) > 1 && storeId ? { storeId: undefined } : undefined,
  ),
  narrowed(
    'channel-page',
    'from the second page on open orders are of every channel',
    'listOpenOrders',
    ({ page, channel }) => (Number(page) > 1 && channel ? { channel: undefined } : undefined),
  ),
  narrowed('channel-sort', 'open orders of a channel are sorted by openedAt', 'listOpenOrders', ({ channel, sort }) =>
    channel && sort === 'updatedAt' ? { sort: 'openedAt' } : undefined,
  ),
  narrowed('day-of-stores', 'the sales of one day are those of all stores', 'getDailySales', ({ from, to, storeId }) =>
    from === to && storeId ? { storeId: undefined } : undefined,
  ),
];

export const DOCUMENTS_BESIDE_FAULTS: readonly Fault[] = [...NEIGHBOURS, ...AMOUNTS, ...TOTALS, ...REPORTS];
