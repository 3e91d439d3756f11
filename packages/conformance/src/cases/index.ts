import type { Case } from '../run/case.ts';
import { ACCESS_CASES } from './access.ts';
import { API_KEY_CASES } from './api-keys.ts';
import { BRAND_CASES } from './brands.ts';
import { CATEGORY_CASES } from './categories.ts';
import { CONSENT_CASES } from './consent.ts';
import { CONSENT_PAGE_CASES } from './consent-pages.ts';
import { CONSENT_REFUSAL_CASES } from './consent-refusals.ts';
import { DAILY_SALES_CASES } from './daily-sales.ts';
import { DOCUMENT_CHANGE_CASES } from './document-changes.ts';
import { DRY_RUN_CASES } from './dry-run.ts';
import { EVERY_LIST_CASES } from './every-list.ts';
import { EVERY_OPERATION_CASES } from './every-operation.ts';
import { EVERY_PROPERTY_CASES } from './every-property.ts';
import { EVERY_REFERENCE_CASES } from './every-reference.ts';
import { EVERY_WRITE_CASES } from './every-write.ts';
import { HOST_CASES } from './hosts.ts';
import { HTTP_CASES } from './http.ts';
import { IDEMPOTENCY_CASES } from './idempotency.ts';
import { ITEM_LEDGER_CASES } from './item-ledger.ts';
import { ITEM_LIST_CASES } from './item-lists.ts';
import { ITEM_PART_CASES } from './item-parts.ts';
import { ITEM_STOCK_CASES } from './item-stock.ts';
import { ITEM_CASES } from './items.ts';
import { LIMIT_CASES } from './limits.ts';
import { LIST_DATA_CASES } from './list-data.ts';
import { MENU_CASES } from './menus.ts';
import { DOCUMENT_CASES } from './metadata.ts';
import { MINT_CASES } from './mint.ts';
import { MODIFIER_ITEM_CASES } from './modifier-items.ts';
import { MODIFIER_CASES } from './modifiers.ts';
import { NESTED_SHAPE_CASES } from './nested-shape.ts';
import { OAUTH_CASES } from './oauth.ts';
import { OAUTH_CLIENT_CASES } from './oauth-clients.ts';
import { OAUTH_REFRESH_CASES } from './oauth-refresh.ts';
import { OAUTH_REVOKE_CASES } from './oauth-revoke.ts';
import { OAUTH_SHAPE_CASES } from './oauth-shape.ts';
import { OPEN_ORDER_CASES } from './open-orders.ts';
import { ORDER_CASES } from './order.ts';
import { PURCHASE_ORDER_LIST_CASES } from './purchase-order-lists.ts';
import { PURCHASE_ORDER_CASES } from './purchase-orders.ts';
import { PURCHASE_RETURN_CASES } from './purchase-returns.ts';
import { RANDOM_CASES } from './random.ts';
import { RECEIPT_CASES } from './receipts.ts';
import { REFUSED_RECEIPT_CASES } from './receipts-refused.ts';
import { REFERENCE_CASES } from './references.ts';
import { REPORT_ACCESS_CASES } from './report-access.ts';
import { REPORT_CASES } from './reports.ts';
import { SALES_BY_ITEM_CASES } from './sales-by-item.ts';
import { SEARCH_CASES } from './searches.ts';
import { SHAPE_CASES } from './shape.ts';
import { STATEFUL_CASES } from './stateful/index.ts';
import { STOCK_ADJUSTMENT_LIST_CASES } from './stock-adjustment-lists.ts';
import { STOCK_ADJUSTMENT_CASES } from './stock-adjustments.ts';
import { STOCK_ON_HAND_CASES } from './stock-on-hand.ts';
import { STOCK_TRANSFER_CASES } from './stock-transfers.ts';
import { TIME_CASES } from './time.ts';
import { TOKEN_CASES } from './tokens.ts';

/** Every case of the suite, in the order they run: what moves the time comes last. */
export const CASES: readonly Case[] = [
  ...ACCESS_CASES,
  ...DOCUMENT_CASES,
  ...HOST_CASES,
  ...HTTP_CASES,
  ...ORDER_CASES,
  ...TOKEN_CASES,
  ...MINT_CASES,
  ...OAUTH_CASES,
  ...OAUTH_CLIENT_CASES,
  ...OAUTH_SHAPE_CASES,
  ...OAUTH_REFRESH_CASES,
  ...OAUTH_REVOKE_CASES,
  ...CONSENT_CASES,
  ...CONSENT_REFUSAL_CASES,
  ...CONSENT_PAGE_CASES,
  ...API_KEY_CASES,
  ...EVERY_OPERATION_CASES,
  ...EVERY_LIST_CASES,
  ...LIST_DATA_CASES,
  ...SEARCH_CASES,
  ...EVERY_WRITE_CASES,
  ...EVERY_REFERENCE_CASES,
  ...IDEMPOTENCY_CASES,
  ...DRY_RUN_CASES,
  ...BRAND_CASES,
  ...CATEGORY_CASES,
  ...ITEM_CASES,
  ...ITEM_PART_CASES,
  ...ITEM_LIST_CASES,
  ...ITEM_STOCK_CASES,
  ...ITEM_LEDGER_CASES,
  ...MENU_CASES,
  ...MODIFIER_CASES,
  ...MODIFIER_ITEM_CASES,
  ...PURCHASE_ORDER_CASES,
  ...PURCHASE_ORDER_LIST_CASES,
  ...STOCK_TRANSFER_CASES,
  ...RECEIPT_CASES,
  ...REFUSED_RECEIPT_CASES,
  ...DOCUMENT_CHANGE_CASES,
  ...STOCK_ADJUSTMENT_CASES,
  ...STOCK_ADJUSTMENT_LIST_CASES,
  ...REPORT_CASES,
  ...DAILY_SALES_CASES,
  ...SALES_BY_ITEM_CASES,
  ...STOCK_ON_HAND_CASES,
  ...REPORT_ACCESS_CASES,
  ...OPEN_ORDER_CASES,
  ...PURCHASE_RETURN_CASES,
  ...REFERENCE_CASES,
  ...SHAPE_CASES,
  ...NESTED_SHAPE_CASES,
  ...EVERY_PROPERTY_CASES,
  ...RANDOM_CASES,
  ...STATEFUL_CASES,
  ...LIMIT_CASES,
  ...TIME_CASES,
];
