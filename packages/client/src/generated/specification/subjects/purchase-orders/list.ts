// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { MONEY, units } from '../../decimals.ts';
import { type Fields, inQuery, Rejection } from '../../answer.ts';
import type { Call, Handler } from '../../call.ts';
import { countedBy, isListed, withLines, withStatus } from '../../documents.ts';
import { dateBounds, requireRange } from '../../ranges.ts';
import type { Receivable } from '../../receipts.ts';
import { list, type RecordKind } from '../../records.ts';
import { type Merchant, nameOfRow, rowsOf } from '../../state.ts';
import { stored } from '../../text.ts';

/** The list of purchase orders, and the supplier transactions in its place. */

const texts = (values: unknown): readonly string[] => (values as readonly string[] | undefined) ?? [];

/** The stores that `storeId` and `storeIds` name together. */
const storesIn = ({ storeId, storeIds }: Fields): string[] => [...texts(storeId), ...texts(storeIds)];

const isAtStore = ({ storeId }: Fields, _: unknown, __: Merchant, { query }: Call): boolean =>
  storesIn(query).includes(String(storeId));

/** Filters that orders and transactions share. */
const FILTERS = { supplierId: 'among', storeId: isAtStore, storeIds: isAtStore } as const;

/** Normalizes the filters, so that equivalent queries share their cursors. */
function bound({ storeId, storeIds, ...query }: Fields): Fields {
  const stores = storesIn({ storeId, storeIds });
  return { ...withStatus(query), ...(stores.length > 0 && { stores }) };
}

export const ORDER_LIST: Receivable['list'] = {
  filters: {
    ...FILTERS,
    orderNos: ({ orderNo }, numbers) => texts(numbers).map(stored).includes(String(orderNo)),
    provider: ({ provider }, name) => provider === String(name).normalize('NFC'),
  },
  searches: {
    search: ({ orderNo, invoice, narration, supplierId }, merchant) => [
      orderNo,
      invoice,
      narration,
      nameOfRow(merchant, 'suppliers', supplierId),
    ],
  },
  sorts: { total: ({ total }) => units(String(total), MONEY) },
  bound,
};

const byDate = ({ date }: Fields): string => String(date);

/** Sorts of the transactions. */
const SORTS = { entryDate: byDate, orderDate: byDate };

/** Purchases (`Type` 0) and purchase returns (1) by date. purchases.transactions, purchases.returns */
const TRANSACTIONS: RecordKind = {
  table: 'purchaseOrders',
  list: {
    rows: (merchant) => [
      ...rowsOf(merchant, 'purchaseOrders').map((row) => ({ ...row, Type: 0, date: row.orderDate })),
      ...rowsOf(merchant, 'purchaseReturns'),
    ],
    isListed,
    filters: { ...FILTERS, ...dateBounds('date', 'storeId') },
    searches: {
      search: ({ Type, orderNo, returnNo, invoice = null, narration, supplierId }, merchant) => [
        Type === 0 ? orderNo : returnNo,
        invoice,
        narration,
        nameOfRow(merchant, 'suppliers', supplierId),
      ],
    },
    sorts: SORTS,
    isCounted: countedBy('purchStatus'),
    bound: ({ sort: _, ...query }) => bound(query),
    show: withLines,
  },
};

/** Parameters of the other list, and sorts that are not by date. purchases.transactions_exclusive */
function requireTransactionsOnly({ sent, query }: Call): void {
  const others = ['purchStatus', 'orderNos', 'provider'].filter((name) => sent.has(name));
  const sorts = Object.hasOwn(SORTS, String(query.sort)) ? [] : ['sort'];
  const details = [...others, ...sorts].map((name) => inQuery(name, 'exclusive'));
  if (details.length > 0) throw new Rejection('partner.validation_failed', 'purchases.transactions_exclusive', details);
}

export const listOf =
  (orders: RecordKind): Handler =>
  (call, merchant) => {
    if (call.query.transactions !== true) return list(orders)(call, merchant);
    requireRange(call);
    requireTransactionsOnly(call);
    return { ...list(TRANSACTIONS)(call, merchant), rule: 'purchases.transactions' };
  };
