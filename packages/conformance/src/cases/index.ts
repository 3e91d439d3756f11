import type { Case } from '../run/case.ts';
import { ACCESS_CASES } from './access.ts';
import { API_KEY_CASES } from './api-keys.ts';
import { BRAND_CASES } from './brands.ts';
import { CATEGORY_CASES } from './categories.ts';
import { CONSENT_CASES } from './consent.ts';
import { CONSENT_PAGE_CASES } from './consent-pages.ts';
import { CONSENT_REFUSAL_CASES } from './consent-refusals.ts';
import { EVERY_LIST_CASES } from './every-list.ts';
import { EVERY_OPERATION_CASES } from './every-operation.ts';
import { EVERY_WRITE_CASES } from './every-write.ts';
import { HOST_CASES } from './hosts.ts';
import { HTTP_CASES } from './http.ts';
import { ITEM_CASES } from './items.ts';
import { LIMIT_CASES } from './limits.ts';
import { MENU_CASES } from './menus.ts';
import { DOCUMENT_CASES } from './metadata.ts';
import { MINT_CASES } from './mint.ts';
import { MODIFIER_CASES } from './modifiers.ts';
import { OAUTH_CASES } from './oauth.ts';
import { OAUTH_CLIENT_CASES } from './oauth-clients.ts';
import { OAUTH_REFRESH_CASES } from './oauth-refresh.ts';
import { OAUTH_REVOKE_CASES } from './oauth-revoke.ts';
import { OAUTH_SHAPE_CASES } from './oauth-shape.ts';
import { ORDER_CASES } from './order.ts';
import { PURCHASE_ORDER_CASES } from './purchase-orders.ts';
import { RANDOM_CASES } from './random.ts';
import { REFERENCE_CASES } from './references.ts';
import { REPORT_CASES } from './reports.ts';
import { SHAPE_CASES } from './shape.ts';
import { STATEFUL_CASES } from './stateful.ts';
import { STOCK_ADJUSTMENT_CASES } from './stock-adjustments.ts';
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
  ...EVERY_WRITE_CASES,
  ...BRAND_CASES,
  ...CATEGORY_CASES,
  ...ITEM_CASES,
  ...MENU_CASES,
  ...MODIFIER_CASES,
  ...PURCHASE_ORDER_CASES,
  ...STOCK_TRANSFER_CASES,
  ...STOCK_ADJUSTMENT_CASES,
  ...REPORT_CASES,
  ...REFERENCE_CASES,
  ...SHAPE_CASES,
  ...RANDOM_CASES,
  ...STATEFUL_CASES,
  ...LIMIT_CASES,
  ...TIME_CASES,
];
