import { describe, expect, test } from 'vitest';
import { followCollation } from '../../../src/database/migrate.ts';
import { statement } from '../../../src/database/statement.ts';
import { importAll, storeLine } from '../../support/import-lines.ts';
import { arrangePurchasing, newOrder } from '../../support/purchasing.ts';
import { invalid, rejectionOf } from '../../support/rejections.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();
const caller = await service.connect();
const { UK } = service.databases.regions;

const NFC = 'Café';
const NFD = 'Cafe\u0301';

test.each<[text: string, isSame: boolean, other: string]>([
  [NFD, true, 'CAFE'],
  ['İstanbul', true, 'istanbul'],
  ['ISPARTA', true, 'ısparta'],
  ['ﬁnest', true, 'FINEST'],
  ['Smørrebrød', true, 'smorrebrod'],
  ['Łódź', true, 'LODZ'],
  ['مُحَمَّد', true, 'محمد'],
  ['ガーデン', true, 'カーテン'],
  ['Ⅻ', true, 'xii'],
  ['ＡＢＣ', true, 'abc'],
  ['Joe’s ‘Best’', true, "JOE'S 'BEST'"],
  ['“House” „Red“ «Blend»', true, '"house" "red" "blend"'],
  ['12″ × 5′ ‴', true, `12" × 5' "'`],
  ['Cold‐brew – 5‑pack − x—y', true, 'cold-brew - 5-pack - x-y'],
  ['½ pint', true, '1/2 pint'],
  ['(01)095\u001d10AB', true, '(01)09510ab'],
  ['a-b', false, 'ab'],
  ["it's", false, 'its'],
  ['пони', false, 'поня'],
  ['ปลา', false, 'ปลี'],
])('Names and searches compare “%s” as the same: %s, “%s”', async (text, isSame, other) => {
  const { rows } = await UK.query('select region_uk.fold($1) = region_uk.fold($2) as "isSame"', [text, other]);
  expect(rows).toEqual([{ isSame }]);
});

test('Text is normalized when it is escaped, and in the query', async () => {
  const body = '{"name":"Cafe\\u0301"}';
  const answer = await caller.send('POST', '/brands', { body, headers: { 'Content-Type': 'application/json' } });
  expect([answer.status, answer.body.name]).toEqual([201, NFC]);
  await newOrder(await arrangePurchasing(service, caller), { orderNo: NFC });
  const found = await caller.get(`/purchase-orders?orderNos=${encodeURIComponent(NFD)}`);
  expect(found.body.data).toMatchObject([{ orderNo: NFC }]);
});

describe('An import', () => {
  test.each<[what: string, lines: object[], written: number, stores: object, items?: object]>([
    [
      'takes texts that differ by spaces at their ends as the same',
      [
        storeLine('one ', 'UTC', { code: 'one', name: '\u00A0One ' }),
        { type: 'item', externalId: '\u3000one', name: 'One\u200B', itemType: 1, variants: [{ name: `L ` }] },
        { type: 'openingStock', externalId: 'one', store: ' one', item: 'one ', variant: ' L', quantity: '3' },
        storeLine('\uFEFFone', 'UTC', { code: 'one', name: 'One' }),
      ],
      3,
      { name: 'One', externalId: 'one' },
      { name: 'One', externalId: 'one', variants: [{ name: 'L' }] },
    ],
    [
      'takes a name in another form as the same',
      [NFD, NFC].map((text) => storeLine(text, 'UTC', { code: 'cafe' })),
      1,
      { externalId: NFC },
    ],
  ])('%s', async (_, lines, written, store, item) => {
    const app = await service.connect();
    expect(await importAll(service, app.merchant, lines)).toMatchObject({ written, problems: [] });
    expect((await app.get('/stores')).body.data).toMatchObject([store]);
    expect((await app.get('/items')).body.data).toMatchObject(item ? [item] : []);
  });

  test('rejects deceptive characters', async () => {
    const { problems } = await importAll(service, caller.merchant, [storeLine('S', 'UTC', { name: 'a\u202Eb' })]);
    const message = 'must not contain the bidirectional control character U+202E: remove it';
    expect(problems).toEqual([{ line: 1, path: '/name', message }]);
  });
});

