import { schemaOf } from '@tillgate/openapi/requests';
import { hasParameter, isList, type Operation, RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import { type Case, subject } from '../../engine/case.ts';
import { pageOf } from '../../engine/record.ts';
import { createWith, creatorOf, referencesOf, requestOf, takesId } from '../../engine/references.ts';
import { expectRejectedAt } from '../expect/rejections.ts';
import { withQuery } from '../fixtures/records.ts';
import { idsOf, sortCasesOf, sortsOf, withRecords } from './list-sorts.ts';

/** Common parameters of lists, for each list. */

const example = subject('examples', 'list');

const defaultsCase = (op: Operation): Case =>
  example(
    `${op.id}.defaults`,
    [
      'lists.defaults',
      'lists.default_sort',
      'lists.envelope',
      `op.${op.id}.param.order`,
      ...(hasParameter(op, 'page') ? [`op.${op.id}.param.page`] : []),
    ],
    `GET ${op.path} without parameters: ten records, newest first`,
    async (t) => {
      const caller = await withRecords(t, op);
      const { data, pagination } = await caller.page(op.path);
      t.equal([pagination.page, pagination.limit], [1, 10], 'page and limit');
      t.equal(data.length, Math.min(10, pagination.total), 'records on the first page');
      t.equal(idsOf(data), idsOf((await caller.page(`${op.path}?page=1&limit=10&order=desc`)).data), 'order=desc');
      const create = creatorOf(op.path);
      if (!create || !sortsOf(op).includes('entryDate')) return;
      const { id } = await createWith(t, caller, create, await referencesOf(t, caller));
      const [newest] = (await caller.page(op.path)).data;
      t.equal(newest?.id, id, 'the first record after a create');
    },
  );

const limitCase = (op: Operation): Case =>
  example(
    `${op.id}.limit`,
    ['lists.limit', `op.${op.id}.param.limit`],
    `GET ${op.path}: limit is the number of records on a page`,
    async (t) => {
      const caller = await withRecords(t, op);
      for (const limit of [1, 2, 3, 99, 100]) {
        const { data, pagination } = await caller.page(`${op.path}?limit=${limit}`);
        t.equal([data.length, pagination.limit], [Math.min(limit, pagination.total), limit], `limit=${limit}`);
        t.equal(pagination.hasMore, pagination.total > limit, `hasMore with limit=${limit}`);
        t.equal(pagination.nextCursor !== null, pagination.hasMore, `nextCursor with limit=${limit}`);
      }
    },
  );

const CLAMPED = new Set(['listStockAdjustments']);

const beyondLimitCase = (op: Operation): Case =>
  example(
    `${op.id}.limit-101`,
    [CLAMPED.has(op.id) ? 'adjustments.limit_clamped' : 'lists.limit_max', `op.${op.id}.param.limit`],
    `GET ${op.path}: a limit above 100 is ${CLAMPED.has(op.id) ? 'reduced to 100' : 'rejected'}`,
    async (t) => {
      const answer = await t.as().get(`${op.path}?limit=101`);
      if (!CLAMPED.has(op.id)) return expectRejectedAt(t, answer, 400, 'partner.validation_failed', 'limit');
      const { data, pagination } = pageOf(t.requireStatus(answer, 200));
      t.equal([data.length, pagination.limit], [Math.min(100, pagination.total), 100], 'records and limit', answer);
    },
  );

const pagesCase = (op: Operation): Case =>
  example(
    `${op.id}.pages`,
    ['lists.pages', ...(hasParameter(op, 'page') ? [`op.${op.id}.param.page`] : [])],
    `GET ${op.path}: pages by number contain each record once`,
    async (t) => {
      const caller = await withRecords(t, op);
      const { data: first, pagination } = await caller.page(`${op.path}?limit=2&page=1`);
      const { data: second, pagination: at } = await caller.page(`${op.path}?limit=2&page=2`);
      const { data: both } = await caller.page(`${op.path}?limit=4`);
      t.equal(idsOf([...first, ...second]), idsOf(both), 'two pages of two equal one of four');
      t.equal(at.page, 2, 'page');
      const beyond = await caller.page(`${op.path}?limit=100&page=${Math.ceil(pagination.total / 100) + 1}`);
      t.equal([beyond.data, beyond.pagination.hasMore], [[], false], 'beyond the last page');
    },
  );

const cursorCase = (op: Operation): Case =>
  example(
    `${op.id}.cursor`,
    ['lists.cursor', `op.${op.id}.param.cursor`],
    `GET ${op.path}: by cursor each record comes once; a cursor is valid only for its own list`,
    async (t) => {
      const caller = await withRecords(t, op);
      const records = await caller.all(op.path);
      const { total } = (await caller.page(`${op.path}?limit=1`)).pagination;
      t.equal(new Set(idsOf(records)).size, records.length, 'records by cursor, each once');
      t.equal(records.length, total, 'records by cursor');
      const { data: first, pagination } = await caller.page(`${op.path}?limit=2`);
      const { nextCursor } = pagination;
      if (nextCursor === null) return;
      const next = await caller.page(`${op.path}?limit=2&cursor=${nextCursor}`);
      const both = await caller.page(`${op.path}?limit=4`);
      t.equal(idsOf([...first, ...next.data]), idsOf(both.data), 'two pages of two equal one of four');
      t.equal([next.pagination.page, next.pagination.total], [null, total], 'page and total by cursor');
      const others = ['order=asc', ...(hasParameter(op, 'status') ? ['status=0'] : []), 'search=conf'];
      for (const query of others.filter((text) => hasParameter(op, text.split('=')[0] ?? ''))) {
        const turned = `${op.path}?limit=2&${query}&cursor=${nextCursor}`;
        t.expectStatus(await caller.get(turned), 400, 'partner.validation_failed');
      }
      t.expectStatus(await caller.get(`${op.path}?cursor=${nextCursor}&page=1`), 400, 'partner.validation_failed');
      t.expectStatus(await caller.get(`${op.path}?cursor=A${nextCursor}`), 400, 'partner.validation_failed');
      const stranger = await withRecords(t, op, t.as('main', 'other'));
      t.expectStatus(await stranger.get(`${op.path}?limit=2&cursor=${nextCursor}`), 400, 'partner.validation_failed');
    },
  );

/** Cursors that no list has issued. */
const madeUpCursorCase = (op: Operation): Case =>
  example(
    `${op.id}.cursor-made-up`,
    ['lists.cursor', `op.${op.id}.param.cursor`],
    `GET ${op.path}: a made-up cursor is rejected`,
    async (t) => {
      const caller = t.as();
      const { url } = await requestOf(t, caller, op);
      for (const cursor of ['x', 'YQ.YQ', 'W10.AAAAAAAAAAAAAAAAAAAAAA'])
        t.expectStatus(await caller.get(withQuery(url, `cursor=${cursor}`)), 400, 'partner.validation_failed');
    },
  );

const statusCase = (op: Operation): Case =>
  example(
    `${op.id}.status`,
    ['lists.status', `op.${op.id}.param.status`],
    `GET ${op.path}: status selects the records in that state`,
    async (t) => {
      const caller = await withRecords(t, op);
      const schema = op.parameters.find(({ name }) => name === 'status')?.schema ?? {};
      const create = creatorOf(op.path);
      const fields = create && hasStatus(create) ? { status: 0 } : undefined;
      const inactive = create && fields && (await createWith(t, caller, create, await referencesOf(t, caller), fields));
      if (inactive) {
        const ids = idsOf(await caller.all(`${op.path}?status=0`));
        t.check(ids.includes(inactive.id), 'status=0 does not list an inactive record');
      }
      let found = 0;
      for (const status of schemaOf(schema).enum ?? []) {
        const records = await caller.all(`${op.path}?status=${status}`);
        found += records.length;
        t.check(
          records.every((record) => record.status === status),
          `status=${status} lists records of another status`,
        );
      }
      const link = hasParameter(op, 'includeVoided') ? '?includeVoided=true' : '';
      t.equal(found, (await caller.all(op.path + link)).length, 'records of all statuses together');
    },
  );

const hasStatus = ({ body }: Operation): boolean => Object.hasOwn(schemaOf(body ?? {}).properties ?? {}, 'status');

const searchCase = (op: Operation): Case =>
  example(
    `${op.id}.search`,
    ['lists.search', `op.${op.id}.param.search`],
    `GET ${op.path}: search finds a record by a part of its name, in any letter case, and no others`,
    async (t) => {
      const caller = await withRecords(t, op);
      const [record] = (await caller.page(`${op.path}?limit=1`)).data;
      const text = String(record?.name ?? record?.orderNo ?? record?.transferNo ?? record?.adjustmentNo ?? '');
      if (!record || text.length < 2) return;
      for (const search of [text, text.slice(1), text.slice(0, -1), text.toUpperCase(), text.toLowerCase()]) {
        if (search.trim() === '') continue;
        const found = await caller.all(`${op.path}?search=${encodeURIComponent(search)}`);
        t.check(
          found.some(({ id }) => id === record.id),
          `search=${search} does not find "${text}"`,
        );
      }
      const none = await caller.page(`${op.path}?search=conf-nobody-has-this-%25_`);
      t.equal([none.data.length, none.pagination.total], [0, 0], 'a search without matches');
      const wild = await caller.page(`${op.path}?search=%25`);
      t.check(!idsOf(wild.data).includes(record.id) || text.includes('%'), 'search=% is a wildcard');
    },
  );

const listCasesOf = (op: Operation): Case[] => [
  defaultsCase(op),
  limitCase(op),
  beyondLimitCase(op),
  ...(hasParameter(op, 'page') ? [pagesCase(op)] : []),
  ...(hasParameter(op, 'cursor') ? [cursorCase(op)] : []),
  ...sortCasesOf(op),
  ...(hasParameter(op, 'status') ? [statusCase(op)] : []),
  ...(hasParameter(op, 'search') ? [searchCase(op)] : []),
];

export const EVERY_LIST_CASES: readonly Case[] = [
  ...RESOURCE_OPERATIONS.filter((op) => hasParameter(op, 'cursor')).map(madeUpCursorCase),
  ...RESOURCE_OPERATIONS.filter((op) => isList(op) && !takesId(op) && !op.path.startsWith('/reports/')).flatMap(
    listCasesOf,
  ),
];
