import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Databases } from '../../src/storage/database.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { freshDatabases } from '../support/databases.ts';
import { docOf } from '../support/doc-of.ts';
import { rewind } from '../support/rewind.ts';

const NFC = 'Café';
const NFD = 'Cafe\u0301';
const AT = "'2026-02-10T12:00:00Z'";

const brand = (id: number, name: string, externalId: string | null = null, description: string | null = null) =>
  `(1, ${id}, 1, '${name}', ${description === null ? 'null' : `'${description}'`}, 0,
    ${externalId === null ? 'null' : `'${externalId}'`}, ${AT}, ${AT})`;
const category = (id: number, name: string, parent: number | null = null) =>
  `(1, ${id}, 1, '${name}', ${parent}, 0, 0, ${AT}, ${AT})`;
const item = (id: number, name: string, code: string, variants: object[] = []) =>
  `(1, ${id}, ${variants.length > 0 ? 1 : 0}, 1, '${name}', '${code}', '[]', 1, 'GBP', 0, true, '[]',
    '${JSON.stringify(variants)}', '[]', '[]', 0, ${AT}, ${AT}, lower('${name}'))`;

/** Records as the program wrote them when text was kept as it had been sent. */
const ROWS = `
  insert into stores (company_id, id, status, name, code, timezone, currency, entry_date, updated_at)
  values (1, 1, 1, 'ΣΊΣΥΦΟΣ', 'S1', 'UTC', 'GBP', ${AT}, ${AT}), (1, 2, 1, 'Two', 'S2', 'UTC', 'GBP', ${AT}, ${AT});
  insert into suppliers (company_id, id, status, name, entry_date, updated_at) values (1, 3, 1, 'Größe ${NFD}', ${AT}, ${AT});
  insert into brands (company_id, id, status, name, description, app_id, external_id, entry_date, updated_at)
  values ${[
    brand(10, NFD, NFD, `${NFD}\u202E`),
    brand(11, NFC, NFC),
    brand(12, 'cafe'),
    brand(13, 'Zulu'),
    brand(14, 'Ärger'),
    brand(15, 'a\u202Eb\u0085c'),
    brand(16, '\u202E'),
  ].join()};
  insert into categories (company_id, id, status, name, parent_id, sort_order, app_id, entry_date, updated_at)
  values ${[category(20, NFC), category(21, 'CAFE'), category(22, NFC, 20), category(23, 'cafe', 21)].join()};
  insert into items (company_id, id, type, status, name, item_code, barcodes, price, currency, weighing_scale, track_stock,
    modifier_ids, variants, components, stores, app_id, entry_date, updated_at, search_text)
  values ${[
    item(30, NFD, NFD, [{ id: 31, name: NFD, itemCode: `v ${NFD}`, barcodes: [], price: null, cost: null }]),
    item(32, 'One', 'NFD é'.normalize('NFD')),
    item(33, 'Two', 'NFD é'),
    item(34, 'Plain', 'P'),
  ].join()};
  insert into item_identifiers values (1, 'itemCode', '${NFD}', 30), (1, 'itemCode', 'v ${NFD}', 30),
    (1, 'itemCode', '${'NFD é'.normalize('NFD')}', 32), (1, 'itemCode', 'NFD é', 33), (1, 'itemCode', 'P', 34);
  insert into purchase_orders (company_id, id, status, order_no, supplier_id, supplier_name, store_id, order_date,
    narration, provider, purch_status, currency, subtotal, discount_total, tax_total, total, lines, allowed_actions, app_id,
    entry_date, updated_at)
  values (1, 40, 1, '${NFD}', 3, 'Größe ${NFD}', 1, '2026-02-10', 'one${'\u0007'}\ntwo', '${NFD} app', 0, 'GBP', 0, 0, 0, 0,
    '[{"id":41,"itemId":34,"variantId":null,"quantity":"1","unitCost":"0.00","discount":"0.00","taxId":null,"taxRate":null,"subtotal":"0.00","tax":"0.00","total":"0.00","received":"0","outstanding":"1"}]',
    '[]', 0, ${AT}, ${AT});
  insert into stock_transfers (company_id, id, transfer_no, from_store_id, to_store_id, date, transfer_status, status,
    lines, allowed_actions, app_id, entry_date, updated_at, search_text)
  values (1, 50, 'ST-1', 1, 2, '2026-02-10', 0, 1,
    '[{"id":51,"itemId":34,"variantId":null,"quantity":"1","received":"0","outstanding":"1"}]', '[]', 0, ${AT}, ${AT},
    stock_transfer_search_text(1, 'ST-1', null, 1, 2));`;

let databases: Databases;
beforeAll(async () => {
  databases = await freshDatabases();
  await rewind(databases, 'region_ae', 8, ROWS);
  await migrate(databases);
});
afterAll(() => databases?.close());

