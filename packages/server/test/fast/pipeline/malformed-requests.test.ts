import { afterAll, describe, expect, test } from 'vitest';
import type { Answer } from '../../support/api-caller.ts';
import { sendRaw } from '../../support/raw-http.ts';
import { recordCounts } from '../../support/record-counts.ts';
import { invalid, rejectionOf } from '../../support/rejections.ts';
import { startService } from '../../support/service.ts';

const service = await startService();
const caller = await service.connect();
const brandId = (await caller.create('/brands', { name: 'Alpine Dairy' })).id;
const before = await recordCounts(service.databases);
afterAll(async () => {
  try {
    expect(await recordCounts(service.databases), 'nothing was written').toEqual(before);
  } finally {
    await service.stop();
  }
});

/** Sends raw bytes below /v1, with a token. */
const raw = (method: string, target: string, headers: Record<string, string> = {}, body = ''): Promise<Answer> =>
  sendRaw(service.apiUrl, method, `/v1${target}`, { Authorization: `Bearer ${caller.token}`, ...headers }, body);

const ROUTE_NOT_FOUND = [404, 'partner.route_not_found'];
const JSON_TYPE = { 'Content-Type': 'application/json' };

test('PATCH /brands/{id} names the errors of parameters and of the body together', async () => {
  const answer = await caller.patch(`/brands/${brandId}?dryRun=2`, { name: '' });
  expect(rejectionOf(answer)).toEqual(invalid('query dryRun type', 'body /name minLength', 'body /name pattern'));
});

test('DELETE of a record with a status says how to take it out of use', async () => {
  const messages = ['/brands/1', '/purchase-orders/1', '/stores/1', '/brands'].map(
    async (path) => (await raw('DELETE', path)).body.message,
  );
  const refused = 'The method DELETE is not allowed for this path.';
  const kept = `${refused} Records are not deleted: set \`status\` to 0 with PATCH.`;
  expect(await Promise.all(messages)).toEqual([kept, kept, refused, refused]);
});

describe('GET /brands', () => {
  /** Rules that a query violates, and the queries, apart by spaces. */
  const REFUSED: [rules: string[], queries: string][] = [
    [['limit type'], 'limit=1e2 limit=0x10 limit=%2B1 limit=1+ limit=Infinity limit=%D9%A1 limit=1,2'],
    [['limit maximum', 'limit format'], 'limit=99999999999999999999'],
    [['limit duplicate'], 'limit=1&limit=2 limit=1&limit=1'],
    [['page minimum'], 'page=-0'],
    [['page exclusive'], 'page=1&cursor=a.b'],
    [['cursor minLength', 'cursor pattern'], 'cursor='],
    [['cursor pattern'], 'cursor=abc cursor=%00'],
    [['order enum'], 'order=ASC'],
    [['sort enum'], 'sort=name;drop sort=__proto__ sort=constructor'],
    [['search pattern'], 'search=%1B search=%7F search=%C2%A0%E3%80%80%E2%80%A8'],
    [['search encoding'], 'search=%ED%A0%80 search=%C0%AF search=% search=%zz search=%u0041'],
    [['__proto__ unknown'], '__proto__=1 __proto__=1&__proto__=2'],
    ...['Limit', 'companyId', 'constructor', 'prototype', 'hasOwnProperty', 'toString'].map(
      (name): [string[], string] => [[`${name} unknown`], `${name}=1`],
    ),
    [['__proto__[limit] unknown'], '__proto__[limit]=1'],
    [['limit[] unknown'], 'limit[]=1&limit[]=2'],
    [[' unknown'], '='],
    [['\uFFFD unknown'], '%00=1'],
  ];
  test.each(REFUSED)('rejects by %j the queries %s', async (rules, queries) => {
    for (const query of queries.split(' '))
      expect([query, ...rejectionOf(await raw('GET', `/brands?${query}`))]).toEqual([
        query,
        ...invalid(...rules.map((rule) => `query ${rule}`)),
      ]);
  });

  test('rejects 5,000 characters in a name or a value, and 1,000 parameters', async () => {
    const name = 'x'.repeat(5000);
    expect(rejectionOf(await raw('GET', `/brands?${name}=1`))).toEqual(invalid(`query ${'x'.repeat(1024)} unknown`));
    expect(rejectionOf(await raw('GET', `/brands?search=${name}`))).toEqual(invalid('query search maxLength'));
    expect(rejectionOf(await raw('GET', `/brands?%ff${name}=1`))[1]).toBe('partner.validation_failed');
    const many = Array.from({ length: 1000 }, (_, i) => `x${i}=1`).join('&');
    expect(rejectionOf(await raw('GET', `/brands?${many}`))).toHaveLength(2 + 20);
  });

  test('rejects in words, without a regular expression', async () => {
    const { body } = await raw('GET', '/brands?search=%20');
    expect(body.details[0].message).toBe(
      'must be a single line of text with at least one character that is neither a space nor an accent',
    );
  });

  test.each([
    ['serach', 'search'],
    ['sortBy', undefined],
    ['external_id', 'externalId'],
    ['limt', 'limit'],
    ['x'.repeat(65), undefined],
  ])('answers the unknown parameter %s with the one that was meant', async (name, meant) => {
    const { body } = await raw('GET', `/brands?${name}=1`);
    expect(body.details[0].message).toBe(`is not recognized${meant ? `: did you mean ${meant}?` : ''}`);
  });

  test('accepts spaces as + or %20, and ignores empty pairs', async () => {
    for (const query of ['search=Alpine+Dairy', 'search=Alpine%20Dairy', '&&limit=1&', ''])
      expect((await raw('GET', `/brands?${query}`)).body.pagination.total).toBe(1);
  });

  test('accepts wildcards and quotes in a search as literal characters', async () => {
    for (const text of ['%', '_', '\\', "'", '"', "' or 1=1 --", '$1', '\\%', 'Alpine_Dairy']) {
      const answer = await raw('GET', `/brands?search=${encodeURIComponent(text)}`);
      expect([text, answer.status, answer.body.pagination.total]).toEqual([text, 200, 0]);
    }
  });
});

