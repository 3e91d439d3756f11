import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guideSlugs, readGuide } from '../../../src/contract/guides.ts';
import { TRAFFIC_RULES } from '../../../src/request-log/client-rules.ts';
import { TrafficWatch } from '../../../src/request-log/findings.ts';
import type { NumberedRequest } from '../../../src/request-log/logged-request.ts';

const NOW = Date.parse('2026-03-03T02:15:30.000Z');

let lastId = 0;

/** A successful request of app 1 for merchant 7, which takes 10 ms. */
function request(
  given: Partial<NumberedRequest>,
  after = 0,
  facts: Partial<NumberedRequest['facts']> = {},
): NumberedRequest {
  lastId += 1;
  const path = given.path ?? '/v1/brands';
  const known = {
    began: NOW + after,
    target: `${path}?${given.query}`,
    isCut: false,
    isConditional: false,
    etag: '"1"',
  };
  return {
    ...{
      id: lastId,
      appId: 1,
      at: NOW + after,
      correlationId: '',
      method: 'GET',
      path,
      query: '',
      operation: 'listBrands',
    },
    ...{ companyId: 7, merchant: undefined, status: 200, code: null, milliseconds: 10, problems: [], counted: true },
    ...given,
    facts: { ...known, isBearer: true, ...facts },
  };
}

const foundIn = async (requests: readonly NumberedRequest[], days = new Map<number, string>()): Promise<string[]> =>
  (await new TrafficWatch().observe(requests, days)).findings.map(({ rule }) => rule);

const keptIn = async (requests: readonly NumberedRequest[], days = new Map<number, string>()): Promise<string[]> => [
  ...new Set((await new TrafficWatch().observe(requests, days)).kept.map(({ rule }) => rule)),
];

const times = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of(index));

/** When each of a series of requests starts, with these pauses from one start to the next. */
function startsAfter(pauses: readonly number[]): number[] {
  let at = 0;
  return [0, ...pauses.map((pause) => (at += pause))];
}

const refresh = (after: number, facts: Partial<NumberedRequest['facts']> = {}, milliseconds = 10): NumberedRequest =>
  request({ operation: 'createToken', method: 'POST', companyId: null, milliseconds }, after, {
    token: { grant: 'refresh_token', companyId: 7, refresh: '3:1' },
    ...facts,
  });

