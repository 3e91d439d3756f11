import { openEmptyPostgres } from './support/postgres.ts';
import { describeWholeSuite } from './support/whole-suite.ts';

const url = process.env.TEST_DATABASE_URL;

// Reads also run under row-level security here, which fails statements that omit the merchant.
describeWholeSuite('on PostgreSQL', 43, url ? { open: () => openEmptyPostgres(url), guardReads: true } : undefined);
