import { randomUUID } from 'node:crypto';
import { type Case, subject } from '../../engine/case.ts';

/** Rules of every path: routes, correlation ids, encoding, text. */

const example = subject('examples', 'http');

export const HTTP_CASES: readonly Case[] = [
  ...['/nowhere', '/items/1/2', '/Items', '/items/', '/..%2f', '/'].map((path) =>
    example(`route.${path}`, ['http.route_not_found'], `${path} is 404 in the error envelope`, async (t) => {
      t.expectStatus(await t.session.send('GET', path), 404, 'partner.route_not_found');
    }),
  ),
  example(
    'correlation.kept',
    ['http.correlation_id_kept'],
    'a correlation id of the request is returned unchanged',
    async (t) => {
      const id = randomUUID();
      const answer = await t.as().get('/brands', { 'X-Correlation-Id': id });
      t.equal(answer.headers['x-correlation-id'], id, 'X-Correlation-Id', answer);
      const refused = await t.session.send('GET', '/nowhere', { headers: { 'X-Correlation-Id': id } });
      t.equal((refused.body as { correlationId?: string }).correlationId, id, 'correlationId', refused);
    },
  ),
  example('correlation.replaced', ['http.correlation_id'], 'one that is not a UUID is replaced', async (t) => {
    const answer = await t.as().get('/brands', { 'X-Correlation-Id': 'mine' });
    t.check(answer.headers['x-correlation-id'] !== 'mine', 'it was kept', answer);
  }),
  example('head', ['http.head'], 'HEAD returns the same as GET, without the body', async (t) => {
    const answer = await t.as().send('HEAD', '/brands');
    t.expectStatus(answer, 200);
    t.equal(answer.text, '', 'the body', answer);
    const { id } = await t.as().create('/brands', { name: t.name() });
    for (const path of ['/brands', `/brands/${id}`]) {
      const [got, asked] = [await t.as().get(path), await t.as().send('HEAD', path)];
      for (const name of ['content-type', 'cache-control', 'etag'])
        t.equal(asked.headers[name], got.headers[name], `${name} of HEAD ${path}`, asked);
    }
  }),
  example('nosniff', ['http.nosniff'], 'responses are not sniffed for another type', async (t) => {
    const answer = await t.as().get('/brands');
    t.equal(answer.headers['x-content-type-options'], 'nosniff', 'X-Content-Type-Options', answer);
  }),
  example('company', ['auth.company_named_twice'], 'companyId may only repeat the token’s own company', async (t) => {
    const { companyId } = t.session.merchant('main');
    t.expectStatus(await t.as().get(`/stores?companyId=${companyId}`), 200);
    t.expectStatus(
      await t.as().get(`/stores?companyId=${t.session.merchant('other').companyId}`),
      403,
      'partner.company_denied',
    );
  }),
  example(
    'large',
    ['http.body_limit'],
    'a body many times too large is rejected, and the next request succeeds',
    async (t) => {
      const body = ' '.repeat(6 * 1024 * 1024);
      for (let i = 0; i < 3; i += 1) {
        const headers = { 'Content-Type': 'application/json' };
        t.expectStatus(await t.as().send('POST', '/brands', { body, headers }), 413, 'partner.body_too_large');
        t.expectStatus(await t.as().get('/brands?limit=1'), 200);
      }
    },
  ),
  example('encoding', ['http.encoding'], 'a query that is not valid UTF-8 is rejected', async (t) => {
    for (const text of ['%ff', '%', '%e0%a4'])
      t.expectStatus(await t.as().get(`/brands?search=${text}`), 400, 'partner.validation_failed');
  }),
  example('details', ['http.validation_details'], 'all errors are reported at once', async (t) => {
    const answer = await t.as().get('/brands?limit=0&page=0&nosuch=1');
    t.expectStatus(answer, 400, 'partner.validation_failed');
    const paths = ((answer.body as { details?: { path: string }[] }).details ?? []).map(({ path }) => path);
    t.equal(paths.toSorted(), ['limit', 'nosuch', 'page'], 'details', answer);
  }),
  example('unicode', ['http.text_kept'], 'text is returned as it was sent', async (t) => {
    for (const text of [
      'Ōtsuka ẞ',
      '🍌 👩‍👩‍👧',
      'عربى',
      'a\\b"c\'d',
      '<b>&amp;</b>',
      'é\u0301',
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
