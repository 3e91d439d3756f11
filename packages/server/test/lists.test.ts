import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statement } from '../src/storage/statement.ts';
import type { Caller } from './support/caller.ts';
import { folded, idsOf, inOrder, type ListedRecord, page, walkCursor, walkPages } from './support/lists.ts';
import { invalid, refusalOf } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;
let caller: Caller;
const records = new Map<string, ListedRecord[]>();
const all = (path: string): ListedRecord[] => records.get(path) ?? [];

const NAMES = [
  'Zebra',
  'apple',
  'Banana split',
  'äpfel',
  'Éclair',
  '100% juice',
  'snake_case',
  'back\\slash',
  'ab',
  'a',
  'Milk 1 l',
];
const OTHERS = Array.from({ length: 14 }, (_, n) => `Filler ${(n * 5) % 14}`);

const createPath = (path: string) => (path === '/menus' ? '/menus/create-with-items' : path);

/** Records through the API at four instants, some of them changed later; categories and items with sorts that tie. */
async function arrangeWritten(path: string, own: (n: number) => object): Promise<void> {
  await caller.renewToken();
  const made: { id: number }[] = [];
  for (const [n, name] of [...NAMES, ...OTHERS].entries()) {
    if (n % 7 === 0) service.advance(60_000);
    made.push(await caller.create(createPath(path), { name, status: n % 3 === 0 ? 0 : 1, ...own(n) }));
  }
  for (const n of [20, 3, 11]) {
    service.advance(1000);
    const changed = `${path}/${made[n]?.id}${path === '/menus' ? '/update-with-items' : ''}`;
    await caller.patch(changed, { externalId: `changed ${n}` });
  }
}

/** Records that no operation writes. */
async function arrangeReference(app: Caller, path: string): Promise<void> {
  const [columns, values] = {
    '/stores': ['code, timezone, currency', `'S' || $2::bigint, 'Europe/London', 'GBP'`],
    '/suppliers': ['code', `null`],
    '/taxes': ['rate', '20.00'],
  }[path] as [string, string];
  const sql = `insert into region.${path.slice(1)} (company_id, id, name, status, entry_date, updated_at, ${columns})
    values ($1, $2, $3, $4, $5, $6, ${values})`;
  await service.arrange(app.merchant, async (tx) => {
    for (const [n, name] of [...NAMES, ...OTHERS].entries()) {
      const [entered, changed] = [Math.floor(n / 7), (n * 3) % 5].map((day) => `2026-01-0${day + 1}T00:00:00.000Z`);
      await tx.query(statement(undefined, sql), [await tx.newId(), name, n % 3 === 0 ? 0 : 1, entered, changed]);
    }
  });
}

const REFERENCE = ['/stores', '/suppliers', '/taxes'];
const COMMON = ['entryDate', 'updatedAt', 'name'];
const LISTS: [path: string, sorts: string[]][] = [
  ['/brands', COMMON],
  ['/categories', [...COMMON, 'sortOrder']],
  ['/items', [...COMMON, 'itemCode', 'price']],
  ['/menus', COMMON],
  ['/modifiers', COMMON],
  ['/stores', COMMON],
  ['/suppliers', COMMON],
  ['/taxes', COMMON],
];
const SORTS = LISTS.flatMap(([path, sorts]) =>
  sorts.flatMap((sort) => ['asc', 'desc'].map((order) => [path, sort, order] as const)),
);

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  for (const region of ['UK', 'IN'] as const) {
    const other = await service.connect('FULL', region);
    for (const path of ['/brands', '/categories', '/items', '/menus'])
      await other.create(createPath(path), { name: 'Filler of another' });
    await other.create('/modifiers', { name: 'Filler of another', options: [{ name: 'One' }] });
    for (const path of REFERENCE) await arrangeReference(other, path);
  }
  const prices = ['5', '5.00', '10', '0.5', '5.0', '9.99'];
  await arrangeWritten('/brands', () => ({}));
  await arrangeWritten('/categories', (n) => ({ sortOrder: (n * 7) % 4 }));
  await arrangeWritten('/items', (n) => ({
    price: prices[n % 6],
    ...(n % 2 && { itemCode: `${n % 4 === 1 ? 'a' : 'B'}${n}` }),
  }));
  await arrangeWritten('/menus', () => ({}));
  await arrangeWritten('/modifiers', () => ({ options: [{ name: 'One' }] }));
  for (const path of REFERENCE) await arrangeReference(caller, path);
  for (const [path] of LISTS) records.set(path, (await page(caller, path, 'limit=100')).data);
});
afterAll(() => service?.stop());

