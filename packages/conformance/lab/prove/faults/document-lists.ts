import type { Fault, Faults, Operation, Own } from '../fault.ts';
import { asking, falsy, firstOf, querying, withQuery } from '../how/handlers.ts';

const first = ({ name, operation, breaks }: { name: string; operation: Operation; breaks: string }): Fault => ({
  breaks,
  text: `of several values of ${name} the first is heeded`,
  where: { operation },
  how: firstOf(name),
});

const edge = ({ breaks, text, column, from, to }: Own<{ column: string; from: string; to: string }>): Fault => ({
  breaks,
  text,
  how: { from: new RegExp(`r\\.${column} ${from} (\\$\\d+)::date`, 'g'), to: `r.${column} ${to} $1::date` },
});

/** Lists of documents: edges of dates, filters of 0, the first of several values. */
export const DOCUMENT_LIST_FAULTS: Faults = {
  'statement.edge-orders-to': edge({
    breaks: 'purchases.dates',
    text: 'the last day of orders is left out',
    column: 'order_date',
    from: '<=',
    to: '<',
  }),
  'statement.edge-orders-from': edge({
    breaks: 'purchases.dates',
    text: 'the first day of orders is left out',
    column: 'order_date',
    from: '>=',
    to: '>',
  }),
  'statement.edge-documents-to': edge({
    breaks: 'transfers.dates',
    text: 'the last day of transfers is left out',
    column: 'date',
    from: '<=',
    to: '<',
  }),
  'statement.edge-documents-from': edge({
    breaks: 'adjustments.dates',
    text: 'the first day of adjustments is left out',
    column: 'date',
    from: '>=',
    to: '>',
  }),
  'statement.dates-of-entry': {
    breaks: 'purchases.dates',
    text: 'orders are bounded by when they were entered',
    how: { from: /r\.order_date (<=|>=) (\$\d+)::date/g, to: 'r.entry_date::date $1 $2::date' },
  },
  'server.zero-purchStatus-of-listPurchaseOrders': {
    breaks: 'purchases.filter.purchStatus',
    text: 'purchStatus=0 is taken for no filter',
    where: { operation: 'listPurchaseOrders' },
    how: falsy('purchStatus'),
  },
  'server.zero-transferStatus-of-listStockTransfers': {
    breaks: 'transfers.filter.transferStatus',
    text: 'transferStatus=0 is taken for no filter',
    where: { operation: 'listStockTransfers' },
    how: falsy('transferStatus'),
  },
  'server.zero-type-of-listStockAdjustments': {
    breaks: 'adjustments.filters',
    text: 'type=0 is taken for no filter',
    where: { operation: 'listStockAdjustments' },
    how: falsy('type'),
  },
  'server.zero-status-of-listStockAdjustments': {
    breaks: 'adjustments.filters',
    text: 'status=0 is taken for no filter',
    where: { operation: 'listStockAdjustments' },
    how: falsy('status'),
  },
  'server.first-orderNos-of-listPurchaseOrders': first({
    name: 'orderNos',
    operation: 'listPurchaseOrders',
    breaks: 'purchases.filter.orderNos',
  }),
  'server.first-supplierId-of-listPurchaseOrders': first({
    name: 'supplierId',
    operation: 'listPurchaseOrders',
    breaks: 'purchases.filter.supplierId',
  }),
  'server.first-storeIds-of-listPurchaseOrders': first({
    name: 'storeIds',
    operation: 'listPurchaseOrders',
    breaks: 'purchases.filter.storeId',
  }),
  'server.first-fromStoreId-of-listStockTransfers': first({
    name: 'fromStoreId',
    operation: 'listStockTransfers',
    breaks: 'transfers.filter.stores',
  }),
  'server.first-storeId-of-listStockAdjustments': first({
    name: 'storeId',
    operation: 'listStockAdjustments',
    breaks: 'adjustments.filters',
  }),
  'server.voided-hidden-by-status': {
    breaks: 'lists.status',
    text: 'voided orders are hidden even when they are asked for',
    where: { operation: 'listPurchaseOrders' },
    how: querying(({ status }) => (status === 0 ? { status: 1 } : undefined)),
  },
  'server.voided-shown-on-false': {
    breaks: 'purchases.voided_hidden',
    text: 'includeVoided=false shows voided orders',
    where: { operation: 'listPurchaseOrders' },
    how: querying(({ includeVoided }) => (includeVoided === false ? { includeVoided: true } : undefined)),
  },
  'server.voided-alone': {
    breaks: 'transfers.voided_hidden',
    text: 'includeVoided shows voided transfers alone',
    where: { operation: 'listStockTransfers' },
    how: querying(({ includeVoided }) => (includeVoided === true ? { status: 0 } : undefined)),
  },
  'server.stores-swapped': {
    breaks: 'transfers.filter.stores',
    text: 'the stores of transfers are the wrong way round',
    where: { operation: 'listStockTransfers' },
    how: querying(({ fromStoreId, toStoreId }) =>
      fromStoreId || toStoreId ? { fromStoreId: toStoreId, toStoreId: fromStoreId } : undefined,
    ),
  },
  'statement.returns-missing': {
    breaks: 'purchases.transactions',
    text: 'purchase returns are missing from the transactions',
    how: { from: /(from region_\w+\.purchase_returns)\)/g, to: '$1 where false)' },
  },
  'statement.returns-as-purchases': {
    breaks: 'purchases.transactions',
    text: 'purchase returns are stamped as purchases',
    how: { from: /"Type":1,/g, to: '"Type":0,' },
  },
  'statement.purchases-as-returns': {
    breaks: 'purchases.transactions',
    text: 'purchases are stamped as returns',
    how: { from: /"Type":0,/g, to: '"Type":1,' },
  },
  'server.transactions-of-all': {
    breaks: 'purchases.transactions',
    text: 'transactions are not scoped by the supplier',
    where: { operation: 'listPurchaseOrders' },
    how: asking((request) =>
      request.query.transactions && request.query.supplierId ? withQuery(request, { supplierId: undefined }) : request,
    ),
  },
  'statement.transfer-search-stores': {
    breaks: 'transfers.search',
    text: 'transfers are not found by the names of their stores',
    where: { statement: ['stock_transfers.insert', 'stock_transfers.update'] },
    how: {
      from: /region_\w+\.stock_transfer_search_text\(\$1, (n\.number|\$3::text), \$7::text, \$4(::bigint)?, \$5(::bigint)?\)/,
      to: "lower(concat_ws(E'\\n', $1, $7::text))",
    },
  },
  'server.order-of-adjustments': {
    breaks: 'op.listStockAdjustments.param.order',
    text: 'adjustments are newest first whatever is asked',
    where: { operation: 'listStockAdjustments' },
    how: querying(({ order }) => (order === 'asc' ? { order: 'desc' } : undefined)),
  },
  'server.clamped-to-ten': {
    breaks: 'adjustments.limit_clamped',
    text: 'a limit above 100 of adjustments is taken as 10',
    where: { operation: 'listStockAdjustments' },
    how: querying(({ limit }) => (Number(limit) > 100 ? { limit: 10 } : undefined)),
  },
};
