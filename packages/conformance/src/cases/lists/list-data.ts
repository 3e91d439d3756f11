import { type Operation, RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { createWith, creatorOf, referencesOf } from '../../engine/references.ts';
import { newSubject, type Subject } from '../fixtures/records.ts';
import { sortsOf } from './list-sorts.ts';

/** Lists of records with distinct values: every sort, totals, and page boundaries. */

const example = subject('examples', 'list');

/** Values in ascending order, both as text and as numbers. */
const RANKED: Readonly<Record<string, (rank: number, mark: string) => object>> = {
  name: (rank, mark) => ({ name: `${mark} ${'abc'[rank]}` }),
  itemCode: (rank, mark) => ({ itemCode: `${mark}-${'abc'[rank]}` }),
  orderNo: (rank, mark) => ({ orderNo: `${mark}-${'abc'[rank]}` }),
  transferNo: (rank, mark) => ({ transferNo: `${mark}-${'abc'[rank]}` }),
  price: (rank) => ({ price: ['1.5', '9.25', '10'][rank] }),
  sortOrder: (rank) => ({ sortOrder: [1, 9, 10][rank] }),
  orderDate: (rank) => ({ orderDate: ['2001-05-30', '2001-05-31', '2001-06-01'][rank] }),
  date: (rank) => ({ date: ['2001-05-30', '2001-05-31', '2001-06-01'][rank] }),
  total: () => ({}),
};

/** Properties unique to a record. */
const UNIQUE = new Set(['itemCode', 'orderNo', 'transferNo']);
const UNIQUE_NAMES = new Set(['/brands', '/categories']);

/** Fields with which `search` finds only this case's records. */
const marked = (path: string, mark: string): object =>
  path === '/purchase-orders' || path === '/stock-transfers' ? { narration: mark } : { name: mark };

/** Records of rank 1, 2 and 0 and, if values may repeat, another 1; each with its rank. */
async function createRanked(t: CaseContext, path: string, sort: string, mark: string): Promise<[Rec, number][]> {
  const create = creatorOf(path) as Operation;
  const single = UNIQUE.has(sort) || (sort === 'name' && UNIQUE_NAMES.has(path));
  const made: [Rec, number][] = [];
  for (const rank of single ? [1, 2, 0] : [1, 2, 0, 1]) {
    const references = await referencesOf(t, t.as());
    const name = UNIQUE_NAMES.has(path) ? { name: `${mark} ${made.length}` } : {};
    const fields = { ...marked(path, mark), ...name, ...RANKED[sort]?.(rank, mark) };
    const lines =
      sort === 'total'
        ? { lines: [{ itemId: references.itemId?.[0], quantity: '1', unitCost: ['1.5', '9.25', '10'][rank] }] }
        : {};
    made.push([await createWith(t, t.as(), create, references, { ...fields, ...lines }), rank]);
  }
  return made;
}

const ids = (records: readonly Rec[]): number[] => records.map(({ id }) => id);

/** Asserts a list read one record per page, by number and by cursor. */
async function expectInTurn(t: CaseContext, path: string, expected: readonly number[], what: string): Promise<void> {
  t.equal(ids((await t.as().page(`${path}&limit=100`)).data), expected, what);
  const byPage: number[] = [];
  const byCursor: number[] = [];
  let cursor = '';
  for (let n = 1; n <= expected.length; n += 1) {
    byPage.push(...ids((await t.as().page(`${path}&limit=1&page=${n}`)).data));
    const { data, pagination } = await t.as().page(`${path}&limit=1${cursor}`);
    byCursor.push(...ids(data));
    t.equal(
      [pagination.hasMore, pagination.nextCursor !== null],
      [n < expected.length, n < expected.length],
      `hasMore of record ${n}, ${what}`,
    );
    cursor = `&cursor=${pagination.nextCursor}`;
  }
  t.equal([byPage, byCursor], [expected, expected], `${what}, page by page and by cursor`);
}

const sortCase = (op: Operation, sort: string): Case =>
  example(
    `${op.id}.sorted.${sort}`,
    ['lists.sort', 'lists.order', 'lists.ties', 'lists.total', `op.${op.id}.param.sort`, `op.${op.id}.param.order`],
    `GET ${op.path}?sort=${sort}: sorted both ways, however the list is paged`,
    async (t) => {
      const mark = t.name('sorted');
      const made = await createRanked(t, op.path, sort, mark);
      const ascending = made.toSorted(([a, x], [b, y]) => x - y || a.id - b.id).map(([{ id }]) => id);
      const list = `${op.path}?search=${mark}&sort=${sort}`;
      await expectInTurn(t, `${list}&order=asc`, ascending, 'order=asc');
      await expectInTurn(t, `${list}&order=desc`, ascending.toReversed(), 'order=desc');
      t.equal(ids((await t.as().page(list)).data), ascending.toReversed(), 'without order');
      t.equal(await t.as().total(list), made.length, 'total');
    },
  );

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const timeCase = (op: Operation): Case =>
  example(
    `${op.id}.sorted.times`,
    ['lists.sort', 'lists.order', 'lists.default_sort', `op.${op.id}.param.sort`, `op.${op.id}.param.order`],
    `GET ${op.path}: by entryDate in order of creation, by updatedAt in order of change; by default by entryDate`,
    async (t) => {
      const mark = t.name('times');
      const create = creatorOf(op.path) as Operation;
      const made: Subject[] = [];
      for (let n = 0; n < 3; n += 1) {
        const name = UNIQUE_NAMES.has(op.path) ? { name: `${mark} ${n}` } : {};
        made.push(await newSubject(t, create, { ...marked(op.path, mark), ...name }));
      }
      const externalId = () => t.name('external');
      for (const i of [1, 2, 0]) t.requireStatus(await (made[i] as Subject).update({ externalId: externalId() }), 200);
      const list = `${op.path}?search=${mark}`;
      const stored = (await t.as().page(`${list}&sort=entryDate&order=asc`)).data;
      const entered = made.map(({ record }) => record.id);
      t.equal(ids(stored), entered, 'sort=entryDate&order=asc');
      t.equal(ids((await t.as().page(list)).data), entered.toReversed(), 'without sort and order');
      t.equal(ids((await t.as().page(`${list}&order=asc`)).data), entered, 'without sort');
      const changed = stored.toSorted((a, b) => compare(String(a.updatedAt), String(b.updatedAt)) || a.id - b.id);
      t.equal(
        ids((await t.as().page(`${list}&sort=updatedAt&order=asc`)).data),
        ids(changed),
        'sort=updatedAt&order=asc',
      );
      t.equal(ids((await t.as().page(`${list}&sort=updatedAt`)).data), ids(changed.toReversed()), 'sort=updatedAt');
      const order = [1, 2, 0].map((i) => made[i]?.record.id);
      const distinct = new Set(stored.map(({ updatedAt }) => updatedAt)).size === stored.length;
      if (distinct) t.equal(ids(changed), order, 'records in order of change');
    },
  );

const edgesCase = (op: Operation): Case =>
  example(
    `${op.id}.edges`,
    ['lists.total', 'lists.pages', 'lists.limit', `op.${op.id}.param.page`, `op.${op.id}.param.limit`],
    `GET ${op.path}: the page that ends the list has hasMore false`,
    async (t) => {
      const mark = t.name('edges');
      const create = creatorOf(op.path) as Operation;
      for (let n = 0; n < 4; n += 1) {
        const name = UNIQUE_NAMES.has(op.path) ? { name: `${mark} ${n}` } : {};
        await createWith(t, t.as(), create, await referencesOf(t, t.as()), { ...marked(op.path, mark), ...name });
      }
      const paging = async (query: string) => {
        const { data, pagination } = await t.as().page(`${op.path}?search=${mark}&${query}`);
        const { page, limit, total, hasMore, nextCursor } = pagination;
        return [data.length, page, limit, total, hasMore, nextCursor !== null];
      };
      t.equal(await paging('limit=4'), [4, 1, 4, 4, false, false], 'limit=4 of 4');
      t.equal(await paging('limit=3'), [3, 1, 3, 4, true, true], 'limit=3 of 4');
      t.equal(await paging('limit=3&page=2'), [1, 2, 3, 4, false, false], 'page 2 of limit=3 of 4');
      t.equal(await paging('limit=2&page=2'), [2, 2, 2, 4, false, false], 'page 2 of limit=2 of 4');
      t.equal(await paging('limit=2&page=3'), [0, 3, 2, 4, false, false], 'page 3 of limit=2 of 4');
      t.equal(await paging('page=2'), [0, 2, 10, 4, false, false], 'page 2 of 4');
    },
  );

/** The longest page, on a list longer than that. */
const fullPageCase: Case = example(
  'listBrands.full-page',
  ['lists.limit', 'lists.defaults', 'op.listBrands.param.limit'],
  'GET /brands: a list of more than a hundred has 100, 99 or 10 records on a page, as requested',
  async (t) => {
    const { total } = (await t.as().page('/brands?limit=1')).pagination;
    for (let n = total; n <= 100; n += 1) await t.as().create('/brands', { name: t.name('filling') });
    for (const [query, length] of [
      ['limit=100', 100],
      ['limit=99', 99],
      ['limit=50', 50],
      ['', 10],
    ] as const)
      t.equal((await t.as().page(`/brands?${query}`)).data.length, length, `records with ${query || 'no limit'}`);
  },
);

const MARKED = ['/items', '/categories', '/brands', '/menus', '/modifiers', '/purchase-orders', '/stock-transfers'];

const lists = RESOURCE_OPERATIONS.filter(({ method, path }) => method === 'GET' && MARKED.includes(path));

export const LIST_DATA_CASES: readonly Case[] = [
  ...lists.flatMap((op) =>
    sortsOf(op)
      .filter((sort) => sort in RANKED)
      .map((sort) => sortCase(op, sort)),
  ),
  ...lists.map(timeCase),
  ...lists.map(edgesCase),
  fullPageCase,
];
