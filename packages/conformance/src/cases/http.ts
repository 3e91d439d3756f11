import { randomUUID } from 'node:crypto';
import { type Case, subject } from '../run/case.ts';
import { claimsOf } from './claims.ts';

/** What holds on every path: routes, correlation, credentials, order of checks. */

const example = subject('examples', 'http');

const forged = (header: object, payload: object): string =>
  `${[header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.c2ln`;

export const HTTP_CASES: readonly Case[] = [
  ...['/nowhere', '/items/1/2', '/Items', '/items/', '/..%2f', '/'].map((path) =>
    example(`route.${path}`, ['http.route_not_found'], `${path} is 404 in the error envelope`, async (t) => {
      t.answered(await t.session.send('GET', path), 404, 'partner.route_not_found');
    }),
  ),
  example('correlation.kept', ['http.correlation_id_kept'], 'a correlation id that is brought is kept', async (t) => {
    const id = randomUUID();
    const answer = await t.as().get('/brands', { 'X-Correlation-Id': id });
    t.equal(answer.headers['x-correlation-id'], id, 'X-Correlation-Id', answer);
    const refused = await t.session.send('GET', '/nowhere', { headers: { 'X-Correlation-Id': id } });
    t.equal((refused.body as { correlationId?: string }).correlationId, id, 'correlationId', refused);
  }),
  example('correlation.replaced', ['http.correlation_id'], 'one that is no UUID is replaced', async (t) => {
    const answer = await t.as().get('/brands', { 'X-Correlation-Id': 'mine' });
    t.check(answer.headers['x-correlation-id'] !== 'mine', 'it was kept', answer);
  }),
  example('head', ['http.head'], 'HEAD answers as GET does, without the body', async (t) => {
    const answer = await t.as().send('HEAD', '/brands');
    t.answered(answer, 200);
    t.equal(answer.text, '', 'the body', answer);
  }),
  example('nosniff', ['http.nosniff'], 'answers are not sniffed for another type', async (t) => {
    const answer = await t.as().get('/brands');
    t.equal(answer.headers['x-content-type-options'], 'nosniff', 'X-Content-Type-Options', answer);
  }),
  ...[
    ['alg-none', () => ({ alg: 'none' })],
    ['hs256', () => ({ alg: 'HS256', typ: 'JWT' })],
    ['jwk', () => ({ alg: 'RS256', jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } })],
  ].map(([name, header]) =>
    example(
      `token.${name}`,
      ['auth.algorithms_pinned', 'auth.token_invalid'],
      `a token with ${name} is refused`,
      async (t) => {
        const claims = await claimsOf(t, await t.as().token());
        const token = forged((header as () => object)(), claims);
        const answer = await t.session.send('GET', '/brands', { headers: { Authorization: `Bearer ${token}` } });
        t.answered(answer, 401, 'partner.token_invalid');
      },
    ),
  ),
  example(
    'token.tampered',
    ['auth.signature', 'auth.token_invalid'],
    'a token whose claims were changed is refused',
    async (t) => {
      const [header, payload, signature] = (await t.as().token()).split('.');
      const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
      const other = { ...claims, companyId: t.session.merchant('other').companyId };
      const changed = `${header}.${Buffer.from(JSON.stringify(other)).toString('base64url')}.${signature}`;
      const answer = await t.session.send('GET', '/brands', { headers: { Authorization: `Bearer ${changed}` } });
      t.answered(answer, 401, 'partner.token_invalid');
    },
  ),
  ...['Basic Y29uZjpjb25m', 'Bearer', 'Token x', ''].map((Authorization) =>
    example(
      `token.scheme.${Authorization || 'empty'}`,
      ['auth.token_required'],
      `Authorization "${Authorization}" is no token`,
      async (t) => {
        t.answered(
          await t.session.send('GET', '/brands', { headers: { Authorization } }),
          401,
          'partner.token_missing',
        );
      },
    ),
  ),
  example('token.query', ['auth.token_required'], 'a token in the query is none', async (t) => {
    const token = await t.as().token();
    const answer = await t.session.send('GET', `/brands?access_token=${token}`);
    t.answered(answer, 401, 'partner.token_missing');
  }),
  example(
    'walled',
    ['auth.allowlist', 'claims.allowed_ips', 'auth.ip_denied'],
    'a credential’s allowlist is in its token, and other addresses are 403',
    async (t) => {
      const caller = t.as('walled');
      const claims = await claimsOf(t, await caller.token());
      t.check(Array.isArray(claims.allowedIps) && claims.allowedIps.length > 0, 'the claim allowedIps is missing');
      t.answered(await caller.get('/brands'), 403, 'partner.ip_denied');
    },
  ),
  example('order.401-first', ['http.order_of_checks'], 'who is not known learns nothing of the request', async (t) => {
    t.answered(await t.session.send('POST', '/brands?nosuch=1', { body: '{' }), 401, 'partner.token_missing');
  }),
  example('order.400-before-404', ['http.order_of_checks'], 'the shape is checked before the record', async (t) => {
    t.answered(await t.as().patch('/brands/9007199254740991', { name: 1 }), 400, 'partner.validation_failed');
  }),
  example(
    'order.404-before-412',
    ['http.order_of_checks'],
    'the record is looked for before its version',
    async (t) => {
      const answer = await t.as().patch('/brands/9007199254740991', { name: 'conf' }, { 'If-Match': '"1"' });
      t.answered(answer, 404, 'partner.not_found');
    },
  ),
  example(
    'company',
    ['auth.company_named_twice'],
    'companyId may repeat the token’s own company, and no other',
    async (t) => {
      const { companyId } = t.session.merchant('main');
      t.answered(await t.as().get(`/stores?companyId=${companyId}`), 200);
      t.answered(
        await t.as().get(`/stores?companyId=${t.session.merchant('other').companyId}`),
        403,
        'partner.company_denied',
      );
    },
  ),
  example('encoding', ['http.encoding'], 'a query that is no UTF-8 is refused', async (t) => {
    for (const text of ['%ff', '%', '%e0%a4'])
      t.answered(await t.as().get(`/brands?search=${text}`), 400, 'partner.validation_failed');
  }),
  example('details', ['http.validation_details'], 'everything that is wrong is named at once', async (t) => {
    const answer = await t.as().get('/brands?limit=0&page=0&nosuch=1');
    t.answered(answer, 400, 'partner.validation_failed');
    const paths = ((answer.body as { details?: { path: string }[] }).details ?? []).map(({ path }) => path);
    t.equal(paths.toSorted(), ['limit', 'nosuch', 'page'], 'details', answer);
  }),
  example('unicode', ['http.text_kept'], 'text comes back as it was sent', async (t) => {
    for (const text of [
      'Ōtsuka ẞ',
      '🍌 👩‍👩‍👧',
      'عربى',
      'a\\b"c\'d',
      '<b>&amp;</b>',
      'e\u0301',
      '%_\\',
      "'; drop table x; --",
    ]) {
      const name = `${t.name()} ${text}`;
      const { id } = await t.as().create('/brands', { name });
      t.equal((await t.as().read(`/brands/${id}`)).name, name, 'name');
      const found = await t.as().page(`/brands?search=${encodeURIComponent(name.slice(0, 90))}`);
      t.equal(
        found.data.map((one) => one.id),
        [id],
        `search for ${name}`,
      );
    }
  }),
];
