import { each, type Fault, type Faults, fault, type Operation, sharing } from '../fault.ts';
import { asking, falsy, firstOf, querying, withQuery } from '../how/handlers.ts';

interface Heeded {
  readonly name: string;
  readonly operation: Operation;
  readonly breaks: string;
}

const zero = ({ name, operation, breaks }: Heeded): readonly [string, Fault] => [
  `server.zero-${name}-of-${operation}`,
  fault(breaks, `${name}=0 counts as no filter`, { where: { operation }, how: falsy(name) }),
];

const first = ({ name, operation, breaks }: Heeded): readonly [string, Fault] => [
  `server.first-${name}-of-${operation}`,
  fault(breaks, `only the first of several values of ${name} is used`, { where: { operation }, how: firstOf(name) }),
];

/** Includes or excludes the last day of a range. */
const edge = (column: string, from: string, to: string) => ({
  from: new RegExp(`r\\.${column} ${from} (\\$\\d+)::date`, 'g'),
  to: `r.${column} ${to} $1::date`,
});

const orderListFault = sharing({ where: { operation: 'listPurchaseOrders' } });
const adjustmentListFault = sharing({ where: { operation: 'listStockAdjustments' } });
const transferListFault = sharing({ where: { operation: 'listStockTransfers' } });

/** Lists of documents with wrong date ranges, ignored zero filters, or only the first of several values. */
export const DOCUMENT_LIST_FAULTS: Faults = {
  'statement.edge-orders-to': fault('purchases.dates', 'the last day of orders is left out', {
    how: edge('order_date', '<=', '<'),
  }),
  'statement.edge-orders-from': fault('purchases.dates', 'the first day of orders is left out', {
    how: edge('order_date', '>=', '>'),
  }),
  'statement.edge-documents-to': fault('transfers.dates', 'the last day of transfers is left out', {
    how: edge('date', '<=', '<'),
  }),
  'statement.edge-documents-from': fault('adjustments.dates', 'the first day of adjustments is left out', {
    how: edge('date', '>=', '>'),
  }),
  'statement.dates-of-entry': fault('purchases.dates', 'orders are bounded by when they were entered', {
    how: { from: /r\.order_date (<=|>=) (\$\d+)::date/g, to: 'r.entry_date::date $1 $2::date' },
  }),
  ...each(
    [
      { name: 'purchStatus', operation: 'listPurchaseOrders', breaks: 'purchases.filter.purchStatus' },
      { name: 'transferStatus', operation: 'listStockTransfers', breaks: 'transfers.filter.transferStatus' },
      { name: 'type', operation: 'listStockAdjustments', breaks: 'adjustments.filters' },
      { name: 'status', operation: 'listStockAdjustments', breaks: 'adjustments.filters' },
    ],
    zero,
  ),
  ...each(
    [
      { name: 'orderNos', operation: 'listPurchaseOrders', breaks: 'purchases.filter.orderNos' },
      { name: 'supplierId', operation: 'listPurchaseOrders', breaks: 'purchases.filter.supplierId' },
      { name: 'storeIds', operation: 'listPurchaseOrders', breaks: 'purchases.filter.storeId' },
      { name: 'fromStoreId', operation: 'listStockTransfers', breaks: 'transfers.filter.stores' },
      { name: 'storeId', operation: 'listStockAdjustments', breaks: 'adjustments.filters' },
    ],
    first,
  ),
  'server.voided-hidden-by-status': orderListFault('lists.status', 'voided orders are hidden even when requested', {
    how: querying(({ status }) => (status === 0 ? { status: 1 } : undefined)),
  }),
  'server.voided-shown-on-false': orderListFault('purchases.voided_hidden', 'includeVoided=false shows voided orders', {
    how: querying(({ includeVoided }) => (includeVoided === false ? { includeVoided: true } : undefined)),
  }),
  'server.voided-alone': transferListFault('transfers.voided_hidden', 'includeVoided shows only voided transfers', {
    how: querying(({ includeVoided }) => (includeVoided === true ? { status: 0 } : undefined)),
  }),
  'server.stores-swapped': transferListFault(
    'transfers.filter.stores',
    'the stores of transfers are the wrong way round',
    {
      how: querying(({ fromStoreId, toStoreId }) =>
        fromStoreId || toStoreId ? { fromStoreId: toStoreId, toStoreId: fromStoreId } : undefined,
      ),
    },
  ),
  'server.lines-left-out': orderListFault('lists.include_lines', 'orders are listed without lines unasked', {
    how: querying(({ includeLines }) => (includeLines === true ? { includeLines: false } : undefined)),
  }),
  'server.lines-of-transfers': transferListFault('lists.include_lines', 'transfers are listed with lines always', {
    how: querying(({ includeLines }) => (includeLines === false ? { includeLines: true } : undefined)),
  }),
  'statement.returns-missing': fault('purchases.transactions', 'purchase returns are missing from the transactions', {
    how: { from: /(from region_\w+\.purchase_returns)\)/g, to: '$1 where false)' },
  }),
  'statement.returns-as-purchases': fault('purchases.transactions', 'purchase returns are stamped as purchases', {
    how: { from: /"Type":1,/g, to: '"Type":0,' },
  }),
  'statement.purchases-as-returns': fault('purchases.transactions', 'purchases are stamped as returns', {
    how: { from: /"Type":0,/g, to: '"Type":1,' },
  }),
  'server.transactions-of-all': orderListFault(
    'purchases.transactions',
    'transactions are not scoped by the supplier',
    {
      how: asking((request) =>
        request.query.transactions && request.query.supplierId
          ? withQuery(request, { supplierId: undefined })
          : request,
      ),
    },
  ),
  'statement.transfer-search-stores': fault(
    'transfers.search',
    'transfers are not found by the names of their stores',
    {
      where: { statement: ['stock_transfers.insert', 'stock_transfers.update'] },
      how: {
        from: /region_\w+\.stock_transfer_search_text\(\$1, (n\.number|\$3::text), \$7::text, \$4(::bigint)?, \$5(::bigint)?\)/,
        to: "lower(concat_ws(E'\\n', $1, $7::text))",
      },
    },
  ),
  'server.order-of-adjustments': adjustmentListFault(
    'op.listStockAdjustments.param.order',
    'adjustments are newest first whatever is asked',
    { how: querying(({ order }) => (order === 'asc' ? { order: 'desc' } : undefined)) },
  ),
  'server.clamped-to-ten': adjustmentListFault(
    'adjustments.limit_clamped',
    'a limit above 100 of adjustments becomes 10',
    { how: querying(({ limit }) => (Number(limit) > 100 ? { limit: 10 } : undefined)) },
  ),
};
