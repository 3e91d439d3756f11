import type { Rec } from '../run/caller.ts';
import { type Case, subject } from '../run/case.ts';
import type { CaseContext } from '../run/case-context.ts';
import { knownOf } from '../run/known.ts';
import { conflict, DAY, idsOf, linesOf, listed, onHand, scene } from './stock.ts';

/** Purchase orders: states, receipts, exact totals and every filter. */

const example = subject('examples', 'purchase-orders');

interface Made {
  readonly order: Rec;
  readonly itemId: number;
  readonly storeId: number;
}

async function made(t: CaseContext, fields: object = {}, receive = 'false', quantity = '10'): Promise<Made> {
  const { here, supplierId, itemId } = await scene(t);
  const body = {
    supplierId,
    storeId: here,
    orderDate: DAY,
    lines: [{ itemId, quantity, unitCost: '1.25' }],
    ...fields,
  };
  return { order: await t.as().create(`/purchase-orders?receive=${receive}`, body), itemId, storeId: here };
}

const draft = async (t: CaseContext, fields: object = {}): Promise<Rec> => (await made(t, fields)).order;

const receive = (t: CaseContext, { id }: Rec, lines?: readonly { lineId: number; quantity: string }[]) =>
  t.as().patch(`/purchase-orders/${id}/receive`, lines ? { lines } : {});

const change = (t: CaseContext, { id }: Rec, fields: object) => t.as().patch(`/purchase-orders/${id}`, fields);

const lineOf = (order: Rec): number => linesOf(order)[0]?.id ?? 0;

/** A filter leaves the orders that it names, and not the others. */
async function filtered(t: CaseContext, query: string, among: readonly Rec[], expected: readonly Rec[]): Promise<void> {
  t.equal(await listed(t, `/purchase-orders?${query}`, among), idsOf(expected), `GET /purchase-orders?${query}`);
}

const prove = (id: string, proves: readonly string[], title: string, run: Case['run']): Case =>
  example(id, proves, title, run);

