import { describe, expect, test } from 'vitest';
import {
  type ChangeOf,
  type ChangePage,
  CursorGone,
  createTillgate,
  type FollowOptions,
  sandbox,
} from '../../src/index.ts';
import { createTestApi } from '../../src/testing/index.ts';
import { answer, hanging, refusal, scene } from '../support/scene.ts';
import type { Sent } from '../support/service.ts';

const changeOf = (id: number) => ({ resource: 'items', id }) as unknown as ChangeOf;

const page = (ids: readonly number[], nextCursor: string, hasMore = true) =>
  answer(200, { data: ids.map(changeOf), nextCursor, hasMore });

/** The last page, after which `wait: 0` ends a loop. */
const end = (nextCursor: string, ids: readonly number[] = []) => page(ids, nextCursor, false);

const gone = (rule: string) =>
  answer(410, {
    code: 'partner.cursor_gone',
    message: rule,
    details: [{ in: 'query', path: 'after', rule, message: rule }],
  });

/** A response that arrives as the follower is stopped. */
const stopping = (stop: AbortController, response: Response) => () => {
  stop.abort();
  return response;
};

function memoryStore(cursor?: string) {
  const store = {
    cursor,
    saved: [] as string[],
    load: async () => store.cursor,
    async save(next: string) {
      store.cursor = next;
      store.saved.push(next);
    },
  };
  return store;
}

/** Steps of a service, followed by a client. */
function followed(steps: Parameters<typeof scene>[0], options: FollowOptions = {}) {
  const { tillgate, sent, clock } = scene(steps);
  const following = tillgate.changes.follow({ wait: 0, retries: 0, ...options });
  const asked = () => sent.map(({ query }) => query);
  return { following, sent, clock, asked, afters: () => asked().map((query) => query.get('after')) };
}

const idsOf = (following: AsyncIterable<ChangeOf>) => Array.fromAsync(following, ({ id }) => id);

