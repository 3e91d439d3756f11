import type { Fault } from '../fault.ts';
import { type Doc, knowing, swallowing } from '../kinds/documents.ts';
import { asked, type HandlerId, handle, type Request, server, withBody, withQuery } from '../kinds/server.ts';
import { sql } from '../kinds/statements.ts';

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

const CHANGES: readonly Fault[] = [
  asked('docs-void-alone', TOGETHER, 'what goes with a void of an order is lost', ['updatePurchaseOrder'], (request) =>
    request.body.status === 0 && isWith(request, 'status') ? only(request, ['status']) : request,
  ),
  asked(
    'docs-void-lost',
    TOGETHER,
    'a void that goes with other changes of a transfer is lost',
    ['updateStockTransfer'],
    (request) => (request.body.status === 0 && isWith(request, 'status') ? without(request, 'status') : request),
  ),
  asked(
    'docs-post-old-lines',
    TOGETHER,
    'a post with lines posts those before',
    ['updateStockAdjustment'],
    (request) => (request.body.status === 1 && 'lines' in request.body ? without(request, 'lines') : request),
  ),
  asked(
    'docs-post-alone',
    TOGETHER,
    'what goes with a post is lost, lines aside',
    ['updateStockAdjustment'],
    (request) =>
      request.body.status === 1 && isWith(request, 'status') ? only(request, ['status', 'lines']) : request,
  ),
  asked(
    'docs-post-lost',
    TOGETHER,
    'a post that goes with another store is lost',
    ['updateStockAdjustment'],
    (request) => (request.body.status === 1 && 'storeId' in request.body ? without(request, 'status') : request),
  ),
  knowing(
    'docs-void-posted-with',
    'adjustments.posted_final',
    'what goes with the void of a posted adjustment is dropped instead of refused',
    'updateStockAdjustment',
    'getStockAdjustment',
    (request, { status }) =>
      status === 1 && request.body.status === 2 && isWith(request, 'status') ? only(request, ['status']) : request,
  ),
  asked(
    'docs-one-of-two-stores',
    TOGETHER,
    'of two stores of a transfer one is changed',
    ['updateStockTransfer'],
    (request) =>
      'lines' in request.body && 'fromStoreId' in request.body ? without(request, 'fromStoreId', 'toStoreId') : request,
  ),
  knowing(
    'docs-item-keeps-quantity',
    'purchases.lines_replaced',
    'a line that names another item keeps its quantity',
    'updatePurchaseOrder',
    'getPurchaseOrder',
    (request, doc) =>
      changedLines(request, doc, (line, before) =>
        before.itemId === line.itemId ? line : { ...line, quantity: String(before.quantity) },
      ),
  ),
  knowing(
    'docs-item-keeps-variant',
    'transfers.lines_replaced',
    'a line that names another item asks for the variant of the one before',
    'updateStockTransfer',
    'getStockTransfer',
    (request, doc) =>
      changedLines(request, doc, (line, before) =>
        before.itemId === line.itemId || 'variantId' in line || before.variantId === null
          ? line
          : { ...line, variantId: before.variantId as number },
      ),
  ),
  knowing(
    'docs-turned-lines-stay',
    'purchases.lines_replaced',
    'lines stay in the order that they had',
    'updatePurchaseOrder',
    'getPurchaseOrder',
    (request, doc) => {
      const lines = linesOf(request);
      if (!lines) return request;
      const place = new Map(doc.lines.map(({ id }, i) => [id, i]));
      const at = ({ id }: Line) => place.get(id ?? 0) ?? lines.length;
      const sorted = lines.toSorted((a, b) => at(a) - at(b));
      return sorted.every((line, i) => line === lines[i]) ? request : withBody(request, { lines: sorted });
    },
  ),
  swallowing(
    'docs-fixed-with-text',
    'purchases.update_partial',
    'another supplier of a partial order is taken and dropped where a text goes with it',
    'updatePurchaseOrder',
    'getPurchaseOrder',
    ({ purchStatus }, { body }) => purchStatus === 1 && 'narration' in body && 'supplierId' in body,
  ),
  swallowing(
    'docs-received-with-text',
    'transfers.update_received',
    'another date of a transfer that is done is taken and dropped where a text goes with it',
    'updateStockTransfer',
    'getStockTransfer',
    ({ transferStatus }, { body }) => transferStatus === 2 && 'narration' in body && 'date' in body,
  ),
  asked('docs-expected-alone', TOGETHER, 'expectedDate is lost beside orderDate', ['updatePurchaseOrder'], (request) =>
    'expectedDate' in request.body && 'orderDate' in request.body ? without(request, 'expectedDate') : request,
  ),
  asked(
    'docs-type-with-lines',
    TOGETHER,
    'the type of an adjustment is lost beside lines',
    ['updateStockAdjustment'],
    (request) => ('type' in request.body && 'lines' in request.body ? without(request, 'type') : request),
  ),
];

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
const behindCursor = (id: string, text: string, table: string, pattern: RegExp, instead: string): Fault =>
  sql(
    `docs-cursor-${id}`,
    FILTERED,
    text,
    new RegExp(`^[\\s\\S]*from region_\\w+\\.${table} r [\\s\\S]*r\\.id\\) [<>] \\([\\s\\S]*$`),
    (whole) => whole.replace(pattern, instead),
  );