test.each([
  ['/items', { name: 'x', description: 'a\u202Eb' }, '/description'],
  ['/items', { name: 'x', unit: 'a\u202Eb' }, '/unit'],
  ['/items', { name: 'x', itemCode: 'a\u202Eb' }, '/itemCode'],
  ['/items', { name: 'x', externalId: 'a\u202Eb' }, '/externalId'],
  ['/items', { name: 'x', type: 1, variants: [{ name: 'a\u202Eb' }] }, '/variants/0/name'],
  ['/modifiers', { name: 'x', options: [{ name: 'a\u202Eb' }] }, '/options/0/name'],
  ['/categories', { name: 'a\u202Eb' }, '/name'],
  ['/menus/create-with-items', { name: 'x', description: 'bell \u0007' }, '/description'],
])('POST %s rejects deceptive characters: %o', async (path, body, at) => {
  expect(rejectionOf(await caller.post(path, body))).toEqual(invalid(`body ${at} pattern`));
});

test("Indexes in the root collation are rebuilt when the database's version of ICU changes", async () => {
  const client = await UK.connect();
  try {
    const version = async () => {
      const sql = `select collversion from pg_collation where collname = 'root_order'
        and collnamespace = 'region_uk'::regnamespace`;
      return (await client.query(sql)).rows[0].collversion;
    };
    const files = async () => {
      const sql = `select relname, relfilenode from pg_class where relnamespace = 'region_uk'::regnamespace
        and relname like '%\\_by\\_name' order by 1`;
      return (await client.query(sql)).rows;
    };
    const [now, before] = [await version(), await files()];
    await followCollation(client, 'region_uk');
    expect(await files()).toEqual(before);
    await client.query(`update pg_collation set collversion = 'old' where collname = 'root_order'`);
    await followCollation(client, 'region_uk');
    expect(await version()).toBe(now);
    const after = await files();
    expect(after).toHaveLength(8);
    for (const [i, { relfilenode }] of after.entries()) expect(relfilenode).not.toBe(before[i].relfilenode);
  } finally {
    client.release();
  }
});

test('A list by name uses its index, and a search folds its words once', async () => {
  const big = await service.connect();
  const sql = `insert into region.brands (company_id, id, status, name, app_id, entry_date, updated_at)
    select $1::bigint, id, 1, 'Brändname ' || n, 0, now(), now() from unnest($2::bigint[]) with ordinality as i (id, n)`;
  await service.arrange(big.merchant, async (tx) => tx.query(statement(undefined, sql), [await tx.newIds(20_000)]));
  const planOf = async (query: string) => {
    const client = await UK.connect();
    try {
      await client.query('begin; analyze region_uk.brands; set local enable_seqscan = off');
      const { rows } = await client.query(`explain ${query.replaceAll('region.', 'region_uk.')}`);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  const { companyId } = big.merchant;
  const named = 'r.name collate region.root_order';
  const page = await planOf(`select r.doc from region.brands r where r.company_id = ${companyId}
    and (${named}, r.id) > ('Brändname 5'::text, 7::bigint) order by ${named}, r.id limit 11`);
  expect(page).toMatch(/Index (Only )?Scan using brands_by_name/);
  expect(page).toMatch(/Index Cond: .*ROW\(\(name\)::text, id\) > ROW/);
  expect(page).not.toMatch(/Sort/);
  const search = await planOf(`select r.id from region.brands r where r.company_id = ${companyId}
    and r.search_text like region.search_pattern('BRANDNAME') and r.search_text like region.search_pattern('1234')`);
  // Patterns are constants at that point, so their trigrams can be looked up in the index.
  expect(search).toContain("search_text ~~ '%brandname%'");
});
