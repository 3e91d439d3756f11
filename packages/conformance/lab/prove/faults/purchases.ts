import { exact, MONEY } from '../../../src/decimals.ts';
import type { Fault, Faults } from '../fault.ts';
import { amountOf, percentCut, percentOf, rounded, written } from '../how/amounts.ts';
import { clipped, type Doc, knowing, type Line, linesOf, ORDERS, showing, swallowing } from '../how/documents.ts';
import { asking, handler, querying, UNCONDITIONAL, withBody } from '../how/handlers.ts';
import { request } from '../how/requests.ts';

/** Number of decimals that the taxes of an order have. */
const decimalsOf = ({ tax }: Line): number => String(tax).split('.')[1]?.length ?? 0;

/** The order with other taxes of its lines, and with the totals that follow. */
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

const priced = ({ text, taxOf }: { text: string; taxOf: (line: Line) => bigint }): Fault => ({
  breaks: 'purchases.rounding',
  text,
  where: { operation: ORDERS },
  how: showing((order) => taxed(order, taxOf)),
});

const state = ({ text, from, to }: { text: string; from: number; to: number }): Fault => ({
  breaks: 'purchases.receive',
  text,
  where: { statement: 'purchase_orders.update' },
  how: {
    from: 'purch_status = $12',
    to: `purch_status = case when $$12::smallint = ${from} then ${to} else $$12::smallint end`,
  },
});

