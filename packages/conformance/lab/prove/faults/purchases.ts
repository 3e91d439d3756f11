import { exact, MONEY } from '../../../src/decimals.ts';
import type { Fault } from '../fault.ts';
import { amountOf, percentCut, percentOf, rounded, written } from '../kinds/amounts.ts';
import { clipped, type Doc, knowing, type Line, linesOf, ORDERS, shown, swallowing } from '../kinds/documents.ts';
import { asks } from '../kinds/requests.ts';
import { asked, handle, server, withBody, withQuery } from '../kinds/server.ts';
import { sql } from '../kinds/statements.ts';

/** How many decimals the taxes of an order have. */
const decimalsOf = ({ tax }: Line): number => String(tax).split('.')[1]?.length ?? 0;

/** The order with other taxes of its lines, and with the totals that follow. */
export function taxed(order: Doc, taxOf: (line: Line) => bigint): object {
  const lines = order.lines.map((line) => {
    const tax = taxOf(line);
    return { ...line, tax: written(tax, line.tax), total: written(netOf(line) + tax, line.total) };
  });
  const sum = (name: 'tax' | 'total') => lines.reduce((all, line) => all + amountOf(line[name]), 0n);
  return {
    ...order,
    lines,
    taxTotal: written(sum('tax'), order.taxTotal),
    total: written(sum('total'), order.total),
  };
}

const netOf = (line: Line): bigint => amountOf(line.subtotal) - amountOf(line.discount);
const rateOf = (line: Line): bigint => amountOf(line.taxRate);

const priced = (id: string, text: string, taxOf: (line: Line) => bigint): Fault =>
  shown(`order-${id}`, 'purchases.rounding', text, ORDERS, (order) => taxed(order, taxOf));

const state = (id: string, text: string, from: number, to: number): Fault =>
  sql(
    `order-${id}`,
    'purchases.receive',
    text,
    /(update region_\w+\.purchase_orders set [\s\S]*?)purch_status = \$12/,
    `$1purch_status = case when $$12::smallint = ${from} then ${to} else $$12::smallint end`,
  );

