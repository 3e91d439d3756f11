import { execFile } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { databaseFolder } from '../../src/storage/data-folder.ts';
import { openPostgres } from '../../src/storage/database.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { emptyDatabase } from '../../src/storage/open-folder.ts';
import { templateFile, templateName, testPrefix } from './databases.ts';

const run = promisify(execFile);

/** Makes one migrated database of each kind; test files start from copies. */
export default async function prepareDatabases(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  noteProject(project.name);
  return project.config.env.TEST_STORAGE === 'embedded' ? prepareEmbedded() : preparePostgres();
}

async function prepareEmbedded(): Promise<() => Promise<void>> {
  const folder = await emptyDatabase();
  if (!folder) throw new Error('The folder node_modules of the server must be writable.');
  const file = templateFile(process.pid);
  process.env.TEST_TEMPLATE = file;
  await run('tar', ['-cf', file, '-C', databaseFolder(folder), '.']);
  return () => rm(file, { force: true });
}

/** Both PostgreSQL projects use one template; the first to come makes it anew. */
async function preparePostgres(): Promise<undefined> {
  const url = process.env.TEST_DATABASE_URL as string;
  if (process.env.TEST_POSTGRES_READY) return undefined;
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
  await databases.close();
  return undefined;
}

/** Marker for CI, which requires that every project ran. */
function noteProject(name: string): void {
  mkdirSync('.test-results', { recursive: true });
  appendFileSync('.test-results/projects', `${name}\n`);
}
