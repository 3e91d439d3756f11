import { exact, MONEY } from '../../../src/decimals.ts';
import { type Faults, fault, sharing } from '../fault.ts';
import { amountOf, percentCut, percentOf, rounded, written } from '../how/amounts.ts';
import { clipped, type Doc, knowing, type Line, linesOf, ORDERS, showing, swallowing } from '../how/documents.ts';
import { asking, handler, querying, UNCONDITIONAL, withBody } from '../how/handlers.ts';
import { request } from '../how/requests.ts';

/** Number of decimals in an order's taxes. */
const decimalsOf = ({ tax }: Line): number => String(tax).split('.')[1]?.length ?? 0;

/** Changes the taxes of an order's lines and adjusts the totals. */
export function taxed(order: Doc, taxOf: (line: Line) => bigint): object {
  const lines = order.lines.map((line) => {
    const tax = taxOf(line);
    return { ...line, tax: written(tax, line.tax), total: written(netOf(line) + tax, line.total) };
  });
  const sum = (name: 'tax' | 'total') => lines.reduce((all, line) => all + amountOf(line[name]), 0n);
  return { ...order, lines, taxTotal: written(sum('tax'), order.taxTotal), total: written(sum('total'), order.total) };
}

const netOf = (line: Line): bigint => amountOf(line.subtotal) - amountOf(line.discount);
const rateOf = (line: Line): bigint => amountOf(line.taxRate);

const priced = (taxOf: (line: Line) => bigint) => showing((order) => taxed(order, taxOf));

/** Replaces one receipt state of orders with another. */
const state = (from: number, to: number) => ({
  from: 'purch_status = $12',
  to: `purch_status = case when $$12::smallint = ${from} then ${to} else $$12::smallint end`,
});

const anyOrderFault = sharing({ where: { operation: ORDERS } });
const costFault = sharing({ where: { statement: 'item-costs.update' } });
const receiptFault = sharing({ where: { operation: 'receivePurchaseOrder' } });
const orderFault = sharing({ where: { operation: 'updatePurchaseOrder' } });

