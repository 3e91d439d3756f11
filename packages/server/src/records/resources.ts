import { ChangeCursors, type CursorCodec } from '../changes/cursor.ts';
import type { CheckBody } from '../contract/contract.ts';
import type { Resource } from '../database/change-log.ts';
import { BRANDS, brandHandlers } from './brands.ts';
import { CATEGORIES, categoryHandlers } from './categories.ts';
import { type Current, changeHandlers, currentOf } from './feed.ts';
import type { Handlers } from './handlers.ts';
import { itemHandlers } from './items/handlers.ts';
import { ITEM } from './items/store.ts';
import { menuHandlers, WHOLE_MENU } from './menus.ts';
import { modifierHandlers, WHOLE_GROUP } from './modifiers.ts';
import { currentOrders, openOrderHandlers } from './open-orders.ts';
import { PURCHASE_ORDER, purchaseOrderHandlers } from './purchase-orders/orders.ts';
import { referenceHandlers, STORES, SUPPLIERS, TAXES } from './references.ts';
import { currentSales, reportHandlers } from './sales/reports.ts';
import { currentStock, stockHandlers } from './stock.ts';
import { STOCK_ADJUSTMENT, stockAdjustmentHandlers } from './stock-adjustments/adjustments.ts';
import { STOCK_TRANSFER, stockTransferHandlers } from './stock-transfers/transfers.ts';

/** Readers of each resource's current record, for the change feed. */
const CURRENT: Readonly<Record<Resource, Current>> = {
  items: currentOf(ITEM),
  stock: currentStock,
  categories: currentOf(CATEGORIES),
  brands: currentOf(BRANDS),
  menus: currentOf(WHOLE_MENU),
  modifiers: currentOf(WHOLE_GROUP),
  purchaseOrders: currentOf(PURCHASE_ORDER),
  stockTransfers: currentOf(STOCK_TRANSFER),
  stockAdjustments: currentOf(STOCK_ADJUSTMENT),
  openOrders: currentOrders,
  dailySales: currentSales,
  stores: currentOf(STORES),
  suppliers: currentOf(SUPPLIERS),
  taxes: currentOf(TAXES),
};

/** All operations that run for a merchant, one line per resource. */
export const allHandlers = (cursors: CursorCodec, checkBody: CheckBody): Handlers => ({
  ...brandHandlers,
  ...categoryHandlers,
  ...changeHandlers(new ChangeCursors(cursors), CURRENT),
  ...itemHandlers(checkBody),
  ...menuHandlers,
  ...modifierHandlers,
  ...openOrderHandlers,
  ...purchaseOrderHandlers,
  ...referenceHandlers,
  ...reportHandlers,
  ...stockAdjustmentHandlers,
  ...stockHandlers,
  ...stockTransferHandlers,
});
