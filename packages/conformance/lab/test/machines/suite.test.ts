import { openEmptyPostgres } from '../support/postgres.ts';
import { describeSuite } from '../support/suite.ts';

const url = process.env.TEST_DATABASE_URL;

// Reads also run under row-level security here, which fails statements that omit the merchant.
const options = url ? { open: () => openEmptyPostgres(url), guardReads: true } : undefined;
describeSuite('on PostgreSQL', 43, options);