/** Purchase orders with wrong amounts, receipts, states and costs. */
export const PURCHASE_FAULTS: Faults = {
  'server.order-tax-before-discount': anyOrderFault(
    'purchases.rounding',
    'tax is that of the amount before the discount',
    { how: priced((line) => percentOf(amountOf(line.subtotal), rateOf(line), decimalsOf(line))) },
  ),
  'server.order-tax-truncated': anyOrderFault('purchases.rounding', 'taxes are cut rather than rounded', {
    how: priced((line) => {
      const step = 10n ** BigInt(MONEY - decimalsOf(line));
      return (percentCut(netOf(line), rateOf(line)) / step) * step;
    }),
  }),
  'server.order-tax-one-decimal': anyOrderFault('purchases.rounding', 'taxes are rounded to one decimal', {
    how: priced((line) => percentOf(netOf(line), rateOf(line), 1)),
  }),
  'server.order-tax-always': anyOrderFault('purchases.rounding', 'lines without a tax are taxed', {
    how: priced((line) =>
      line.taxRate == null ? percentOf(netOf(line), amountOf('20'), decimalsOf(line)) : amountOf(line.tax),
    ),
  }),
  'server.order-discount-kept': fault('purchases.totals', 'the discount is not taken off the total', {
    where: { operation: ORDERS },
    how: showing((order) => ({
      ...order,
      total: written(amountOf(order.total) + amountOf(order.discountTotal), order.total),
    })),
  }),
  'server.order-total-of-lines': fault('purchases.totals', 'the tax total is that of the first line', {
    where: { operation: ORDERS },
    how: showing((order) => ({ ...order, taxTotal: order.lines[0]?.tax ?? order.taxTotal })),
  }),
  'server.order-discounts-lost': fault('purchases.totals', 'discounts of lines are not stored', {
    where: { operation: 'createPurchaseOrder' },
    how: asking((request) => {
      const lines = request.body.lines as Record<string, unknown>[];
      return lines.some(({ discount }) => discount)
        ? withBody(request, { lines: lines.map(({ discount: _, ...line }) => line) })
        : request;
    }),
  }),
  'statement.cost-stays': costFault('purchases.cost', "a receipt leaves the item's cost", {
    how: { from: 'cost = c.cost', to: 'cost = i.cost' },
  }),
  'statement.cost-averaged': costFault('purchases.cost', "an item's cost is the mean of the last two", {
    how: { from: 'cost = c.cost', to: 'cost = round((coalesce(i.cost, c.cost) + c.cost) / 2, 4)' },
  }),
  'statement.cost-whole-pence': costFault('purchases.net_cost', "an item's cost has two decimals", {
    how: { from: 'cost = c.cost', to: 'cost = round(c.cost, 2)' },
  }),
  'statement.cost-of-variant-stays': costFault('purchases.cost', "a receipt leaves a variant's cost", {
    how: { from: 'variants = c.variants', to: 'variants = i.variants' },
  }),
  'statement.order-partial-is-received': fault('purchases.receive', 'an order of which some was received is received', {
    where: { statement: 'purchase_orders.update' },
    how: state(1, 2),
  }),
  'statement.order-received-is-partial': fault('purchases.receive', 'a fully received order stays partial', {
    where: { statement: 'purchase_orders.update' },
    how: state(2, 1),
  }),
  'statement.order-partial-is-draft': fault('purchases.receive', 'a partly received order stays a draft', {
    where: { statement: 'purchase_orders.update' },
    how: state(1, 0),
  }),
  'server.order-receives-first': receiptFault(
    'purchases.receive_all',
    'a receipt without lines receives the first line',
    {
      how: knowing('getPurchaseOrder', (request, { lines }) => {
        const [first] = lines.filter(({ outstanding }) => outstanding !== '0');
        if (linesOf(request).length > 0 || !first) return request;
        return withBody(request, { lines: [{ lineId: first.id, quantity: first.outstanding }] });
      }),
    },
  ),
  'server.order-receipt-clipped': receiptFault(
    'purchases.over_receipt',
    'a receipt of too much receives what is outstanding',
    { how: knowing('getPurchaseOrder', clipped) },
  ),
  'server.order-receipt-in-part': receiptFault(
    'purchases.over_receipt',
    'a rejected receipt receives the valid lines',
    {
      how: handler(
        (sound, mark) => (request) =>
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
    },
  ),
  'server.order-receipt-whole': receiptFault('purchases.receive', 'received quantities are rounded to two decimals', {
    how: asking((request) => {
      const lines = linesOf(request).map((line) => ({ ...line, quantity: exact(rounded(line.quantity, 2)) }));
      return lines.every(({ quantity }, i) => quantity === exact(linesOf(request)[i]?.quantity))
        ? request
        : withBody(request, { lines });
    }),
  }),
  'server.order-voided-taken': orderFault('purchases.void', 'a write to a voided order is taken and not done', {
    how: swallowing('getPurchaseOrder', ({ status }) => status === 0),
  }),
  'server.order-void-taken': orderFault(
    'purchases.void',
    'voiding an order of which some was received is taken and not done',
    { how: swallowing('getPurchaseOrder', ({ purchStatus }, { body }) => purchStatus !== 0 && body.status === 0) },
  ),
  'server.order-voided-received': receiptFault('purchases.void', 'a receipt of a voided order is taken and not done', {
    how: swallowing('getPurchaseOrder', ({ status }) => status === 0),
  }),
  'server.order-supplier-dropped': orderFault(
    'purchases.update_partial',
    'another supplier of a partial order is dropped',
    {
      how: knowing('getPurchaseOrder', (request, { purchStatus }) =>
        purchStatus === 1 && 'supplierId' in request.body
          ? withBody(request, { supplierId: undefined, narration: 'x' })
          : request,
      ),
    },
  ),
  'server.order-lines-dropped': orderFault(
    'purchases.update_received',
    'other lines of a received order are taken and dropped',
    { how: swallowing('getPurchaseOrder', ({ purchStatus }, { body }) => purchStatus === 2 && 'lines' in body) },
  ),
  'server.order-narration-fixed': orderFault(
    'purchases.update_received',
    'the narration of a received order cannot change',
    {
      how: knowing('getPurchaseOrder', (request, { purchStatus, narration }) =>
        purchStatus === 2 && 'narration' in request.body ? withBody(request, { narration }) : request,
      ),
    },
  ),
  'server.order-received-at-once': fault('purchases.receive_on_create', 'receive=false receives', {
    where: { operation: 'createPurchaseOrder' },
    how: querying(({ receive }) => (receive === false ? { receive: true } : undefined)),
  }),
  'request.order-receive-optional': fault('purchases.receive_required', 'receive may be left out', {
    how: request((passing) => {
      if (passing.method === 'POST' && /\/purchase-orders(\?(?!.*receive=).*)?$/.test(passing.url))
        passing.url += passing.url.includes('?') ? '&receive=false' : '?receive=false';
    }),
  }),
  'server.order-receive-version': receiptFault(
    'op.receivePurchaseOrder.param.If-Match',
    'If-Match of a receipt is ignored',
    { how: UNCONDITIONAL },
  ),
  'request.order-receive-key': fault(
    'op.receivePurchaseOrder.param.Idempotency-Key',
    'the key of a receipt is ignored',
    {
      how: request(({ url, requestHeaders }) => {
        if (/purchase-orders\/\d+\/receive/.test(url)) delete requestHeaders['idempotency-key'];
      }),
    },
  ),
};
