import type { Lists } from '../storage/listing.ts';
import { brandHandlers } from './brands/handlers.ts';
import { categoryHandlers } from './categories/handlers.ts';
import type { TenantHandlers } from './handlers.ts';
import { itemHandlers } from './items/handlers.ts';
import { openOrderHandlers } from './open-orders/handlers.ts';
import { purchaseOrderHandlers } from './purchase-orders/handlers.ts';
import { reportHandlers } from './reports/handlers.ts';
import { storeHandlers } from './stores/handlers.ts';
import { supplierHandlers } from './suppliers/handlers.ts';
import { taxHandlers } from './taxes/handlers.ts';

/** Every operation that runs for a merchant; one line a resource. */
export const tenantHandlers = (lists: Lists): TenantHandlers => ({
  ...brandHandlers(lists),
  ...categoryHandlers(lists),
  ...itemHandlers(lists),
  ...openOrderHandlers(lists),
  ...purchaseOrderHandlers(lists),
  ...reportHandlers(lists),
  ...storeHandlers(lists),
  ...supplierHandlers(lists),
  ...taxHandlers(lists),
});
