import { CASES } from '../../../src/cases/index.ts';
import { describeSuite } from '../support/suite.ts';

/** Subjects whose cases wait, move the clock often, or send hundreds of requests each. */
const LONG = [
  /^(approvals|console|growing|limits|office|time|webhooks)\./,
  /^pinned\.(access-|change\.|changes-wait|list\.|long-list\.|stock\.|texts\.|wrong\.)/,
  /^pinned\..+\.(full|listed)$|^sequences\.many$/,
];

const cases = CASES.filter(({ id }) => !LONG.some((long) => long.test(id)));

describeSuite('without its long cases', 42, {}, { cases, runs: 1 });
