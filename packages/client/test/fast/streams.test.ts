import { describe, expect, test } from 'vitest';
import type { Fetch } from '../../src/exchange.ts';
import { createTillgate, sandbox } from '../../src/index.ts';
import { createTestApi } from '../../src/testing/index.ts';
import { bodyOf } from '../support/faulty-fetch.ts';
import { scene } from '../support/scene.ts';

type Line = object | string;

const mark = (count: number, cursor: string | null): object => ({ stream: { end: cursor === null, count, cursor } });

const ids = (from: number, to: number): object[] => Array.from({ length: to - from + 1 }, (_, n) => ({ id: from + n }));

type End = 'complete' | 'cut' | 'silent';

/** A stream of these lines in small parts, after which it ends, the connection breaks, or nothing comes. */
function lines(all: readonly Line[], end: End = 'complete', headers: Record<string, string> = {}): Response {
  const text = all.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join('');
  async function* parts() {
    yield* text.match(/[\s\S]{1,7}/g) ?? [];
    if (end === 'cut') throw new TypeError('terminated');
    if (end === 'silent') await new Promise(() => {});
  }
  return new Response(bodyOf(parts()), {
    headers: { 'Content-Type': 'application/x-ndjson', 'Tillgate-Total': '4', ...headers },
  });
}

const idsIn = (stream: AsyncIterable<{ readonly id: number }>) => Array.fromAsync(stream, ({ id }) => id);

const PLACE = { 'Tillgate-Changes-After': 'c.d' };

describe('A stream', () => {
  test('has the records in order, the exact total and the cursor of the changes', async () => {
    const { tillgate, sent } = scene([
      () => lines([...ids(1, 2), mark(2, 'a.b'), ...ids(3, 4), mark(4, null)], 'complete', PLACE),
    ]);
    const stream = await tillgate.brands.stream({ sort: 'name' });
    expect([stream.total, stream.changesAfter, stream.cursor]).toEqual([4, 'c.d', undefined]);
    expect(await idsIn(stream)).toEqual([1, 2, 3, 4]);
    expect(stream.cursor).toBe('a.b');
    expect(sent).toHaveLength(1);
    expect(new Headers(sent[0]?.headers).get('Accept')).toBe('application/x-ndjson');
  });

  test.each<[string, Line[], End]>([
    ['ends without its last line', ids(1, 2), 'complete'],
    ['ends within a line', [...ids(1, 2), '{"id":'], 'complete'],
    ['is cut', ids(1, 2), 'cut'],
    ['falls silent', ids(1, 2), 'silent'],
    ['says that it has more records', [...ids(1, 2), mark(3, null)], 'complete'],
  ])('that %s throws after its records', async (_, sent, end) => {
    const fetch: Fetch = async (_url, { signal }) => {
      const { body, headers } = lines(sent, end);
      return new Response(body?.pipeThrough(new TransformStream(), { signal: signal as AbortSignal }), { headers });
    };
    const { tillgate } = scene([], { fetch, timeout: 50 });
    const seen: number[] = [];
    const read = async () => {
      for await (const { id } of await tillgate.brands.stream()) seen.push(id);
    };
    await expect(read()).rejects.toMatchObject({ name: 'TransportError', code: 'client.stream_cut' });
    expect(seen).toEqual([1, 2]);
  });

  test('resumes from the last cursor after each cut, and leaves out what it has shown', async () => {
    const { tillgate, sent } = scene([
      () => lines([...ids(1, 2), mark(2, 'a.b'), ...ids(3, 3)], 'cut', PLACE),
      () => lines(ids(3, 4), 'cut'),
      () => lines([...ids(3, 6), mark(4, null)]),
    ]);
    const stream = await tillgate.brands.stream({ resume: true });
    expect(await idsIn(stream)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(stream.changesAfter).toBe('c.d');
    expect(sent.map(({ query }) => query.get('cursor'))).toEqual([null, 'a.b', 'a.b']);
  });

  test('that is cut again without a new record is not resumed', async () => {
    const { tillgate, sent } = scene([() => lines(ids(1, 2), 'cut')]);
    const stream = await tillgate.brands.stream({ resume: true });
    await expect(idsIn(stream)).rejects.toMatchObject({ code: 'client.stream_cut' });
    expect(sent).toHaveLength(2);
  });

  test('that the service answers with a page is an error', async () => {
    const { tillgate } = scene([() => new Response('{"data":[],"pagination":{}}')]);
    await expect(tillgate.brands.stream()).rejects.toMatchObject({ code: 'client.unexpected_answer' });
  });
});

test("The double's streams count by their size", async () => {
  const api = createTestApi({ rateLimit: 5 });
  for (let n = 1; n <= 1_205; n += 1) api.seed('taxes', { name: `Tax ${n}`, rate: '20' });
  const { taxes } = createTillgate({ credentials: sandbox(api.client), ...api.options }).merchant(1);
  const { response } = await taxes.stream({ retries: 0 });
  expect(response.rateLimit?.remaining).toBe(2);
  await taxes.list();
  await expect(taxes.stream({ retries: 0, maxWait: 0 })).rejects.toMatchObject({ code: 'partner.rate_limited' });
});
