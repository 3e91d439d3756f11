import { CASES } from '../../../src/cases/index.ts';
import { describeSuite } from '../support/suite.ts';

/** Cases that take seconds each: long lists, waits, lifetimes of deliveries, limits and the pages of people. */
const LONG = /^(pinned\.(long-list|list|change|changes-wait)|webhooks\.time|growing|limits|console|office)/;

describeSuite('without its long cases', 42, {}, { cases: CASES.filter(({ id }) => !LONG.test(id)), runs: 1 });
