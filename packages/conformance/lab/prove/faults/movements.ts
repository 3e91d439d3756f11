import { decimal, exact, QUANTITY, units } from '../../../src/decimals.ts';
import { type Faults, fault, sharing } from '../fault.ts';
import { clipped, type Doc, knowing, linesOf, showing, swallowing } from '../how/documents.ts';
import { asking, querying, UNCONDITIONAL, withBody } from '../how/handlers.ts';
import { request } from '../how/requests.ts';
import { moving, movingTo } from '../how/statements.ts';

const FIRST_STORE = 'select min(s.id) from region_uk.stores s where s.company_id = $1';

const ADJUSTMENTS = ['createStockAdjustment', 'getStockAdjustment', 'updateStockAdjustment'] as const;

const posted = (doc: Doc, change: (line: Record<string, unknown>) => object): object => ({
  ...doc,
  lines: doc.lines.map((line) => (line.before == null ? line : { ...line, ...change(line) })),
});

const ledgerFault = sharing({ where: { statement: 'ledger.move' } });
const transferReceiptFault = sharing({ where: { operation: 'receiveStockTransfer' } });
const transferFault = sharing({ where: { operation: 'updateStockTransfer' } });
const adjustmentFault = sharing({ where: { operation: 'updateStockAdjustment' } });