/** Purchase orders: amounts, receipts, states and costs. */
export const PURCHASE_FAULTS: Faults = {
  'server.order-tax-before-discount': priced({
    text: 'tax is that of the amount before the discount',
    taxOf: (line) => percentOf(amountOf(line.subtotal), rateOf(line), decimalsOf(line)),
  }),
  'server.order-tax-truncated': priced({
    text: 'taxes are cut rather than rounded',
    taxOf: (line) => {
      const step = 10n ** BigInt(MONEY - decimalsOf(line));
      return (percentCut(netOf(line), rateOf(line)) / step) * step;
    },
  }),
  'server.order-tax-one-decimal': priced({
    text: 'taxes are rounded to one decimal',
    taxOf: (line) => percentOf(netOf(line), rateOf(line), 1),
  }),
  'server.order-tax-always': priced({
    text: 'lines without a tax are taxed',
    taxOf: (line) =>
      line.taxRate == null ? percentOf(netOf(line), amountOf('20'), decimalsOf(line)) : amountOf(line.tax),
  }),
  'server.order-discount-kept': {
    breaks: 'purchases.totals',
    text: 'the discount is not taken off the total',
    where: { operation: ORDERS },
    how: showing((order) => ({
      ...order,
      total: written(amountOf(order.total) + amountOf(order.discountTotal), order.total),
    })),
  },
  'server.order-total-of-lines': {
    breaks: 'purchases.totals',
    text: 'the tax total is that of the first line',
    where: { operation: ORDERS },
    how: showing((order) => ({ ...order, taxTotal: order.lines[0]?.tax ?? order.taxTotal })),
  },
  'server.order-discounts-lost': {
    breaks: 'purchases.totals',
    text: 'discounts of lines are not kept',
    where: { operation: 'createPurchaseOrder' },
    how: asking((request) => {
      const lines = request.body.lines as Record<string, unknown>[];
      return lines.some(({ discount }) => discount)
        ? withBody(request, { lines: lines.map(({ discount: _, ...line }) => line) })
        : request;
    }),
  },
  'statement.cost-stays': {
    breaks: 'purchases.cost',
    text: "a receipt leaves the item's cost",
    where: { statement: 'item-costs.update' },
    how: { from: 'cost = c.cost', to: 'cost = i.cost' },
  },
  'statement.cost-averaged': {
    breaks: 'purchases.cost',
    text: "an item's cost is the mean of the last two",
    where: { statement: 'item-costs.update' },
    how: { from: 'cost = c.cost', to: 'cost = round((coalesce(i.cost, c.cost) + c.cost) / 2, 4)' },
  },
  'statement.cost-of-variant-stays': {
    breaks: 'purchases.cost',
    text: "a receipt leaves a variant's cost",
    where: { statement: 'item-costs.update' },
    how: { from: 'variants = c.variants', to: 'variants = i.variants' },
  },
  'statement.order-partial-is-received': state({
    text: 'an order of which some was received is received',
    from: 1,
    to: 2,
  }),
  'statement.order-received-is-partial': state({
    text: 'an order of which all was received stays partial',
    from: 2,
    to: 1,
  }),
  'statement.order-partial-is-draft': state({
    text: 'an order of which some was received stays a draft',
    from: 1,
    to: 0,
  }),
  'server.order-receives-first': {
    breaks: 'purchases.receive_all',
    text: 'a receipt without lines receives the first line',
    where: { operation: 'receivePurchaseOrder' },
    how: knowing('getPurchaseOrder', (request, { lines }) => {
      const [first] = lines.filter(({ outstanding }) => outstanding !== '0');
      if (linesOf(request).length > 0 || !first) return request;
      return withBody(request, { lines: [{ lineId: first.id, quantity: first.outstanding }] });
    }),
  },
  'server.order-receipt-clipped': {
    breaks: 'purchases.over_receipt',
    text: 'a receipt of too much receives what is outstanding',
    where: { operation: 'receivePurchaseOrder' },
    how: knowing('getPurchaseOrder', clipped),
  },
  'server.order-receipt-in-part': {
    breaks: 'purchases.over_receipt',
    text: 'a receipt that is refused receives the lines that are right',
    where: { operation: 'receivePurchaseOrder' },
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
  'server.order-receipt-whole': {
    breaks: 'purchases.receive',
    text: 'received quantities are rounded to two decimals',
    where: { operation: 'receivePurchaseOrder' },
    how: asking((request) => {
      const lines = linesOf(request).map((line) => ({ ...line, quantity: exact(rounded(line.quantity, 2)) }));
      return lines.every(({ quantity }, i) => quantity === exact(linesOf(request)[i]?.quantity))
        ? request
        : withBody(request, { lines });
    }),
  },
  'server.order-voided-taken': {
    breaks: 'purchases.void',
    text: 'a write to a voided order is taken and not done',
    where: { operation: 'updatePurchaseOrder' },
    how: swallowing('getPurchaseOrder', ({ status }) => status === 0),
  },
  'server.order-void-taken': {
    breaks: 'purchases.void',
    text: 'voiding an order of which some was received is taken and not done',
    where: { operation: 'updatePurchaseOrder' },
    how: swallowing('getPurchaseOrder', ({ purchStatus }, { body }) => purchStatus !== 0 && body.status === 0),
  },
  'server.order-voided-received': {
    breaks: 'purchases.void',
    text: 'a receipt of a voided order is taken and not done',
    where: { operation: 'receivePurchaseOrder' },
    how: swallowing('getPurchaseOrder', ({ status }) => status === 0),
  },
  'server.order-supplier-dropped': {
    breaks: 'purchases.update_partial',
    text: 'another supplier of a partial order is dropped',
    where: { operation: 'updatePurchaseOrder' },
    how: knowing('getPurchaseOrder', (request, { purchStatus }) =>
      purchStatus === 1 && 'supplierId' in request.body
        ? withBody(request, { supplierId: undefined, narration: 'x' })
        : request,
    ),
  },
  'server.order-lines-dropped': {
    breaks: 'purchases.update_received',
    text: 'other lines of a received order are taken and dropped',
    where: { operation: 'updatePurchaseOrder' },
    how: swallowing('getPurchaseOrder', ({ purchStatus }, { body }) => purchStatus === 2 && 'lines' in body),
  },
  'server.order-narration-fixed': {
    breaks: 'purchases.update_received',
    text: 'the narration of a received order cannot change',
    where: { operation: 'updatePurchaseOrder' },
    how: knowing('getPurchaseOrder', (request, { purchStatus, narration }) =>
      purchStatus === 2 && 'narration' in request.body ? withBody(request, { narration }) : request,
    ),
  },
  'server.order-received-at-once': {
    breaks: 'purchases.receive_on_create',
    text: 'receive=false receives',
    where: { operation: 'createPurchaseOrder' },
    how: querying(({ receive }) => (receive === false ? { receive: true } : undefined)),
  },
  'request.order-receive-optional': {
    breaks: 'purchases.receive_required',
    text: 'receive may be left out',
    how: request((passing) => {
      if (passing.method === 'POST' && /\/purchase-orders(\?(?!.*receive=).*)?$/.test(passing.url))
        passing.url += passing.url.includes('?') ? '&receive=false' : '?receive=false';
    }),
  },
  'server.order-receive-version': {
    breaks: 'op.receivePurchaseOrder.param.If-Match',
    text: 'If-Match of a receipt is not heeded',
    where: { operation: 'receivePurchaseOrder' },
    how: UNCONDITIONAL,
  },
  'request.order-receive-key': {
    breaks: 'op.receivePurchaseOrder.param.Idempotency-Key',
    text: 'the key of a receipt is not heeded',
    how: request(({ url, requestHeaders }) => {
      if (/purchase-orders\/\d+\/receive/.test(url)) delete requestHeaders['idempotency-key'];
    }),
  },
};
