import { OPERATIONS } from '../../contract/bundle.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { Stopped } from '../../engine/expectations.ts';
import { type Answer, remainingIn } from '../../http/send.ts';

/** Lists as streams of lines, and pages of megabytes. */

const example = subject('examples', 'streams');

/** Lines of the longest adjustment. */
const LONGEST_DOCUMENT = 5_000;

const LINES = { Accept: 'application/x-ndjson' };

interface Mark {
  readonly end: boolean;
  readonly count: number;
  readonly cursor: string | null;
}

interface Stream {
  readonly answer: Answer;
  readonly records: readonly object[];
  readonly marks: readonly Mark[];
}

async function streamOf(t: CaseContext, path: string): Promise<Stream> {
  const answer = t.requireStatus(await t.asAny().get(path, LINES), 200);
  const lines = answer.body as readonly { readonly stream?: Mark }[];
  return {
    answer,
    records: lines.filter(({ stream }) => stream === undefined),
    marks: lines.flatMap(({ stream }) => stream ?? []),
  };
}

/** Lists that need no parameter. */
const LISTS = OPERATIONS.filter(
  ({ streams, path, parameters }) => streams && !path.includes('{') && !parameters.some(({ required }) => required),
);

export const STREAM_CASES: readonly Case[] = [
  ...LISTS.map(({ id, path }) =>
    example(
      `records.${id}`,
      ['streams.records', 'streams.last_line'],
      `${path} as a stream has the records of its pages, and a last line`,
      async (t) => {
        const pages = await t.asAny().all(path);
        const { answer, records, marks } = await streamOf(t, path);
        t.equal(records, pages, 'records of the stream');
        t.equal(marks.at(-1), { end: true, count: pages.length, cursor: null }, 'last line');
        t.equal(marks.filter(({ end }) => end).length, 1, 'lines that end the stream');
        t.equal(answer.headers['tillgate-total'], String(pages.length), 'Tillgate-Total');
        t.equal(answer.headers.etag, undefined, 'ETag');
      },
    ),
  ),
  example(
    'filtered',
    ['streams.records'],
    'a stream has the filters, the search and the order of its list',
    async (t) => {
      const name = t.name();
      for (const suffix of ['b', 'c', 'a']) await t.as().create('/brands', { name: `${name} ${suffix}` });
      const inactive = await t.as().create('/brands', { name: `${name} d`, status: 0 });
      for (const query of [`search=${name}&sort=name&order=asc`, `search=${name}&status=1`, `ids=${inactive.id}`]) {
        const { records } = await streamOf(t, `/brands?${query}`);
        t.equal(records, await t.asAny().all(`/brands?${query}`), query);
      }
    },
  ),
  example('snapshot', ['streams.snapshot'], 'the changes after a stream are those that it does not show', async (t) => {
    const before = await t.as().create('/brands', { name: t.name() });
    const { answer, records } = await streamOf(t, '/brands');
    const after = await t.as().create('/brands', { name: t.name() });
    const ids = (records as readonly { readonly id: number }[]).map(({ id }) => id);
    t.equal([ids.includes(before.id), ids.includes(after.id)], [true, false], 'brands in the stream');
    const cursor = answer.headers['tillgate-changes-after'];
    const changes = t.requireStatus(await t.asAny().get(`/changes?after=${cursor}&resources=brands`), 200);
    const changed = (changes.body as { readonly data: readonly { readonly id: number }[] }).data.map(({ id }) => id);
    t.equal([changed.includes(before.id), changed.includes(after.id)], [false, true], 'brands in the changes');
  }),
  example('cursors', ['streams.cursors'], 'a stream begins after the cursor of a page', async (t) => {
    for (let n = 0; n < 3; n += 1) await t.as().create('/brands', { name: t.name() });
    const { pagination } = await t.asAny().page('/brands?sort=name&limit=2');
    const all = await t.asAny().all('/brands?sort=name');
    const { answer, records } = await streamOf(t, `/brands?sort=name&cursor=${pagination.nextCursor}`);
    t.equal(records, all.slice(2), 'records after the cursor');
    t.equal(answer.headers['tillgate-total'], String(all.length - 2), 'Tillgate-Total');
    t.equal(answer.headers['tillgate-changes-after'], undefined, 'Tillgate-Changes-After');
    const other = await t.asAny().get(`/brands?cursor=${pagination.nextCursor}`, LINES);
    t.expectStatus(other, 400, 'partner.validation_failed');
  }),
  example('pages', ['streams.no_pages'], 'page and limit are rejected with a stream', async (t) => {
    const answer = await t.asAny().get('/brands?page=1&limit=5', LINES);
    t.expectStatus(answer, 400, 'partner.validation_failed');
    const { details = [] } = answer.body as { readonly details?: readonly { path: string; rule: string }[] };
    const named = details.map(({ path, rule }) => `${path} ${rule}`).sort();
    t.equal(named, ['limit exclusive', 'page exclusive'], 'errors');
  }),
  example(
    'negotiated',
    ['streams.negotiated', 'http.vary'],
    'a list is a page unless the client prefers a stream',
    async (t) => {
      const typeFor = async (accept: string | undefined) => {
        const answer = await t.asAny().get('/brands', accept === undefined ? {} : { Accept: accept });
        t.check(/\baccept(?!-)/i.test(answer.headers.vary ?? ''), 'Vary has no Accept', answer);
        return t.requireStatus(answer, 200).headers['content-type']?.split(';')[0];
      };
      for (const accept of [
        'application/x-ndjson',
        'application/x-ndjson, */*;q=0.1',
        'application/json;q=0.5, application/x-ndjson',
        'Application/X-NDJSON',
        'application/x-ndjson; charset=utf-8',
        'APPLICATION/x-ndjson;Charset="UTF-8";q=0.5, application/json;charset=utf-8;Q=0.4',
      ])
        t.equal(await typeFor(accept), 'application/x-ndjson', accept);
      for (const accept of [
        undefined,
        '*/*',
        'application/json',
        'application/json, application/x-ndjson;q=0.9',
        'application/x-ndjson;q=0',
        'application/x-ndjson;charset=utf-8;q=0',
        'application/x-ndjsonl',
      ])
        t.equal(await typeFor(accept), 'application/json', String(accept));
    },
  ),
  example(
    'counted',
    ['streams.counted'],
    'a stream of up to 1,000 records and its HEAD count as one request',
    async (t) => {
      const caller = t.as();
      const brand = await caller.create('/brands', { name: t.name() });
      const path = `/brands?ids=${brand.id}`;
      await caller.get('/brands?ids=999999999', LINES);
      const left = [
        await caller.get(path),
        await caller.get(path, LINES),
        await caller.send('HEAD', path, { headers: LINES }),
      ];
      const [page = 0, stream = 0, head = 0] = left.map(remainingIn);
      // A new minute may have begun.
      t.check(
        stream > page || (stream === page - 1 && (head > stream || head === stream - 1)),
        `${left.map(remainingIn)} remained`,
      );
      t.equal([left[2]?.status, left[2]?.text, left[2]?.headers['tillgate-total']], [200, '', '1'], 'HEAD');
    },
  ),
  example(
    'long-pages',
    ['lists.long_pages'],
    'a page of megabytes by number is whole, and by cursor resumes wherever it ends',
    async (t) => {
      // Lists of the main merchant are compared with the specification, which has no pages that end early.
      const caller = t.as('main', 'other');
      const narration = t.name();
      const [store] = (await caller.page('/stores?limit=1')).data;
      const item = await caller.create('/items', { name: t.name() });
      const lines = Array.from({ length: LONGEST_DOCUMENT }, () => ({ itemId: item.id, quantity: '1' }));
      const draft = { storeId: store?.id, date: '2026-01-15', type: 1, narration, lines };
      const written: object[] = [];
      for (let n = 0; n < 5; n += 1)
        written.unshift(await caller.create('/stock-adjustments?post=false', { ...draft, date: `2026-01-${10 + n}` }));
      const path = `/stock-adjustments?search=${narration}`;
      const { data, pagination } = await caller.page(`${path}&limit=100`);
      t.equal(data, written, 'records of the page');
      t.equal([pagination.total, pagination.hasMore, pagination.nextCursor], [5, false, null], 'pagination');
      let { nextCursor } = (await caller.page(`${path}&limit=1`)).pagination;
      const following: object[] = [];
      while (nextCursor !== null) {
        const page = await caller.page(`${path}&limit=100&cursor=${nextCursor}`);
        if (!t.check(page.data.length > 0, 'a page by cursor is empty')) throw new Stopped();
        following.push(...page.data);
        t.equal(page.pagination.hasMore, page.pagination.nextCursor !== null, 'hasMore');
        ({ nextCursor } = page.pagination);
      }
      t.equal(following, written.slice(1), 'records by cursor');
    },
  ),
];
