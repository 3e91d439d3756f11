import { type Faults, fault, sharing } from '../fault.ts';
import { handler, querying, rewritten } from '../how/handlers.ts';
import { ANY_COMPANY_OF_ROW } from '../how/statements.ts';

/** Wrong open orders and purchase returns. */

type Row = Record<string, unknown>;

const openOrderFault = sharing({ where: { operation: 'listOpenOrders' } });

/** Changes each order of a page. */
const inOrders = (change: (row: Row) => Row) =>
  handler((sound, mark) => async (request) => {
    mark();
    return rewritten(await sound(request), (body) => ({ ...body, data: body.data.map(change) }));
  });

const line =
  (change: (line: Row) => Row) =>
  (row: Row): Row => ({ ...row, lines: (row.lines as Row[]).map(change) });

const returnsFault = sharing({ where: { operation: 'listPurchaseOrders' } });

export const DOCUMENT_FAULTS: Faults = {
  'report.orders-closed': fault('open_orders.closed', 'closed orders stay in the list', {
    how: { from: /(open_orders r where [^;]*?)r\.status = (\d)/g, to: '$1$2 is not null' },
  }),
  'report.orders-channel': fault('open_orders.channel', 'channel is ignored', {
    how: { from: /(open_orders r where [^;]*?)r\.channel = (\$\d+)/g, to: '$1$2::text is not null' },
  }),
  'report.orders-of-all-stores': fault('open_orders.store', 'a store lists the orders of all stores', {
    how: { from: /(open_orders r where [^;]*?)r\.store_id = (\$\d+)::bigint/g, to: '$1$2::bigint is not null' },
  }),
  'report.orders-tenancy': fault('open_orders.tenancy', "another merchant's store lists its orders", {
    how: { from: /(open_orders r (?:where|on) )r\.company_id = \$1/g, to: ANY_COMPANY_OF_ROW },
  }),
  'report.orders-total-gross': openOrderFault('open_orders.amounts', 'the total has the discounts in it', {
    how: inOrders((row) => ({ ...row, total: row.gross })),
  }),
  'report.orders-tax-left-out': openOrderFault('open_orders.amounts', 'no tax is told', {
    how: inOrders((row) => ({ ...row, tax: '0' })),
  }),
  'report.orders-seconds': openOrderFault('open_orders.fields', 'the moment is cut to seconds', {
    how: inOrders((row) => ({ ...row, openedAt: String(row.openedAt).replace(/\.\d+Z/, '.000Z') })),
  }),
  'report.orders-currency': openOrderFault('open_orders.fields', 'the currency is always the dollar', {
    how: inOrders((row) => ({ ...row, currency: 'USD' })),
  }),
  'report.orders-variants': openOrderFault('open_orders.lines', 'lines do not name the variant', {
    how: inOrders(line((one) => ({ ...one, variantId: null }))),
  }),
  'report.orders-names': openOrderFault('open_orders.lines', 'lines are named without the variant', {
    how: inOrders(line((one) => ({ ...one, name: String(one.name).split(',')[0] }))),
  }),
  'report.orders-oldest-first': openOrderFault('open_orders.order', 'the oldest order comes first', {
    how: querying(() => ({ order: 'asc' })),
  }),
  'report.orders-page': openOrderFault('open_orders.pages', 'every page is the first', {
    how: querying(() => ({ page: 1 })),
  }),
  'report.returns-as-purchases': returnsFault('purchases.returns', 'returns are left out of the transactions', {
    how: handler((sound, mark) => async (request) => {
      mark();
      return rewritten(await sound(request), (body) => ({ ...body, data: body.data.filter(({ Type }) => Type !== 1) }));
    }),
  }),
  'report.returns-of-all-suppliers': returnsFault('purchases.returns', 'the transactions ignore supplierId', {
    how: handler((sound, mark) => (request) => {
      const { supplierId, ...query } = request.query;
      if (!query.transactions || !supplierId) return sound(request);
      mark();
      return sound({ ...request, query });
    }),
  }),
  'report.returns-lines': returnsFault('purchases.returns', 'a return has only its first line', {
    how: handler((sound, mark) => async (request) => {
      mark();
      return rewritten(await sound(request), (body) => ({
        ...body,
        data: body.data.map((row) => (row.Type === 1 ? { ...row, lines: (row.lines as Row[]).slice(0, 1) } : row)),
      }));
    }),
  }),
};
