import { validationFailed } from '../../errors.ts';
import type { ListPlan, ListQuery } from '../../lists/list-plan.ts';
import { refuseReversed } from '../dates.ts';
import type { HandlerRequest } from '../handlers.ts';
import { listedLines } from '../list.ts';
import { PURCHASE_ORDERS, SUPPLIER_TRANSACTIONS } from './store.ts';

type OrderQuery = HandlerRequest<'listPurchaseOrders'>['query'];

/** Chooses the list, and turns storeIds and includeVoided into filters. */
export function listRequest({ transactions, includeVoided, includeLines, storeIds, ...query }: OrderQuery): {
  plan: ListPlan;
  listed: ListQuery;
} {
  refuseReversed(query);
  const storeId = query.storeId || storeIds ? [...(query.storeId ?? []), ...(storeIds ?? [])] : undefined;
  const status = query.status ?? (includeVoided ? undefined : 1);
  const { status: _, storeId: __, ...rest } = query;
  const listed = { ...rest, ...(storeId && { storeId }), ...(status !== undefined && { status }) };
  if (!transactions) return { plan: listedLines(PURCHASE_ORDERS, includeLines), listed };
  refuseBesideTransactions(query);
  return { plan: listedLines(SUPPLIER_TRANSACTIONS, includeLines), listed: { ...listed, sort: 'date' } };
}

const OF_ORDERS_ALONE = ['purchStatus', 'orderNos', 'provider'] as const;
const BY_DATE = ['entryDate', 'orderDate'];

/** A filter that this view does not support is rejected, because ignoring it would return everything. */
function refuseBesideTransactions(query: Omit<OrderQuery, 'includeLines'>): void {
  const given: string[] = OF_ORDERS_ALONE.filter((name) => query[name] !== undefined);
  if (!BY_DATE.includes(query.sort)) given.push('sort');
  const message = 'cannot be combined with transactions';
  if (given.length > 0) {
    throw validationFailed(given.map((path) => ({ in: 'query', path, rule: 'exclusive', message })));
  }
}
