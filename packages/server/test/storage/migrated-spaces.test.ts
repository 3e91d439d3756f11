import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Databases } from '../../src/storage/database.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { freshDatabases } from '../support/databases.ts';
import { rewind } from '../support/rewind.ts';

const AT = "'2026-02-10T12:00:00Z'";
const NBSP = '\u00A0';

const brand = (id: number, name: string, externalId: string | null = null, description: string | null = null) =>
  `(1, ${id}, 1, '${name}', ${description === null ? 'null' : `'${description}'`}, 0,
    ${externalId === null ? 'null' : `'${externalId}'`}, ${AT}, ${AT})`;
const item = (id: number, name: string, code: string, variants: object[] = []) =>
  `(1, ${id}, ${variants.length > 0 ? 1 : 0}, 1, '${name}', '${code}', '[]', 1, 'GBP', 0, true, '[]',
    '${JSON.stringify(variants)}', '[]', '[]', 0, ${AT}, ${AT}, lower('${name}'))`;
const variant = (id: number, name: string, itemCode: string) => ({ id, name, itemCode, barcodes: [], price: null });

/** Records as the program wrote them when it kept spaces at the ends of texts. */
const ROWS = `
  insert into brands (company_id, id, status, name, description, app_id, external_id, entry_date, updated_at)
  values ${[
    brand(10, `Coffee ${NBSP}`, 'b-1 ', ' one\ntwo\n'),
    brand(11, 'Tea'),
    brand(12, 'Tea '),
    brand(13, NBSP),
    brand(14, 'Plain'),
    brand(15, 'Milk', 'b-2'),
    brand(16, 'Cocoa', 'b-2 '),
  ].join()};
  insert into items (company_id, id, type, status, name, item_code, barcodes, price, currency, weighing_scale, track_stock,
    modifier_ids, variants, components, stores, app_id, entry_date, updated_at, search_text)
  values ${[
    item(30, '\u3000Latte', 'L ', [variant(31, `12" `, 'L 12 '), variant(32, `${NBSP}"a","b", `, 'L 16')]),
    item(33, 'One', 'X'),
    item(34, 'Two', 'X '),
  ].join()};
  insert into item_identifiers values (1, 'itemCode', 'L ', 30), (1, 'itemCode', 'L 12 ', 30),
    (1, 'itemCode', 'L 16', 30), (1, 'itemCode', 'X', 33), (1, 'itemCode', 'X ', 34);`;

let databases: Databases;
beforeAll(async () => {
  databases = await freshDatabases();
  await rewind(databases, 'region_us', 26, ROWS);
  await migrate(databases);
});
afterAll(() => databases?.close());

const query = async (sql: string) => (await databases.regions.US.query(sql.replaceAll('region.', 'region_us.'))).rows;
const record = async (table: string, id: number) =>
  JSON.parse((await query(`select doc from region.${table} where id = ${id}`))[0].doc);

describe('Text from before its ends were trimmed', () => {
  test('loses its spaces, and its record gets the next version', async () => {
    const coffee = { name: 'Coffee', externalId: 'b-1', description: 'one\ntwo', version: 4 };
    expect(await record('brands', 10)).toMatchObject(coffee);
    expect(await record('brands', 14)).toMatchObject({ name: 'Plain', version: 1 });
    expect((await record('brands', 13)).name).toBe('?');
  });

  test('is trimmed within lists, and in the codes of items', async () => {
    const variants = [
      { name: '12"', itemCode: 'L 12' },
      { name: '"a","b",', itemCode: 'L 16' },
    ];
    expect(await record('items', 30)).toMatchObject({ name: 'Latte', itemCode: 'L', variants });
    expect(await query('select name from region.items_search where id = 30')).toEqual([{ name: 'Latte' }]);
    const codes = await query('select value from region.item_identifiers where item_id = 30 order by 1');
    expect(codes.map(({ value }) => value)).toEqual(['L', 'L 12', 'L 16']);
  });

  test('stays as it is where another record has the same without them', async () => {
    expect((await record('brands', 12)).name).toBe('Tea ');
    expect((await record('brands', 16)).externalId).toBe('b-2 ');
    expect((await record('items', 34)).itemCode).toBe('X ');
  });

  test('leaves every table under row-level security', async () => {
    const open = await query(`select relname from pg_class where relnamespace = 'region_us'::regnamespace
      and relrowsecurity and not relforcerowsecurity`);
    expect(open).toEqual([]);
  });
});
