import { MONEY, units } from '../../../decimals.ts';
import { type Fields, inQuery, Rejection } from '../../answer.ts';
import type { Call, Handler } from '../../call.ts';
import { dateBounds, requireRange } from '../../date-bounds.ts';
import { countedBy, isListed, withLines, withStatus } from '../../documents.ts';
import { byStatus, type ListKind, listed } from '../../lists.ts';
import { SORTS, shown } from '../../records.ts';
import { type Merchant, rowsOf } from '../../state.ts';
import { characters, stored } from '../../text.ts';

/** The list of purchase orders, and the supplier transactions in its place. */

const texts = (values: unknown): readonly string[] => (values as readonly string[] | undefined) ?? [];

/** The stores that `storeId` and `storeIds` name together. */
const storesIn = ({ storeId, storeIds }: Fields): string[] => [...texts(storeId), ...texts(storeIds)];

const isAtStore = ({ storeId }: Fields, _: unknown, __: Merchant, { query }: Call): boolean =>
  storesIn(query).includes(String(storeId));

const supplierName = ({ supplierId }: Fields, { tables }: Merchant): string =>
  String(tables.suppliers.get(Number(supplierId))?.name);

/** Filters that orders and transactions share. */
const FILTERS = {
  status: byStatus,
  supplierId: ({ supplierId }: Fields, ids: unknown) => texts(ids).includes(String(supplierId)),
  storeId: isAtStore,
  storeIds: isAtStore,
};

/** Normalizes the filters, so that equivalent queries share their cursors. */
function bound({ storeId, storeIds, ...query }: Fields): Fields {
  const stores = storesIn({ storeId, storeIds });
  return { ...withStatus(query), ...(stores.length > 0 && { stores }) };
}

const isCounted = countedBy('purchStatus');

export const ORDER_LIST: ListKind = {
  rows: (merchant) => rowsOf(merchant, 'purchaseOrders'),
  isListed,
  filters: {
    ...FILTERS,
    ...dateBounds('orderDate', 'storeId'),
    purchStatus: ({ purchStatus }, state) => purchStatus === state,
    orderNos: ({ orderNo }, numbers) => texts(numbers).map(stored).includes(String(orderNo)),
    provider: ({ provider }, name) => provider === String(name).normalize('NFC'),
  },
  searches: {
    search: (row, merchant) => [
      String(row.orderNo),
      row.invoice as string | null,
      row.narration as string | null,
      supplierName(row, merchant),
    ],
  },
  sorts: {
    entryDate: SORTS.entryDate,
    updatedAt: SORTS.updatedAt,
    orderDate: ({ orderDate }) => String(orderDate),
    orderNo: ({ orderNo }) => characters(orderNo),
    total: ({ total }) => units(String(total), MONEY),
  },
  isCounted,
  bound,
  show: (row, merchant, call) => withLines(shown(row), merchant, call),
};

const byDate = ({ date }: Fields): string => String(date);

/** Purchases (`Type` 0) and purchase returns (1) by date. purchases.transactions, purchases.returns */
const TRANSACTIONS: ListKind<Fields> = {
  rows: (merchant) => [
    ...rowsOf(merchant, 'purchaseOrders').map((row) => ({ ...shown(row), Type: 0, date: row.orderDate })),
    ...rowsOf(merchant, 'purchaseReturns').map(shown),
  ],
  isListed,
  filters: { ...FILTERS, ...dateBounds('date', 'storeId') },
  searches: {
    search: (row, merchant) => [
      String(row.Type === 0 ? row.orderNo : row.returnNo),
      (row.invoice ?? null) as string | null,
      row.narration as string | null,
      supplierName(row, merchant),
    ],
  },
  sorts: { entryDate: byDate, orderDate: byDate },
  isCounted,
  bound: ({ sort: _, ...query }) => bound(query),
  show: withLines,
};

/** Parameters of the other list, and sorts that are not by date. purchases.transactions_exclusive */
function requireTransactionsOnly({ sent, query }: Call): void {
  const others = ['purchStatus', 'orderNos', 'provider'].filter((name) => sent.has(name));
  const sorts = Object.hasOwn(TRANSACTIONS.sorts, String(query.sort)) ? [] : ['sort'];
  const details = [...others, ...sorts].map((name) => inQuery(name, 'exclusive'));
  if (details.length > 0) throw new Rejection('partner.validation_failed', 'purchases.transactions_exclusive', details);
}

export const listPurchaseOrders: Handler = (call, merchant) => {
  requireRange(call);
  if (call.query.transactions !== true) return listed(ORDER_LIST, call, merchant);
  requireTransactionsOnly(call);
  return { ...listed(TRANSACTIONS, call, merchant), rule: 'purchases.transactions' };
};
