import { openEmptyPostgres } from './support/postgres.ts';
import { describeWholeSuite } from './support/whole-suite.ts';

const url = process.env.TEST_DATABASE_URL;

// Under row-level security on reads too, which a statement that forgets its merchant does not survive.
describeWholeSuite('on PostgreSQL', 43, url ? { open: () => openEmptyPostgres(url), guardReads: true } : undefined);