const query = async (sql: string) => (await databases.regions.AE.query(sql.replaceAll('region.', 'region_ae.'))).rows;
const record = async (table: string, id: number) =>
  JSON.parse((await query(`select ${docOf(table)} as doc from region.${table} where id = ${id}`))[0].doc);
const finds = async (table: string, word: string) =>
  (
    await query(`select id from region.${table} where search_text like region.search_pattern('${word}') order by id`)
  ).map(({ id }) => id);
const broken = async (sql: string): Promise<unknown> => {
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

describe('Text from before it was normalized', () => {
  test('is composed, and a record whose text changes gets its next version', async () => {
    expect(await record('brands', 10)).toMatchObject({ name: NFC, description: NFC, version: 3 });
    expect(await record('brands', 13)).toMatchObject({ name: 'Zulu', version: 1 });
    const order = await record('purchase_orders', 40);
    expect(order).toMatchObject({ orderNo: NFC, narration: 'one\ntwo', provider: `${NFC} app` });
    const composed = await record('items', 30);
    expect(composed).toMatchObject({ name: NFC, itemCode: NFC, variants: [{ name: NFC, itemCode: `v ${NFC}` }] });
    const codes = await query('select value from region.item_identifiers where item_id = 30 order by 1');
    expect(codes).toEqual([{ value: NFC }, { value: `v ${NFC}` }]);
  });

  test('loses the characters rejected today, and a name of nothing else becomes a question mark', async () => {
    expect((await record('brands', 15)).name).toBe('abc');
    expect((await record('brands', 16)).name).toBe('?');
  });

  test('keeps a code or externalId that would become that of another record', async () => {
    expect((await record('items', 32)).itemCode).toBe('NFD é'.normalize('NFD'));
    expect((await record('items', 33)).itemCode).toBe('NFD é');
    expect([(await record('brands', 10)).externalId, (await record('brands', 11)).externalId]).toEqual([NFD, NFC]);
  });

  test('is found without case and accents', async () => {
    expect(await finds('brands', 'CAFÉ')).toEqual([10, 11, 12]);
    expect(await finds('items', 'CAFE')).toEqual([30]);
    expect(await finds('stores', 'σίσυφος')).toEqual([1]);
    expect(await finds('suppliers', 'GROSSE')).toEqual([3]);
    expect(await finds('purchase_orders', 'grosse')).toEqual([40]);
    expect(await finds('stock_transfers', 'σισυφος')).toEqual([50]);
  });

  test('sorts by the root collation', async () => {
    const rows = await query(
      'select name from region.brands where id in (13, 14) order by name collate region.root_order',
    );
    expect(rows).toEqual([{ name: 'Ärger' }, { name: 'Zulu' }]);
  });
});

describe('Names that became equal', () => {
  const rename = (id: number, name: string) => `update brands set name = '${name}' where id = ${id}`;
  const insert = `insert into brands (company_id, id, status, name, app_id, entry_date, updated_at) values (1, 99, 1, 'CAFÉ', 0, ${AT}, ${AT})`;

  test('are all kept, and none can be used for another record', async () => {
    expect(await query("select id, twin from region.brands where name_key = region.fold('cafe') order by id")).toEqual([
      { id: 10, twin: 0 },
      { id: 11, twin: 11 },
      { id: 12, twin: 12 },
    ]);
    expect(await broken(insert)).toBe('brands_name');
  });

  test('can be written again unchanged, in another case too', async () => {
    expect(await broken(rename(11, NFC))).toBeNull();
    expect(await broken(rename(12, 'CAFE'))).toBeNull();
  });

  test('are unique again once all but one are renamed, whichever it is', async () => {
    expect(await broken(`${rename(10, 'Other')}; ${insert}`)).toBe('brands_name');
    expect(await broken(`${rename(10, 'Other')}; ${rename(11, 'Another')}; ${insert}`)).toBe('brands_name');
    expect(await broken(`${rename(11, 'Other')}; ${rename(11, 'Cafe')}`)).toBe('brands_name');
    const all = `${rename(10, 'A1')}; ${rename(11, 'A2')}; ${rename(12, 'A3')}`;
    expect(await broken(`${all}; ${insert}`)).toBeNull();
  });

  test('are compared only among the categories of one parent', async () => {
    const rows = await query('select id, twin from region.categories order by id');
    expect(rows).toEqual([
      { id: 20, twin: 0 },
      { id: 21, twin: 21 },
      { id: 22, twin: 0 },
      { id: 23, twin: 0 },
    ]);
    expect(await broken('update categories set parent_id = 21 where id = 22')).toBe('categories_name');
    expect(await broken(`update categories set parent_id = null, name = 'free' where id = 22`)).toBeNull();
  });
});
