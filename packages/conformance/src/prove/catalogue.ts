import type { Fault } from './fault.ts';
import { ANSWER_FAULTS } from './faults/answers.ts';
import { BACK_OFFICE_FAULTS } from './faults/back-office.ts';
import { LIST_FAULTS } from './faults/lists.ts';
import { SERVER_FAULTS } from './faults/server.ts';
import { STATEFUL_FAULTS } from './faults/stateful.ts';
import { STATEMENT_FAULTS } from './faults/statements.ts';

/** Every fault that the suite is proved against. */
export const CATALOGUE: readonly Fault[] = [
  ...ANSWER_FAULTS,
  ...LIST_FAULTS,
  ...STATEMENT_FAULTS,
  ...SERVER_FAULTS,
  ...STATEFUL_FAULTS,
  ...BACK_OFFICE_FAULTS,
];
