import { ChangeCursors } from '../changes/cursor.ts';
import type { CheckBody } from '../contract/checked-body.ts';
import type { Resource } from '../database/changes/resources.ts';
import type { CursorCodec } from '../database/list-cursor.ts';
import { Lists } from '../lists/lists.ts';
import { brandHandlers } from './brands/handlers.ts';
import { BRAND } from './brands/store.ts';
import { categoryHandlers } from './categories/handlers.ts';
import { CATEGORY } from './categories/store.ts';
import { changeHandlers } from './changes/handlers.ts';
import { byId, type Current, wholeById } from './current.ts';
import type { Handlers } from './handlers.ts';
import { itemHandlers } from './items/handlers.ts';
import { currentStock } from './items/levels.ts';
import { ITEM } from './items/store.ts';
import { menuHandlers } from './menus/handlers.ts';
import { WHOLE_MENU } from './menus/store.ts';
import { modifierHandlers } from './modifiers/handlers.ts';
import { WHOLE_GROUP } from './modifiers/store.ts';
import { openOrderHandlers } from './open-orders/handlers.ts';
import { currentOrders } from './open-orders/store.ts';
import { purchaseOrderHandlers } from './purchase-orders/handlers.ts';
import { PURCHASE_ORDER } from './purchase-orders/store.ts';
import { reportHandlers } from './reports/handlers.ts';
import { currentSales } from './reports/store.ts';
import { stockAdjustmentHandlers } from './stock-adjustments/handlers.ts';
import { STOCK_ADJUSTMENT } from './stock-adjustments/store.ts';
import { stockMovementHandlers } from './stock-movements/handlers.ts';
import { stockTransferHandlers } from './stock-transfers/handlers.ts';
import { STOCK_TRANSFER } from './stock-transfers/store.ts';
import { currentStores, storeHandlers } from './stores/handlers.ts';
import { currentSuppliers, supplierHandlers } from './suppliers/handlers.ts';
import { currentTaxes, taxHandlers } from './taxes/handlers.ts';

/** How the change feed reads the present record of each resource. */
const CURRENT: Readonly<Record<Resource, Current>> = {
  items: byId(ITEM.findAll),
  stock: currentStock,
  categories: byId(CATEGORY.findAll),
  brands: byId(BRAND.findAll),
  menus: wholeById(WHOLE_MENU),
  modifiers: wholeById(WHOLE_GROUP),
  purchaseOrders: byId(PURCHASE_ORDER.findAll),
  stockTransfers: byId(STOCK_TRANSFER.findAll),
  stockAdjustments: byId(STOCK_ADJUSTMENT.findAll),
  openOrders: currentOrders,
  dailySales: currentSales,
  stores: currentStores,
  suppliers: currentSuppliers,
  taxes: currentTaxes,
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
