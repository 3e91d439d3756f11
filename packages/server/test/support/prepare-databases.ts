import { appendFileSync, mkdirSync } from 'node:fs';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../src/database/database.ts';
import { emptyImage } from '../../src/database/embedded.ts';
import { migrate, schemasOf } from '../../src/database/migrate.ts';
import { templateName, testPrefix } from './databases.ts';

/** Creates one migrated database of each kind. Test files start from copies. */
export default async function prepareDatabases(project: TestProject): Promise<void> {
  noteProject(project.name);
  await (project.config.env.TEST_STORAGE === 'embedded' ? emptyImage() : preparePostgres());
}

/** Both PostgreSQL projects share a template. Whichever starts first recreates it. */
async function preparePostgres(): Promise<void> {
  const url = process.env.TEST_DATABASE_URL as string;
  if (process.env.TEST_POSTGRES_READY) return;
  process.env.TEST_POSTGRES_READY = '1';
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const { rows } = await admin.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [testPrefix(url)],
  );
  for (const { datname } of rows) await admin.query(`drop database if exists ${datname} with (force)`);
  await admin.query(`create database ${templateName(url)}`);
  await admin.end();
  const template = new URL(url);
  template.pathname = `/${templateName(url)}`;
  const databases = await openPostgres(template.href, {});
  await migrate(databases);
  // A copy of it is not a restore.
  for (const { name } of schemasOf(databases)) await databases.control.query(`delete from ${name}.lineage`);
  await databases.close();
}

/** Marker for CI, which requires that every project ran. */
function noteProject(name: string): void {
  mkdirSync('.test-results', { recursive: true });
  appendFileSync('.test-results/projects', `${name}\n`);
}
