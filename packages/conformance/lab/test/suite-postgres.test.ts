import { CASES } from '../../src/cases/index.ts';
import { openEmptyPostgres } from './support/postgres.ts';
import { describeWholeSuite, partOf } from './support/whole-suite.ts';

const url = process.env.TEST_DATABASE_URL;

// Reads also run under row-level security here, which fails statements that omit the merchant.
const options = url ? { open: () => openEmptyPostgres(url), guardReads: true } : undefined;
describeWholeSuite('on PostgreSQL', 43, options, partOf(CASES, 2));
