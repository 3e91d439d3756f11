import type { Fault, Faults } from './fault.ts';
import { ANSWER_CODE_FAULTS } from './faults/answer-codes.ts';
import { ANSWER_HEADER_FAULTS } from './faults/answer-headers.ts';
import { ANSWER_RECORD_FAULTS } from './faults/answer-records.ts';
import { APPROVAL_FAULTS } from './faults/approvals.ts';
import { APP_FAULTS } from './faults/apps.ts';
import { DOCUMENT_FAULTS } from './faults/back-office-documents.ts';
import { BATCH_FAULTS } from './faults/batches.ts';
import { CATALOGUE_LIST_FAULTS } from './faults/catalogue-lists.ts';
import { CHANGES_FEED_FAULTS } from './faults/changes-feed.ts';
import { CLAIM_FAULTS } from './faults/claims.ts';
import { CREDENTIAL_FAULTS } from './faults/credentials.ts';
import { DAILY_SALES_FAULTS } from './faults/daily-sales.ts';
import { DELTA_LIST_FAULTS } from './faults/delta-lists.ts';
import { DOCUMENT_LIST_FAULTS } from './faults/document-lists.ts';
import { DOCUMENTS_BESIDE_FAULTS } from './faults/documents-beside.ts';
import { DOCUMENTS_TOGETHER_FAULTS } from './faults/documents-together.ts';
import { GRANT_FAULTS } from './faults/grants.ts';
import { HTTP_FAULTS } from './faults/http.ts';
import { SALES_BY_ITEM_FAULTS, STOCK_ON_HAND_FAULTS } from './faults/item-reports.ts';
import { KEY_FAULTS } from './faults/keys.ts';
import { KIND_FAULTS } from './faults/kinds.ts';
import { LIST_FAULTS } from './faults/lists.ts';
import { LOCK_FAULTS } from './faults/locks.ts';
import { LOOKALIKE_FAULTS } from './faults/lookalikes.ts';
import { MENU_FAULTS } from './faults/menus.ts';
import { MOVEMENT_FAULTS } from './faults/movements.ts';
import { PURCHASE_FAULTS } from './faults/purchases.ts';
import { QUERY_FAULTS } from './faults/queries.ts';
import { RECORD_FAULTS } from './faults/records.ts';
import { REPORT_ACCESS_FAULTS } from './faults/report-access.ts';
import { REPORT_FAULTS } from './faults/reports.ts';
import { REQUEST_FAULTS } from './faults/requests.ts';
import { REVOCATION_FAULTS } from './faults/revocation.ts';
import { HANDLER_FAULTS } from './faults/server-handlers.ts';
import { PART_FAULTS } from './faults/server-parts.ts';
import { VALIDATION_FAULTS } from './faults/server-validation.ts';
import { STATEFUL_FAULTS } from './faults/stateful.ts';
import { STATEMENT_LIST_FAULTS } from './faults/statement-lists.ts';
import { STATEMENT_OAUTH_FAULTS } from './faults/statement-oauth.ts';
import { STATEMENT_RECORD_FAULTS } from './faults/statement-records.ts';
import { STOCK_FAULTS } from './faults/stock.ts';
import { STREAM_FAULTS } from './faults/streams.ts';
import { VALUE_FAULTS } from './faults/values.ts';
import { WEB_CALLBACK_FAULTS } from './faults/web-callback.ts';
import { WEB_CONSENT_FAULTS } from './faults/web-consent.ts';
import { WEB_PAGE_FAULTS } from './faults/web-pages.ts';
import { WEB_REQUEST_FAULTS } from './faults/web-requests.ts';
import { WEB_SESSION_FAULTS } from './faults/web-sessions.ts';
import { WEBHOOK_FAULTS } from './faults/webhooks.ts';

/** Faults that the suite has to catch, by subject. */
const SUBJECTS: Readonly<Record<string, Faults>> = {
  'answer-headers': ANSWER_HEADER_FAULTS,
  'answer-codes': ANSWER_CODE_FAULTS,
  'answer-records': ANSWER_RECORD_FAULTS,
  queries: QUERY_FAULTS,
  values: VALUE_FAULTS,
  requests: REQUEST_FAULTS,
  lists: LIST_FAULTS,
  'catalogue-lists': CATALOGUE_LIST_FAULTS,
  'changes-feed': CHANGES_FEED_FAULTS,
  'delta-lists': DELTA_LIST_FAULTS,
  streams: STREAM_FAULTS,
  'statement-lists': STATEMENT_LIST_FAULTS,
  'statement-records': STATEMENT_RECORD_FAULTS,
  'statement-oauth': STATEMENT_OAUTH_FAULTS,
  batches: BATCH_FAULTS,
  'server-handlers': HANDLER_FAULTS,
  'server-validation': VALIDATION_FAULTS,
  'server-parts': PART_FAULTS,
  'web-callback': WEB_CALLBACK_FAULTS,
  'web-requests': WEB_REQUEST_FAULTS,
  'web-consent': WEB_CONSENT_FAULTS,
  'web-pages': WEB_PAGE_FAULTS,
  'web-sessions': WEB_SESSION_FAULTS,
  claims: CLAIM_FAULTS,
  grants: GRANT_FAULTS,
  revocation: REVOCATION_FAULTS,
  keys: KEY_FAULTS,
  approvals: APPROVAL_FAULTS,
  apps: APP_FAULTS,
  credentials: CREDENTIAL_FAULTS,
  lookalikes: LOOKALIKE_FAULTS,
  reports: REPORT_FAULTS,
  stock: STOCK_FAULTS,
  menus: MENU_FAULTS,
  records: RECORD_FAULTS,
  purchases: PURCHASE_FAULTS,
  'document-lists': DOCUMENT_LIST_FAULTS,
  movements: MOVEMENT_FAULTS,
  'documents-together': DOCUMENTS_TOGETHER_FAULTS,
  'documents-beside': DOCUMENTS_BESIDE_FAULTS,
  kinds: KIND_FAULTS,
  locks: LOCK_FAULTS,
  http: HTTP_FAULTS,
  stateful: STATEFUL_FAULTS,
  'daily-sales': DAILY_SALES_FAULTS,
  'sales-by-item': SALES_BY_ITEM_FAULTS,
  'stock-on-hand': STOCK_ON_HAND_FAULTS,
  'report-access': REPORT_ACCESS_FAULTS,
  'back-office-documents': DOCUMENT_FAULTS,
  webhooks: WEBHOOK_FAULTS,
};

/** A fault of the catalogue, with its id and subject. */
export interface Entry extends Fault {
  readonly id: string;
  readonly subject: string;
}

export const CATALOGUE: readonly Entry[] = Object.entries(SUBJECTS).flatMap(([subject, faults]) =>
  Object.entries(faults).map(([id, fault]) => ({ id, subject, ...fault })),
);
