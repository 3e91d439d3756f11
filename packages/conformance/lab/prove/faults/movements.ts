import { decimal, exact, QUANTITY, units } from '../../../src/decimals.ts';
import type { Fault } from '../fault.ts';
import { clipped, type Doc, knowing, linesOf, moving, shown, swallowing } from '../kinds/documents.ts';
import { asks } from '../kinds/requests.ts';
import { asked, withBody, withQuery } from '../kinds/server.ts';
import { sql } from '../kinds/statements.ts';

const MOVE = /^with moved as \([\s\S]*$/;

const moved = (id: string, breaks: string, text: string, condition: string): Fault =>
  sql(`moved-${id}`, breaks, text, MOVE, moving(condition));

/** Puts movements of a kind of document at another store. */
const elsewhere = (kind: string, store: string) => (text: string) =>
  text.replace(
    /select \* from (unnest\([^)]*\))\s+(with ordinality as m \([^)]*\))/,
    `select id, case when $9::text = '${kind}' then (${store}) else store_id end as store_id, item_id, variant_id, line_id,
       change, unit_cost, n from $1 $2`,
  );

const REGION = 'region_uk';

const ADJUSTMENTS = ['createStockAdjustment', 'getStockAdjustment', 'updateStockAdjustment'] as const;

const posted = (doc: Doc, change: (line: Record<string, unknown>) => object): object => ({
  ...doc,
  lines: doc.lines.map((line) => (line.before == null ? line : { ...line, ...change(line) })),
});

