import type { Fault } from './fault.ts';
import { ANSWER_CODE_FAULTS } from './faults/answer-codes.ts';
import { ANSWER_HEADER_FAULTS } from './faults/answer-headers.ts';
import { ANSWER_RECORD_FAULTS } from './faults/answer-records.ts';
import { APPROVAL_FAULTS } from './faults/approvals.ts';
import { BACK_OFFICE_FAULTS } from './faults/back-office.ts';
import { CATALOGUE_LIST_FAULTS } from './faults/catalogue-lists.ts';
import { CLAIM_FAULTS } from './faults/claims.ts';
import { CREDENTIAL_FAULTS } from './faults/credentials.ts';
import { DOCUMENT_LIST_FAULTS } from './faults/document-lists.ts';
import { DOCUMENTS_BESIDE_FAULTS } from './faults/documents-beside.ts';
import { DOCUMENTS_TOGETHER_FAULTS } from './faults/documents-together.ts';
import { GRANT_FAULTS } from './faults/grants.ts';
import { HTTP_FAULTS } from './faults/http.ts';
import { KEY_FAULTS } from './faults/keys.ts';
import { LIST_FAULTS } from './faults/lists.ts';
import { LOOKALIKE_FAULTS } from './faults/lookalikes.ts';
import { MENU_FAULTS } from './faults/menus.ts';
import { MOVEMENT_FAULTS } from './faults/movements.ts';
import { PURCHASE_FAULTS } from './faults/purchases.ts';
import { QUERY_FAULTS } from './faults/queries.ts';
import { RECORD_FAULTS } from './faults/records.ts';
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
import { VALUE_FAULTS } from './faults/values.ts';
import { WEB_CALLBACK_FAULTS } from './faults/web-callback.ts';
import { WEB_CONSENT_FAULTS } from './faults/web-consent.ts';
import { WEB_PAGE_FAULTS } from './faults/web-pages.ts';
import { WEB_REQUEST_FAULTS } from './faults/web-requests.ts';
import { WEB_SESSION_FAULTS } from './faults/web-sessions.ts';

/** Every fault that the suite is proved against. */
export const CATALOGUE: readonly Fault[] = [
  ...ANSWER_HEADER_FAULTS,
  ...ANSWER_CODE_FAULTS,
  ...ANSWER_RECORD_FAULTS,
  ...QUERY_FAULTS,
  ...VALUE_FAULTS,
  ...REQUEST_FAULTS,
  ...LIST_FAULTS,
  ...CATALOGUE_LIST_FAULTS,
  ...STATEMENT_LIST_FAULTS,
  ...STATEMENT_RECORD_FAULTS,
  ...STATEMENT_OAUTH_FAULTS,
  ...HANDLER_FAULTS,
  ...VALIDATION_FAULTS,
  ...PART_FAULTS,
  ...WEB_CALLBACK_FAULTS,
  ...WEB_REQUEST_FAULTS,
  ...WEB_CONSENT_FAULTS,
  ...WEB_PAGE_FAULTS,
  ...WEB_SESSION_FAULTS,
  ...CLAIM_FAULTS,
  ...GRANT_FAULTS,
  ...REVOCATION_FAULTS,
  ...KEY_FAULTS,
  ...APPROVAL_FAULTS,
  ...CREDENTIAL_FAULTS,
  ...LOOKALIKE_FAULTS,
  ...REPORT_FAULTS,
  ...STOCK_FAULTS,
  ...MENU_FAULTS,
  ...RECORD_FAULTS,
  ...PURCHASE_FAULTS,
  ...DOCUMENT_LIST_FAULTS,
  ...MOVEMENT_FAULTS,
  ...DOCUMENTS_TOGETHER_FAULTS,
  ...DOCUMENTS_BESIDE_FAULTS,
  ...HTTP_FAULTS,
  ...STATEFUL_FAULTS,
  ...BACK_OFFICE_FAULTS,
];
