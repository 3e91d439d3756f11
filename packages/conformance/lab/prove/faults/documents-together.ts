import type { Fault, Faults, Operation, Request } from '../fault.ts';
import { type Doc, knowing, swallowing } from '../how/documents.ts';
import { asking, handler, querying, withBody } from '../how/handlers.ts';

/** Stock documents that are right in one change, one filter and one reason, and wrong where there are two. */

const TOGETHER = 'documents.changes_together';
const FILTERED = 'documents.filters_together';
const DETAILS = 'documents.details_complete';

const keysOf = ({ body }: Request): string[] => Object.keys(body);

const isWith = (request: Request, name: string): boolean => name in request.body && keysOf(request).length > 1;

const only = (request: Request, names: readonly string[]): Request => ({
  ...request,
  body: Object.fromEntries(Object.entries(request.body).filter(([name]) => names.includes(name))),
});

const without = (request: Request, ...names: string[]): Request =>
  withBody(request, Object.fromEntries(names.map((name) => [name, undefined])));

interface Line {
  readonly id?: number;
  readonly itemId: number;
  readonly variantId?: number | null;
  readonly quantity: string;
}

const linesOf = ({ body }: Request): readonly Line[] | undefined => body.lines as readonly Line[] | undefined;

const lineOf = (doc: Doc, id: number | undefined) => doc.lines.find((line) => line.id === id);

const CHANGES: Faults = {
  'server.docs-void-alone': {
    breaks: TOGETHER,
    text: 'what goes with a void of an order is lost',
    where: { operation: 'updatePurchaseOrder' },
    how: asking((request) =>
      request.body.status === 0 && isWith(request, 'status') ? only(request, ['status']) : request,
    ),
  },
  'server.docs-void-lost': {
    breaks: TOGETHER,
    text: 'a void that goes with other changes of a transfer is lost',
    where: { operation: 'updateStockTransfer' },
    how: asking((request) =>
      request.body.status === 0 && isWith(request, 'status') ? without(request, 'status') : request,
    ),
  },
  'server.docs-post-old-lines': {
    breaks: TOGETHER,
    text: 'a post with lines posts those before',
    where: { operation: 'updateStockAdjustment' },
    how: asking((request) =>
      request.body.status === 1 && 'lines' in request.body ? without(request, 'lines') : request,
    ),
  },
  'server.docs-post-alone': {
    breaks: TOGETHER,
    text: 'what goes with a post is lost, lines aside',
    where: { operation: 'updateStockAdjustment' },
    how: asking((request) =>
      request.body.status === 1 && isWith(request, 'status') ? only(request, ['status', 'lines']) : request,
    ),
  },
  'server.docs-post-lost': {
    breaks: TOGETHER,
    text: 'a post that goes with another store is lost',
    where: { operation: 'updateStockAdjustment' },
    how: asking((request) =>
      request.body.status === 1 && 'storeId' in request.body ? without(request, 'status') : request,
    ),
  },
  'server.docs-void-posted-with': {
    breaks: 'adjustments.posted_final',
    text: 'what goes with the void of a posted adjustment is dropped instead of refused',
    where: { operation: 'updateStockAdjustment' },
    how: knowing('getStockAdjustment', (request, { status }) =>
      status === 1 && request.body.status === 2 && isWith(request, 'status') ? only(request, ['status']) : request,
    ),
  },
  'server.docs-one-of-two-stores': {
    breaks: TOGETHER,
    text: 'of two stores of a transfer one is changed',
    where: { operation: 'updateStockTransfer' },
    how: asking((request) =>
      'lines' in request.body && 'fromStoreId' in request.body ? without(request, 'fromStoreId', 'toStoreId') : request,
    ),
  },
  'server.docs-item-keeps-quantity': {
    breaks: 'purchases.lines_replaced',
    text: 'a line that names another item keeps its quantity',
    where: { operation: 'updatePurchaseOrder' },
    how: knowing('getPurchaseOrder', (request, doc) =>
      changedLines(request, doc, (line, before) =>
        before.itemId === line.itemId ? line : { ...line, quantity: String(before.quantity) },
      ),
    ),
  },
  'server.docs-item-keeps-variant': {
    breaks: 'transfers.lines_replaced',
    text: 'a line that names another item asks for the variant of the one before',
    where: { operation: 'updateStockTransfer' },
    how: knowing('getStockTransfer', (request, doc) =>
      changedLines(request, doc, (line, before) =>
        before.itemId === line.itemId || 'variantId' in line || before.variantId === null
          ? line
          : { ...line, variantId: before.variantId as number },
      ),
    ),
  },
  'server.docs-turned-lines-stay': {
    breaks: 'purchases.lines_replaced',
    text: 'lines stay in the order that they had',
    where: { operation: 'updatePurchaseOrder' },
    how: knowing('getPurchaseOrder', (request, doc) => {
      const lines = linesOf(request);
      if (!lines) return request;
      const place = new Map(doc.lines.map(({ id }, i) => [id, i]));
      const at = ({ id }: Line) => place.get(id ?? 0) ?? lines.length;
      const sorted = lines.toSorted((a, b) => at(a) - at(b));
      return sorted.every((line, i) => line === lines[i]) ? request : withBody(request, { lines: sorted });
    }),
  },
  'server.docs-fixed-with-text': {
    breaks: 'purchases.update_partial',
    text: 'another supplier of a partial order is taken and dropped where a text goes with it',
    where: { operation: 'updatePurchaseOrder' },
    how: swallowing(
      'getPurchaseOrder',
      ({ purchStatus }, { body }) => purchStatus === 1 && 'narration' in body && 'supplierId' in body,
    ),
  },
  'server.docs-received-with-text': {
    breaks: 'transfers.update_received',
    text: 'another date of a transfer that is done is taken and dropped where a text goes with it',
    where: { operation: 'updateStockTransfer' },
    how: swallowing(
      'getStockTransfer',
      ({ transferStatus }, { body }) => transferStatus === 2 && 'narration' in body && 'date' in body,
    ),
  },
  'server.docs-expected-alone': {
    breaks: TOGETHER,
    text: 'expectedDate is lost beside orderDate',
    where: { operation: 'updatePurchaseOrder' },
    how: asking((request) =>
      'expectedDate' in request.body && 'orderDate' in request.body ? without(request, 'expectedDate') : request,
    ),
  },
  'server.docs-type-with-lines': {
    breaks: TOGETHER,
    text: 'the type of an adjustment is lost beside lines',
    where: { operation: 'updateStockAdjustment' },
    how: asking((request) => ('type' in request.body && 'lines' in request.body ? without(request, 'type') : request)),
  },
};