/** Transfers, adjustments and the ledger behind them. */
export const MOVEMENT_FAULTS: readonly Fault[] = [
  sql(
    'levels-stay',
    'stock.ledger',
    'movements leave the level',
    /variant_id, sum\(change\) from moved/,
    'variant_id, 0 * sum(change) from moved',
  ),
  sql(
    'levels-twice',
    'stock.ledger',
    'movements count twice in the level',
    /variant_id, sum\(change\) from moved/,
    'variant_id, 2 * sum(change) from moved',
  ),
  sql(
    'ledger-unwritten',
    'stock.ledger',
    'levels move without a row in the ledger',
    /(\$11, \$12, \$13 from moved) order by n/,
    '$1 where false order by n',
  ),
  sql(
    'purchase-elsewhere',
    'purchases.receive',
    'a purchase is received at the first store',
    MOVE,
    elsewhere('purchaseOrder', `select min(s.id) from ${REGION}.stores s where s.company_id = $$1`),
  ),
  sql(
    'adjustment-elsewhere',
    'adjustments.add_remove',
    'an adjustment moves the stock of the first store',
    MOVE,
    elsewhere('stockAdjustment', `select min(s.id) from ${REGION}.stores s where s.company_id = $$1`),
  ),
  moved(
    'transfer-out-only',
    'transfers.receive',
    'a transfer does not arrive',
    "not ($9::text = 'stockTransfer' and change > 0)",
  ),
  moved(
    'transfer-in-only',
    'transfers.receive',
    'a transfer takes nothing out',
    "not ($9::text = 'stockTransfer' and change < 0)",
  ),
  moved('purchase-nothing', 'purchases.receive', 'a receipt moves nothing', "$9::text <> 'purchaseOrder'"),
  moved(
    'removal-nothing',
    'adjustments.add_remove',
    'a removal moves nothing',
    "not ($9::text = 'stockAdjustment' and change < 0)",
  ),
  moved(
    'first-line-only',
    'stock.ledger',
    'of several lines the first moves stock',
    "n = 1 or $9::text = 'stockTransfer'",
  ),
  moved('variants-nothing', 'stock.ledger', 'variants move no stock', 'variant_id is null'),
  sql(
    'transfer-partial-done',
    'transfers.receive',
    'a transfer of which some was received is done',
    /(update region_\w+\.stock_transfers\s+set [\s\S]*?)transfer_status = \$10/,
    '$1transfer_status = case when $$10::smallint = 1 then 2 else $$10::smallint end',
  ),
  sql(
    'transfer-done-partial',
    'transfers.receive',
    'a transfer that was received whole stays partial',
    /(update region_\w+\.stock_transfers\s+set [\s\S]*?)transfer_status = \$10/,
    '$1transfer_status = case when $$10::smallint = 2 then 1 else $$10::smallint end',
  ),
  knowing(
    'transfer-clipped',
    'transfers.over_receipt',
    'a receipt of too much moves what is outstanding',
    'receiveStockTransfer',
    'getStockTransfer',
    clipped,
  ),
  knowing(
    'transfer-first-line',
    'transfers.receive',
    'a receipt without lines moves the first line',
    'receiveStockTransfer',
    'getStockTransfer',
    (request, { lines }) => {
      const [line] = lines.filter(({ outstanding }) => outstanding !== '0');
      return linesOf(request).length === 0 && line
        ? withBody(request, { lines: [{ lineId: line.id, quantity: line.outstanding }] })
        : request;
    },
  ),
  swallowing(
    'transfer-voided-taken',
    'transfers.void',
    'a write to a voided transfer is taken and not done',
    'updateStockTransfer',
    'getStockTransfer',
    ({ status }) => status === 0,
  ),
  swallowing(
    'transfer-voided-received',
    'transfers.void',
    'a receipt of a voided transfer is taken and not done',
    'receiveStockTransfer',
    'getStockTransfer',
    ({ status }) => status === 0,
  ),
  swallowing(
    'transfer-void-late',
    'transfers.void',
    'voiding a transfer of which some was received is taken and not done',
    'updateStockTransfer',
    'getStockTransfer',
    ({ transferStatus }, { body }) => transferStatus !== 0 && body.status === 0,
  ),
  knowing(
    'transfer-same-store',
    'transfers.two_stores',
    'a change to the same store is dropped',
    'updateStockTransfer',
    'getStockTransfer',
    (request, { fromStoreId }) =>
      request.body.toStoreId === fromStoreId ? withBody(request, { toStoreId: undefined, narration: 'x' }) : request,
  ),
  asked(
    'transfer-at-once',
    'transfers.receive_on_create',
    'receive=false moves the stock',
    ['createStockTransfer'],
    (request) => (request.query.receive === false ? withQuery(request, { receive: true }) : request),
  ),
  asked(
    'transfer-version',
    'op.updateStockTransfer.param.If-Match',
    'If-Match of a transfer is not heeded',
    ['updateStockTransfer'],
    (request) => (request.ifMatch === undefined ? request : { ...request, ifMatch: undefined }),
  ),
  asked(
    'adjustment-version',
    'op.updateStockAdjustment.param.If-Match',
    'If-Match of an adjustment is not heeded',
    ['updateStockAdjustment'],
    (request) => (request.ifMatch === undefined ? request : { ...request, ifMatch: undefined }),
  ),
  asks(
    'adjustment-dry',
    'op.createStockAdjustment.param.dryRun',
    'dryRun of an adjustment is not heeded',
    (passing) => {
      if (passing.url.includes('/stock-adjustments'))
        passing.url = passing.url.replace(/([?&])dryRun=\w+&?/, '$1').replace(/[?&]$/, '');
    },
  ),
  shown('count-before-lost', 'adjustments.count', 'a count does not keep what was there before', ADJUSTMENTS, (doc) =>
    posted(doc, ({ after }) => ({ before: after })),
  ),
  shown(
    'count-after-difference',
    'adjustments.count',
    'a count shows the difference as what is there after',
    ADJUSTMENTS,
    (doc) =>
      posted(doc, ({ before, after }) => ({
        after: exact(decimal(units(String(after), QUANTITY) - units(String(before), QUANTITY), QUANTITY)),
      })),
  ),
  swallowing(
    'adjustment-voided-again',
    'adjustments.void_reverses',
    'voiding twice is taken',
    'updateStockAdjustment',
    'getStockAdjustment',
    ({ status }, { body }) => status === 2 && body.status === 2,
  ),
  swallowing(
    'adjustment-posted-again',
    'adjustments.draft_posted',
    'posting twice is taken',
    'updateStockAdjustment',
    'getStockAdjustment',
    ({ status }, { body }) => status === 1 && body.status === 1,
  ),
  swallowing(
    'adjustment-revived',
    'adjustments.void_reverses',
    'posting a voided adjustment is taken and not done',
    'updateStockAdjustment',
    'getStockAdjustment',
    ({ status }, { body }) => status === 2 && body.status === 1,
  ),
  asked('draft-stays', 'adjustments.draft_posted', 'status 1 leaves a draft', ['updateStockAdjustment'], (request) =>
    request.body.status === 1 ? withBody(request, { status: undefined, narration: 'x' }) : request,
  ),
];
