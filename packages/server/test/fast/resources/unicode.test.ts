import { beforeAll, describe, expect, test } from 'vitest';
import { followCollation } from '../../../src/storage/collation.ts';
import { statement } from '../../../src/storage/statement.ts';
import type { Caller } from '../../support/api-caller.ts';
import { importAll, storeLine } from '../../support/import-lines.ts';
import { arrangePurchasing, newOrder } from '../../support/purchasing.ts';
import { duplicateAt, invalid, rejectionOf } from '../../support/rejections.ts';
import { sharedService } from '../../support/service.ts';

let caller: Caller;
/** A caller with another app and merchant, and therefore another rate limit. */
async function anotherCaller(): Promise<void> {
  caller = await service.connect();
}

const service = await sharedService();
await anotherCaller();

const NFC = 'Café';
const NFD = 'Cafe\u0301';

/** Texts that look the same to a reader. */
const SAME: [written: string, sought: string][] = [
  [NFD, 'CAFE'],
  ['İstanbul', 'istanbul'],
  ['ISPARTA', 'ısparta'],
  ['ﬁnest', 'FINEST'],
  ['Smørrebrød', 'smorrebrod'],
  ['Łódź', 'LODZ'],
  ['مُحَمَّد', 'محمد'],
  ['ガーデン', 'カーテン'],
  ['Ⅻ', 'xii'],
  ['ＡＢＣ', 'abc'],
];
/** Texts that only look similar. */
const OTHERS: [written: string, sought: string][] = [
  ['пони', 'поня'],
  ['ปลา', 'ปลี'],
];

let count = 0;
const mark = (): string => {
  count += 1;
  return `q${count}z`;
};

