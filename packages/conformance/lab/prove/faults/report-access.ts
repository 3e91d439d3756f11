import type { AppDependencies } from '@tillgate/server/app.ts';
import type { ServerFault } from '../fault.ts';
import { type Body, type Request, rewritten, wrapped } from '../kinds/reports.ts';
import { intercept } from '../sql.ts';

/** Faults of what reports make of a request: periods, stores that are not approved, credentials. */

const REPORTS = ['getDailySales', 'listSalesByItem', 'listStockOnHand'] as const;
type Id = keyof AppDependencies['handlers'];

/** The request without the stores that its key is limited to. */
function unlimited(request: Request): Request {
  const { tenant } = request;
  return { ...request, tenant: intercept(tenant, { scope: { ...tenant.scope, storeIds: null } }) };
}

const isLimited = ({ tenant }: Request): boolean => Boolean(tenant.scope.storeIds);

const DAY = 24 * 60 * 60 * 1000;

/** A day less where the period is one day too long. */
function shortened(request: Request): Request {
  const { from, to } = request.query;
  const end = Date.parse(String(to));
  if ((end - Date.parse(String(from))) / DAY !== 366) return request;
  return { ...request, query: { ...request.query, to: new Date(end - DAY).toISOString().slice(0, 10) } };
}

const approved = (id: Id, what: string, by: string): ServerFault =>
  wrapped(
    `approval-${what}`,
    'reports.approved_stores',
    `${what} has the stores that are not approved`,
    { ids: [id], by: `report-access.${by}` },
    (sound, mark) => async (request) => {
      if (!isLimited(request)) return sound(request);
      mark();
      return sound(unlimited(request));
    },
  );

export const REPORT_ACCESS_FAULTS: readonly ServerFault[] = [
  approved('getDailySales', 'daily-sales', 'approved-daily'),
  approved('listSalesByItem', 'sales-by-item', 'approved-items'),
  approved('listStockOnHand', 'stock-on-hand', 'approved-stock'),
  wrapped(
    'approval-asked',
    'reports.approved_stores',
    'a store that is asked for need not be approved',
    { ids: REPORTS, by: 'report-access' },
    (sound, mark) => async (request) => {
      if (!isLimited(request) || !request.query.storeId) return sound(request);
      mark();
      return sound(unlimited(request));
    },
  ),
  wrapped(
    'approval-totals',
    'reports.approved_stores',
    'the totals add the stores that are not approved',
    { ids: ['getDailySales'], by: 'report-access' },
    (sound, mark) => async (request) => {
      const reply = await sound(request);
      if (!isLimited(request)) return reply;
      mark();
      const { totals } = JSON.parse((await sound(unlimited(request))).body) as Body;
      return rewritten(reply, (body) => ({ ...body, totals }));
    },
  ),
  wrapped(
    'key-without-refunds',
    'reports.key_as_token',
    'where companyId is given, refunds are not told',
    { ids: ['getDailySales', 'listSalesByItem'], by: 'report-access' },
    (sound, mark) => async (request) => {
      const reply = await sound(request);
      if (!request.query.companyId) return reply;
      mark();
      return rewritten(reply, (body) => ({ ...body, data: body.data.map((row) => ({ ...row, refunds: '0.00' })) }));
    },
  ),
  wrapped(
    'period-367',
    'reports.period_max',
    'a period of 367 days is taken',
    { ids: ['getDailySales', 'listSalesByItem'], by: 'reports' },
    (sound, mark) => (request) => {
      const shorter = shortened(request);
      if (shorter !== request) mark();
      return sound(shorter);
    },
  ),
  wrapped(
    'empty-days',
    'reports.rows',
    'a day without sales has a row of noughts',
    { ids: ['getDailySales'], by: 'daily-sales' },
    (sound, mark) => async (request) => {
      const filled = { ...request, query: { ...request.query, from: '2025-03-03', to: '2025-03-03' } };
      const [row] = (JSON.parse((await sound(filled)).body) as Body).data;
      mark();
      return rewritten(await sound(request), (body) =>
        body.data.length > 0 || !row
          ? body
          : { ...body, data: [{ ...row, date: request.query.from, orders: 0, refundOrders: 0, gross: '0.00' }] },
      );
    },
  ),
  wrapped(
    'stock-backwards',
    'stock_on_hand.order',
    'a page of levels is turned round',
    { ids: ['listStockOnHand'], by: 'stock-on-hand.pages' },
    (sound, mark) => async (request) => {
      mark();
      return rewritten(await sound(request), (body) => ({ ...body, data: body.data.toReversed() }));
    },
  ),
  wrapped(
    'stock-of-untracked',
    'stock_on_hand.untracked',
    'what is not counted has a level',
    { ids: ['listStockOnHand'], by: 'stock-on-hand' },
    (sound, mark) => async (request) => {
      const reply = await sound(request);
      const [itemId] = (request.query.itemId ?? []) as number[];
      mark();
      return rewritten(reply, (body) => {
        const { storeId } = body.data[0] ?? { storeId: 1 };
        return body.data.some((row) => row.itemId === itemId)
          ? body
          : { ...body, data: [{ ...LEVEL, storeId, itemId: itemId ?? 1 }, ...body.data] };
      });
    },
  ),
];

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