export const PURCHASE_ORDER_CASES: readonly Case[] = [
  prove(
    'draft',
    ['purchases.receive_on_create', 'purchases.receive_required'],
    'receive=false leaves a draft, receive=true receives everything; it has to be said',
    async (t) => {
      const plain = await made(t);
      t.equal([plain.order.purchStatus, plain.order.status], [0, 1], 'purchStatus and status of a draft');
      t.equal(await onHand(t, plain.itemId, plain.storeId), 0, 'stock of a draft');
      const whole = await made(t, {}, 'true');
      t.equal(whole.order.purchStatus, 2, 'purchStatus of one received at once');
      t.equal(await onHand(t, whole.itemId, whole.storeId), 10_000, 'stock of one received at once');
      t.answered(await t.as().post('/purchase-orders', {}), 400, 'partner.validation_failed');
    },
  ),
  prove(
    'receive',
    ['purchases.receive', 'stock.ledger'],
    'receipts move their stock and bring the order to partial, then received',
    async (t) => {
      const { order, itemId, storeId } = await made(t);
      const partly = t.require(await receive(t, order, [{ lineId: lineOf(order), quantity: '2.5' }]), 200).body as Rec;
      t.equal(
        [partly.purchStatus, Number(linesOf(partly)[0]?.received), Number(linesOf(partly)[0]?.outstanding)],
        [1, 2.5, 7.5],
        'after 2.5 of 10',
      );
      t.equal(await onHand(t, itemId, storeId), 2_500, 'stock after 2.5 of 10');
      const fully = t.require(await receive(t, order, [{ lineId: lineOf(order), quantity: '7.5' }]), 200).body as Rec;
      t.equal([fully.purchStatus, Number(linesOf(fully)[0]?.outstanding)], [2, 0], 'after all 10');
      t.equal(await onHand(t, itemId, storeId), 10_000, 'stock after all 10');
      conflict(t, await receive(t, order));
    },
  ),
  prove(
    'receive-all',
    ['purchases.receive_all', 'op.receivePurchaseOrder.call'],
    'without lines all that is outstanding is received',
    async (t) => {
      const { order, itemId, storeId } = await made(t);
      t.require(await receive(t, order, [{ lineId: lineOf(order), quantity: '4' }]), 200);
      t.equal((t.require(await receive(t, order, []), 200).body as Rec).purchStatus, 2, 'purchStatus');
      t.equal(await onHand(t, itemId, storeId), 10_000, 'stock');
    },
  ),
  prove(
    'over-receipt',
    ['purchases.over_receipt', 'op.receivePurchaseOrder.status.422', 'http.nothing_written'],
    'more than outstanding is 422 and writes nothing',
    async (t) => {
      const { order, itemId, storeId } = await made(t);
      const answer = await receive(t, order, [{ lineId: lineOf(order), quantity: '10.001' }]);
      t.answered(answer, 422, 'partner.over_receipt');
      const [detail] = (answer.body as { details?: { lineId?: number; outstanding?: string }[] }).details ?? [];
      t.equal([detail?.lineId, Number(detail?.outstanding)], [lineOf(order), 10], 'lineId and outstanding', answer);
      t.equal(await onHand(t, itemId, storeId), 0, 'stock');
      t.equal((await t.as().read(`/purchase-orders/${order.id}`)).version, 1, 'version');
      t.answered(
        await receive(t, order, [{ lineId: 9_007_199_254_740_991, quantity: '1' }]),
        422,
        'partner.reference_not_found',
      );
    },
  ),
  prove(
    'receive-race',
    ['stock.concurrent', 'purchases.over_receipt'],
    'of four receipts of everything at once, one goes through',
    async (t) => {
      const { order, itemId, storeId } = await made(t);
      const body = { lines: [{ lineId: lineOf(order), quantity: '10' }] };
      const send = () => t.as().send('PATCH', `/purchase-orders/${order.id}/receive`, { body, concurrent: true });
      const answers = await Promise.all([send(), send(), send(), send()]);
      t.equal(answers.filter(({ status }) => status === 200).length, 1, 'receipts that went through');
      t.equal(await onHand(t, itemId, storeId), 10_000, 'stock');
    },
  ),
  prove(
    'receive-version',
    ['http.if_match', 'op.receivePurchaseOrder.status.412', 'op.receivePurchaseOrder.param.If-Match'],
    'a receipt heeds If-Match',
    async (t) => {
      const order = await draft(t);
      const stale = await t.as().patch(`/purchase-orders/${order.id}/receive`, {}, { 'If-Match': '"7"' });
      t.answered(stale, 412, 'partner.version_mismatch');
    },
  ),
  prove(
    'void',
    ['purchases.void', 'op.updatePurchaseOrder.status.409', 'op.receivePurchaseOrder.status.409'],
    'a draft is voided for good; what was received is not',
    async (t) => {
      const order = await draft(t);
      t.equal((t.require(await change(t, order, { status: 0 }), 200).body as Rec).status, 0, 'status');
      for (const answer of [
        await change(t, order, { narration: 'conf' }),
        await change(t, order, { status: 1 }),
        await receive(t, order),
      ])
        conflict(t, answer);
      const { order: received } = await made(t, {}, 'true');
      conflict(t, await change(t, received, { status: 0 }));
    },
  ),
  prove(
    'update',
    ['purchases.update_by_state', 'op.updatePurchaseOrder.status.409'],
    'what was received is fixed; texts are not',
    async (t) => {
      const order = await draft(t);
      const [, second] = ((await knownOf(t, t.as())).supplierId ?? []).map(Number);
      t.answered(await change(t, order, { supplierId: second, orderDate: '2026-03-03' }), 200);
      t.require(await receive(t, order, [{ lineId: lineOf(order), quantity: '1' }]), 200);
      conflict(
        t,
        await change(t, order, {
          supplierId: second === order.supplierId ? order.supplierId : Number(order.supplierId),
        }),
      );
      t.answered(await change(t, order, { narration: 'conf', orderDate: '2026-03-04' }), 200);
      t.require(await receive(t, order), 200);
      conflict(t, await change(t, order, { orderDate: '2026-03-05' }));
      t.answered(await change(t, order, { invoice: 'conf', narration: null }), 200);
    },
  ),
  prove('cost', ['purchases.cost'], "the last receipt's cost becomes the item's", async (t) => {
    const { itemId } = await made(t, {}, 'true');
    const { here } = await scene(t);
    t.equal(Number((await t.as().read(`/items/${itemId}?storeId=${here}`)).cost), 1.25, 'cost');
  }),
  prove('totals', ['purchases.totals', 'numbers.exact'], 'totals are exact', async (t) => {
    const { itemId } = await scene(t);
    const lines = [0.1, 0.2, 0.3].map((cost) => ({ itemId, quantity: '3', unitCost: String(cost) }));
    const order = await draft(t, { lines });
    t.equal([Number(order.subtotal), Number(order.total)], [1.8, 1.8], 'subtotal and total');
    const large = await draft(t, {
      lines: [
        { itemId, quantity: '1', unitCost: '99999999999.99' },
        { itemId, quantity: '1', unitCost: '0.01' },
      ],
    });
    t.check(/^100000000000(\.0+)?$/.test(String(large.total)), `the total is ${large.total}`);
  }),
  prove(
    'number',
    ['purchases.filter.orderNos', 'op.listPurchaseOrders.param.orderNos'],
    'orderNo is generated, unique, and filtered by',
    async (t) => {
      const [one, two, other] = [await draft(t), await draft(t, { orderNo: t.name('no') }), await draft(t)];
      t.check(typeof one?.orderNo === 'string' && one.orderNo !== '', 'no number was generated');
      t.answered(
        await t.as().patch(`/purchase-orders/${other.id}`, { orderNo: two.orderNo }),
        409,
        'partner.duplicate',
      );
      await filtered(t, `orderNos=${one.orderNo},${two.orderNo}`, [one, two, other], [one, two]);
    },
  ),
  prove(
    'dates',
    ['purchases.dates', 'op.listPurchaseOrders.param.fromDate', 'op.listPurchaseOrders.param.toDate'],
    'the bounds of dates are inclusive',
    async (t) => {
      const days = ['2031-05-01', '2031-05-02', '2031-05-03'];
      const orders: Rec[] = [];
      for (const orderDate of days) orders.push(await draft(t, { orderDate }));
      const [first, second, third] = orders as [Rec, Rec, Rec];
      await filtered(t, 'fromDate=2031-05-02', orders, [second, third]);
      await filtered(t, 'toDate=2031-05-02', orders, [first, second]);
      await filtered(t, 'fromDate=2031-05-02&toDate=2031-05-02', orders, [second]);
      t.answered(await t.as().get('/purchase-orders?fromDate=2031-02-30'), 400, 'partner.validation_failed');
    },
  ),
  prove(
    'supplier',
    ['purchases.filter.supplierId', 'op.listPurchaseOrders.param.supplierId'],
    'supplierId, one or several',
    async (t) => {
      const [a, b, c] = ((await knownOf(t, t.as()))['/suppliers'] ?? []).map(Number);
      const orders = [
        await draft(t, { supplierId: a }),
        await draft(t, { supplierId: b }),
        await draft(t, { supplierId: c }),
      ];
      await filtered(t, `supplierId=${a}`, orders, orders.slice(0, 1));
      await filtered(t, `supplierId=${a},${b}`, orders, orders.slice(0, 2));
    },
  ),
  prove(
    'store',
    ['purchases.filter.storeId', 'op.listPurchaseOrders.param.storeId', 'op.listPurchaseOrders.param.storeIds'],
    'storeId as CSV, storeIds as an array',
    async (t) => {
      const stores = ((await knownOf(t, t.as()))['/stores'] ?? []).map(Number);
      const orders: Rec[] = [];
      for (const storeId of stores) orders.push(await draft(t, { storeId }));
      await filtered(t, `storeId=${stores[0]}`, orders, orders.slice(0, 1));
      await filtered(t, `storeId=${stores[0]},${stores[1]}`, orders, orders.slice(0, 2));
      await filtered(t, `storeIds=${stores[0]}&storeIds=${stores[1]}`, orders, orders.slice(0, 2));
    },
  ),
  prove(
    'purch-status',
    ['purchases.filter.purchStatus', 'op.listPurchaseOrders.param.purchStatus'],
    'purchStatus leaves drafts, partial or received orders',
    async (t) => {
      const [plain, partly, whole] = [await draft(t), await draft(t), (await made(t, {}, 'true')).order];
      t.require(await receive(t, partly, [{ lineId: lineOf(partly), quantity: '1' }]), 200);
      const orders = [plain, partly, whole];
      for (const [state, order] of orders.entries()) await filtered(t, `purchStatus=${state}`, orders, [order]);
    },
  ),
  prove(
    'provider',
    ['purchases.filter.provider', 'op.listPurchaseOrders.param.provider'],
    'provider is the app, and filtered by',
    async (t) => {
      const order = await draft(t);
      await filtered(t, `provider=${encodeURIComponent(String(order.provider))}`, [order], [order]);
      await filtered(t, 'provider=conf-nobody', [order], []);
    },
  ),
  prove(
    'voided',
    ['purchases.voided_hidden', 'op.listPurchaseOrders.param.includeVoided', 'op.listPurchaseOrders.param.status'],
    'voided orders are hidden unless they are asked for',
    async (t) => {
      const [kept, voided] = [await draft(t), await draft(t)];
      t.require(await change(t, voided, { status: 0 }), 200);
      await filtered(t, 'order=desc', [kept, voided], [kept]);
      await filtered(t, 'includeVoided=false', [kept, voided], [kept]);
      for (const text of ['true', '1']) await filtered(t, `includeVoided=${text}`, [kept, voided], [kept, voided]);
      await filtered(t, 'status=0', [kept, voided], [voided]);
      await filtered(t, 'status=1&includeVoided=true', [kept, voided], [kept]);
    },
  ),
  prove(
    'search',
    ['purchases.search', 'op.listPurchaseOrders.param.search'],
    'search looks in number, invoice, supplier and narration',
    async (t) => {
      const mark = t.name('find');
      const orders = [
        await draft(t, { orderNo: `${mark}-no` }),
        await draft(t, { invoice: `${mark}-invoice` }),
        await draft(t, { narration: `${mark} narrated` }),
        await draft(t),
      ];
      await filtered(t, `search=${mark}`, orders, orders.slice(0, 3));
      await filtered(t, `search=${mark}-INVOICE`, orders, orders.slice(1, 2));
      const { name } = await t.as().read(`/suppliers/${orders[3]?.supplierId}`);
      await filtered(t, `search=${encodeURIComponent(String(name))}`, orders, orders);
    },
  ),
  prove(
    'transactions',
    ['purchases.transactions', 'op.listPurchaseOrders.param.transactions'],
    'transactions=true is one chronological list, each row with its Type',
    async (t) => {
      const order = await draft(t);
      const { data } = await t.as().page('/purchase-orders?transactions=true&limit=100');
      t.check(
        data.every((row) => row.Type === 0 || row.Type === 1),
        'a row has no Type',
      );
      t.equal(data.find(({ id }) => id === order.id)?.Type, 0, 'Type of a purchase');
      const days = data.map((row) => String(row.date));
      t.equal(days, days.toSorted().toReversed(), 'dates of the rows');
      const [row] = (await t.as().page('/purchase-orders?limit=1')).data;
      t.equal(row?.Type, undefined, 'Type in the plain list');
    },
  ),
];