function changedLines(request: Request, doc: Doc, change: (line: Line, before: Doc['lines'][number]) => Line): Request {
  const lines = linesOf(request);
  if (!lines) return request;
  const changed = lines.map((line) => {
    const before = lineOf(doc, line.id);
    return before ? change(line, before) : line;
  });
  return changed.every((line, i) => line === lines[i]) ? request : withBody(request, { lines: changed });
}

/** Statements of a page behind a cursor, changed. */
const behindCursor = ({
  text,
  table,
  pattern,
  instead,
}: {
  text: string;
  table: string;
  pattern: RegExp;
  instead: string;
}): Fault => ({
  breaks: FILTERED,
  text,
  how: {
    from: new RegExp(`^[\\s\\S]*from region_\\w+\\.${table} r [\\s\\S]*r\\.id\\) [<>] \\([\\s\\S]*$`),
    to: (whole) => whole.replace(pattern, instead),
  },
});

const query = ({
  text,
  operation,
  change,
}: {
  text: string;
  operation: Operation;
  change: (query: Request['query']) => object | undefined;
}): Fault => ({ breaks: FILTERED, text, where: { operation }, how: querying(change) });

const FILTERS: Faults = {
  'statement.docs-cursor-supplier': behindCursor({
    text: 'behind a cursor orders are of every supplier',
    table: 'purchase_orders',
    pattern: /r\.supplier_id = (\$\d+)::bigint/g,
    instead: '$1::bigint is not null',
  }),
  'statement.docs-cursor-state': behindCursor({
    text: 'behind a cursor transfers are in every state',
    table: 'stock_transfers',
    pattern: /r\.transfer_status = (\d)/g,
    instead: '$1 is not null',
  }),
  'statement.docs-cursor-dates': behindCursor({
    text: 'behind a cursor adjustments have no last day',
    table: 'stock_adjustments',
    pattern: /r\.date <= (\$\d+)::date/g,
    instead: '$1::date is not null',
  }),
  'statement.docs-cursor-voided': behindCursor({
    text: 'behind a cursor voided transfers appear',
    table: 'stock_transfers',
    pattern: /r\.status = (\d)/g,
    instead: '$1 is not null',
  }),
  'statement.docs-cursor-search': behindCursor({
    text: 'behind a cursor adjustments are not searched',
    table: 'stock_adjustments',
    pattern: /r\.search_text like region_\w+\.search_pattern\((\$\d+)\)/g,
    instead: '$1::text is not null',
  }),
  'statement.docs-supplier-or-store': {
    breaks: FILTERED,
    text: 'orders of the supplier or the store are listed',
    how: { from: /(r\.supplier_id = \$\d+::bigint) and (r\.store_id = \$\d+::bigint)/g, to: '($1 or $2)' },
  },
  'server.docs-voided-by-state': query({
    text: 'purchStatus hides voided orders that are asked for',
    operation: 'listPurchaseOrders',
    change: ({ includeVoided, purchStatus }) =>
      includeVoided && purchStatus !== undefined ? { includeVoided: false } : undefined,
  }),
  'server.docs-search-or-day': query({
    text: 'a search of orders does not heed the last day',
    operation: 'listPurchaseOrders',
    change: ({ search, toDate }) => (search && toDate ? { toDate: undefined } : undefined),
  }),
  'server.docs-days-unsorted': query({
    text: 'orders of some days are not sorted by their total',
    operation: 'listPurchaseOrders',
    change: ({ fromDate, sort }) => (fromDate && sort === 'total' ? { sort: 'entryDate' } : undefined),
  }),
  'server.docs-numbers-and-status': query({
    text: 'orderNos shows every status',
    operation: 'listPurchaseOrders',
    change: ({ orderNos, status }) =>
      orderNos && status === 1 ? { status: undefined, includeVoided: true } : undefined,
  }),
  'server.docs-both-stores': query({
    text: 'with toStoreId a second fromStoreId is lost',
    operation: 'listStockTransfers',
    change: ({ fromStoreId, toStoreId }) =>
      toStoreId && Array.isArray(fromStoreId) && fromStoreId.length > 1
        ? { fromStoreId: fromStoreId.slice(0, 1) }
        : undefined,
  }),
  'server.docs-type-or-status': query({
    text: 'type of adjustments is not heeded with status',
    operation: 'listStockAdjustments',
    change: ({ type, status }) => (type !== undefined && status !== undefined ? { type: undefined } : undefined),
  }),
  'server.docs-transactions-search-status': query({
    text: 'the transactions of a search show what is voided',
    operation: 'listPurchaseOrders',
    change: ({ transactions, search, status }) =>
      transactions && search && status === undefined ? { includeVoided: true } : undefined,
  }),
  'server.docs-transactions-days-store': query({
    text: 'the transactions of some days are of all stores',
    operation: 'listPurchaseOrders',
    change: ({ transactions, fromDate, storeId, storeIds }) =>
      transactions && fromDate && (storeId || storeIds) ? { storeId: undefined, storeIds: undefined } : undefined,
  }),
};

