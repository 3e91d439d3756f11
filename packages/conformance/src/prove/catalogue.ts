import type { Fault } from './fault.ts';
import { ANSWER_CODE_FAULTS } from './faults/answer-codes.ts';
import { ANSWER_HEADER_FAULTS } from './faults/answer-headers.ts';
import { ANSWER_RECORD_FAULTS } from './faults/answer-records.ts';
import { LIST_FAULTS } from './faults/lists.ts';
import { REQUEST_FAULTS } from './faults/requests.ts';
import { HANDLER_FAULTS } from './faults/server-handlers.ts';
import { PART_FAULTS } from './faults/server-parts.ts';
import { VALIDATION_FAULTS } from './faults/server-validation.ts';
import { STATEMENT_LIST_FAULTS } from './faults/statement-lists.ts';
import { STATEMENT_OAUTH_FAULTS } from './faults/statement-oauth.ts';
import { STATEMENT_RECORD_FAULTS } from './faults/statement-records.ts';

/** Every fault that the suite is proved against. */
export const CATALOGUE: readonly Fault[] = [
  ...ANSWER_HEADER_FAULTS,
  ...ANSWER_CODE_FAULTS,
  ...ANSWER_RECORD_FAULTS,
  ...REQUEST_FAULTS,
  ...LIST_FAULTS,
  ...STATEMENT_LIST_FAULTS,
  ...STATEMENT_RECORD_FAULTS,
  ...STATEMENT_OAUTH_FAULTS,
  ...HANDLER_FAULTS,
  ...VALIDATION_FAULTS,
  ...PART_FAULTS,
];
