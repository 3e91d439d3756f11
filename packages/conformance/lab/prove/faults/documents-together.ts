import { type Faults, fault, type Replacement, type Request, sharing } from '../fault.ts';
import { type Doc, knowing, swallowing } from '../how/documents.ts';
import { asking, handler, querying, withBody } from '../how/handlers.ts';

/** Stock documents that are right for one change, filter or reason and wrong for two. */

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

const orderFault = sharing({ where: { operation: 'updatePurchaseOrder' } });
const transferFault = sharing({ where: { operation: 'updateStockTransfer' } });
const adjustmentFault = sharing({ where: { operation: 'updateStockAdjustment' } });

const CHANGES: Faults = {
  'server.docs-void-alone': orderFault(TOGETHER, 'what goes with a void of an order is lost', {
    how: asking((request) =>
      request.body.status === 0 && isWith(request, 'status') ? only(request, ['status']) : request,
    ),
  }),
  'server.docs-void-lost': transferFault(TOGETHER, 'a void that goes with other changes of a transfer is lost', {
    how: asking((request) =>
      request.body.status === 0 && isWith(request, 'status') ? without(request, 'status') : request,
    ),
  }),
  'server.docs-post-old-lines': adjustmentFault(TOGETHER, 'a post with lines posts those before', {
    how: asking((request) =>
      request.body.status === 1 && 'lines' in request.body ? without(request, 'lines') : request,
    ),
  }),
  'server.docs-post-alone': adjustmentFault(TOGETHER, 'what goes with a post is lost, lines aside', {
    how: asking((request) =>
      request.body.status === 1 && isWith(request, 'status') ? only(request, ['status', 'lines']) : request,
    ),
  }),
  'server.docs-post-lost': adjustmentFault(TOGETHER, 'a post that goes with another store is lost', {
    how: asking((request) =>
      request.body.status === 1 && 'storeId' in request.body ? without(request, 'status') : request,
    ),
  }),
  'server.docs-void-posted-with': adjustmentFault(
    'adjustments.posted_final',
    'changes sent with the void of a posted adjustment are dropped instead of rejected',
    {
      how: knowing('getStockAdjustment', (request, { status }) =>
        status === 1 && request.body.status === 2 && isWith(request, 'status') ? only(request, ['status']) : request,
      ),
    },
  ),
  'server.docs-one-of-two-stores': transferFault(TOGETHER, 'of two stores of a transfer one is changed', {
    how: asking((request) =>
      'lines' in request.body && 'fromStoreId' in request.body ? without(request, 'fromStoreId', 'toStoreId') : request,
    ),
  }),
  'server.docs-item-keeps-quantity': orderFault(
    'purchases.lines_replaced',
    'a line that names another item does not change its quantity',
    {
      how: knowing('getPurchaseOrder', (request, doc) =>
        changedLines(request, doc, (line, before) =>
          before.itemId === line.itemId ? line : { ...line, quantity: String(before.quantity) },
        ),
      ),
    },
  ),
  'server.docs-item-keeps-variant': transferFault(
    'transfers.lines_replaced',
    'a line that names another item asks for the variant of the one before',
    {
      how: knowing('getStockTransfer', (request, doc) =>
        changedLines(request, doc, (line, before) =>
          before.itemId === line.itemId || 'variantId' in line || before.variantId === null
            ? line
            : { ...line, variantId: before.variantId as number },
        ),
      ),
    },
  ),
  'server.docs-turned-lines-stay': orderFault('purchases.lines_replaced', 'lines stay in the order that they had', {
    how: knowing('getPurchaseOrder', (request, doc) => {
      const lines = linesOf(request);
      if (!lines) return request;
      const place = new Map(doc.lines.map(({ id }, i) => [id, i]));
      const at = ({ id }: Line) => place.get(id ?? 0) ?? lines.length;
      const sorted = lines.toSorted((a, b) => at(a) - at(b));
      return sorted.every((line, i) => line === lines[i]) ? request : withBody(request, { lines: sorted });
    }),
  }),
  'server.docs-fixed-with-text': orderFault(
    'purchases.update_partial',
    'another supplier of a partial order is taken and dropped where a text goes with it',
    {
      how: swallowing(
        'getPurchaseOrder',
        ({ purchStatus }, { body }) => purchStatus === 1 && 'narration' in body && 'supplierId' in body,
      ),
    },
  ),
  'server.docs-received-with-text': transferFault(
    'transfers.update_received',
    'another date of a transfer that is done is taken and dropped where a text goes with it',
    {
      how: swallowing(
        'getStockTransfer',
        ({ transferStatus }, { body }) => transferStatus === 2 && 'narration' in body && 'date' in body,
      ),
    },
  ),
  'server.docs-expected-alone': orderFault(TOGETHER, 'expectedDate is lost next to orderDate', {
    how: asking((request) =>
      'expectedDate' in request.body && 'orderDate' in request.body ? without(request, 'expectedDate') : request,
    ),
  }),
  'server.docs-type-with-lines': adjustmentFault(TOGETHER, 'the type of an adjustment is lost next to lines', {
    how: asking((request) => ('type' in request.body && 'lines' in request.body ? without(request, 'type') : request)),
  }),
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

/** Changes the statements that read a page after a cursor. */
const behindCursor = (table: string, pattern: RegExp, instead: string): Replacement => ({
  from: new RegExp(`^[\\s\\S]*from region_\\w+\\.${table} r [\\s\\S]*r\\.id\\) [<>] \\([\\s\\S]*$`),
  to: (whole) => whole.replace(pattern, instead),
});

const orderListFault = sharing({ where: { operation: 'listPurchaseOrders' } });

const FILTERS: Faults = {
  'statement.docs-cursor-supplier': fault(FILTERED, 'after a cursor, orders are of every supplier', {
    how: behindCursor('purchase_orders', /r\.supplier_id = (\$\d+)::bigint/g, '$1::bigint is not null'),
  }),
  'statement.docs-cursor-state': fault(FILTERED, 'after a cursor, transfers are in every state', {
    how: behindCursor('stock_transfers', /r\.transfer_status = (\d)/g, '$1 is not null'),
  }),
  'statement.docs-cursor-dates': fault(FILTERED, 'after a cursor, adjustments have no last day', {
    how: behindCursor('stock_adjustments', /r\.date <= (\$\d+)::date/g, '$1::date is not null'),
  }),
  'statement.docs-cursor-voided': fault(FILTERED, 'after a cursor, voided transfers appear', {
    how: behindCursor('stock_transfers', /r\.status = (\d)/g, '$1 is not null'),
  }),
  'statement.docs-cursor-search': fault(FILTERED, 'after a cursor, adjustments are not searched', {
    how: behindCursor(
      'stock_adjustments',
      /r\.search_text like region_\w+\.search_pattern\((\$\d+)\)/g,
      '$1::text is not null',
    ),
  }),
  'statement.docs-supplier-or-store': fault(FILTERED, 'orders of the supplier or the store are listed', {
    how: { from: /(r\.supplier_id = \$\d+::bigint) and (r\.store_id = \$\d+::bigint)/g, to: '($1 or $2)' },
  }),
  'server.docs-voided-by-state': orderListFault(FILTERED, 'purchStatus hides requested voided orders', {
    how: querying(({ includeVoided, purchStatus }) =>
      includeVoided && purchStatus !== undefined ? { includeVoided: false } : undefined,
    ),
  }),
  'server.docs-search-or-day': orderListFault(FILTERED, 'a search of orders does not heed the last day', {
    how: querying(({ search, toDate }) => (search && toDate ? { toDate: undefined } : undefined)),
  }),
  'server.docs-days-unsorted': orderListFault(FILTERED, 'orders of some days are not sorted by their total', {
    how: querying(({ fromDate, sort }) => (fromDate && sort === 'total' ? { sort: 'entryDate' } : undefined)),
  }),
  'server.docs-numbers-and-status': orderListFault(FILTERED, 'orderNos shows every status', {
    how: querying(({ orderNos, status }) =>
      orderNos && status === 1 ? { status: undefined, includeVoided: true } : undefined,
    ),
  }),
  'server.docs-both-stores': fault(FILTERED, 'with toStoreId a second fromStoreId is lost', {
    where: { operation: 'listStockTransfers' },
    how: querying(({ fromStoreId, toStoreId }) =>
      toStoreId && Array.isArray(fromStoreId) && fromStoreId.length > 1
        ? { fromStoreId: fromStoreId.slice(0, 1) }
        : undefined,
    ),
  }),
  'server.docs-type-or-status': fault(FILTERED, 'the type of adjustments is ignored next to status', {
    where: { operation: 'listStockAdjustments' },
    how: querying(({ type, status }) => (type !== undefined && status !== undefined ? { type: undefined } : undefined)),
  }),
  'server.docs-transactions-search-status': orderListFault(
    FILTERED,
    'the transactions of a search show what is voided',
    {
      how: querying(({ transactions, search, status }) =>
        transactions && search && status === undefined ? { includeVoided: true } : undefined,
      ),
    },
  ),
  'server.docs-transactions-days-store': orderListFault(FILTERED, 'the transactions of some days cover all stores', {
    how: querying(({ transactions, fromDate, storeId, storeIds }) =>
      transactions && fromDate && (storeId || storeIds) ? { storeId: undefined, storeIds: undefined } : undefined,
    ),
  }),
};

/** A rejection with several reasons that names only the first. */

const oneReasonFault = sharing({
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
  'server.docs-one-reason-receipt': oneReasonFault(DETAILS, 'of two lines of too much the first is named', {
    where: { operation: 'receivePurchaseOrder' },
  }),
  'server.docs-one-reason-transfer': oneReasonFault(
    DETAILS,
    'of two lines of a transfer of too much the first is named',
    { where: { operation: 'receiveStockTransfer' } },
  ),
  'server.docs-one-reason-lines': oneReasonFault(
    DETAILS,
    'of two lines that do not fit an adjustment the first is named',
    { where: { operation: 'createStockAdjustment' } },
  ),
  'server.docs-one-reason-lines-changed': oneReasonFault(
    DETAILS,
    'of two changed lines that do not fit the first is named',
    { where: { operation: 'updateStockAdjustment' } },
  ),
  'server.docs-one-reason-transactions': oneReasonFault(
    DETAILS,
    'of what the transactions do not have the first is named',
    { where: { operation: 'listPurchaseOrders' } },
  ),
};

export const DOCUMENTS_TOGETHER_FAULTS: Faults = { ...CHANGES, ...FILTERS, ...REASONS };
