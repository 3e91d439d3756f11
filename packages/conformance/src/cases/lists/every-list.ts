import { schemaOf } from '@tillgate/openapi/requests';
import { hasParameter, isList, type Operation, RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import { pageOf } from '../../engine/caller.ts';
import { type Case, subject } from '../../engine/case.ts';
import { createWith, creatorOf, referencesOf, someId, takesId, urlOf } from '../../engine/references.ts';
import { expectRefusedAt } from '../expect/refusals.ts';
import { filled, idsOf, sortCasesOf, sortsOf } from './list-sorts.ts';

/** Common list parameters, for each list. */

const example = subject('examples', 'list');

const defaultsCase = (one: Operation): Case =>
  example(
    `${one.id}.defaults`,
    [
      'lists.defaults',
      'lists.default_sort',
      'lists.envelope',
      `op.${one.id}.param.order`,
      ...(hasParameter(one, 'page') ? [`op.${one.id}.param.page`] : []),
    ],
    `GET ${one.path} without parameters: ten records, newest first`,
    async (t) => {
      const caller = await filled(t, one);
      const { data, pagination } = await caller.page(one.path);
      t.equal([pagination.page, pagination.limit], [1, 10], 'page and limit');
      t.equal(data.length, Math.min(10, pagination.total), 'records on the first page');
      t.equal(idsOf(data), idsOf((await caller.page(`${one.path}?page=1&limit=10&order=desc`)).data), 'order=desc');
      const create = creatorOf(one.path);
      if (!create || !sortsOf(one).includes('entryDate')) return;
      const { id } = await createWith(t, caller, create, await referencesOf(t, caller));
      const [newest] = (await caller.page(one.path)).data;
      t.equal(newest?.id, id, 'the first record after a create');
    },
  );

const limitCase = (one: Operation): Case =>
  example(
    `${one.id}.limit`,
    ['lists.limit', `op.${one.id}.param.limit`],
    `GET ${one.path}: limit is the number of records on a page`,
    async (t) => {
      const caller = await filled(t, one);
      for (const limit of [1, 2, 3, 99, 100]) {
        const { data, pagination } = await caller.page(`${one.path}?limit=${limit}`);
        t.equal([data.length, pagination.limit], [Math.min(limit, pagination.total), limit], `limit=${limit}`);
        t.equal(pagination.hasMore, pagination.total > limit, `hasMore with limit=${limit}`);
        t.equal(pagination.nextCursor !== null, pagination.hasMore, `nextCursor with limit=${limit}`);
      }
    },
  );

const CLAMPED = new Set(['listStockAdjustments']);

const beyondLimitCase = (one: Operation): Case =>
  example(
    `${one.id}.limit-101`,
    [CLAMPED.has(one.id) ? 'adjustments.limit_clamped' : 'lists.limit_max', `op.${one.id}.param.limit`],
    `GET ${one.path}: a limit above 100 is ${CLAMPED.has(one.id) ? 'reduced to 100' : 'rejected'}`,
    async (t) => {
      const answer = await t.as().get(`${one.path}?limit=101`);
      if (!CLAMPED.has(one.id)) return expectRefusedAt(t, answer, 400, 'partner.validation_failed', 'limit');
      const { data, pagination } = pageOf(t.requireStatus(answer, 200));
      t.equal([data.length, pagination.limit], [Math.min(100, pagination.total), 100], 'records and limit', answer);
    },
  );

const pagesCase = (one: Operation): Case =>
  example(
    `${one.id}.pages`,
    ['lists.pages', ...(hasParameter(one, 'page') ? [`op.${one.id}.param.page`] : [])],
    `GET ${one.path}: pages by number contain each record once`,
    async (t) => {
      const caller = await filled(t, one);
      const { data: first, pagination } = await caller.page(`${one.path}?limit=2&page=1`);
      const { data: second, pagination: at } = await caller.page(`${one.path}?limit=2&page=2`);
      const { data: both } = await caller.page(`${one.path}?limit=4`);
      t.equal(idsOf([...first, ...second]), idsOf(both), 'two pages of two equal one of four');
      t.equal(at.page, 2, 'page');
      const beyond = await caller.page(`${one.path}?limit=100&page=${Math.ceil(pagination.total / 100) + 1}`);
      t.equal([beyond.data, beyond.pagination.hasMore], [[], false], 'beyond the last page');
    },
  );

const cursorCase = (one: Operation): Case =>
  example(
    `${one.id}.cursor`,
    ['lists.cursor', `op.${one.id}.param.cursor`],
    `GET ${one.path}: by cursor each record comes once; a cursor is valid only for its own list`,
    async (t) => {
      const caller = await filled(t, one);
      const records = await caller.all(one.path);
      const { total } = (await caller.page(`${one.path}?limit=1`)).pagination;
      t.equal(new Set(idsOf(records)).size, records.length, 'records by cursor, each once');
      t.equal(records.length, total, 'records by cursor');
      const { data: first, pagination } = await caller.page(`${one.path}?limit=2`);
      const { nextCursor } = pagination;
      if (nextCursor === null) return;
      const next = await caller.page(`${one.path}?limit=2&cursor=${nextCursor}`);
      const both = await caller.page(`${one.path}?limit=4`);
      t.equal(idsOf([...first, ...next.data]), idsOf(both.data), 'two pages of two equal one of four');
      t.equal([next.pagination.page, next.pagination.total], [null, total], 'page and total by cursor');
      const others = ['order=asc', ...(hasParameter(one, 'status') ? ['status=0'] : []), 'search=conf'];
      for (const query of others.filter((text) => hasParameter(one, text.split('=')[0] ?? ''))) {
        const turned = `${one.path}?limit=2&${query}&cursor=${nextCursor}`;
        t.expectStatus(await caller.get(turned), 400, 'partner.validation_failed');
      }
      t.expectStatus(await caller.get(`${one.path}?cursor=${nextCursor}&page=1`), 400, 'partner.validation_failed');
      t.expectStatus(await caller.get(`${one.path}?cursor=A${nextCursor}`), 400, 'partner.validation_failed');
      const stranger = await filled(t, one, t.as('main', 'other'));
      t.expectStatus(await stranger.get(`${one.path}?limit=2&cursor=${nextCursor}`), 400, 'partner.validation_failed');
    },
  );

/** Cursors that no list has issued. */
const madeUpCursorCase = (one: Operation): Case =>
  example(
    `${one.id}.cursor-made-up`,
    ['lists.cursor', `op.${one.id}.param.cursor`],
    `GET ${one.path}: a made-up cursor is rejected`,
    async (t) => {
      const caller = t.as();
      const references = await referencesOf(t, caller);
      const url = urlOf(one, takesId(one) ? await someId(t, caller, one, references) : undefined, references);
      for (const cursor of ['x', 'YQ.YQ', 'W10.AAAAAAAAAAAAAAAAAAAAAA'])
        t.expectStatus(
          await caller.get(`${url}${url.includes('?') ? '&' : '?'}cursor=${cursor}`),
          400,
          'partner.validation_failed',
        );
    },
  );

const statusCase = (one: Operation): Case =>
  example(
    `${one.id}.status`,
    ['lists.status', `op.${one.id}.param.status`],
    `GET ${one.path}: status selects the records in that state`,
    async (t) => {
      const caller = await filled(t, one);
      const schema = one.parameters.find(({ name }) => name === 'status')?.schema ?? {};
      const create = creatorOf(one.path);
      const fields = create && hasStatus(create) ? { status: 0 } : undefined;
      const inactive = create && fields && (await createWith(t, caller, create, await referencesOf(t, caller), fields));
      if (inactive) {
        const ids = idsOf(await caller.all(`${one.path}?status=0`));
        t.check(ids.includes(inactive.id), 'status=0 does not list an inactive record');
      }
      let found = 0;
      for (const status of schemaOf(schema).enum ?? []) {
        const records = await caller.all(`${one.path}?status=${status}`);
        found += records.length;
        t.check(
          records.every((record) => record.status === status),
          `status=${status} lists records of another status`,
        );
      }
      const link = hasParameter(one, 'includeVoided') ? '?includeVoided=true' : '';
      t.equal(found, (await caller.all(one.path + link)).length, 'records of all statuses together');
    },
  );

const hasStatus = ({ body }: Operation): boolean => Object.hasOwn(schemaOf(body ?? {}).properties ?? {}, 'status');

const searchCase = (one: Operation): Case =>
  example(
    `${one.id}.search`,
    ['lists.search', `op.${one.id}.param.search`],
    `GET ${one.path}: search finds a record by a part of its name, in any letter case, and no others`,
    async (t) => {
      const caller = await filled(t, one);
      const [record] = (await caller.page(`${one.path}?limit=1`)).data;
      const text = String(record?.name ?? record?.orderNo ?? record?.transferNo ?? record?.adjustmentNo ?? '');
      if (!record || text.length < 2) return;
      for (const search of [text, text.slice(1), text.slice(0, -1), text.toUpperCase(), text.toLowerCase()]) {
        if (search.trim() === '') continue;
        const found = await caller.all(`${one.path}?search=${encodeURIComponent(search)}`);
        t.check(
          found.some(({ id }) => id === record.id),
          `search=${search} does not find "${text}"`,
        );
      }
      const none = await caller.page(`${one.path}?search=conf-nobody-has-this-%25_`);
      t.equal([none.data.length, none.pagination.total], [0, 0], 'a search without matches');
      const wild = await caller.page(`${one.path}?search=%25`);
      t.check(!idsOf(wild.data).includes(record.id) || text.includes('%'), 'search=% is a wildcard');
    },
  );

const listCasesOf = (one: Operation): Case[] => [
  defaultsCase(one),
  limitCase(one),
  beyondLimitCase(one),
  ...(hasParameter(one, 'page') ? [pagesCase(one)] : []),
  ...(hasParameter(one, 'cursor') ? [cursorCase(one)] : []),
  ...sortCasesOf(one),
  ...(hasParameter(one, 'status') ? [statusCase(one)] : []),
  ...(hasParameter(one, 'search') ? [searchCase(one)] : []),
];

export const EVERY_LIST_CASES: readonly Case[] = [
  ...RESOURCE_OPERATIONS.filter((one) => hasParameter(one, 'cursor')).map(madeUpCursorCase),
  ...RESOURCE_OPERATIONS.filter((one) => isList(one) && !takesId(one) && !one.path.startsWith('/reports/')).flatMap(
    listCasesOf,
  ),
];
