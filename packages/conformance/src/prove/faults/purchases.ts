import type { Fault } from '../fault.ts';
import { clipped, type Doc, knowing, type Line, linesOf, ORDERS, shown, swallowing } from '../kinds/documents.ts';
import { asks } from '../kinds/requests.ts';
import { asked, handle, server, withBody, withQuery } from '../kinds/server.ts';
import { sql } from '../kinds/statements.ts';

const SCALE = 10_000n;

const units = (text: unknown): bigint => BigInt(Math.round(Number(text) * 10_000));
const money = (amount: bigint): string => `${amount / SCALE}.${String(amount % SCALE).padStart(4, '0')}`;

/** The order with other taxes of its lines, and with the totals that follow. */
function taxed(order: Doc, taxOf: (line: Line) => bigint): object {
  const lines = order.lines.map((line) => {
    const net = units(line.subtotal) - units(line.discount);
    const tax = taxOf(line);
    return { ...line, tax: money(tax), total: money(net + tax) };
  });
  const sum = (name: 'tax' | 'total') => money(lines.reduce((all, line) => all + units(line[name]), 0n));
  return { ...order, lines, taxTotal: sum('tax'), total: sum('total') };
}

const netOf = (line: Line): bigint => units(line.subtotal) - units(line.discount);
const rateOf = (line: Line): bigint => units(line.taxRate ?? '0');

const priced = (id: string, text: string, taxOf: (line: Line) => bigint): Fault =>
  shown(`order-${id}`, 'purchases.totals', text, ORDERS, (order) => taxed(order, taxOf));

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
  priced(
    'tax-before-discount',
    'tax is that of the amount before the discount',
    (line) => (units(line.subtotal) * rateOf(line)) / (100n * SCALE),
  ),
  priced('tax-truncated', 'taxes are cut rather than rounded', (line) => (netOf(line) * rateOf(line)) / (100n * SCALE)),
  priced('tax-two-decimals', 'taxes are rounded to two decimals', (line) => ((units(line.tax) + 50n) / 100n) * 100n),
  priced('tax-always', 'lines without a tax are taxed', (line) =>
    line.taxRate == null ? netOf(line) / 5n : units(line.tax),
  ),
  shown('order-discount-kept', 'purchases.totals', 'the discount is not taken off the total', ORDERS, (order) => ({
    ...order,
    total: money(units(order.total) + units(order.discountTotal)),
  })),
  shown('order-total-of-lines', 'purchases.totals', 'the tax total is that of the first line', ORDERS, (order) => ({
    ...order,
    taxTotal: order.lines[0]?.tax ?? '0',
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
    'order-empty-receipt',
    'purchases.receive_all',
    'an empty list of lines receives a thousandth of the first',
    'receivePurchaseOrder',
    'getPurchaseOrder',
    (request, { lines }) => {
      const [first] = lines;
      const isEmpty = Array.isArray(request.body.lines) && linesOf(request).length === 0;
      return isEmpty && first ? withBody(request, { lines: [{ lineId: first.id, quantity: '0.001' }] }) : request;
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
      const lines = linesOf(request).map((line) => ({
        ...line,
        quantity: String(Number(Number(line.quantity).toFixed(2))),
      }));
      return JSON.stringify(lines) === JSON.stringify(linesOf(request)) ? request : withBody(request, { lines });
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
    (request) => (request.query.receive === 'false' ? withQuery(request, { receive: 'true' }) : request),
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
