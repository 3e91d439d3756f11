import type { ServerFault } from '../fault.ts';
import { ANY_COMPANY, rewritten, sql, wrapped } from '../kinds/reports.ts';

/** Faults of open orders and purchase returns. */

type Row = Record<string, unknown>;

const OPEN_ORDERS = ['listOpenOrders'] as const;

/** Each order of a page is changed. */
const order = (id: string, breaks: string, text: string, by: string, change: (row: Row) => Row): ServerFault =>
  wrapped(
    `orders-${id}`,
    breaks,
    text,
    { ids: OPEN_ORDERS, by: `open-orders.${by}` },
    (sound, mark) => async (request) => {
      mark();
      return rewritten(await sound(request), (body) => ({ ...body, data: body.data.map(change) }));
    },
  );

const line =
  (change: (line: Row) => Row) =>
  (row: Row): Row => ({ ...row, lines: (row.lines as Row[]).map(change) });

export const DOCUMENT_FAULTS: readonly ServerFault[] = [
  sql('orders-closed', 'open_orders.closed', 'closed orders stay in the list', 'open-orders.closed', [
    /(open_orders r where [^;]*?)r\.status = (\$\d+)/g,
    '$1$2::smallint is not null',
  ]),
  sql('orders-channel', 'open_orders.channel', 'channel is not heeded', 'open-orders.channel', [
    /(open_orders r where [^;]*?)r\.channel = (\$\d+)/g,
    '$1$2::text is not null',
  ]),
  sql('orders-of-all-stores', 'open_orders.store', 'a store lists the orders of all stores', 'open-orders.stores', [
    /(open_orders r where [^;]*?)r\.store_id = (\$\d+)::bigint/g,
    '$1$2::bigint is not null',
  ]),
  sql('orders-tenancy', 'open_orders.tenancy', "another merchant's store lists its orders", 'open-orders.tenancy', [
    /(open_orders r where )r\.company_id = \$1/g,
    ANY_COMPANY,
  ]),
  order('total-gross', 'open_orders.amounts', 'the total has the discounts in it', 'amounts', (row) => ({
    ...row,
    total: row.gross,
  })),
  order('tax-left-out', 'open_orders.amounts', 'no tax is told', 'amounts', (row) => ({ ...row, tax: '0' })),
  order('seconds', 'open_orders.fields', 'the moment is cut to seconds', 'fields', (row) => ({
    ...row,
    openedAt: String(row.openedAt).replace(/\.\d+Z/, '.000Z'),
  })),
  order('currency', 'open_orders.fields', 'the currency is always the dollar', 'fields', (row) => ({
    ...row,
    currency: 'USD',
  })),
  order(
    'variants',
    'open_orders.lines',
    'lines do not say the variant',
    'lines',
    line((one) => ({ ...one, variantId: null })),
  ),
  order(
    'names',
    'open_orders.lines',
    'lines are named without the variant',
    'lines',
    line((one) => ({ ...one, name: String(one.name).split(',')[0] })),
  ),
  wrapped(
    'orders-oldest-first',
    'open_orders.order',
    'the oldest order comes first',
    { ids: OPEN_ORDERS, by: 'open-orders.sort' },
    (sound, mark) => (request) => {
      mark();
      return sound({ ...request, query: { ...request.query, order: 'asc' } });
    },
  ),
  wrapped(
    'orders-page',
    'open_orders.pages',
    'every page is the first',
    { ids: OPEN_ORDERS, by: 'open-orders.pages' },
    (sound, mark) => (request) => {
      mark();
      return sound({ ...request, query: { ...request.query, page: 1 } });
    },
  ),
  wrapped(
    'returns-as-purchases',
    'purchases.returns',
    'returns are left out of the transactions',
    { ids: ['listPurchaseOrders'], by: 'purchase-returns' },
    (sound, mark) => async (request) => {
      mark();
      return rewritten(await sound(request), (body) => ({ ...body, data: body.data.filter(({ Type }) => Type !== 1) }));
    },
  ),
  wrapped(
    'returns-of-all-suppliers',
    'purchases.returns',
    'supplierId is not heeded by the transactions',
    { ids: ['listPurchaseOrders'], by: 'purchase-returns' },
    (sound, mark) => (request) => {
      const { supplierId, ...query } = request.query;
      if (!query.transactions || !supplierId) return sound(request);
      mark();
      return sound({ ...request, query });
    },
  ),
  wrapped(
    'returns-lines',
    'purchases.returns',
    'a return has its first line alone',
    { ids: ['listPurchaseOrders'], by: 'purchase-returns' },
    (sound, mark) => async (request) => {
      mark();
      return rewritten(await sound(request), (body) => ({
        ...body,
        data: body.data.map((row) => (row.Type === 1 ? { ...row, lines: (row.lines as Row[]).slice(0, 1) } : row)),
      }));
    },
  ),
];
