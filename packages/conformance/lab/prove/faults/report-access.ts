import type { AppDependencies } from '@tillgate/server/app.ts';
import { type Body, type Fault, type Faults, fault, type Request } from '../fault.ts';
import { type Answered, handler, rewritten } from '../how/handlers.ts';
import { intercept } from '../intercept.ts';

/** Reports with wrong periods, unapproved stores or invalid credentials. */

const REPORTS = ['getDailySales', 'listSalesByItem', 'listStockOnHand'] as const;
type Id = keyof AppDependencies['handlers'];

/** Drops the restriction of a key to certain stores. */
function unlimited(request: Request): Request {
  const { tenant } = request;
  return { ...request, tenant: intercept(tenant, { scope: { ...tenant.scope, storeIds: null } }) };
}

const isLimited = ({ tenant }: Request): boolean => Boolean(tenant.scope.storeIds);

const DAY = 24 * 60 * 60 * 1000;

/** Shortens a period that is one day too long, so that it is accepted. */
function shortened(request: Request): Request {
  const { from, to } = request.query;
  const end = Date.parse(String(to));
  if ((end - Date.parse(String(from))) / DAY !== 366) return request;
  return { ...request, query: { ...request.query, to: new Date(end - DAY).toISOString().slice(0, 10) } };
}

const approved = (id: Id, what: string): Fault =>
  fault('reports.approved_stores', `${what} has the stores that are not approved`, {
    where: { operation: id },
    how: handler((sound, mark) => async (request) => {
      if (!isLimited(request)) return sound(request);
      mark();
      return sound(unlimited(request));
    }),
  });

export const REPORT_ACCESS_FAULTS: Faults = {
  'report.approval-daily-sales': approved('getDailySales', 'daily-sales'),
  'report.approval-sales-by-item': approved('listSalesByItem', 'sales-by-item'),
  'report.approval-stock-on-hand': approved('listStockOnHand', 'stock-on-hand'),
  'report.approval-asked': fault('reports.approved_stores', 'a requested store need not be approved', {
    where: { operation: REPORTS },
    how: handler((sound, mark) => async (request) => {
      if (!isLimited(request) || !request.query.storeId) return sound(request);
      mark();
      return sound(unlimited(request));
    }),
  }),
  'report.approval-totals': fault('reports.approved_stores', 'the totals add the stores that are not approved', {
    where: { operation: 'getDailySales' },
    how: handler((sound, mark) => async (request) => {
      const reply = await sound(request);
      if (!isLimited(request)) return reply;
      mark();
      const { totals } = JSON.parse((await sound(unlimited(request))).body) as Body;
      return rewritten(reply, (body) => ({ ...body, totals }));
    }),
  }),
  'report.key-without-refunds': fault('reports.key_as_token', 'with companyId, refunds are missing', {
    where: { operation: ['getDailySales', 'listSalesByItem'] },
    how: handler((sound, mark) => async (request) => {
      const reply = await sound(request);
      if (!request.query.companyId) return reply;
      mark();
      return rewritten(reply, (body) => ({ ...body, data: body.data.map((row) => ({ ...row, refunds: '0.00' })) }));
    }),
  }),
  'report.period-367': fault('reports.period_max', 'a period of 367 days is taken', {
    where: { operation: ['getDailySales', 'listSalesByItem'] },
    how: handler((sound, mark) => (request) => {
      const shorter = shortened(request);
      if (shorter !== request) mark();
      return sound(shorter);
    }),
  }),
  'report.empty-days': fault('reports.rows', 'a day without sales has a row of noughts', {
    where: { operation: 'getDailySales' },
    how: handler((sound, mark) => async (request) => {
      const filled = { ...request, query: { ...request.query, from: '2025-03-03', to: '2025-03-03' } };
      const [row] = (JSON.parse((await sound(filled)).body) as Answered).data;
      mark();
      return rewritten(await sound(request), (body) =>
        body.data.length > 0 || !row
          ? body
          : { ...body, data: [{ ...row, date: request.query.from, orders: 0, refundOrders: 0, gross: '0.00' }] },
      );
    }),
  }),
  'report.stock-backwards': fault('stock_on_hand.order', 'a page of levels is turned round', {
    where: { operation: 'listStockOnHand' },
    how: handler((sound, mark) => async (request) => {
      mark();
      return rewritten(await sound(request), (body) => ({ ...body, data: body.data.toReversed() }));
    }),
  }),
  'report.stock-of-untracked': fault('stock_on_hand.untracked', 'what is not counted has a level', {
    where: { operation: 'listStockOnHand' },
    how: handler((sound, mark) => async (request) => {
      const reply = await sound(request);
      const [itemId] = (request.query.itemId ?? []) as number[];
      mark();
      return rewritten(reply, (body) => {
        const { storeId } = body.data[0] ?? { storeId: 1 };
        return body.data.some((row) => row.itemId === itemId)
          ? body
          : { ...body, data: [{ ...LEVEL, storeId, itemId: itemId ?? 1 }, ...body.data] };
      });
    }),
  }),
};

const LEVEL = {
  variantId: null,
  itemCode: 'x',
  name: 'x',
  variantName: null,
  onHand: '-3',
  currency: 'GBP',
  unitCost: null,
  value: null,
};