const found = async (path: string, text: string, parameter = 'search'): Promise<unknown[]> => {
  const joint = path.includes('?') ? '&' : '?';
  const answer = await caller.get(`${path}${joint}${parameter}=${encodeURIComponent(text)}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
};

describe('Names', () => {
  beforeAll(anotherCaller);

  test.each(SAME)('“%s” and “%s” are one brand', async (written, other) => {
    const own = mark();
    await caller.create('/brands', { name: `${own} ${written}` });
    expect(await found('/brands', `${other} ${own}`)).toHaveLength(1);
    expect(rejectionOf(await caller.post('/brands', { name: `${own} ${other}` }))).toEqual(duplicateAt('/name'));
  });

  test.each(OTHERS)('“%s” and “%s” are two brands', async (written, other) => {
    const own = mark();
    await caller.create('/brands', { name: `${own} ${written}` });
    expect(await found('/brands', `${other} ${own}`)).toHaveLength(0);
    await caller.create('/brands', { name: `${own} ${other}` });
  });
});

test('GET /items finds codes without case, and GET /modifiers the items that a group is offered with', async () => {
  const own = mark();
  const item = await caller.create('/items', { name: `${own} ${NFD}`, itemCode: `${own} Ärmel` });
  await caller.create('/modifiers', { name: 'Milk', options: [{ name: 'One' }], itemIds: [item.id] });
  expect(await found('/items', `ARMEL ${own}`)).toHaveLength(1);
  expect(await found('/modifiers', `CAFÉ ${own}`, 'itemSearch')).toHaveLength(1);
  expect(await found('/modifiers', `ARMEL ${own}`, 'itemSearch')).toHaveLength(0);
});

describe('Documents', () => {
  beforeAll(anotherCaller);

  test.each(['narration', 'invoice', 'orderNo'])('GET /purchase-orders finds %s', async (field) => {
    const scene = await arrangePurchasing(service, caller);
    const own = mark();
    await newOrder(scene, { [field]: `${own} ΣΊΣΥΦΟΣ ${NFD}` });
    expect(await found('/purchase-orders', `${own} σίσυφος CAFÉ`)).toHaveLength(1);
    expect(await found('/purchase-orders?transactions=true', `${own} σίσυφος CAFÉ`)).toHaveLength(1);
  });

  test('GET /purchase-orders finds the supplier by its name, and by its new one', async () => {
    const scene = await arrangePurchasing(service, caller);
    const [own, renamed] = [mark(), mark()];
    const supplierId = await service.newSupplier(caller.merchant, `${own} Smørrebrød`);
    await newOrder(scene, { supplierId });
    expect(await found('/purchase-orders', `${own} SMORREBROD`)).toHaveLength(1);
    await service.renameSupplier(caller.merchant, supplierId, `${renamed} Größe`);
    expect(await found('/purchase-orders', `${renamed} GROSSE`)).toHaveLength(1);
  });

  test('GET /stock-transfers finds narration and stores, GET /stock-adjustments narration and store', async () => {
    const own = mark();
    const item = await caller.create('/items', { name: 'Moved' });
    const [fromStoreId, toStoreId] = [
      await service.newStore(caller.merchant, `${own} Märkt`),
      await service.newStore(caller.merchant),
    ];
    const lines = [{ itemId: item.id, quantity: '1' }];
    const document = { narration: `${own} ΣΊΣΥΦΟΣ`, lines };
    await caller.create('/stock-transfers?receive=false', { ...document, fromStoreId, toStoreId, date: '2026-03-02' });
    await caller.create('/stock-adjustments?post=false', {
      ...document,
      storeId: fromStoreId,
      date: '2026-03-02',
      type: 1,
    });
    for (const path of ['/stock-transfers', '/stock-adjustments']) {
      expect(await found(path, `${own} σίσυφος`)).toHaveLength(1);
      expect(await found(path, `${own} MARKT`)).toHaveLength(1);
    }
  });
});

describe('Text is normalized on input', () => {
  beforeAll(anotherCaller);

  test('when it is escaped, and in the query', async () => {
    const scene = await arrangePurchasing(service, caller);
    const orderNo = `${mark()} ${NFC}`;
    await newOrder(scene, { orderNo });
    const lists = ['orderNos'].map(
      (name) => `/purchase-orders?${name}=${encodeURIComponent(orderNo.normalize('NFD'))}`,
    );
    for (const url of lists) expect((await caller.get(url)).body.data).toMatchObject([{ orderNo }]);
    const own = mark();
    const body = `{"name":"Cafe\\u0301 ${own}"}`;
    const answer = await caller.send('POST', '/brands', { body, headers: { 'Content-Type': 'application/json' } });
    expect([answer.status, answer.body.name]).toEqual([201, `${NFC} ${own}`]);
  });

  test('in an import, where texts that differ by spaces at their ends are the same', async () => {
    const own = mark();
    const lines = [
      storeLine(`${own} `, 'UTC', { code: own, name: `\u00A0${own} ` }),
      { type: 'item', externalId: `\u3000${own}`, name: `${own}\u200B`, itemType: 1, variants: [{ name: `L ` }] },
      { type: 'openingStock', externalId: own, store: ` ${own}`, item: `${own} `, variant: ' L', quantity: '3' },
      storeLine(`\uFEFF${own}`, 'UTC', { code: own, name: own }),
    ];
    expect(await importAll(service, caller.merchant, lines)).toMatchObject({ written: 3, problems: [] });
    expect(await found('/stores', own)).toMatchObject([{ name: own, externalId: own }]);
    expect(await found('/items', own)).toMatchObject([{ name: own, externalId: own, variants: [{ name: 'L' }] }]);
  });

  test('in an import, where a name in another form is the same store', async () => {
    const own = mark();
    const lines = [NFD, NFC].map((text) => storeLine(`${own} ${text}`, 'UTC', { code: own }));
    expect(await importAll(service, caller.merchant, lines)).toMatchObject({ written: 1, problems: [] });
    expect(await found('/stores', own)).toMatchObject([{ externalId: `${own} ${NFC}` }]);
  });

  test('however deeply it is nested', async () => {
    const deep = `${'['.repeat(100_000)}"${NFD}"${']'.repeat(100_000)}`;
    const answer = await caller.send('POST', '/brands', {
      body: deep,
      headers: { 'Content-Type': 'application/json' },
    });
    expect(rejectionOf(answer)).toEqual(invalid('body  maxDepth'));
  });
});

describe('Deceptive characters', () => {
  beforeAll(anotherCaller);

  test.each([
    ['/items', { name: 'x', description: 'a\u202Eb' }, '/description'],
    ['/items', { name: 'x', unit: 'a\u202Eb' }, '/unit'],
    ['/items', { name: 'x', itemCode: 'a\u202Eb' }, '/itemCode'],
    ['/items', { name: 'x', externalId: 'a\u202Eb' }, '/externalId'],
    ['/items', { name: 'x', type: 1, variants: [{ name: 'a\u202Eb' }] }, '/variants/0/name'],
    ['/modifiers', { name: 'x', options: [{ name: 'a\u202Eb' }] }, '/options/0/name'],
    ['/categories', { name: 'a\u202Eb' }, '/name'],
    ['/menus/create-with-items', { name: 'x', description: 'bell \u0007' }, '/description'],
  ])('are rejected at %s: %o', async (path, body, at) => {
    expect(rejectionOf(await caller.post(path, body))).toEqual(invalid(`body ${at} pattern`));
  });

  test('are rejected in an import', async () => {
    const { problems } = await importAll(service, caller.merchant, [storeLine('S', 'UTC', { name: 'a\u202Eb' })]);
    const message = 'must not contain the bidirectional control character U+202E: remove it';
    expect(problems).toEqual([{ line: 1, path: '/name', message }]);
  });
});

test("Indexes in the root collation are rebuilt when the database's version of ICU changes", async () => {
  const pool = service.databases.regions.UK;
  const client = await pool.connect();
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
    const client = await service.databases.regions.UK.connect();
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
