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
    await service?.stop();
  }
});

/** Sends raw bytes below /v1, with a token. */
const raw = (method: string, target: string, headers: Record<string, string> = {}, body = ''): Promise<Answer> =>
  sendRaw(service.apiUrl, method, `/v1${target}`, { Authorization: `Bearer ${caller.token}`, ...headers }, body);

const ROUTE_NOT_FOUND = [404, 'partner.route_not_found'];
const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('PATCH /brands/{id}', () => {
  test('names the errors of parameters and of the body together', async () => {
    const answer = await caller.patch(`/brands/${brandId}?dryRun=2`, { name: '' });
    expect(rejectionOf(answer)).toEqual(invalid('query dryRun type', 'body /name minLength', 'body /name pattern'));
  });
});

describe('GET /brands', () => {
  test.each<[string, unknown[]]>([
    ['limit=1e2', invalid('query limit type')],
    ['limit=0x10', invalid('query limit type')],
    ['limit=%2B1', invalid('query limit type')],
    ['limit=+1', invalid('query limit type')],
    ['limit=1+', invalid('query limit type')],
    ['limit=Infinity', invalid('query limit type')],
    ['limit=99999999999999999999', invalid('query limit maximum', 'query limit format')],
    ['limit=%D9%A1', invalid('query limit type')],
    ['limit', invalid('query limit type')],
    ['limit=1&limit=2', invalid('query limit duplicate')],
    ['limit=1&limit=1', invalid('query limit duplicate')],
    ['limit=1,2', invalid('query limit type')],
    ['page=-0', invalid('query page minimum')],
    ['page=1&cursor=a.b', invalid('query page exclusive')],
    ['cursor=', invalid('query cursor minLength', 'query cursor pattern')],
    ['cursor=abc', invalid('query cursor pattern')],
    ['cursor=%00', invalid('query cursor pattern')],
    ['order=ASC', invalid('query order enum')],
    ['sort=name;drop', invalid('query sort enum')],
    ['sort=__proto__', invalid('query sort enum')],
    ['sort=constructor', invalid('query sort enum')],
    ['search=a%00b', invalid('query search pattern')],
    ['search=%1B', invalid('query search pattern')],
    ['search=%7F', invalid('query search pattern')],
    ['search=%ED%A0%80', invalid('query search encoding')],
    ['search=%C0%AF', invalid('query search encoding')],
    ['search=%', invalid('query search encoding')],
    ['search=%zz', invalid('query search encoding')],
    ['search=%u0041', invalid('query search encoding')],
    ['%ff=1', invalid('query %ff=1 encoding')],
    ['Limit=1', invalid('query Limit unknown')],
    ['companyId=700002', invalid('query companyId unknown')],
    ['__proto__=1', invalid('query __proto__ unknown')],
    ['__proto__[limit]=1', invalid('query __proto__[limit] unknown')],
    ['constructor=1', invalid('query constructor unknown')],
    ['prototype=1', invalid('query prototype unknown')],
    ['hasOwnProperty=1', invalid('query hasOwnProperty unknown')],
    ['toString=1', invalid('query toString unknown')],
    ['__proto__=1&__proto__=2', invalid('query __proto__ unknown')],
    ['limit[]=1&limit[]=2', invalid('query limit[] unknown')],
    ['search=+', invalid('query search pattern')],
    ['search=%C2%A0%E3%80%80%E2%80%A8', invalid('query search pattern')],
    ['colour=red&limit=0', invalid('query limit minimum', 'query colour unknown')],
    ['=1', invalid('query  unknown')],
    ['=', invalid('query  unknown')],
    ['%00=1', invalid('query \uFFFD unknown')],
    ['a/b~c=1', invalid('query a/b~c unknown')],
  ])('rejects the query %s', async (query, refusal) => {
    expect(rejectionOf(await raw('GET', `/brands?${query}`))).toEqual(refusal);
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

  test('accepts spaces as + or %20, and ignores empty pairs', async () => {
    for (const query of ['search=Alpine+Dairy', 'search=Alpine%20Dairy', '&&limit=1&', '']) {
      expect((await raw('GET', `/brands?${query}`)).body.pagination.total).toBe(1);
    }
  });

  test('accepts wildcards and quotes in a search as literal characters', async () => {
    for (const text of ['%', '_', '\\', "'", '"', "' or 1=1 --", '$1', '\\%', 'Alpine_Dairy']) {
      const answer = await raw('GET', `/brands?search=${encodeURIComponent(text)}`);
      expect([text, answer.status, answer.body.pagination.total]).toEqual([text, 200, 0]);
    }
  });
});

describe('A record’s id is rejected', () => {
  test.each([
    'abc',
    '1.5',
    '0x10',
    '+1',
    '%201',
    '1%20',
    '1e3',

    '%00',
    '%ff',
    '1%00',
    '%D9%A1',
    '1%2F2',
    '__proto__',
    'NaN',
    'null',
    '%2e%2e',
    "1'--",
  ])('as %j', async (id) => {
    expect(rejectionOf(await raw('GET', `/brands/${id}`))).toEqual(invalid('path id type'));
    expect(rejectionOf(await raw('PATCH', `/brands/${id}`, JSON_TYPE, '{"name":"x"}'))).toEqual(
      invalid('path id type'),
    );
  });
});

describe('If-None-Match', () => {
  test('is rejected beyond ASCII', async () => {
    const answer = await raw('GET', `/brands/${brandId}`, { 'If-None-Match': '"\xe9"' });
    expect(rejectionOf(answer)).toEqual(invalid('header If-None-Match pattern'));
  });
});

describe('A path', () => {
  test.each([
    '/brand',
    '/Brands',
    '/brands/',
    '/BRANDS/1',
    '/brands/1/',
    '/brands//1',
    '/brands/1/2',
    '//brands',
    '/',
    '',
    '/%62rands',
    '/brands%00',
    '/brands%2F1',
    '/brands;x=1',
    '/__proto__',
    '/constructor',
    '/%ff',
    '/%',
    '/../v1/brands',
    '/openapi.json/',
    '/token/',
  ])('that is unknown is 404: /v1%s', async (path) => {
    expect(rejectionOf(await raw('GET', path))).toEqual(ROUTE_NOT_FOUND);
    expect(rejectionOf(await raw('POST', path, JSON_TYPE, '{"name":"x"}'))).toEqual(ROUTE_NOT_FOUND);
  });

  test('outside the version is 404', async () => {
    for (const path of [
      '/',
      '/brands',
      '/V1/brands',
      '/v2/brands',
      '/v1',
      '/docs/',
      '/docs/other.js',
      '/favicon.ico',
      '*',
    ]) {
      const answer = await sendRaw(service.apiUrl, 'GET', path, {});
      expect([path, ...rejectionOf(answer)]).toEqual([path, ...ROUTE_NOT_FOUND]);
    }
  });

  test('that is unknown, like /v1 itself, leads to the documentation', async () => {
    const documentation = service.apiUrl.replace(/\/v1$/, '/docs');
    for (const path of ['/v1', '/v1/', '/v1/itmes']) {
      const { body } = await sendRaw(service.apiUrl, 'GET', path, {});
      expect(body.message).toBe(`No such path: ${path}. The documentation is at ${documentation}.`);
    }
  });

  test('of the documentation is 405 with another method', async () => {
    for (const path of ['/docs', '/docs/start.js', '/v1/openapi.json', '/v1/.well-known/jwks.json']) {
      const answer = await sendRaw(service.apiUrl, 'POST', path, {});
      expect([...rejectionOf(answer), answer.headers.get('allow')]).toEqual([
        405,
        'partner.method_not_allowed',
        'GET, HEAD, OPTIONS',
      ]);
    }
  });
});
