import type { ListPlan, ListQuery } from '../src/lists/plan.ts';
import { BRANDS } from '../src/records/brands.ts';
import { CATEGORIES } from '../src/records/categories.ts';
import { ITEMS } from '../src/records/items/store.ts';
import { MENUS } from '../src/records/menus.ts';
import { GROUPS } from '../src/records/modifiers.ts';
import { OPEN_ORDERS } from '../src/records/open-orders.ts';
import { PURCHASE_ORDERS, SUPPLIER_TRANSACTIONS } from '../src/records/purchase-orders/orders.ts';
import { ITEM_STOCK, STOCK_MOVEMENTS, STOCK_ON_HAND } from '../src/records/stock.ts';
import { STOCK_ADJUSTMENTS } from '../src/records/stock-adjustments/adjustments.ts';
import { STOCK_TRANSFERS } from '../src/records/stock-transfers/transfers.ts';
import { FIRST } from './merchant.ts';

/** A request for a list. */
export interface Listed {
  readonly name: string;
  readonly plan: ListPlan;
  readonly query: ListQuery;
}

type Queries = Readonly<Record<string, Partial<ListQuery>>>;

const listed = (kind: string, plan: ListPlan, common: Partial<ListQuery>, queries: Queries): Listed[] =>
  Object.entries(queries).map(([name, query]) => ({
    name: `${kind}${name && ', '}${name}`,
    plan,
    query: { sort: Object.keys(plan.sorts)[0] as string, order: 'desc', page: 1, limit: 10, ...common, ...query },
  }));

const MONTH = { fromDate: '2025-02-01', toDate: '2025-02-28' };
const CATEGORY = { groupId: [FIRST.category + 7] };
const BRAND = { brandId: FIRST.brand + 7 };
const STORE = [FIRST.store + 1];
const SUPPLIER = { supplierId: [FIRST.supplier + 7] };
const MINUTE = { updatedFrom: '2026-06-30T11:59:00.000Z' };
const HOUR = { updatedFrom: '2026-06-30T11:00:00.000Z' };
const EVER = { updatedFrom: '2000-01-01T00:00:00.000Z' };
const WEEK = { updatedFrom: '2026-06-23T12:00:00.000Z' };
const byChange = { sort: 'updatedAt', order: 'asc' } as const;
const hundred = (first: number): number[] => Array.from({ length: 100 }, (_, n) => first + 1 + n * 97);
const byName = { sort: 'name', order: 'asc' } as const;

const ITEM_QUERIES: Queries = {
  '': {},
  '100 of them': { limit: 100 },
  'by change': { sort: 'updatedAt' },
  'by name': byName,
  'by code': { sort: 'itemCode' },
  'by price': { sort: 'price' },
  active: { status: 1 },
  inactive: { status: 0 },
  'inactive, by price': { status: 0, sort: 'price' },
  'one category': CATEGORY,
  'one category, active': { ...CATEGORY, status: 1 },
  'one category, by code': { ...CATEGORY, sort: 'itemCode' },
  'one category, 100 by price': { ...CATEGORY, sort: 'price', limit: 100 },
  'two categories': { groupId: [FIRST.category + 7, FIRST.category + 8] },
  'one brand': BRAND,
  'one brand, by price': { ...BRAND, sort: 'price' },
  'one brand of a category': { ...BRAND, ...CATEGORY },
  'one tax': { taxId: FIRST.tax + 1 },
  'one tax, by name': { taxId: FIRST.tax + 1, ...byName },
  variants: { type: 1 },
  'combos, by code': { type: 2, sort: 'itemCode' },
  weighed: { weighingScale: 1 },
  'weighed, by code': { weighingScale: 1, sort: 'itemCode' },
  'out of stock': { stockStatus: 'out' },
  'low stock': { stockStatus: 'low' },
  'out of stock, by price': { stockStatus: 'out', sort: 'price' },
  'low stock, active, by code': { stockStatus: 'low', status: 1, sort: 'itemCode' },
  'low stock of a category': { stockStatus: 'low', ...CATEGORY },
  'one tax of a category, by code': { taxId: FIRST.tax + 1, ...CATEGORY, sort: 'itemCode' },
  '100 ids': { ids: hundred(FIRST.item), limit: 100 },
  '100 ids, by name': { ids: hundred(FIRST.item), limit: 100, ...byName },
  'one external id': { externalId: 'sku-777' },
  'one external id, active, by price': { externalId: 'sku-777', status: 1, sort: 'price' },
  'changed in a minute': MINUTE,
  'changed in a minute, by change': { ...MINUTE, ...byChange },
  'changed in a minute, active, by name': { ...MINUTE, status: 1, ...byName },
  'changed in a minute, one category': { ...MINUTE, ...CATEGORY },
  'changed in a minute, low stock': { ...MINUTE, stockStatus: 'low' },
  'changed in a minute, a search': { ...MINUTE, search: 'croissant' },
  'changed in an hour, 100 by change': { ...HOUR, ...byChange, limit: 100 },
  'changed in an hour, first to last': { ...HOUR, order: 'asc' },
  'changed in an hour, by name': { ...HOUR, ...byName },
  'changed ever': EVER,
  'changed ever, one category': { ...EVER, ...CATEGORY },
  'changed ever, out of stock': { ...EVER, stockStatus: 'out' },
  'search, ten matches': { search: 'truffle' },
  'search, ten matches, by name': { search: 'truffle', ...byName },
  'search, 1 of 2,300': { search: 'a1b2' },
  'search, 1 of 2,300, by name': { search: 'a1b2', ...byName },
  'search, a fifth': { search: 'croissant' },
  'search, a fifth, by name': { search: 'croissant', ...byName },
  'search, a fifth of a category': { search: 'cheddar', ...CATEGORY },
  'search, a fifth of the stock': { search: 'cheddar', stockStatus: 'out' },
  'search, two words': { search: 'croissant a1b2' },
  'search, none': { search: 'zzzzqqq' },
};