/** A refusal for several reasons names only the first. */
const oneReason = ({ text, operation }: { text: string; operation: Operation }): Fault => ({
  breaks: DETAILS,
  text,
  where: { operation },
  how: handler(
    (sound, mark) => (request) =>
      sound(request).catch((error: { details?: unknown[] }) => {
        if (!error.details || error.details.length < 2) throw error;
        mark();
        throw Object.assign(error, { details: error.details.slice(0, 1) });
      }),
  ),
});

const REASONS: Faults = {
  'server.docs-one-reason-receipt': oneReason({
    text: 'of two lines of too much the first is named',
    operation: 'receivePurchaseOrder',
  }),
  'server.docs-one-reason-transfer': oneReason({
    text: 'of two lines of a transfer of too much the first is named',
    operation: 'receiveStockTransfer',
  }),
  'server.docs-one-reason-lines': oneReason({
    text: 'of two lines that do not fit an adjustment the first is named',
    operation: 'createStockAdjustment',
  }),
  'server.docs-one-reason-lines-changed': oneReason({
    text: 'of two changed lines that do not fit the first is named',
    operation: 'updateStockAdjustment',
  }),
  'server.docs-one-reason-transactions': oneReason({
    text: 'of what the transactions do not have the first is named',
    operation: 'listPurchaseOrders',
  }),
};

export const DOCUMENTS_TOGETHER_FAULTS: Faults = { ...CHANGES, ...FILTERS, ...REASONS };
