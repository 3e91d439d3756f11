import type { Fault } from '../fault.ts';
import { falsy } from '../kinds/parts.ts';
import { asked, type HandlerId, withQuery } from '../kinds/server.ts';
import { sql } from '../kinds/statements.ts';

const first = (name: string, operation: HandlerId, breaks: string): Fault =>
  asked(
    `first-${name}-of-${operation}`,
    breaks,
    `of several values of ${name} the first is heeded`,
    [operation],
    (request) => {
      const values = request.query[name];
      return Array.isArray(values) && values.length > 1 ? withQuery(request, { [name]: values.slice(0, 1) }) : request;
    },
  );

const edge = (id: string, breaks: string, text: string, column: string, from: string, to: string): Fault =>
  sql(
    `edge-${id}`,
    breaks,
    text,
    new RegExp(`r\\.${column} ${from} (\\$\\d+)::date`, 'g'),
    `r.${column} ${to} $1::date`,
  );

/** Lists of documents: edges of dates, filters of 0, the first of several values. */
export const DOCUMENT_LIST_FAULTS: readonly Fault[] = [
  edge('orders-to', 'purchases.dates', 'the last day of orders is left out', 'order_date', '<=', '<'),
  edge('orders-from', 'purchases.dates', 'the first day of orders is left out', 'order_date', '>=', '>'),
  edge('documents-to', 'transfers.dates', 'the last day of transfers is left out', 'date', '<=', '<'),
  edge('documents-from', 'adjustments.dates', 'the first day of adjustments is left out', 'date', '>=', '>'),
  sql(
    'dates-of-entry',
    'purchases.dates',
    'orders are bounded by when they were entered',
    /r\.order_date (<=|>=) (\$\d+)::date/g,
    'r.entry_date::date $1 $2::date',
  ),
  falsy('purchStatus', ['listPurchaseOrders'], 'purchases.filter.purchStatus'),
  falsy('transferStatus', ['listStockTransfers'], 'transfers.filter.transferStatus'),
  falsy('type', ['listStockAdjustments'], 'adjustments.filters'),
  falsy('status', ['listStockAdjustments'], 'adjustments.filters'),
  first('orderNos', 'listPurchaseOrders', 'purchases.filter.orderNos'),
  first('supplierId', 'listPurchaseOrders', 'purchases.filter.supplierId'),
  first('storeIds', 'listPurchaseOrders', 'purchases.filter.storeId'),
  first('fromStoreId', 'listStockTransfers', 'transfers.filter.stores'),
  first('storeId', 'listStockAdjustments', 'adjustments.filters'),
  asked(
    'voided-hidden-by-status',
    'lists.status',
    'voided orders are hidden even when they are asked for',
    ['listPurchaseOrders'],
    (request) => (request.query.status === 0 ? withQuery(request, { status: 1 }) : request),
  ),
  asked(
    'voided-shown-on-false',
    'purchases.voided_hidden',
    'includeVoided=false shows voided orders',
    ['listPurchaseOrders'],
    (request) => (request.query.includeVoided === false ? withQuery(request, { includeVoided: true }) : request),
  ),
  asked(
    'voided-alone',
    'transfers.voided_hidden',
    'includeVoided shows voided transfers alone',
    ['listStockTransfers'],
    (request) => (request.query.includeVoided === true ? withQuery(request, { status: 0 }) : request),
  ),
  asked(
    'stores-swapped',
    'transfers.filter.stores',
    'the stores of transfers are the wrong way round',
    ['listStockTransfers'],
    (request) => {
      const { fromStoreId, toStoreId } = request.query;
      return fromStoreId || toStoreId
        ? withQuery(request, { fromStoreId: toStoreId, toStoreId: fromStoreId })
        : request;
    },
  ),
  sql(
    'returns-missing',
    'purchases.transactions',
    'purchase returns are missing from the transactions',
    /(from region_\w+\.purchase_returns)\)/g,
    '$1 where false)',
  ),
  sql(
    'returns-as-purchases',
    'purchases.transactions',
    'purchase returns are stamped as purchases',
    /"Type":1,/g,
    '"Type":0,',
  ),
  sql('purchases-as-returns', 'purchases.transactions', 'purchases are stamped as returns', /"Type":0,/g, '"Type":1,'),
  asked(
    'transactions-of-all',
    'purchases.transactions',
    'transactions are not scoped by the supplier',
    ['listPurchaseOrders'],
    (request) =>
      request.query.transactions && request.query.supplierId ? withQuery(request, { supplierId: undefined }) : request,
  ),
  sql(
    'transfer-search-stores',
    'transfers.search',
    'transfers are not found by the names of their stores',
    /region_\w+\.stock_transfer_search_text\(\$1, (n\.number|\$3::text), \$7::text, \$4(::bigint)?, \$5(::bigint)?\)/,
    "lower(concat_ws(E'\\n', $1, $7::text))",
  ),
  asked(
    'order-of-adjustments',
    'op.listStockAdjustments.param.order',
    'adjustments are newest first whatever is asked',
    ['listStockAdjustments'],
    (request) => (request.query.order === 'asc' ? withQuery(request, { order: 'desc' }) : request),
  ),
  asked(
    'clamped-to-ten',
    'adjustments.limit_clamped',
    'a limit above 100 of adjustments is taken as 10',
    ['listStockAdjustments'],
    (request) => (Number(request.query.limit) > 100 ? withQuery(request, { limit: 10 }) : request),
  ),
];
