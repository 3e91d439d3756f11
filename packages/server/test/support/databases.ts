import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Databases, openPostgres } from '../../src/database/database.ts';
import { openMemory } from '../../src/database/embedded.ts';

/** Databases are named after the one in TEST_DATABASE_URL, so that runs with different databases do not interfere. */
export const testPrefix = (url: string): string => `${new URL(url).pathname.slice(1) || 'postgres'}_tillgate_test_`;

export const templateName = (url: string): string => `${testPrefix(url)}template`;

export const storage = (process.env.TEST_STORAGE ?? 'embedded') as 'embedded' | 'postgres' | 'guarded';

/** A migrated, empty database for one test file; closing it removes it. */
export const freshDatabases = (): Promise<Databases> => (storage === 'embedded' ? openMemory() : freshPostgres());

/** Time limits that even a busy machine does not reach. */
export const PATIENT = {
  connect: 15_000,
  silence: 15_000,
  probe: 15_000,
  statement: 20_000,
  lock: 20_000,
  answer: 25_000,
};

async function freshPostgres(): Promise<Databases> {
  const { url, drop } = await freshPostgresUrl(templateName(process.env.TEST_DATABASE_URL as string));
  const databases = await openPostgres(url, {}, { limits: PATIENT });
  return {
    ...databases,
    async close() {
      await databases.close();
      await drop();
    },
  };
}

/** A separate database on the test server, a copy of `template`. */
export async function freshPostgresUrl(template = 'template1'): Promise<{ url: string; drop: () => Promise<void> }> {
  const url = new URL(process.env.TEST_DATABASE_URL as string);
  const name = testPrefix(url.href) + randomBytes(6).toString('hex');
  await asAdmin((admin) => admin.query(`create database ${name} template ${template}`));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`)) };
}

async function asAdmin(work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
