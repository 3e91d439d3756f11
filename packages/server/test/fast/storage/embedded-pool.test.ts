import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Databases } from '../../../src/storage/database.ts';
import { freshDatabases } from '../../support/databases.ts';

let databases: Databases;
beforeEach(async () => {
  databases = await freshDatabases();
});
afterEach(() => databases?.close());

const named = { name: 'one', text: 'select 1 as one' };

test('A statement prepared before the connection was replaced runs again afterwards', async () => {
  const { control } = databases;
  expect((await control.query(named)).rows).toEqual([{ one: 1 }]);
  (await control.connect()).release(true);
  expect((await control.query(named)).rows).toEqual([{ one: 1 }]);
});

test('A transaction that was left open by a replaced connection is rolled back', async () => {
  const { control } = databases;
  const client = await control.connect();
  await client.query('begin');
  await client.query('create table control.left_open (id integer)');
  client.release(true);
  const { rows } = await control.query(`select to_regclass('control.left_open') as found`);
  expect(rows).toEqual([{ found: null }]);
});

test('An idle connection stays open', () => {
  expect(databases.control.options.idleTimeoutMillis).toBe(0);
});
