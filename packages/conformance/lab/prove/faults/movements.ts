import { decimal, exact, QUANTITY, units } from '../../../src/decimals.ts';
import type { Fault, Faults, Own } from '../fault.ts';
import { clipped, type Doc, knowing, linesOf, showing, swallowing } from '../how/documents.ts';
import { asking, querying, UNCONDITIONAL, withBody } from '../how/handlers.ts';
import { request } from '../how/requests.ts';
import { moving, movingTo } from '../how/statements.ts';

const moved = ({ breaks, text, condition }: Own<{ condition: string }>): Fault => ({
  breaks,
  text,
  where: { statement: 'ledger.move' },
  how: moving(condition),
});

const FIRST_STORE = 'select min(s.id) from region_uk.stores s where s.company_id = $1';

const ADJUSTMENTS = ['createStockAdjustment', 'getStockAdjustment', 'updateStockAdjustment'] as const;

const posted = (doc: Doc, change: (line: Record<string, unknown>) => object): object => ({
  ...doc,
  lines: doc.lines.map((line) => (line.before == null ? line : { ...line, ...change(line) })),
});

/** Transfers, adjustments and the ledger behind them. */
export const MOVEMENT_FAULTS: Faults = {
  'statement.levels-stay': {
    breaks: 'stock.ledger',
    text: 'movements leave the level',
    where: { statement: 'ledger.move' },
    how: { from: 'variant_id, sum(change) from moved', to: 'variant_id, 0 * sum(change) from moved' },
  },
  'statement.levels-twice': {
    breaks: 'stock.ledger',
    text: 'movements count twice in the level',
    where: { statement: 'ledger.move' },
    how: { from: 'variant_id, sum(change) from moved', to: 'variant_id, 2 * sum(change) from moved' },
  },
  'statement.ledger-unwritten': {
    breaks: 'stock.ledger',
    text: 'levels move without a row in the ledger',
    where: { statement: 'ledger.move' },
    how: { from: /(\$11, \$12, \$13 from moved) order by n/, to: '$1 where false order by n' },
  },
  'statement.purchase-elsewhere': {
    breaks: 'purchases.receive',
    text: 'a purchase is received at the first store',
    where: { statement: 'ledger.move' },
    how: movingTo('purchaseOrder', FIRST_STORE),
  },
  'statement.adjustment-elsewhere': {
    breaks: 'adjustments.add_remove',
    text: 'an adjustment moves the stock of the first store',
    where: { statement: 'ledger.move' },
    how: movingTo('stockAdjustment', FIRST_STORE),
  },
  'statement.moved-transfer-out-only': moved({
    breaks: 'transfers.receive',
    text: 'a transfer does not arrive',
    condition: "not ($9::text = 'stockTransfer' and change > 0)",
  }),
  'statement.moved-transfer-in-only': moved({
    breaks: 'transfers.receive',
    text: 'a transfer takes nothing out',
    condition: "not ($9::text = 'stockTransfer' and change < 0)",
  }),
  'statement.moved-purchase-nothing': moved({
    breaks: 'purchases.receive',
    text: 'a receipt moves nothing',
    condition: "$9::text <> 'purchaseOrder'",
  }),
  'statement.moved-removal-nothing': moved({
    breaks: 'adjustments.add_remove',
    text: 'a removal moves nothing',
    condition: "not ($9::text = 'stockAdjustment' and change < 0)",
  }),
  'statement.moved-first-line-only': moved({
    breaks: 'stock.ledger',
    text: 'of several lines the first moves stock',
    condition: "n = 1 or $9::text = 'stockTransfer'",
  }),
  'statement.moved-variants-nothing': moved({
    breaks: 'stock.ledger',
    text: 'variants move no stock',
    condition: 'variant_id is null',
  }),
  'statement.transfer-partial-done': {
    breaks: 'transfers.receive',
    text: 'a transfer of which some was received is done',
    where: { statement: 'stock_transfers.update' },
    how: {
      from: 'transfer_status = $10',
      to: 'transfer_status = case when $10::smallint = 1 then 2 else $10::smallint end',
    },
  },
  'statement.transfer-done-partial': {
    breaks: 'transfers.receive',
    text: 'a transfer that was received whole stays partial',
    where: { statement: 'stock_transfers.update' },
    how: {
      from: 'transfer_status = $10',
      to: 'transfer_status = case when $10::smallint = 2 then 1 else $10::smallint end',
    },
  },
  'server.transfer-clipped': {
    breaks: 'transfers.over_receipt',
    text: 'a receipt of too much moves what is outstanding',
    where: { operation: 'receiveStockTransfer' },
    how: knowing('getStockTransfer', clipped),
  },
  'server.transfer-first-line': {
    breaks: 'transfers.receive',
    text: 'a receipt without lines moves the first line',
    where: { operation: 'receiveStockTransfer' },
    how: knowing('getStockTransfer', (request, { lines }) => {
      const [line] = lines.filter(({ outstanding }) => outstanding !== '0');
      return linesOf(request).length === 0 && line
        ? withBody(request, { lines: [{ lineId: line.id, quantity: line.outstanding }] })
        : request;
    }),
  },
  'server.transfer-voided-taken': {
    breaks: 'transfers.void',
    text: 'a write to a voided transfer is taken and not done',
    where: { operation: 'updateStockTransfer' },
    how: swallowing('getStockTransfer', ({ status }) => status === 0),
  },
  'server.transfer-voided-received': {
    breaks: 'transfers.void',
    text: 'a receipt of a voided transfer is taken and not done',
    where: { operation: 'receiveStockTransfer' },
    how: swallowing('getStockTransfer', ({ status }) => status === 0),
  },
  'server.transfer-void-late': {
    breaks: 'transfers.void',
    text: 'voiding a transfer of which some was received is taken and not done',
    where: { operation: 'updateStockTransfer' },
    how: swallowing('getStockTransfer', ({ transferStatus }, { body }) => transferStatus !== 0 && body.status === 0),
  },
  'server.transfer-same-store': {
    breaks: 'transfers.two_stores',
    text: 'a change to the same store is dropped',
    where: { operation: 'updateStockTransfer' },
    how: knowing('getStockTransfer', (request, { fromStoreId }) =>
      request.body.toStoreId === fromStoreId ? withBody(request, { toStoreId: undefined, narration: 'x' }) : request,
    ),
  },
  'server.transfer-at-once': {
    breaks: 'transfers.receive_on_create',
    text: 'receive=false moves the stock',
    where: { operation: 'createStockTransfer' },
    how: querying(({ receive }) => (receive === false ? { receive: true } : undefined)),
  },
  'server.transfer-version': {
    breaks: 'op.updateStockTransfer.param.If-Match',
    text: 'If-Match of a transfer is not heeded',
    where: { operation: 'updateStockTransfer' },
    how: UNCONDITIONAL,
  },
  'server.adjustment-version': {
    breaks: 'op.updateStockAdjustment.param.If-Match',
    text: 'If-Match of an adjustment is not heeded',
    where: { operation: 'updateStockAdjustment' },
    how: UNCONDITIONAL,
  },
  'request.adjustment-dry': {
    breaks: 'op.createStockAdjustment.param.dryRun',
    text: 'dryRun of an adjustment is not heeded',
    how: request((passing) => {
      if (passing.url.includes('/stock-adjustments'))
        passing.url = passing.url.replace(/([?&])dryRun=\w+&?/, '$1').replace(/[?&]$/, '');
    }),
  },
  'server.count-before-lost': {
    breaks: 'adjustments.count',
    text: 'a count does not keep what was there before',
    where: { operation: ADJUSTMENTS },
    how: showing((doc) => posted(doc, ({ after }) => ({ before: after }))),
  },
  'server.count-after-difference': {
    breaks: 'adjustments.count',
    text: 'a count shows the difference as what is there after',
    where: { operation: ADJUSTMENTS },
    how: showing((doc) =>
      posted(doc, ({ before, after }) => ({
        after: exact(decimal(units(String(after), QUANTITY) - units(String(before), QUANTITY), QUANTITY)),
      })),
    ),
  },
  'server.adjustment-voided-again': {
    breaks: 'adjustments.void_reverses',
    text: 'voiding twice is taken',
    where: { operation: 'updateStockAdjustment' },
    how: swallowing('getStockAdjustment', ({ status }, { body }) => status === 2 && body.status === 2),
  },
  'server.adjustment-posted-again': {
    breaks: 'adjustments.draft_posted',
    text: 'posting twice is taken',
    where: { operation: 'updateStockAdjustment' },
    how: swallowing('getStockAdjustment', ({ status }, { body }) => status === 1 && body.status === 1),
  },
  'server.adjustment-revived': {
    breaks: 'adjustments.void_reverses',
    text: 'posting a voided adjustment is taken and not done',
    where: { operation: 'updateStockAdjustment' },
    how: swallowing('getStockAdjustment', ({ status }, { body }) => status === 2 && body.status === 1),
  },
  'server.draft-stays': {
    breaks: 'adjustments.draft_posted',
    text: 'status 1 leaves a draft',
    where: { operation: 'updateStockAdjustment' },
    how: asking((request) =>
      request.body.status === 1 ? withBody(request, { status: undefined, narration: 'x' }) : request,
    ),
  },
};
