import { describeWholeSuite } from './support/whole-suite.ts';

const limits = { requestsPerMinute: 300, mintsPerMinute: 30 };

describeWholeSuite('with the documented limits', 42, { limits, spares: 4 });
