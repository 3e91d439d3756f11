import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Caller } from '../../support/api-caller.ts';
import { copyItem } from '../../support/copied-items.ts';
import { fillMerchant } from '../../support/full-merchant.ts';
import { walkCursor } from '../../support/lists.ts';
import { sharedService } from '../../support/service.ts';

const LINES = { Accept: 'application/x-ndjson' };

const service = await sharedService();

interface Mark {
  readonly end: boolean;
  readonly count: number;
  readonly cursor: string | null;
}

/** Records of a stream, and its other lines. */
function readLines({ text }: Answer): { records: object[]; marks: Mark[] } {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return {
    records: lines.filter((line) => !line.stream),
    marks: lines.filter((line) => line.stream).map(({ stream }) => stream),
  };
}

async function stream(caller: Caller, path: string, headers = LINES) {
  const answer = await caller.get(path, headers);
  if (answer.status !== 200) throw new Error(answer.text);
  return { answer, ...readLines(answer) };
}

describe('Each list', async () => {
  const caller = await service.connect();
  await fillMerchant(caller);
  const { id: store } = (await caller.get('/stores')).body.data[0];

  test.each([
    '/items',
    '/categories',
    '/brands',
    '/menus',
    '/modifiers',
    '/purchase-orders',
    '/purchase-orders?transactions=true',
    '/purchase-orders?includeLines=false',
    '/stock-transfers',
    '/stock-adjustments',
    '/stock-adjustments?includeLines=false',
    '/stock-movements',
    '/stores',
    `/stores/${store}/open-orders`,
    '/suppliers',
    '/taxes',
    '/reports/stock-on-hand',
    '/reports/sales-by-item?from=2026-01-01&to=2026-03-31',
  ])('%s is a stream of the records of its pages, byte for byte, and a last line', async (path) => {
    const page = await caller.get(path);
    const { answer, records, marks } = await stream(caller, path);
    const lines = answer.text.split('\n').slice(0, records.length);
    // A line break between values is a space in a line.
    expect(page.text.replaceAll('\n', ' ')).toContain(`"data":[${lines}]`);
    expect(records).toHaveLength(page.body.data.length);
    expect(marks).toEqual([{ end: true, count: records.length, cursor: null }]);
    expect(answer.headers.get('Tillgate-Total')).toBe(String(records.length));
    expect(answer.headers.get('ETag')).toBeNull();
  });
});

describe('A stream of 2,500 items', () => {
  const SIZE = 2_500;
  let caller: Caller;

  beforeAll(async () => {
    caller = await service.connect();
    const { id: groupId } = await caller.create('/categories', { name: 'Group' });
    await caller.create('/items', { name: 'Item 0', groupId, price: '1.00' });
    await service.arrange(caller.merchant, (tx) => copyItem(tx, SIZE - 1));
  });

  test.each([
    '',
    'sort=name&order=asc',
    'sort=price',
    'status=1&sort=updatedAt',
    'search=item',
    'type=0&sort=itemCode',
  ])('with %s has the order of its pages, and resumes from each of its cursors', async (query) => {
    const pages = await walkCursor(caller, '/items', query, 100);
    const { records, marks } = await stream(caller, `/items?${query}`);
    expect(records).toEqual(pages.flatMap(({ data }) => data));
    expect(marks.map(({ count, end }) => [count, end])).toEqual([
      [1_000, false],
      [2_000, false],
      [SIZE, true],
    ]);
    for (const { count, cursor } of marks.slice(0, -1)) {
      const rest = await stream(caller, `/items?${query}&cursor=${cursor}`);
      expect(rest.records).toEqual(records.slice(count));
      expect(rest.answer.headers.get('Tillgate-Total')).toBe(String(SIZE - count));
      expect(rest.answer.headers.get('Tillgate-Changes-After')).toBeNull();
      const page = await caller.get(`/items?${query}&limit=5&cursor=${cursor}`);
      expect(page.body.data).toEqual(records.slice(count, count + 5));
    }
  });

  test('resumes where a page ended', async () => {
    const { body } = await caller.get('/items?limit=7&sort=name');
    const rest = await stream(caller, `/items?sort=name&cursor=${body.pagination.nextCursor}`);
    expect(rest.records).toHaveLength(SIZE - 7);
  });

  test.each(['gzip', 'br'])('is the same in %s', async (coding) => {
    const headers = { ...LINES, 'Accept-Encoding': coding };
    const { answer, records } = await stream(caller, '/items', headers);
    expect(answer.headers.get('Content-Encoding')).toBe(coding);
    expect(records).toHaveLength(SIZE);
  });

  test('counts as one request for each 1,000 records begun, and HEAD and pages as one', async () => {
    const spent = async (method: string, path: string) => {
      const left = async (response: Promise<Answer>) => Number((await response).headers.get('X-RateLimit-Remaining'));
      const before = await left(caller.get('/brands'));
      return before - (await left(caller.send(method, path, { headers: LINES })));
    };
    expect(await spent('GET', '/items')).toBe(3);
    expect(await spent('GET', '/brands')).toBe(1);
    expect(await spent('HEAD', '/items')).toBe(1);
  });

  describe('with a limit of requests per minute', () => {
    const limit = (requests: number | null) =>
      service.databases.control.query('update control.apps set rate_limit = $2 where id = $1', [
        caller.partner.appId,
        requests,
      ]);
    const next = async (requests: number) => {
      await limit(requests);
      service.advance(120_000);
      await caller.renewToken();
    };
    afterAll(() => next(1_000_000));

    test('is rejected if it does not fit into what is left, and counts as one', async () => {
      await next(6);
      const statuses = [];
      for (let n = 0; n < 3; n += 1) statuses.push((await caller.get('/items', LINES)).status);
      expect(statuses).toEqual([200, 200, 429]);
      const { status, body, headers } = await caller.get('/brands');
      expect([status, body.code, headers.get('X-RateLimit-Remaining')]).toEqual([429, 'partner.rate_limited', '0']);
    });

    test('is rejected with the requests that are left, and sends no record', async () => {
      await next(5);
      await caller.get('/items', LINES);
      const { status, body, headers } = await caller.get('/items', LINES);
      expect([status, body.code, headers.get('X-RateLimit-Remaining')]).toEqual([429, 'partner.rate_limited', '1']);
      expect([headers.get('Tillgate-Total'), headers.get('Retry-After')]).toEqual([
        null,
        expect.stringMatching(/^\d+$/),
      ]);
      expect((await caller.get('/brands')).status).toBe(200);
    });

    test('that is smaller than it is, counts as a whole window', async () => {
      await next(2);
      expect((await caller.get('/items', LINES)).status).toBe(200);
      expect((await caller.get('/brands')).status).toBe(429);
      service.advance(60_000);
      expect((await caller.get('/brands')).status).toBe(200);
      expect((await caller.get('/items', LINES)).status).toBe(429);
    });
  });
});

