import { describeSuite } from '../support/suite.ts';

const limits = { requestsPerMinute: 300, mintsPerMinute: 30 };

describeSuite('with the documented limits', 42, { limits, spares: 4 });