/** Wrong transfers, adjustments and ledger rows. */
export const MOVEMENT_FAULTS: Faults = {
  'statement.levels-stay': ledgerFault('stock.ledger', 'movements leave the level', {
    how: { from: 'variant_id, sum(change) from moved', to: 'variant_id, 0 * sum(change) from moved' },
  }),
  'statement.levels-twice': ledgerFault('stock.ledger', 'movements count twice in the level', {
    how: { from: 'variant_id, sum(change) from moved', to: 'variant_id, 2 * sum(change) from moved' },
  }),
  'statement.ledger-unwritten': ledgerFault('stock.ledger', 'levels move without a row in the ledger', {
    how: { from: /(at, \$14\s+from moved) order by n/, to: '$1 where false order by n' },
  }),
  'statement.purchase-elsewhere': ledgerFault('purchases.receive', 'a purchase is received at the first store', {
    how: movingTo('purchaseOrder', FIRST_STORE),
  }),
  'statement.adjustment-elsewhere': ledgerFault(
    'adjustments.add_remove',
    'an adjustment moves the stock of the first store',
    { how: movingTo('stockAdjustment', FIRST_STORE) },
  ),
  'statement.moved-transfer-out-only': ledgerFault('transfers.receive', 'a transfer does not arrive', {
    how: moving("not (kind = 'stockTransfer' and change > 0)"),
  }),
  'statement.moved-transfer-in-only': ledgerFault('transfers.receive', 'a transfer removes nothing from its source', {
    how: moving("not (kind = 'stockTransfer' and change < 0)"),
  }),
  'statement.moved-purchase-nothing': ledgerFault('purchases.receive', 'a receipt moves nothing', {
    how: moving("kind <> 'purchaseOrder'"),
  }),
  'statement.moved-removal-nothing': ledgerFault('adjustments.add_remove', 'a removal moves nothing', {
    how: moving("not (kind = 'stockAdjustment' and change < 0)"),
  }),
  'statement.moved-first-line-only': ledgerFault('stock.ledger', 'of several lines the first moves stock', {
    how: moving("n = 1 or kind = 'stockTransfer'"),
  }),
  'statement.late-uncorrected': ledgerFault('stock.late_movements', 'what arrives after a count is taken twice', {
    how: { from: 'c.document, c.line', to: 'null::bigint as document, c.line' },
  }),
  'statement.late-corrects-last': ledgerFault(
    'stock.late_movements',
    'what arrives late corrects the present level alone',
    { how: { from: 'region_uk.rfc3339(c.counted) as counted', to: 'region_uk.rfc3339($14::timestamptz) as counted' } },
  ),
  'statement.count-of-now': fault('adjustments.count', 'a count is of the present stock, whenever it was counted', {
    where: { statement: 'ledger.levels-at' },
    how: { from: 'm.at > $5::timestamptz', to: 'm.at > $5::timestamptz and false' },
  }),
  'statement.void-of-now': fault(
    'adjustments.void_reverses',
    'the void of an adjustment moves the stock when it is voided',
    {
      where: { statement: 'stock_adjustments.moved' },
      how: { from: 'region_uk.rfc3339(at) as at', to: 'region_uk.rfc3339(now()) as at' },
    },
  ),
  'statement.void-uncorrected': fault('adjustments.void_reverses', 'the void of a count leaves its corrections', {
    where: { statement: 'stock_adjustments.moved' },
    how: {
      from: "document_kind = 'stockAdjustment'",
      to: `document_kind = 'stockAdjustment' and recorded_at = (select min(f.recorded_at) from region_uk.stock_movements f
       where f.company_id = $$1 and f.document_id = $$2)`,
    },
  }),
  'statement.count-at-first-lines': fault('adjustments.counted_at', 'a draft holds when its first lines were sent', {
    where: { statement: 'stock_adjustments.update' },
    how: { from: /coalesce\((\$\d+::timestamptz), lines_at\)/, to: 'coalesce(lines_at, $1)' },
  }),
  'server.received-now': fault('purchases.received_at', 'goods arrive when they are entered', {
    where: { operation: 'receivePurchaseOrder' },
    how: asking((asked) => withBody(asked, { receivedAt: undefined })),
  }),
  'statement.moved-variants-nothing': ledgerFault('stock.ledger', 'variants move no stock', {
    how: moving('variant_id is null'),
  }),
  'statement.transfer-partial-done': fault('transfers.receive', 'a transfer of which some was received is done', {
    where: { statement: 'stock_transfers.update' },
    how: {
      from: 'transfer_status = $10',
      to: 'transfer_status = case when $10::smallint = 1 then 2 else $10::smallint end',
    },
  }),
  'statement.transfer-done-partial': fault('transfers.receive', 'a fully received transfer stays partial', {
    where: { statement: 'stock_transfers.update' },
    how: {
      from: 'transfer_status = $10',
      to: 'transfer_status = case when $10::smallint = 2 then 1 else $10::smallint end',
    },
  }),
  'server.transfer-clipped': transferReceiptFault(
    'transfers.over_receipt',
    'a receipt of too much moves what is outstanding',
    { how: knowing('getStockTransfer', clipped) },
  ),
  'server.transfer-first-line': transferReceiptFault(
    'transfers.receive',
    'a receipt without lines moves the first line',
    {
      how: knowing('getStockTransfer', (request, { lines }) => {
        const [line] = lines.filter(({ outstanding }) => outstanding !== '0');
        return linesOf(request).length === 0 && line
          ? withBody(request, { lines: [{ lineId: line.id, quantity: line.outstanding }] })
          : request;
      }),
    },
  ),
  'server.transfer-voided-taken': transferFault(
    'transfers.void',
    'a write to a voided transfer is taken and not done',
    { how: swallowing('getStockTransfer', ({ status }) => status === 0) },
  ),
  'server.transfer-voided-received': transferReceiptFault(
    'transfers.void',
    'a receipt of a voided transfer is taken and not done',
    { how: swallowing('getStockTransfer', ({ status }) => status === 0) },
  ),
  'server.transfer-void-late': transferFault(
    'transfers.void',
    'voiding a transfer of which some was received is taken and not done',
    {
      how: swallowing('getStockTransfer', ({ transferStatus }, { body }) => transferStatus !== 0 && body.status === 0),
    },
  ),
  'server.transfer-same-store': transferFault('transfers.two_stores', 'a change to the same store is dropped', {
    how: knowing('getStockTransfer', (request, { fromStoreId }) =>
      request.body.toStoreId === fromStoreId ? withBody(request, { toStoreId: undefined, narration: 'x' }) : request,
    ),
  }),
  'server.transfer-at-once': fault('transfers.receive_on_create', 'receive=false moves the stock', {
    where: { operation: 'createStockTransfer' },
    how: querying(({ receive }) => (receive === false ? { receive: true } : undefined)),
  }),
  'server.transfer-version': transferFault(
    'op.updateStockTransfer.param.If-Match',
    'If-Match of a transfer is ignored',
    { how: UNCONDITIONAL },
  ),
  'server.adjustment-version': adjustmentFault(
    'op.updateStockAdjustment.param.If-Match',
    'If-Match of an adjustment is ignored',
    { how: UNCONDITIONAL },
  ),
  'request.adjustment-dry': fault('op.createStockAdjustment.param.dryRun', 'dryRun of an adjustment is ignored', {
    how: request((passing) => {
      if (passing.url.includes('/stock-adjustments'))
        passing.url = passing.url.replace(/([?&])dryRun=\w+&?/, '$1').replace(/[?&]$/, '');
    }),
  }),
  'server.count-before-lost': fault('adjustments.count', 'a count does not keep what was there before', {
    where: { operation: ADJUSTMENTS },
    how: showing((doc) => posted(doc, ({ after }) => ({ before: after }))),
  }),
  'server.count-after-difference': fault('adjustments.count', 'a count shows the difference as what is there after', {
    where: { operation: ADJUSTMENTS },
    how: showing((doc) =>
      posted(doc, ({ before, after }) => ({
        after: exact(decimal(units(String(after), QUANTITY) - units(String(before), QUANTITY), QUANTITY)),
      })),
    ),
  }),
  'server.adjustment-voided-again': adjustmentFault('adjustments.void_reverses', 'voiding twice is taken', {
    how: swallowing('getStockAdjustment', ({ status }, { body }) => status === 2 && body.status === 2),
  }),
  'server.adjustment-posted-again': adjustmentFault('adjustments.posted_final', 'posting twice is taken', {
    how: swallowing('getStockAdjustment', ({ status }, { body }) => status === 1 && body.status === 1),
  }),
  'server.adjustment-revived': adjustmentFault(
    'adjustments.void_reverses',
    'posting a voided adjustment is taken and not done',
    { how: swallowing('getStockAdjustment', ({ status }, { body }) => status === 2 && body.status === 1) },
  ),
  'server.draft-stays': adjustmentFault('adjustments.draft_posted', 'status 1 leaves a draft', {
    how: asking((request) =>
      request.body.status === 1 ? withBody(request, { status: undefined, narration: 'x' }) : request,
    ),
  }),
};
