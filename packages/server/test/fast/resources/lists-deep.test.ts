import { describe, expect, test } from 'vitest';
import { statement } from '../../../src/storage/statement.ts';
import type { Caller } from '../../support/api-caller.ts';
import { idsOf, inOrder, type ListedRecord, page, walkCursor, walkPages } from '../../support/lists.ts';
import { sharedService } from '../../support/service.ts';

const COUNT = 1150;
const MANY_BRANDS = statement(
  undefined,
  `insert into region.brands (company_id, id, status, name, app_id, entry_date, updated_at)
   select $1::bigint, id, case when n % 20 = 0 then 0 else 1 end, 'Deep ' || (n * 7919) % 1150 || ' of the sea', 0,
     $3::timestamptz + n / 100 * interval '1 day', $3::timestamptz + n % 13 * interval '1 hour'
   from unnest($2::bigint[]) with ordinality as i (id, n)`,
);

const service = await sharedService();
const caller = await service.connect();
const other = await service.connect();
for (const { merchant } of [other, caller]) {
  await service.arrange(merchant, async (tx) =>
    tx.query(MANY_BRANDS, [await tx.newIds(COUNT), '2026-01-01T00:00:00Z']),
  );
}
const records = (await walkCursor(caller, '/brands', '', 100)).flatMap(({ data }) => data);

const flat = (pages: { data: ListedRecord[] }[]) => pages.flatMap(({ data }) => idsOf(data));

describe('GET /brands far from its beginning', () => {
  test.each(
    ['entryDate', 'updatedAt', 'name'].flatMap(
      (sort) =>
        [
          [sort, 'asc'],
          [sort, 'desc'],
        ] as const,
    ),
  )('continues consistently, by %s %s, by page and by cursor', async (sort, order) => {
    const expected = idsOf(inOrder(records, sort, order));
    expect(new Set(expected).size).toBe(COUNT);
    for (const walk of [walkPages, walkCursor]) {
      const pages = await walk(caller, '/brands', `sort=${sort}&order=${order}`, 100);
      expect(flat(pages)).toEqual(expected);
      expect(pages.at(-1)?.pagination).toMatchObject({
        total: COUNT,
        totalIsExact: true,
        hasMore: false,
        nextCursor: null,
      });
    }
  });

  test.each([
    [999, 1],
    [1000, 1],
    [1001, 1],
    [1002, 1],
    [143, 7],
    [144, 7],
    [COUNT, 1],
    [COUNT + 1, 1],
  ])('returns page %i of %i at its place in the whole order', async (number, limit) => {
    const expected = idsOf(inOrder(records, 'name', 'asc')).slice((number - 1) * limit, number * limit);
    const { data, pagination } = await page(caller, '/brands', `sort=name&order=asc&limit=${limit}&page=${number}`);
    expect(idsOf(data)).toEqual(expected);
    expect(pagination).toMatchObject({ page: number, total: COUNT, hasMore: number * limit < COUNT });
  });

  test('continues from a deep page by its cursor', async () => {
    const expected = idsOf(inOrder(records, 'updatedAt', 'desc'));
    const deep = await page(caller, '/brands', 'sort=updatedAt&limit=50&page=22');
    const next = await page(caller, '/brands', `sort=updatedAt&limit=100&cursor=${deep.pagination.nextCursor}`);
    expect([...idsOf(deep.data), ...idsOf(next.data)]).toEqual(expected.slice(1050));
  });

  test('filters by status', async () => {
    const active = records.filter(({ status }) => status === 1);
    expect(active.length).toBeGreaterThan(1000);
    const pages = await walkPages(caller, '/brands', 'status=1&sort=name&order=asc', 90);
    expect(flat(pages)).toEqual(idsOf(inOrder(active, 'name', 'asc')));
    expect(pages[0]?.pagination.total).toBe(active.length);
  });
});

describe('GET /brands?search= with many matches', () => {
  test.each([
    ['asc', 'name', 'sea deep'],
    ['desc', 'entryDate', 'OF'],
    ['asc', 'updatedAt', 'e'],
  ])('returns all of them %s by %s, and counts to 1000', async (order, sort, search) => {
    const expected = idsOf(inOrder(records, sort, order));
    for (const walk of [walkPages, walkCursor]) {
      const pages = await walk(
        caller,
        '/brands',
        `search=${encodeURIComponent(search)}&sort=${sort}&order=${order}`,
        100,
      );
      expect(flat(pages)).toEqual(expected);
      for (const { pagination } of pages) expect(pagination).toMatchObject({ total: 1000, totalIsExact: false });
    }
  });

  test('counts few matches exactly, in all and by status', async () => {
    const matching = records.filter(({ name }) => name.includes('11'));
    expect(matching.length).toBeGreaterThan(50);
    for (const status of [0, 1]) {
      const expected = inOrder(matching, 'name', 'asc').filter((record) => record.status === status);
      const pages = await walkPages(caller, '/brands', `search=11&status=${status}&sort=name&order=asc`, 9);
      expect(flat(pages)).toEqual(idsOf(expected));
      expect(pages[0]?.pagination).toMatchObject({ total: expected.length, totalIsExact: true });
    }
  });

  test('stops counting at 1000 matches', async () => {
    const app = await service.connect();
    const total = async () => (await page(app, '/brands', 'search=deep')).pagination;
    await service.arrange(app.merchant, async (tx) =>
      tx.query(MANY_BRANDS, [await tx.newIds(999), '2026-01-01T00:00:00Z']),
    );
    expect(await total()).toMatchObject({ total: 999, totalIsExact: true });
    await app.create('/brands', { name: 'deep, too' });
    expect(await total()).toMatchObject({ total: 1000, totalIsExact: true });
    await app.create('/brands', { name: 'deeper still' });
    expect(await total()).toMatchObject({ total: 1000, totalIsExact: false });
  });
});

describe('Lists while they change', () => {
  let app: Caller;
  let added = 0;
  const add = (path: string) => app.create(path, { name: `New ${++added}` });

  test('keep their totals exact through creates and changes of status, sequential and concurrent', async () => {
    app = await service.connect('FULL', 'US');
    for (const path of ['/brands', '/categories', '/items']) {
      const totals = async () => {
        const queries = ['', 'status=1', 'status=0'];
        return Promise.all(queries.map(async (query) => (await page(app, path, query)).pagination.total));
      };
      expect(await totals()).toEqual([0, 0, 0]);
      const made: ListedRecord[] = await Promise.all(Array.from({ length: 50 }, () => add(path)));
      expect(new Set(idsOf(made)).size).toBe(50);
      expect(await totals()).toEqual([50, 50, 0]);
      const set = (status: number) => (record: ListedRecord) => app.patch(`${path}/${record.id}`, { status });
      await Promise.all(made.slice(0, 20).map(set(0)));
      expect(await totals()).toEqual([50, 30, 20]);
      await Promise.all([
        ...made.slice(0, 5).map(set(1)),
        ...made.slice(10, 30).map(set(0)),
        app.create(path, { name: 'Off', status: 0 }),
      ]);
      expect(await totals()).toEqual([51, 25, 26]);
      const refused = await app.post(path, { name: '' });
      expect([refused.status, await totals()]).toEqual([400, [51, 25, 26]]);
    }
  });
});
