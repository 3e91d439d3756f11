import { CASES } from '../../src/cases/index.ts';
import { seedOf } from '../prove/sample.ts';
import { describeWholeSuite, quarterOf } from './support/whole-suite.ts';

const limits = { requestsPerMinute: 300, mintsPerMinute: 30 };

// With PostgreSQL, suite-postgres.test.ts runs every case.
const cases = process.env.TEST_DATABASE_URL ? quarterOf(CASES, seedOf(process.env, Date.now())) : CASES;

describeWholeSuite('with the documented limits', 42, { limits, spares: 4 }, cases);