const query = (
  id: string,
  text: string,
  operation: HandlerId,
  change: (query: Request['query']) => object | undefined,
): Fault =>
  asked(`docs-${id}`, FILTERED, text, [operation], (request) => {
    const changed = change(request.query);
    return changed ? withQuery(request, changed) : request;
  });

const FILTERS: readonly Fault[] = [
  behindCursor(
    'supplier',
    'behind a cursor orders are of every supplier',
    'purchase_orders',
    /r\.supplier_id = (\$\d+)::bigint/g,
    '$1::bigint is not null',
  ),
  behindCursor(
    'state',
    'behind a cursor transfers are in every state',
    'stock_transfers',
    /r\.transfer_status = (\$\d+)/g,
    '$1::smallint is not null',
  ),
  behindCursor(
    'dates',
    'behind a cursor adjustments have no last day',
    'stock_adjustments',
    /r\.date <= (\$\d+)::date/g,
    '$1::date is not null',
  ),
  behindCursor(
    'voided',
    'behind a cursor voided transfers appear',
    'stock_transfers',
    /r\.status = (\$\d+)/g,
    '$1::smallint is not null',
  ),
  behindCursor(
    'search',
    'behind a cursor adjustments are not searched',
    'stock_adjustments',
    /r\.search_text like region_\w+\.search_pattern\((\$\d+)\)/g,
    '$1::text is not null',
  ),
  sql(
    'docs-supplier-or-store',
    FILTERED,
    'orders of the supplier or the store are listed',
    /(r\.supplier_id = \$\d+::bigint) and (r\.store_id = \$\d+::bigint)/g,
    '($1 or $2)',
  ),
  query(
    'voided-by-state',
    'purchStatus hides voided orders that are asked for',
    'listPurchaseOrders',
    ({ includeVoided, purchStatus }) =>
      includeVoided && purchStatus !== undefined ? { includeVoided: false } : undefined,
  ),
  query('search-or-day', 'a search of orders does not heed the last day', 'listPurchaseOrders', ({ search, toDate }) =>
    search && toDate ? { toDate: undefined } : undefined,
  ),
  query(
    'days-unsorted',
    'orders of some days are not sorted by their total',
    'listPurchaseOrders',
    ({ fromDate, sort }) => (fromDate && sort === 'total' ? { sort: 'entryDate' } : undefined),
  ),
  query('numbers-and-status', 'orderNos shows every status', 'listPurchaseOrders', ({ orderNos, status }) =>
    orderNos && status === 1 ? { status: undefined, includeVoided: true } : undefined,
  ),
  query(
    'both-stores',
    'with toStoreId a second fromStoreId is lost',
    'listStockTransfers',
    ({ fromStoreId, toStoreId }) =>
      toStoreId && Array.isArray(fromStoreId) && fromStoreId.length > 1
        ? { fromStoreId: fromStoreId.slice(0, 1) }
        : undefined,
  ),
  query(
    'type-or-status',
    'type of adjustments is not heeded with status',
    'listStockAdjustments',
    ({ type, status }) => (type !== undefined && status !== undefined ? { type: undefined } : undefined),
  ),
  query(
    'transactions-search-status',
    'the transactions of a search show what is voided',
    'listPurchaseOrders',
    ({ transactions, search, status }) =>
      transactions && search && status === undefined ? { includeVoided: true } : undefined,
  ),
  query(
    'transactions-days-store',
    'the transactions of some days are of all stores',
    'listPurchaseOrders',
    ({ transactions, fromDate, storeId, storeIds }) =>
      transactions && fromDate && (storeId || storeIds) ? { storeId: undefined, storeIds: undefined } : undefined,
  ),
];

/** Of several reasons of a refusal the first is told. */
const oneReason = (id: string, text: string, operation: HandlerId): Fault =>
  server(`docs-one-reason-${id}`, DETAILS, text, (deps, mark) =>
    handle(
      deps,
      [operation],
      (sound) => (request) =>
        sound(request).catch((error: { details?: unknown[] }) => {
          if (!error.details || error.details.length < 2) throw error;
          mark();
          throw Object.assign(error, { details: error.details.slice(0, 1) });
        }),
    ),
  );

const REASONS: readonly Fault[] = [
  oneReason('receipt', 'of two lines of too much the first is named', 'receivePurchaseOrder'),
  oneReason('transfer', 'of two lines of a transfer of too much the first is named', 'receiveStockTransfer'),
  oneReason('lines', 'of two lines that do not fit an adjustment the first is named', 'createStockAdjustment'),
  oneReason('lines-changed', 'of two changed lines that do not fit the first is named', 'updateStockAdjustment'),
  oneReason('transactions', 'of what the transactions do not have the first is named', 'listPurchaseOrders'),
];

export const DOCUMENTS_TOGETHER_FAULTS: readonly Fault[] = [...CHANGES, ...FILTERS, ...REASONS];
