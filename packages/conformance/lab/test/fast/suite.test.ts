import { CASES } from '../../../src/cases/index.ts';
import { describeSuite } from '../support/suite.ts';

/** Subjects whose cases wait, move the clock often, or send hundreds of requests each. */
const LONG = [
  /^(approvals|changes|console|limits|lists|long-lists|office|time|tours|values|webhooks)\./,
  /^scripts\.(access-|changes-wait|full-groups|names|stock-)/,
];

const cases = CASES.filter(({ id }) => !LONG.some((long) => long.test(id)));

describeSuite('without its long cases', 42, {}, { cases, runs: 1 });
