import { openPostgres } from '@tillgate/server/database/database.ts';
import { freshPostgresUrl, PATIENT } from '@tillgate/server/test-support/databases.ts';
import { describeSuite } from '../support/suite.ts';

async function open() {
  const { url, drop } = await freshPostgresUrl();
  const databases = await openPostgres(url, {}, { limits: PATIENT });
  return { ...databases, close: () => databases.close().then(drop) };
}

// Reads also run under row-level security here, which fails statements that omit the merchant.
describeSuite('on PostgreSQL', 43, process.env.TEST_DATABASE_URL ? { open, guardReads: true } : undefined);