describe('A request for a list', async () => {
  const caller = await service.connect();
  await caller.create('/brands', { name: 'Brand' });

  test.each([
    ['application/x-ndjson', 'application/x-ndjson'],
    ['application/x-ndjson, */*', 'application/x-ndjson'],
    ['application/json;q=0.5, application/x-ndjson', 'application/x-ndjson'],
    ['application/json, application/x-ndjson', 'application/json; charset=utf-8'],
    ['application/x-ndjson;q=0.1, application/json', 'application/json; charset=utf-8'],
    ['application/x-ndjson;q=0', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['text/csv', 'application/json; charset=utf-8'],
  ])('that accepts %s gets %s', async (accepted, type) => {
    const { headers } = await caller.get('/brands', { Accept: accepted });
    expect(headers.get('Content-Type')).toBe(type);
    expect(headers.get('Vary')).toMatch(/, Accept(,|$)/);
  });

  test.each(['page', 'limit'])('rejects %s with a stream', async (name) => {
    const { status, body } = await caller.get(`/brands?${name}=1`, LINES);
    expect(status).toBe(400);
    expect(body.details).toEqual([
      { in: 'query', path: name, rule: 'exclusive', message: expect.stringContaining('application/x-ndjson') },
    ]);
  });

  test('rejects a stream from the cursor of another list', async () => {
    const { nextCursor } = (await caller.get('/brands?limit=1')).body.pagination;
    expect(nextCursor).toBeNull();
    expect((await caller.get('/brands?cursor=W10.AAAA', LINES)).status).toBe(400);
  });

  test('streams open orders of its stores only', async () => {
    expect((await caller.get('/stores/1/open-orders', LINES)).status).toBe(404);
  });

  test('with HEAD has the headers of the stream', async () => {
    const { status, headers, text } = await caller.send('HEAD', '/brands', { headers: LINES });
    const names = ['Content-Type', 'Tillgate-Total', 'Tillgate-Changes-After', 'Content-Length'];
    expect([status, text, ...names.map((name) => headers.get(name))]).toEqual([
      200,
      '',
      'application/x-ndjson',
      '1',
      expect.any(String),
      null,
    ]);
  });

  test('that is not a list has no stream', async () => {
    const { status, headers } = await caller.get('/changes', LINES);
    expect([status, headers.get('Content-Type')]).toEqual([200, 'application/json; charset=utf-8']);
  });
});