const ORDER_QUERIES: Queries = {
  '': {},
  'by total': { sort: 'total' },
  voided: { status: 0 },
  drafts: { purchStatus: 0 },
  received: { purchStatus: 2 },
  'one supplier': SUPPLIER,
  'one supplier, by total': { ...SUPPLIER, sort: 'total' },
  'one store': { storeId: STORE },
  'one store and supplier': { storeId: STORE, ...SUPPLIER },
  'one provider': { provider: 'provider 1' },
  'by number': { orderNos: ['PO-17', 'PO-18'] },
  'one month': MONTH,
  'one month of a supplier': { ...MONTH, ...SUPPLIER },
  'one month, by order date': { ...MONTH, sort: 'orderDate' },
  'since two years': { fromDate: '2024-06-30' },
  'two years': { fromDate: '2023-12-01', toDate: '2025-12-01' },
  '100 ids': { ids: hundred(FIRST.document), limit: 100 },
  'one external id': { externalId: 'po-777' },
  'changed in a week': WEEK,
  'changed in a week, by change': { ...WEEK, ...byChange },
  'search, one match': { search: 'PO-1777' },
  'search, 1 of 2,300': { search: 'a1b2' },
  'search, many': { search: 'supplier' },
};

const TRANSFER_QUERIES: Queries = {
  '': {},
  'by number': { sort: 'transferNo' },
  'from one store': { fromStoreId: STORE },
  'to one store, by change': { toStoreId: STORE, sort: 'updatedAt' },
  'in part': { transferStatus: 1 },
  'one month': MONTH,
  'one month from a store': { ...MONTH, fromStoreId: STORE },
  'search, one match': { search: 'ST-1777' },
  'search, many': { search: 'store' },
};

const ADJUSTMENT_QUERIES: Queries = {
  '': {},
  'one store': { storeId: STORE },
  'two stores': { storeId: [FIRST.store, FIRST.store + 1] },
  counts: { type: 0 },
  drafts: { status: 0 },
  'one month': MONTH,
  'one month of a store': { ...MONTH, storeId: STORE },
  'changed in a week': WEEK,
  'search, one match': { search: 'SA-1777' },
  'search, many': { search: 'store' },
};

const OFTEN_MOVED = { itemId: FIRST.item + 7 };
const SPRING = { from: '2025-02-01T00:00:00Z', to: '2025-03-01T00:00:00Z' };