describe('The rules of traffic', () => {
  test('each name a section of a guide', async () => {
    const headings = (slug: string) =>
      [...readGuide(slug).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
        text
          .toLowerCase()
          .replaceAll(/[^\w\s-]/g, '')
          .replaceAll(/\s/g, '-'),
      );
    for (const { guide } of Object.values(TRAFFIC_RULES)) {
      const [slug = '', section = ''] = guide.split('#');
      expect(guideSlugs()).toContain(slug);
      expect(headings(slug)).toContain(section);
    }
  });

  test('are checked in slices, between which other work takes turns', async () => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await foundIn(times(8_000, (index) => request({ path: `/v1/brands/${index}` }, index)));
    isOver = true;
    expect(turns).toBeGreaterThan(8_000 / 256 - 2);
  });

  test('find nothing in requests without proof of their app, or of the console itself', async () => {
    for (const others of [{ unproved: true }, { isConsole: true }]) {
      const guess = (after: number) => ({ ...refresh(after, {}, 1000), ...others });
      expect(await foundIn([guess(0), guess(1)])).toEqual([]);
      expect(await keptIn([guess(0)])).toEqual([]);
    }
  });

  test('find refreshes that overlap, but no retry after the client left', async () => {
    expect(await foundIn([refresh(0, {}, 1000), refresh(500)])).toEqual(['refreshes-in-parallel']);
    expect(await foundIn([refresh(500), refresh(0, {}, 1000)])).toEqual(['refreshes-in-parallel']);
    expect(await foundIn([refresh(0, { isCut: true }, 1000), refresh(500)])).toEqual([]);
    expect(await foundIn([refresh(0), refresh(500)])).toEqual([]);
  });

  test('find no second process that is rejected in the same window', async () => {
    const limited = (after: number) => request({ status: 429, code: 'partner.rate_limited' }, after);
    expect(await foundIn([limited(0), limited(1_000)])).toEqual([]);
    expect(await foundIn([limited(0), limited(5), limited(8)])).toEqual([]);
    expect(await foundIn([limited(0), limited(29_000), limited(30_000)])).toEqual([]);
    expect(await foundIn([limited(0), limited(1_000), limited(2_000)])).toEqual(['retry-in-window']);
  });

  test('find no backoff in which any pause is long, however short the others are', async () => {
    const failed = (after: number) => request({ status: 503, code: 'partner.overloaded' }, after);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 199 }), { minLength: 4, maxLength: 4 }),
        fc.integer({ min: 200, max: 9_000 }),
        fc.nat({ max: 4 }),
        async (short, long, place) => {
          const pauses = short.toSpliced(place, 0, long);
          const starts = startsAfter(pauses.map((pause) => pause + 10));
          expect(await foundIn(starts.map(failed))).toEqual([]);
        },
      ),
    );
    expect(await foundIn(times(6, (index) => failed(index * 20)))).toEqual(['retry-without-backoff']);
    const paused = times(6, (index) => ({ ...failed(index * 20), at: NOW + index * 60_000 }));
    expect(await foundIn(paused), 'by a test clock').toEqual([]);
  });

  test('find no equal writes whose outcomes are known', async () => {
    const write = (after: number, status: number, facts = {}) =>
      request({ method: 'POST', operation: 'createBrand', status }, after, { unkeyed: 'digest', ...facts });
    expect(await foundIn([write(0, 201), write(1_000, 201)])).toEqual([]);
    expect(await foundIn([write(0, 429), write(1_000, 201)])).toEqual([]);
    expect(await foundIn([write(0, 500), write(1_000, 201, { unkeyed: 'other' })])).toEqual([]);
    expect(await foundIn([write(0, 500), write(1_000, 201)])).toEqual(['write-without-key']);
    expect(await foundIn([write(0, 201, { isCut: true }), write(1_000, 201)])).toEqual(['write-without-key']);
  });

  test('find no pages that people turn, and none of a list that stays as it is', async () => {
    const page = (index: number, pause: number, total: number) =>
      request({ query: `page=${index + 1}&limit=2` }, index * pause, { total });
    expect(await foundIn(times(9, (index) => page(index, 100, 20)))).toEqual([]);
    expect(await foundIn(times(9, (index) => page(index, 3_000, 20 + index)))).toEqual([]);
    expect(await foundIn(times(4, (index) => page(index, 100, 20 + index)))).toEqual(['page-walk']);
  });

  test('find no poll in reads at uneven intervals', async () => {
    const many = fc.array(fc.integer({ min: 1_000, max: 900_000 }), { minLength: 30, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(many, async (pauses) => {
        const uneven = pauses.map((pause, index) => (index % 2 === 0 ? pause : pause * 1.5 + 1_000));
        expect(await foundIn(startsAfter(uneven).map((start) => request({}, start)))).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  test('find no poll of a list by what changed, nor of changes', async () => {
    const poll = (given: Partial<NumberedRequest>) =>
      foundIn(times(40, (index) => request(given, index * 30_000, { etag: `"${index}"` })));
    expect(await poll({ query: 'updatedFrom=2026-03-03T02:00:00Z&order=asc' })).toEqual([]);
    expect(await poll({ operation: 'listChanges', path: '/v1/changes' })).toEqual([]);
    expect(await poll({ query: 'limit=100' })).toEqual(times(3, () => 'polled-list'));
  });

  test('find no token of processes that each use theirs', async () => {
    const token = (after: number) =>
      request({ operation: 'mintSandboxToken', method: 'POST', companyId: null }, after, {
        token: { grant: 'client_credentials', companyId: 7 },
      });
    const call = (after: number) => request({ path: `/v1/brands/${after}`, operation: 'getBrand' }, after);
    const started = times(30, token);
    const calls = times(300, (index) => call(100 + index * 1_100));
    expect(await foundIn([...started, ...calls, token(600_000)])).toEqual([]);
    expect(await foundIn(times(42, (index) => (index % 2 === 0 ? token(index) : call(index))))).toContain(
      'token-for-each-call',
    );
  });

  test('find a day that has not begun in the zone of any store, at the third time', async () => {
    const sales = times(3, (index) =>
      request({ operation: 'listDailySales', path: '/v1/reports/daily-sales', query: 'to=2026-03-03' }, index * 7_000),
    );
    const in_ = (day: string) => new Map(sales.map(({ id }) => [id, day]));
    expect(await foundIn(sales, in_('2026-03-02'))).toEqual(['wrong-time-zone']);
    expect(await foundIn(sales, in_('2026-03-03'))).toEqual([]);
    expect(await foundIn(sales)).toEqual([]);
  });

  test('count a rule as kept only by requests that show it', async () => {
    const brand = (after: number, given = {}, facts = {}) => request({ operation: 'getBrand', ...given }, after, facts);
    const mint = (after: number) =>
      request({ operation: 'mintSandboxToken', method: 'POST', companyId: null }, after, {
        token: { grant: 'client_credentials', companyId: 7 },
      });
    const limited = (after: number) => brand(after, { status: 429, code: 'partner.rate_limited' });
    const failed = (after: number) => brand(after, { status: 503, code: 'partner.overloaded' });
    const post = { method: 'POST', operation: 'createBrand', status: 201 };
    const sales = request({ operation: 'listDailySales', query: 'to=2026-03-02' });
    const days = (day: string) => new Map([[sales.id, day]]);

    expect(await keptIn(times(24, (index) => (index % 2 === 0 ? mint(index) : brand(index))))).toEqual([]);
    expect(await keptIn([mint(0), brand(1), brand(2)])).toEqual(['token-for-each-call']);
    expect(await keptIn([limited(0), brand(1_000)])).toEqual([]);
    expect(await keptIn([limited(0), brand(60_000)])).toEqual(['retry-in-window']);
    expect(await keptIn([failed(0), failed(500), brand(900)])).toEqual([]);
    expect(await keptIn([failed(0), failed(500), brand(1_600)])).toEqual(['retry-without-backoff']);
    expect(await keptIn([request(post, 0, { unkeyed: 'digest' })])).toEqual([]);
    expect(await keptIn([request(post)])).toEqual(['write-without-key']);
    expect(await keptIn(times(3, (index) => request({ query: `page=${index + 1}` }, index, { total: 9 })))).toEqual([]);
    expect(await keptIn([request({ query: 'cursor=…' })])).toEqual(['page-walk']);
    expect(await keptIn([request({ operation: 'listChanges' })])).toEqual(['polled-list']);
    expect(await keptIn([request({ status: 304 }, 0, { isConditional: true })])).toEqual(['unconditional-poll']);
    expect(await keptIn([refresh(0)])).toEqual(['refreshes-in-parallel', 'refresh-token-reused']);
    expect(await keptIn([request({ operation: 'listStockTransfers', query: 'includeLines=false' })])).toEqual([
      'unused-lines',
    ]);
    expect(await keptIn([request({}, 0, { alias: 'followed' })])).toEqual(['base-url-ignored']);
    expect(await keptIn([request({ query: 'companyId=7' })])).toEqual(['other-merchants-token']);
    expect(await keptIn([request({ query: 'companyId=8' })])).toEqual([]);
    expect(await keptIn([sales], days('2026-03-03'))).toEqual([]);
    expect(await keptIn([sales], days('2026-03-02'))).toEqual(['wrong-time-zone']);
  });
});
