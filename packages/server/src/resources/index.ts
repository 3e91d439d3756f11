import type { Lists } from '../storage/lists/lists.ts';
import { brandHandlers } from './brands/handlers.ts';
import { categoryHandlers } from './categories/handlers.ts';
import type { Handlers } from './handlers.ts';
import { itemHandlers } from './items/handlers.ts';
import { menuHandlers } from './menus/handlers.ts';
import { modifierHandlers } from './modifiers/handlers.ts';
import { openOrderHandlers } from './open-orders/handlers.ts';
import { purchaseOrderHandlers } from './purchase-orders/handlers.ts';
import { reportHandlers } from './reports/handlers.ts';
import { stockAdjustmentHandlers } from './stock-adjustments/handlers.ts';
import { stockTransferHandlers } from './stock-transfers/handlers.ts';
import { storeHandlers } from './stores/handlers.ts';
import { supplierHandlers } from './suppliers/handlers.ts';
import { taxHandlers } from './taxes/handlers.ts';

/** All operations that run for a merchant, one line per resource. */
export const allHandlers = (lists: Lists): Handlers => ({
  ...brandHandlers(lists),
  ...categoryHandlers(lists),
  ...itemHandlers(lists),
  ...menuHandlers(lists),
  ...modifierHandlers(lists),
  ...openOrderHandlers(lists),
  ...purchaseOrderHandlers(lists),
  ...reportHandlers(lists),
  ...stockAdjustmentHandlers(lists),
  ...stockTransferHandlers(lists),
  ...storeHandlers(lists),
  ...supplierHandlers(lists),
  ...taxHandlers(lists),
});
