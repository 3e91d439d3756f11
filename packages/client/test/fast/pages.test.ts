import { describe, expect, test } from 'vitest';
import { answer, scene } from '../support/scene.ts';

/** A paged list of the numbers up to `total`, with cursors. */
function numbers(total: number) {
  return scene([
    ({ query }) => {
      const limit = Number(query.get('limit'));
      const start = Number(query.get('cursor') ?? 0);
      const end = Math.min(start + limit, total);
      const data = Array.from({ length: end - start }, (_, index) => ({ id: start + index + 1 }));
      const hasMore = end < total;
      const pagination = { page: null, hasMore, nextCursor: hasMore ? String(end) : null };
      return answer(200, { data, pagination }, start === 0 ? { 'Tillgate-Changes-After': 'place' } : {});
    },
  ]);
}

const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);

describe('A listing', () => {
  test('can be read by pages, and resumed from a cursor in another process', async () => {
    const { tillgate } = numbers(7);
    let cursor: string | null = null;
    for await (const { data, pagination } of tillgate.brands.iterate({ limit: 3 }).pages()) {
      expect(idsOf(data)).toEqual([1, 2, 3]);
      cursor = pagination.nextCursor;
      break;
    }
    const rest = await numbers(7).tillgate.brands.iterate({ limit: 3, cursor }).toArray({ max: 10 });
    expect(idsOf(rest)).toEqual([4, 5, 6, 7]);
  });

  test('starts again with each loop', async () => {
    const listing = numbers(2).tillgate.brands.iterate();
    for (let loop = 1; loop <= 2; loop += 1) expect(idsOf(await Array.fromAsync(listing))).toEqual([1, 2]);
  });

  test('has the place in the feed with its first page', async () => {
    const pages = await Array.fromAsync(numbers(7).tillgate.brands.iterate({ limit: 4 }).pages());
    expect(pages.map(({ changesAfter }) => changesAfter)).toEqual(['place', undefined]);
  });

  test.each([
    [5, ['limit=5'], 5],
    [100, ['limit=100'], 100],
    [120, ['limit=100', 'limit=100&cursor=100'], 120],
    [1_000, ['limit=100', 'limit=100&cursor=100'], 150],
  ])('toArray({ max: %i }) requests no more pages than it needs', async (max, queries, length) => {
    const { tillgate, sent } = numbers(150);
    const rows = await tillgate.brands.iterate().toArray({ max });
    expect(rows).toHaveLength(length);
    expect(idsOf(rows)).toEqual(Array.from({ length }, (_, index) => index + 1));
    expect(sent.map(({ path }) => path.split('?')[1]?.replace('&companyId=7', ''))).toEqual(queries);
  });

  test.each([
    ['the same cursor', () => ({ page: null, hasMore: true, nextCursor: 'a' }), ['a']],
    [
      'cursors in a circle',
      (index: number) => ({ page: null, hasMore: true, nextCursor: 'ab'[index % 2] }),
      ['a', 'b'],
    ],
    ['the same page', () => ({ page: 1, hasMore: true, nextCursor: null }), ['2']],
  ])('ends with an error where the service answers %s again', async (_, paginationOf, places) => {
    const { tillgate, sent } = scene([
      (_request, index) => answer(200, { data: [{ id: index }], pagination: paginationOf(index) }),
    ]);
    const seen: unknown[] = [];
    const read = async () => {
      for await (const { id } of tillgate.brands.iterate()) seen.push(id);
    };
    await expect(read()).rejects.toMatchObject({
      code: 'client.unexpected_answer',
      message: 'brands.iterate got the cursor of an earlier page again.',
    });
    expect(seen).toHaveLength(sent.length);
    expect(sent.map(({ query }) => query.get('cursor') ?? query.get('page')).slice(1)).toEqual(places);
  });

  test('that starts at a cursor fails if the service returns the same cursor', async () => {
    const { tillgate } = scene([answer(200, { data: [], pagination: { page: null, hasMore: true, nextCursor: 'a' } })]);
    await expect(tillgate.brands.iterate({ cursor: 'a' }).toArray({ max: 5 })).rejects.toMatchObject({
      code: 'client.unexpected_answer',
    });
  });

  test.each(['null', '[]', '{}', '{"data":null,"pagination":{}}', '{"data":[]}', '{"data":[],"pagination":null}', '7'])(
    'is not %s',
    async (body) => {
      const { tillgate } = scene([answer(200, body)]);
      const error = { name: 'TransportError', code: 'client.unexpected_answer', status: 200 };
      await expect(tillgate.brands.list()).rejects.toMatchObject(error);
      await expect(tillgate.brands.iterate().toArray({ max: 5 })).rejects.toMatchObject(error);
    },
  );

  test.each([0, -1, Number.NaN, undefined])('toArray({ max: %s }) is rejected, and nothing is sent', async (max) => {
    const { tillgate, sent } = numbers(1);
    const rows = tillgate.brands.iterate().toArray({ max: max as number });
    await expect(rows).rejects.toMatchObject({ code: 'client.option_invalid' });
    expect(sent).toEqual([]);
  });
});