/** Purchase orders: amounts, receipts, states and costs. */
export const PURCHASE_FAULTS: readonly Fault[] = [
  priced('tax-before-discount', 'tax is that of the amount before the discount', (line) =>
    percentOf(amountOf(line.subtotal), rateOf(line), decimalsOf(line)),
  ),
  priced('tax-truncated', 'taxes are cut rather than rounded', (line) => {
    const step = 10n ** BigInt(MONEY - decimalsOf(line));
    return (percentCut(netOf(line), rateOf(line)) / step) * step;
  }),
  priced('tax-one-decimal', 'taxes are rounded to one decimal', (line) => percentOf(netOf(line), rateOf(line), 1)),
  priced('tax-always', 'lines without a tax are taxed', (line) =>
    line.taxRate == null ? percentOf(netOf(line), amountOf('20'), decimalsOf(line)) : amountOf(line.tax),
  ),
  shown('order-discount-kept', 'purchases.totals', 'the discount is not taken off the total', ORDERS, (order) => ({
    ...order,
    total: written(amountOf(order.total) + amountOf(order.discountTotal), order.total),
  })),
  shown('order-total-of-lines', 'purchases.totals', 'the tax total is that of the first line', ORDERS, (order) => ({
    ...order,
    taxTotal: order.lines[0]?.tax ?? order.taxTotal,
  })),
  asked(
    'order-discounts-lost',
    'purchases.totals',
    'discounts of lines are not kept',
    ['createPurchaseOrder'],
    (request) => {
      const lines = request.body.lines as Record<string, unknown>[];
      return lines.some(({ discount }) => discount)
        ? withBody(request, { lines: lines.map(({ discount: _, ...line }) => line) })
        : request;
    },
  ),
  sql(
    'cost-stays',
    'purchases.cost',
    "a receipt leaves the item's cost",
    /(update region_\w+\.items i set )cost = c\.cost/,
    '$1cost = i.cost',
  ),
  sql(
    'cost-averaged',
    'purchases.cost',
    "an item's cost is the mean of the last two",
    /(update region_\w+\.items i set )cost = c\.cost/,
    '$1cost = round((coalesce(i.cost, c.cost) + c.cost) / 2, 4)',
  ),
  sql(
    'cost-of-variant-stays',
    'purchases.cost',
    "a receipt leaves a variant's cost",
    /(update region_\w+\.items i set cost = c\.cost, )variants = c\.variants/,
    '$1variants = i.variants',
  ),
  state('partial-is-received', 'an order of which some was received is received', 1, 2),
  state('received-is-partial', 'an order of which all was received stays partial', 2, 1),
  state('partial-is-draft', 'an order of which some was received stays a draft', 1, 0),
  knowing(
    'order-receives-first',
    'purchases.receive_all',
    'a receipt without lines receives the first line',
    'receivePurchaseOrder',
    'getPurchaseOrder',
    (request, { lines }) => {
      const [first] = lines.filter(({ outstanding }) => outstanding !== '0');
      if (linesOf(request).length > 0 || !first) return request;
      return withBody(request, { lines: [{ lineId: first.id, quantity: first.outstanding }] });
    },
  ),
  knowing(
    'order-receipt-clipped',
    'purchases.over_receipt',
    'a receipt of too much receives what is outstanding',
    'receivePurchaseOrder',
    'getPurchaseOrder',
    clipped,
  ),
  server(
    'order-receipt-in-part',
    'purchases.over_receipt',
    'a receipt that is refused receives the lines that are right',
    (deps, mark) =>
      handle(
        deps,
        ['receivePurchaseOrder'],
        (sound) => (request) =>
          sound(request).catch(async (error: { status?: number; details?: { lineId?: number }[] }) => {
            const wrong = error.details?.map(({ lineId }) => lineId);
            const right = linesOf(request).filter(({ lineId }) => !wrong?.includes(lineId));
            if (error.status === 422 && right.length > 0) {
              mark();
              await sound(withBody(request, { lines: right }));
            }
            throw error;
          }),
      ),
  ),
  asked(
    'order-receipt-whole',
    'purchases.receive',
    'received quantities are rounded to two decimals',
    ['receivePurchaseOrder'],
    (request) => {
      const lines = linesOf(request).map((line) => ({ ...line, quantity: exact(rounded(line.quantity, 2)) }));
      return lines.every(({ quantity }, i) => quantity === exact(linesOf(request)[i]?.quantity))
        ? request
        : withBody(request, { lines });
    },
  ),
  swallowing(
    'order-voided-taken',
    'purchases.void',
    'a write to a voided order is taken and not done',
    'updatePurchaseOrder',
    'getPurchaseOrder',
    ({ status }) => status === 0,
  ),
  swallowing(
    'order-void-taken',
    'purchases.void',
    'voiding an order of which some was received is taken and not done',
    'updatePurchaseOrder',
    'getPurchaseOrder',
    ({ purchStatus }, { body }) => purchStatus !== 0 && body.status === 0,
  ),
  swallowing(
    'order-voided-received',
    'purchases.void',
    'a receipt of a voided order is taken and not done',
    'receivePurchaseOrder',
    'getPurchaseOrder',
    ({ status }) => status === 0,
  ),
  knowing(
    'order-supplier-dropped',
    'purchases.update_partial',
    'another supplier of a partial order is dropped',
    'updatePurchaseOrder',
    'getPurchaseOrder',
    (request, { purchStatus }) =>
      purchStatus === 1 && 'supplierId' in request.body
        ? withBody(request, { supplierId: undefined, narration: 'x' })
        : request,
  ),
  swallowing(
    'order-lines-dropped',
    'purchases.update_received',
    'other lines of a received order are taken and dropped',
    'updatePurchaseOrder',
    'getPurchaseOrder',
    ({ purchStatus }, { body }) => purchStatus === 2 && 'lines' in body,
  ),
  knowing(
    'order-narration-fixed',
    'purchases.update_received',
    'the narration of a received order cannot change',
    'updatePurchaseOrder',
    'getPurchaseOrder',
    (request, { purchStatus, narration }) =>
      purchStatus === 2 && 'narration' in request.body ? withBody(request, { narration }) : request,
  ),
  asked(
    'order-received-at-once',
    'purchases.receive_on_create',
    'receive=false receives',
    ['createPurchaseOrder'],
    (request) => (request.query.receive === false ? withQuery(request, { receive: true }) : request),
  ),
  asks('order-receive-optional', 'purchases.receive_required', 'receive may be left out', (passing) => {
    if (passing.method === 'POST' && /\/purchase-orders(\?(?!.*receive=).*)?$/.test(passing.url))
      passing.url += passing.url.includes('?') ? '&receive=false' : '?receive=false';
  }),
  asked(
    'order-receive-version',
    'op.receivePurchaseOrder.param.If-Match',
    'If-Match of a receipt is not heeded',
    ['receivePurchaseOrder'],
    (request) => (request.ifMatch === undefined ? request : { ...request, ifMatch: undefined }),
  ),
  asks(
    'order-receive-key',
    'op.receivePurchaseOrder.param.Idempotency-Key',
    'the key of a receipt is not heeded',
    ({ url, requestHeaders }) => {
      if (/purchase-orders\/\d+\/receive/.test(url)) delete requestHeaders['idempotency-key'];
    },
  ),
];
