import type { Fault, Faults, Own } from '../fault.ts';
import { handler, querying, rewritten } from '../how/handlers.ts';
import { ANY_COMPANY_OF_ROW } from '../how/statements.ts';

/** Faults of open orders and purchase returns. */

type Row = Record<string, unknown>;

const OPEN_ORDERS = ['listOpenOrders'] as const;

/** Each order of a page is changed. */
const order = ({ breaks, text, by, change }: Own<{ by: string; change: (row: Row) => Row }>): Fault => ({
  breaks,
  text,
  by: [`open-orders.${by}`],
  where: { operation: OPEN_ORDERS },
  how: handler((sound, mark) => async (request) => {
    mark();
    return rewritten(await sound(request), (body) => ({ ...body, data: body.data.map(change) }));
  }),
});

const line =
  (change: (line: Row) => Row) =>
  (row: Row): Row => ({ ...row, lines: (row.lines as Row[]).map(change) });

export const DOCUMENT_FAULTS: Faults = {
  'report.orders-closed': {
    breaks: 'open_orders.closed',
    text: 'closed orders stay in the list',
    by: ['open-orders.closed'],
    how: { from: /(open_orders r where [^;]*?)r\.status = (\d)/g, to: '$1$2 is not null' },
  },
  'report.orders-channel': {
    breaks: 'open_orders.channel',
    text: 'channel is not heeded',
    by: ['open-orders.channel'],
    how: { from: /(open_orders r where [^;]*?)r\.channel = (\$\d+)/g, to: '$1$2::text is not null' },
  },
  'report.orders-of-all-stores': {
    breaks: 'open_orders.store',
    text: 'a store lists the orders of all stores',
    by: ['open-orders.stores'],
    how: { from: /(open_orders r where [^;]*?)r\.store_id = (\$\d+)::bigint/g, to: '$1$2::bigint is not null' },
  },
  'report.orders-tenancy': {
    breaks: 'open_orders.tenancy',
    text: "another merchant's store lists its orders",
    by: ['open-orders.tenancy'],
    how: { from: /(open_orders r where )r\.company_id = \$1/g, to: ANY_COMPANY_OF_ROW },
  },
  'report.orders-total-gross': order({
    breaks: 'open_orders.amounts',
    text: 'the total has the discounts in it',
    by: 'amounts',
    change: (row) => ({ ...row, total: row.gross }),
  }),
  'report.orders-tax-left-out': order({
    breaks: 'open_orders.amounts',
    text: 'no tax is told',
    by: 'amounts',
    change: (row) => ({ ...row, tax: '0' }),
  }),
  'report.orders-seconds': order({
    breaks: 'open_orders.fields',
    text: 'the moment is cut to seconds',
    by: 'fields',
    change: (row) => ({ ...row, openedAt: String(row.openedAt).replace(/\.\d+Z/, '.000Z') }),
  }),
  'report.orders-currency': order({
    breaks: 'open_orders.fields',
    text: 'the currency is always the dollar',
    by: 'fields',
    change: (row) => ({ ...row, currency: 'USD' }),
  }),
  'report.orders-variants': order({
    breaks: 'open_orders.lines',
    text: 'lines do not say the variant',
    by: 'lines',
    change: line((one) => ({ ...one, variantId: null })),
  }),
  'report.orders-names': order({
    breaks: 'open_orders.lines',
    text: 'lines are named without the variant',
    by: 'lines',
    change: line((one) => ({ ...one, name: String(one.name).split(',')[0] })),
  }),
  'report.orders-oldest-first': {
    breaks: 'open_orders.order',
    text: 'the oldest order comes first',
    by: ['open-orders.sort'],
    where: { operation: OPEN_ORDERS },
    how: querying(() => ({ order: 'asc' })),
  },
  'report.orders-page': {
    breaks: 'open_orders.pages',
    text: 'every page is the first',
    by: ['open-orders.pages'],
    where: { operation: OPEN_ORDERS },
    how: querying(() => ({ page: 1 })),
  },
  'report.returns-as-purchases': {
    breaks: 'purchases.returns',
    text: 'returns are left out of the transactions',
    by: ['purchase-returns'],
    where: { operation: 'listPurchaseOrders' },
    how: handler((sound, mark) => async (request) => {
      mark();
      return rewritten(await sound(request), (body) => ({ ...body, data: body.data.filter(({ Type }) => Type !== 1) }));
    }),
  },
  'report.returns-of-all-suppliers': {
    breaks: 'purchases.returns',
    text: 'supplierId is not heeded by the transactions',
    by: ['purchase-returns'],
    where: { operation: 'listPurchaseOrders' },
    how: handler((sound, mark) => (request) => {
      const { supplierId, ...query } = request.query;
      if (!query.transactions || !supplierId) return sound(request);
      mark();
      return sound({ ...request, query });
    }),
  },
  'report.returns-lines': {
    breaks: 'purchases.returns',
    text: 'a return has its first line alone',
    by: ['purchase-returns'],
    where: { operation: 'listPurchaseOrders' },
    how: handler((sound, mark) => async (request) => {
      mark();
      return rewritten(await sound(request), (body) => ({
        ...body,
        data: body.data.map((row) => (row.Type === 1 ? { ...row, lines: (row.lines as Row[]).slice(0, 1) } : row)),
      }));
    }),
  },
};