test.each(SORTS)('GET %s is sorted by %s %s, ties broken by id', async (path, sort, order) => {
  const expected = idsOf(inOrder(all(path), sort, order));
  const pages = await walkPages(caller, path, `sort=${sort}&order=${order}`, 4);
  expect(pages.flatMap(({ data }) => idsOf(data))).toEqual(expected);
  const walked = await walkCursor(caller, path, `order=${order}&sort=${sort}`, 4);
  expect(walked.map(({ data }) => data)).toEqual(pages.map(({ data }) => data));
});

describe.each(LISTS)('GET %s', (path) => {
  const ids = (query: string) => page(caller, path, `${query}&limit=100`).then(({ data }) => idsOf(data));

  test("returns only the merchant's records, newest first, ten per page", async () => {
    const { data, pagination } = await page(caller, path, '');
    expect(all(path)).toHaveLength(25);
    expect(idsOf(data)).toEqual(idsOf(inOrder(all(path), 'entryDate', 'desc')).slice(0, 10));
    expect(pagination).toEqual({
      page: 1,
      limit: 10,
      total: 25,
      totalIsExact: true,
      hasMore: true,
      nextCursor: expect.any(String),
    });
  });

  test('is open to the products that the contract names', async () => {
    const { organizationId } = caller.partner;
    const open = { '/stores': [200, 200], '/brands': [403, 403], '/suppliers': [403, 403] }[path] ?? [200, 403];
    for (const [n, product] of (['ONLINE_ORDER', 'ADSR'] as const).entries()) {
      const app = await service.connectTo(await service.newApp(organizationId, product), caller.merchant);
      expect([product, (await app.get(path)).status]).toEqual([product, open[n]]);
    }
  });

  test.each([
    [1, 25, 1],
    [5, 5, 5],
    [24, 2, 1],
    [25, 1, 25],
    [100, 1, 25],
  ])('returns pages of %i', async (limit, count, last) => {
    const pages = await walkPages(caller, path, '', limit);
    const more = (n: number) => n < count;
    expect(pages.map(({ pagination }) => pagination)).toEqual(
      Array.from({ length: count }, (_, n) => ({
        page: n + 1,
        limit,
        total: 25,
        totalIsExact: true,
        hasMore: more(n + 1),
        nextCursor: more(n + 1) ? expect.any(String) : null,
      })),
    );
    expect(pages.at(-1)?.data).toHaveLength(last);
  });

  test.each([
    ['4', 4],
    ['1000001', 1_000_001],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['9007199254740993', Number.MAX_SAFE_INTEGER],
    ['99999999999999999999999', Number.MAX_SAFE_INTEGER],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ])('is empty on page %s beyond its end, with the exact total', async (asked, number) => {
    for (const query of ['', '&limit=100', '&search=filler&limit=7']) {
      const { data, pagination } = await page(caller, path, `page=${asked}${query}`);
      expect([data, pagination.page, pagination.hasMore, pagination.nextCursor]).toEqual([[], number, false, null]);
      expect(pagination.total).toBe(query.includes('search') ? 14 : 25);
    }
  });

  test.each([0, 1])('returns only those of status %i', async (status) => {
    const expected = inOrder(all(path), 'name', 'asc').filter((record) => record.status === status);
    const { data, pagination } = await page(caller, path, `status=${status}&sort=name&order=asc&limit=100`);
    expect(data).toEqual(expected);
    expect(pagination.total).toBe(expected.length);
    const walked = await walkCursor(caller, path, `status=${status}&sort=name&order=asc`, 3);
    expect(walked.flatMap((part) => part.data)).toEqual(expected);
  });

  test.each([
    ['filler', 14],
    ['FILLER 1', 5],
    ['1 fill', 5],
    ['%', 1],
    ['_', 1],
    ['\\', 1],
    ['0%', 1],
    ['k_s', 0],
    ['e_c', 1],
    ['ä', 9],
    ['Ä', 9],
    ['éCLAIR', 1],
    ['ÉCLAIR', 1],
    ['ab', 1],
    ['z', 1],
    ['split  banana', 1],
    ['banana apple', 0],
    ['nothing like it', 0],
    ["'; --", 0],
  ])('finds “%s” in %i names', async (search, count) => {
    const words = folded(search).split(/\s+/);
    const expected = all(path).filter(({ name }) => words.every((word) => folded(name).includes(word)));
    const { data, pagination } = await page(caller, path, `limit=100&search=${encodeURIComponent(search)}`);
    const found = data.filter(({ name }) => words.every((word) => folded(name).includes(word)));
    expect(idsOf(found)).toEqual(idsOf(inOrder(expected, 'entryDate', 'desc')));
    expect(found).toHaveLength(count);
    expect(pagination.total).toBe(data.length);
  });

  test('narrows a search by status and pages it by cursor', async () => {
    const expected = inOrder(all(path), 'name', 'desc').filter(
      ({ name, status }) => name.startsWith('Filler') && status === 1,
    );
    const pages = await walkCursor(caller, path, 'search=filler&status=1&sort=name', 4);
    expect(pages.flatMap(({ data }) => data)).toEqual(expected);
  });

  test.each([
    ['limit=0', 'limit minimum'],
    ['limit=101', 'limit maximum'],
    ['limit=abc', 'limit type'],
    ['limit=', 'limit type'],
    ['limit=1.5', 'limit type'],
    ['limit=0x10', 'limit type'],
    ['page=0', 'page minimum'],
    ['page=-1', 'page minimum'],
    ['order=up', 'order enum'],
    ['order=ASC', 'order enum'],
    ['sort=cost', 'sort enum'],
    ['sort=', 'sort enum'],
    ['status=2', 'status enum'],
    ['status=active', 'status type'],
    ['search=', 'search minLength'],
    [`search=${'x'.repeat(101)}`, 'search maxLength'],
    ['search=a%00b', 'search pattern'],
    ['search=%E0%A4', 'search encoding'],
    ['Limit=5', 'Limit unknown'],
    ['nmae=x', 'nmae unknown'],
    ['limit=5&limit=5', 'limit duplicate'],
    ['search=a&search=b', 'search duplicate'],
    ['cursor=', 'cursor pattern'],
    ['cursor=abc', 'cursor pattern'],
    ['cursor=abc.def', 'cursor cursor'],
  ])('rejects ?%s', async (query, detail) => {
    const refusal = refusalOf(await caller.get(`${path}?${query}`));
    expect(refusal.slice(0, 2)).toEqual(invalid());
    expect(refusal).toContain(`query ${detail}`);
  });

  test('accepts a cursor only for the list that it came from', async () => {
    const cursorOf = async (query: string) => (await page(caller, path, query)).pagination.nextCursor ?? '';
    const cursor = await cursorOf('status=1&limit=2');
    const refused = [`cursor=${cursor}`, `status=0&cursor=${cursor}`, `status=1&order=asc&cursor=${cursor}`];
    refused.push(`status=1&sort=name&cursor=${cursor}`, `status=1&search=filler&cursor=${cursor}`);
    for (const query of refused)
      expect(refusalOf(await caller.get(`${path}?${query}`))).toEqual(invalid('query cursor cursor'));
    const elsewhere = path === '/brands' ? '/categories' : '/brands';
    const foreign = await caller.get(`${elsewhere}?status=1&cursor=${cursor}`);
    expect(refusalOf(foreign)).toEqual(invalid('query cursor cursor'));
    const other = await service.connect();
    expect(refusalOf(await other.get(`${path}?status=1&cursor=${cursor}`))).toEqual(invalid('query cursor cursor'));
    expect((await page(caller, path, `status=1&limit=7&order=desc&sort=entryDate&cursor=${cursor}`)).data).toHaveLength(
      7,
    );
  });

  test('rejects a modified cursor, and one together with a page', async () => {
    const cursor = (await page(caller, path, 'limit=2')).pagination.nextCursor ?? '';
    const [payload = '', signature = ''] = cursor.split('.');
    const forged = Buffer.from(JSON.stringify(['2030-01-01', 1, 1])).toString('base64url');
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    for (const bad of [`${forged}.${signature}`, `${payload}.${flipped}`, `${payload}.${signature.slice(0, 10)}`]) {
      expect(refusalOf(await caller.get(`${path}?cursor=${bad}`))).toEqual(invalid('query cursor cursor'));
    }
    const both = await caller.get(`${path}?page=2&cursor=${cursor}`);
    expect(refusalOf(both)).toEqual(invalid('query page exclusive'));
  });

  test('returns no page number with a cursor', async () => {
    const first = await page(caller, path, 'limit=20');
    const last = await page(caller, path, `limit=20&cursor=${first.pagination.nextCursor}`);
    expect(last.pagination).toEqual({
      page: null,
      limit: 20,
      total: 25,
      totalIsExact: true,
      hasMore: false,
      nextCursor: null,
    });
    expect(idsOf([...first.data, ...last.data])).toEqual(await ids(''));
  });
});