test("A record's id is rejected unless it is a decimal integer", async () => {
  for (const id of "abc 0x10 +1 %201 1%20 %00 %ff 1%00 %D9%A1 __proto__ NaN null %2e%2e 1'--".split(' ')) {
    const answers = [raw('GET', `/brands/${id}`), raw('PATCH', `/brands/${id}`, JSON_TYPE, '{"name":"x"}')];
    for (const answer of await Promise.all(answers))
      expect([id, ...rejectionOf(answer)]).toEqual([id, ...invalid('path id type')]);
  }
});

test('If-None-Match is rejected beyond ASCII', async () => {
  const answer = await raw('GET', `/brands/${brandId}`, { 'If-None-Match': '"\xe9"' });
  expect(rejectionOf(answer)).toEqual(invalid('header If-None-Match pattern'));
});

describe('A path', () => {
  test('that is unknown below /v1 is 404', async () => {
    const paths =
      '/brand /BRANDS/1 /brands/1/ /brands//1 /%62rands /brands%00 /brands%2F1 /brands;x=1 /__proto__ /constructor /%ff /%';
    for (const path of [...paths.split(' '), '', '/../v1/brands', '/openapi.json/', '/token/'])
      for (const answer of [raw('GET', path), raw('POST', path, JSON_TYPE, '{"name":"x"}')])
        expect([path, ...rejectionOf(await answer)]).toEqual([path, ...ROUTE_NOT_FOUND]);
  });

  test('outside the version is 404', async () => {
    for (const path of ['/', '/V1/brands', '/v1', '/docs/', '/docs/other.js', '/favicon.ico', '*'])
      expect([path, ...rejectionOf(await sendRaw(service.apiUrl, 'GET', path, {}))]).toEqual([
        path,
        ...ROUTE_NOT_FOUND,
      ]);
  });

  test('that is unknown, like /v1 itself, leads to the documentation', async () => {
    const documentation = service.apiUrl.replace(/\/v1$/, '/docs');
    for (const path of ['/v1', '/v1/', '/v1/itmes']) {
      const { body } = await sendRaw(service.apiUrl, 'GET', path, {});
      expect(body.message).toBe(`No such path: ${path}. The documentation is at ${documentation}.`);
    }
  });

  test('of the documentation is 405 with another method', async () => {
    const refusal = [405, 'partner.method_not_allowed', 'GET, HEAD, OPTIONS'];
    for (const path of ['/docs', '/docs/start.js', '/v1/openapi.json', '/v1/.well-known/jwks.json']) {
      const answer = await sendRaw(service.apiUrl, 'POST', path, {});
      expect([...rejectionOf(answer), answer.headers.get('allow')]).toEqual(refusal);
    }
  });
});
