import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Databases, openPostgres } from '../../../src/database/database.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { StartError } from '../../../src/process/start-error.ts';
import { freshDatabases } from '../../support/databases.ts';

/** Removes what a restore leaves out if the role that runs writes is missing: its privileges and policies. */
const FORGET_ROLE = `
  revoke all on schema region_uk from tillgate_tenant;
  revoke all on all tables in schema region_uk from tillgate_tenant;
  revoke all on all sequences in schema region_uk from tillgate_tenant;
  do $$ declare p record; begin
    for p in select policyname, tablename from pg_policies where schemaname = 'region_uk' and policyname = 'tenant' loop
      execute format('drop policy %I on region_uk.%I', p.policyname, p.tablename);
    end loop;
  end $$`;

describe('A database restored without the role that runs writes', () => {
  let databases: Databases;
  beforeEach(async () => {
    databases = await freshDatabases();
  });
  afterEach(() => databases?.close());

  const texts = async (sql: string) => (await databases.control.query<{ text: string }>(sql)).rows.map((r) => r.text);
  const access = async () => ({
    grants: await texts(`select concat_ws(' ', c.relname, c.relkind, a.privilege_type) as text
      from pg_class c, aclexplode(c.relacl) a where c.relnamespace = 'region_uk'::regnamespace
      and a.grantee = 'tillgate_tenant'::regrole and c.relkind in ('r', 'S') order by 1`),
    columns: await texts(`select concat_ws(' ', c.relname, x.attname, a.privilege_type) as text
      from pg_class c join pg_attribute x on x.attrelid = c.oid, aclexplode(x.attacl) a
      where c.relnamespace = 'region_uk'::regnamespace and a.grantee = 'tillgate_tenant'::regrole order by 1`),
    policies: await texts(`select concat_ws(' ', tablename, policyname, cmd, roles, qual, with_check) as text
      from pg_policies where schemaname = 'region_uk' order by 1`),
    security: await texts(`select concat_ws(' ', relname, relrowsecurity, relforcerowsecurity) as text
      from pg_class where relnamespace = 'region_uk'::regnamespace and relkind = 'r' order by 1`),
  });

  test('has exactly its privileges and policies again at the next start', async () => {
    const before = await access();
    await databases.control.query(FORGET_ROLE);
    await databases.control.query('alter table region_uk.items no force row level security');
    await databases.control.query('alter table region_uk.brands disable row level security');
    await databases.control.query('drop policy service_reads on region_uk.stores');
    expect(await access()).not.toEqual(before);
    await migrate(databases);
    expect(await access()).toEqual(before);
    expect(before.grants.length).toBeGreaterThan(60);
    expect(before.columns).toEqual(['sales voided_at UPDATE']);
  });

  test('is rejected with the statement to run if the service cannot run it', async () => {
    const { connectionString } = databases.control.options;
    const role = `w_limited_${randomBytes(6).toString('hex')}`;
    await databases.control.query(`create role ${role} login password 'secret'`);
    const url = new URL(connectionString as string);
    url.username = role;
    url.password = 'secret';
    const limited = await openPostgres(url.href, {});
    try {
      const error = await migrate(limited).catch((e) => e);
      expect(error).toBeInstanceOf(StartError);
      expect(error.message).toBe(
        `The role of DATABASE_URL lacks privileges that it cannot grant itself. As a superuser of that database, run: grant tillgate_tenant to ${role}`,
      );
      await databases.control.query(`grant tillgate_tenant to ${role}`);
      const lesser = await migrate(limited).catch((e) => e);
      expect(lesser).toBeInstanceOf(StartError);
      expect(lesser.message).toMatch(/^The role of DATABASE_URL lacks a privilege: permission denied for /);
    } finally {
      await limited.close();
      await databases.control.query(`drop owned by ${role}; drop role ${role}`);
    }
  });
});