describe('changes.follow', () => {
  test('continues from page to page, and with `wait: 0` ends at the end of the log', async () => {
    const { following, asked } = followed([page([1, 2], 'b'), page([], 'c'), end('d', [3])], {
      after: 'a',
      resources: ['items'],
      storeId: [7],
      include: 'record',
      limit: 2,
    });
    expect(await idsOf(following)).toEqual([1, 2, 3]);
    const query = { resources: 'items', storeId: '7', include: 'record', limit: '2', companyId: '7' };
    expect(asked().map((one) => Object.fromEntries(one))).toEqual(
      ['a', 'b', 'c'].map((after) => ({ ...query, after })),
    );
  });

  test('without a cursor begins at the present', async () => {
    const store = memoryStore();
    const { following, afters } = followed([end('now')], { store });
    expect(await idsOf(following)).toEqual([]);
    expect([afters(), store.saved]).toEqual([[null], ['now']]);
  });

  test('prefers the place in its store to `after`, and saves it when a page has been processed', async () => {
    const store = memoryStore('a');
    const { following, afters } = followed([page([1, 2], 'b'), end('c', [3])], { store, after: 'z' });
    const seen: unknown[] = [];
    for await (const { id } of following) seen.push([id, store.cursor]);
    expect(seen).toEqual([
      [1, 'a'],
      [2, 'a'],
      [3, 'b'],
    ]);
    expect([afters(), store.cursor]).toEqual([['a', 'b'], 'c']);
  });

  test.each([1, 2, 3])('that ends at change %i repeats the changes of its page, and misses none', async (last) => {
    const store = memoryStore('a');
    const log = [1, 2, 3, 4];
    const step = ({ query }: Sent) => {
      const at = ['a', 'b', 'c'].indexOf(query.get('after') ?? '');
      return page(log.slice(at * 2, at * 2 + 2), 'abc'[at + 1] ?? 'c', at === 0);
    };
    const seen: number[] = [];
    for await (const { id } of followed([step], { store }).following) {
      seen.push(id);
      if (id === last) break;
    }
    const rest = await idsOf(followed([step], { store }).following);
    expect(rest[0]).toBe(last <= 2 ? 1 : 3);
    expect(new Set([...seen, ...rest])).toEqual(new Set(log));
  });

  test('stops at an error of its store', async () => {
    const full = new Error('disk full');
    const store = { load: () => 'a', save: () => Promise.reject(full) };
    const { following, sent } = followed([page([1], 'b'), end('c')], { store });
    await expect(idsOf(following)).rejects.toBe(full);
    expect(sent).toHaveLength(1);
  });

  test('waits once it has reached the end of the log, and sends at most one a second while changes arrive', async () => {
    const stop = new AbortController();
    const steps = [page([1], 'b'), end('c'), end('d', [2]), end('e', [3]), stopping(stop, end('f', [4]))];
    const { following, asked, clock } = followed(steps, { after: 'a', wait: 20, signal: stop.signal });
    expect(await idsOf(following)).toEqual([1, 2, 3, 4]);
    expect(asked().map((query) => query.get('wait'))).toEqual([null, null, '20', '20', '20']);
    expect(clock.slept).toEqual([1_000, 1_000]);
  });

  test('gives a request that waits more time before it times out', async () => {
    const late = () => new Promise<Response>((resolve) => setTimeout(() => resolve(page([1], 'b')), 800));
    const { following } = followed([end('a'), late], { after: 'a', wait: 1, timeout: 500 });
    for await (const { id } of following) {
      expect(id).toBe(1);
      break;
    }
  });

  test('pauses longer and longer where requests find nothing and do not wait', async () => {
    const stop = new AbortController();
    const steps = [...Array.from({ length: 9 }, () => end('a')), stopping(stop, end('a'))];
    const { following, clock } = followed(steps, { after: 'a', wait: 30, signal: stop.signal });
    expect(await idsOf(following)).toEqual([]);
    expect(clock.slept).toEqual([1_500, 3_000, 6_000, 12_000, 24_000, 45_000, 45_000, 45_000]);
  });

  test('outlasts failures that pass, with growing pauses and Retry-After', async () => {
    const steps = [
      new TypeError('fetch failed'),
      refusal(503, 'partner.overloaded', { 'Retry-After': '90' }),
      answer(502, 'Bad gateway'),
      refusal(500, 'partner.internal'),
      end('b', [1]),
    ];
    const { following, afters, clock } = followed(steps, { after: 'a' });
    expect(await idsOf(following)).toEqual([1]);
    expect(afters()).toEqual(['a', 'a', 'a', 'a', 'a']);
    expect(clock.slept).toEqual([1_500, 90_000, 6_000, 12_000]);
  });

  test.each([
    ['a closed merchant', refusal(403, 'partner.company_denied'), { code: 'partner.company_denied' }],
    ['a page without data', answer(200, { nextCursor: 'b', hasMore: false }), { code: 'client.unexpected_answer' }],
    ['its own cursor with more to come', page([], 'a'), { code: 'client.unexpected_answer' }],
    ['its own cursor with changes', end('a', [1]), { code: 'client.unexpected_answer' }],
  ])('fails on %s', async (_, step, error) => {
    const { following, sent } = followed([step], { after: 'a' });
    await expect(idsOf(following)).rejects.toMatchObject(error);
    expect(sent).toHaveLength(1);
  });

  test.each(['expired', 'restored', 'view_grown'])(
    'without `resynchronize` fails with CursorGone: %s',
    async (reason) => {
      const error = await idsOf(followed([gone(reason)], { after: 'a' }).following).catch((caught) => caught);
      expect(error).toBeInstanceOf(CursorGone);
      expect(error).toMatchObject({ name: 'CursorGone', code: 'partner.cursor_gone', status: 410, reason });
    },
  );

  test('resynchronizes at the start and when its cursor is gone, and saves the new place at once', async () => {
    const store = memoryStore();
    const reasons: string[] = [];
    const resynchronize = async (reason: string) => {
      reasons.push(reason);
      return `after-${reason}`;
    };
    const steps = [page([1], 'b'), gone('restored'), end('c', [2])];
    const { following, afters } = followed(steps, { store, resynchronize });
    expect(await idsOf(following)).toEqual([1, 2]);
    expect(reasons).toEqual(['start', 'restored']);
    expect(afters()).toEqual(['after-start', 'b', 'after-restored']);
    expect(store.saved).toEqual(['after-start', 'b', 'after-restored', 'c']);
  });

  test('repeats a `resynchronize` that failed for a while, and pauses before each', async () => {
    let calls = 0;
    const { tillgate } = scene([refusal(503, 'partner.overloaded')]);
    const resynchronize = async () => {
      calls += 1;
      if (calls < 3) await tillgate.items.list({ retries: 0 });
      return 'b';
    };
    const { following, clock, afters } = followed([end('c', [1])], { resynchronize });
    expect(await idsOf(following)).toEqual([1]);
    expect(afters()).toEqual(['b']);
    expect(clock.slept).toEqual([1_500, 3_000]);
  });

  test('fails where `resynchronize` fails, or has no cursor', async () => {
    const broken = new Error('no such table');
    const failing = followed([end('b')], { resynchronize: () => Promise.reject(broken) });
    await expect(idsOf(failing.following)).rejects.toBe(broken);
    const without = followed([end('b')], { resynchronize: async () => undefined });
    await expect(idsOf(without.following)).rejects.toMatchObject({ code: 'client.option_invalid' });
    expect(without.sent).toEqual([]);
  });

  test('ends when its signal aborts: before it starts, while a request waits, and during a pause', async () => {
    expect(await idsOf(followed([end('b')], { signal: AbortSignal.abort() }).following)).toEqual([]);

    const stop = new AbortController();
    const waiting = scene([], { fetch: hanging }).tillgate.changes.follow({ after: 'a', signal: stop.signal });
    setTimeout(() => stop.abort(new Error('stop')), 20);
    expect(await idsOf(waiting)).toEqual([]);

    const paused = new AbortController();
    const steps = [stopping(paused, refusal(503, 'partner.overloaded'))];
    expect(await idsOf(followed(steps, { after: 'a', signal: paused.signal }).following)).toEqual([]);
  });

  test('keeps the place of the page in hand when its signal aborts', async () => {
    const store = memoryStore('a');
    const stop = new AbortController();
    const { following } = followed([page([1, 2], 'b'), page([3], 'c')], { store, signal: stop.signal });
    for await (const { id } of following) if (id === 1) stop.abort();
    expect(store.cursor).toBe('b');
  });
});

test("The double's changes arrive while a request waits", { timeout: 10_000 }, async () => {
  const api = createTestApi();
  const { changes } = createTillgate({ ...api.options, credentials: sandbox(api.client) }).merchant(1);
  const stop = new AbortController();
  const following = changes.follow({ resources: ['brands'], include: 'record', signal: stop.signal });
  const pages: AsyncGenerator<ChangePage> = following.pages();
  expect((await pages.next()).value).toMatchObject({ data: [], hasMore: false });
  const next = pages.next();
  setTimeout(() => api.seed('brands', { name: 'Later' }), 50);
  const data = [{ kind: 'created', record: { name: 'Later' } }];
  expect((await next).value).toMatchObject({ data, hasMore: false });
  setTimeout(() => stop.abort(), 50);
  expect(await pages.next()).toEqual({ done: true, value: undefined });
  expect(api.requests.filter(({ operation }) => operation === 'listChanges')).toHaveLength(3);
});
