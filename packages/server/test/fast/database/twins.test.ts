import { afterAll, describe, expect, test } from 'vitest';
import { freshDatabases } from '../../support/databases.ts';

const AT = "'2026-02-10T12:00:00Z'";

const brand = (id: number, name: string, twin: number) => `(1, ${id}, 1, '${name}', 0, ${AT}, ${AT}, ${twin})`;
const category = (id: number, name: string, parent: number | null, twin: number) =>
  `(1, ${id}, 1, '${name}', ${parent}, 0, 0, ${AT}, ${AT}, ${twin})`;

/** Records as in databases that predate the comparison of names without case and accents. */
const ROWS = `
  insert into region_ae.brands (company_id, id, status, name, app_id, entry_date, updated_at, twin)
  values ${[brand(10, 'Café', 0), brand(11, 'Café', 11), brand(12, 'cafe', 12), brand(13, 'Zulu', 0)].join()};
  insert into region_ae.categories (company_id, id, status, name, parent_id, sort_order, app_id, entry_date, updated_at, twin)
  values ${[
    category(20, 'Café', null, 0),
    category(21, 'CAFE', null, 21),
    category(22, 'Café', 20, 0),
    category(23, 'cafe', 21, 0),
  ].join()};`;

const databases = await freshDatabases();
await databases.regions.AE.query(ROWS);
afterAll(() => databases?.close());

/** Constraint that the statements violate, if any. They are rolled back. */
const violated = async (sql: string): Promise<unknown> => {
  const client = await databases.regions.AE.connect();
  try {
    await client.query('begin; set local search_path to region_ae, public');
    return await client.query(sql).then(
      () => null,
      (error) => error.constraint,
    );
  } finally {
    await client.query('rollback');
    client.release();
  }
};

describe('Records whose names are equal without case and accents', () => {
  const rename = (id: number, name: string) => `update brands set name = '${name}' where id = ${id}`;
  const insert = `insert into brands (company_id, id, status, name, app_id, entry_date, updated_at)
    values (1, 99, 1, 'CAFÉ', 0, ${AT}, ${AT})`;

  test('keep others from the name', async () => {
    expect(await violated(insert)).toBe('brands_name');
    expect(await violated(rename(13, 'Cafe'))).toBe('brands_name');
  });

  test('can be written again unchanged, in another case too', async () => {
    expect(await violated(rename(11, 'Café'))).toBeNull();
    expect(await violated(rename(12, 'CAFE'))).toBeNull();
  });

  test('are unique again once all but one are renamed, whichever it is', async () => {
    expect(await violated(`${rename(10, 'Other')}; ${insert}`)).toBe('brands_name');
    expect(await violated(`${rename(10, 'Other')}; ${rename(11, 'Another')}; ${insert}`)).toBe('brands_name');
    expect(await violated(`${rename(11, 'Other')}; ${rename(11, 'Cafe')}`)).toBe('brands_name');
    const all = `${rename(10, 'A1')}; ${rename(11, 'A2')}; ${rename(12, 'A3')}`;
    expect(await violated(`${all}; ${insert}`)).toBeNull();
  });

  test('are compared only among the categories of one parent', async () => {
    expect(await violated('update categories set parent_id = 21 where id = 22')).toBe('categories_name');
    expect(await violated(`update categories set parent_id = null, name = 'free' where id = 22`)).toBeNull();
  });
});
