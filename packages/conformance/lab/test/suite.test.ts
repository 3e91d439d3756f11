import { CASES } from '../../src/cases/index.ts';
import { describeWholeSuite, partOf } from './support/whole-suite.ts';

const limits = { requestsPerMinute: 300, mintsPerMinute: 30 };

// With PostgreSQL, suite-postgres.test.ts runs the specification's cases as well.
const cases = process.env.TEST_DATABASE_URL ? partOf(CASES, 4) : CASES;

describeWholeSuite('with the documented limits', 42, { limits, spares: 4 }, cases);
