import type { Handlers } from '../call.ts';
import { ADJUSTMENT_HANDLERS } from './adjustments.ts';
import { BRAND_HANDLERS } from './brands.ts';
import { CATEGORY_HANDLERS } from './categories.ts';
import { CHANGE_HANDLERS } from './changes.ts';
import { ITEM_HANDLERS } from './items.ts';
import { MENU_HANDLERS } from './menus.ts';
import { MODIFIER_HANDLERS } from './modifiers.ts';
import { PURCHASE_ORDER_HANDLERS } from './purchase-orders.ts';
import { REFERENCE_HANDLERS } from './references.ts';
import { REPORT_HANDLERS } from './reports.ts';
import { STOCK_HANDLERS } from './stock.ts';
import { STOCK_TRANSFER_HANDLERS } from './stock-transfers.ts';

/** Every operation that the specification predicts. */
export const HANDLERS: Handlers = {
  ...BRAND_HANDLERS,
  ...CATEGORY_HANDLERS,
  ...ITEM_HANDLERS,
  ...REFERENCE_HANDLERS,
  ...REPORT_HANDLERS,
  ...MENU_HANDLERS,
  ...MODIFIER_HANDLERS,
  ...PURCHASE_ORDER_HANDLERS,
  ...STOCK_TRANSFER_HANDLERS,
  ...STOCK_HANDLERS,
  ...CHANGE_HANDLERS,
  ...ADJUSTMENT_HANDLERS,
};
