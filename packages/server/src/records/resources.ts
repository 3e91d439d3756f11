import { ChangeCursors, type CursorCodec } from '../changes/cursor.ts';
import type { CheckBody } from '../contract/contract.ts';
import type { Resource } from '../database/change-log.ts';
import { Lists } from '../lists/lists.ts';
import { BRANDS, brandHandlers } from './brands.ts';
import { CATEGORIES, categoryHandlers } from './categories.ts';
import { changeHandlers } from './changes.ts';
import { byId, type Current, wholeById } from './feed.ts';
import type { Handlers } from './handlers.ts';
import { itemHandlers } from './items/handlers.ts';
import { currentStock } from './items/stock.ts';
import { ITEM } from './items/store.ts';
import { menuHandlers, WHOLE_MENU } from './menus.ts';
import { modifierHandlers, WHOLE_GROUP } from './modifiers.ts';
import { currentOrders, openOrderHandlers } from './open-orders.ts';
import { purchaseOrderHandlers } from './purchase-orders/handlers.ts';
import { PURCHASE_ORDER } from './purchase-orders/store.ts';
import { currentSales, reportHandlers } from './reports.ts';
import { stockAdjustmentHandlers } from './stock-adjustments/handlers.ts';
import { STOCK_ADJUSTMENT } from './stock-adjustments/store.ts';
import { stockMovementHandlers } from './stock-movements.ts';
import { stockTransferHandlers } from './stock-transfers/handlers.ts';
import { STOCK_TRANSFER } from './stock-transfers/store.ts';
import { STORES, storeHandlers } from './stores.ts';
import { SUPPLIERS, supplierHandlers } from './suppliers.ts';
import { TAXES, taxHandlers } from './taxes.ts';

/** How the change feed reads the present record of each resource. */
const CURRENT: Readonly<Record<Resource, Current>> = {
  items: byId(ITEM.findAll),
  stock: currentStock,
  categories: CATEGORIES.current,
  brands: BRANDS.current,
  menus: wholeById(WHOLE_MENU),
  modifiers: wholeById(WHOLE_GROUP),
  purchaseOrders: byId(PURCHASE_ORDER.findAll),
  stockTransfers: byId(STOCK_TRANSFER.findAll),
  stockAdjustments: byId(STOCK_ADJUSTMENT.findAll),
  openOrders: currentOrders,
  dailySales: currentSales,
  stores: STORES.current,
  suppliers: SUPPLIERS.current,
  taxes: TAXES.current,
};

/** All operations that run for a merchant, one line per resource. */
export function allHandlers(cursors: CursorCodec, checkBody: CheckBody): Handlers {
  const lists = new Lists(cursors);
  return {
    ...brandHandlers(lists),
    ...categoryHandlers(lists),
    ...changeHandlers(new ChangeCursors(cursors), CURRENT),
    ...itemHandlers(lists, checkBody),
    ...menuHandlers(lists),
    ...modifierHandlers(lists),
    ...openOrderHandlers(lists),
    ...purchaseOrderHandlers(lists),
    ...reportHandlers(lists),
    ...stockAdjustmentHandlers(lists),
    ...stockMovementHandlers(lists),
    ...stockTransferHandlers(lists),
    ...storeHandlers(lists),
    ...supplierHandlers(lists),
    ...taxHandlers(lists),
  };
}