const MOVEMENT_QUERIES: Queries = {
  '': {},
  '100 of them': { limit: 100 },
  'one store': { storeId: STORE },
  'two stores': { storeId: [FIRST.store, FIRST.store + 1] },
  'one item': { itemId: FIRST.item + 1 },
  'an item that moves often': OFTEN_MOVED,
  'an item that moves often, first to last': { ...OFTEN_MOVED, order: 'asc' },
  'an item that moves often, at a store': { ...OFTEN_MOVED, storeId: STORE },
  'an item that moves often, at a store where it never did': { ...OFTEN_MOVED, storeId: [FIRST.store + 4] },
  'an item that moves often, one month': { ...OFTEN_MOVED, ...SPRING },
  sales: { documentKind: 'sale' },
  'purchase orders': { documentKind: 'purchaseOrder' },
  'adjustments of a store': { documentKind: 'stockAdjustment', storeId: STORE },
  'one document': { documentId: FIRST.document + 17 },
  'one month': SPRING,
  'one month of a store': { ...SPRING, storeId: STORE },
  'one month of purchase orders': { ...SPRING, documentKind: 'purchaseOrder' },
};

const STOCK_OF_ONE = { ...OFTEN_MOVED, storeId: `${FIRST.store + 1}` };

/** Lists with the filters, sorts and searches that read as many pages for a large merchant as for a small one. */
export const LISTED: readonly Listed[] = [
  ...listed('items', ITEMS, {}, ITEM_QUERIES),
  ...listed('orders', PURCHASE_ORDERS, { status: 1 }, ORDER_QUERIES),
  ...listed(
    'transactions',
    SUPPLIER_TRANSACTIONS,
    { status: 1, sort: 'date' },
    {
      '': {},
      'one supplier': SUPPLIER,
      'one store': { storeId: STORE },
      'one month': MONTH,
      '100 ids': { ids: hundred(FIRST.document), limit: 100 },
      'one external id': { externalId: 'po-777' },
      'changed in a week': WEEK,
      'search, one match': { search: 'PO-1777' },
      'search, many': { search: 'supplier' },
    },
  ),
  ...listed('transfers', STOCK_TRANSFERS, { status: 1 }, TRANSFER_QUERIES),
  ...listed('adjustments', STOCK_ADJUSTMENTS, { sort: 'date' }, ADJUSTMENT_QUERIES),
  ...listed('movements', STOCK_MOVEMENTS, {}, MOVEMENT_QUERIES),
  ...listed('stock of an item', ITEM_STOCK, STOCK_OF_ONE, {
    '': {},
    'a day ago': { at: '2026-06-29T12:00:00Z' },
    'in the first days': { at: '2023-07-03T12:00:00Z' },
  }),
  ...listed(
    'stock on hand',
    STOCK_ON_HAND,
    { sort: 'itemId', order: 'asc' },
    { '': {}, 'one store': { storeId: STORE }, 'two items': { itemId: [FIRST.item + 1, FIRST.item + 6] } },
  ),
  ...listed('open orders', OPEN_ORDERS, { storeId: FIRST.store, status: 1 }, { '': {}, online: { channel: 'online' } }),
  ...listed('brands', BRANDS.plan, {}, { '': {}, 'by name': byName, search: { search: 'a1b' } }),
  ...listed('categories', CATEGORIES.plan, {}, { 'by sort order': { sort: 'sortOrder' }, inactive: { status: 0 } }),
  ...listed('menus', MENUS, {}, { 'for delivery': { delivery: 1 } }),
  ...listed('modifiers', GROUPS, {}, { '': {}, 'by name': byName, 'of many items': { itemSearch: 'flat' } }),
];

/** Lists that read more pages for a larger merchant: they skip records, or follow matches to other records. */
export const growing = (size: number): readonly Listed[] => [
  ...listed('items', ITEMS, {}, { 'the last page': { page: size / 10 }, 'a page in the middle': { page: size / 20 } }),
  ...listed('items', ITEMS, {}, { 'not changed for five days': { updatedTo: '2026-06-25T12:00:00.000Z' } }),
  ...listed('modifiers', GROUPS, {}, { 'of few items': { itemSearch: 'a1b2' } }),
  ...listed('stock of an item', ITEM_STOCK, STOCK_OF_ONE, {
    'half-way': { at: '2024-12-30T12:00:00Z' },
    'as known a day ago': { knownAt: '2026-06-29T12:00:00Z' },
  }),
];
