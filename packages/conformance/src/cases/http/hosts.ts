import { decodeJwt } from 'jose';
import { type Case, subject } from '../../run/case.ts';
import type { Page } from '../../run/record.ts';
import { Unavailable } from '../../run/unavailable.ts';
import { Visitor } from '../../run/visitor.ts';

/** One host for the whole API, another for the pages, and each merchant's data in one region. */

const example = subject('examples', 'hosts');

export const HOST_CASES: readonly Case[] = [
  example(
    'two',
    ['hosts.two'],
    'the consent host and the API host are different, and neither serves the other’s paths',
    async (t) => {
      const { authUrl, baseUrl } = t.session.target;
      if (!authUrl) throw new Unavailable('no --auth-url');
      const api = new URL(baseUrl);
      t.check(new URL(authUrl).origin !== api.origin, 'both hosts are the same');
      const headers = { Authorization: `Bearer ${await t.as().token()}` };
      const visitor = new Visitor(t.session);
      for (const path of ['/brands', '/token', '/oauth/token']) {
        const answer = await visitor.send(path === '/brands' ? 'GET' : 'POST', `${api.pathname}${path}`, headers);
        t.check(answer.status >= 400 && answer.status < 500, `the consent host answers ${answer.status}`, answer);
        t.check(!/"(data|access_token)"/.test(answer.text), 'the consent host serves the API', answer);
      }
      for (const path of ['/oauth/authorize', `${api.pathname}/oauth/authorize`])
        t.expectStatus(await t.session.send('GET', `${api.origin}${path}`), 404, 'partner.route_not_found');
    },
  ),
  example('internal', ['hosts.internal'], 'endpoints for operators are on neither host', async (t) => {
    const { authUrl, baseUrl } = t.session.target;
    for (const path of ['/metrics', '/clock', '/healthz', '/readyz']) {
      const answer = await t.session.send('GET', `${new URL(baseUrl).origin}${path}`);
      t.expectStatus(answer, 404, 'partner.route_not_found');
      if (!authUrl) continue;
      const page = await new Visitor(t.session).send('GET', path);
      t.equal(page.status, 404, `${path} at the consent host`, page);
    }
  }),
  example(
    'paths',
    ['versioning.path', 'hosts.alias'],
    'a path without the version does not exist, and the alias serves what the API serves',
    async (t) => {
      const caller = t.as();
      const { origin } = new URL(t.session.target.baseUrl);
      const headers = { Authorization: `Bearer ${await caller.token()}` };
      for (const path of ['GET /brands', 'GET /v2/brands', 'POST /token', 'POST /oauth/token', 'POST /oauth/revoke']) {
        const [method = '', url] = path.split(' ');
        t.expectStatus(await t.session.send(method, `${origin}${url}`, { headers }), 404, 'partner.route_not_found');
      }
      const answer = t.requireStatus(await t.session.send('GET', `${origin}/alias/v1/stores`, { headers }), 200);
      t.about('hosts.alias').check(answer.text === (await caller.get('/stores')).text, 'the alias differs', answer);
    },
  ),
  example(
    'region',
    ['regions.one_host', 'regions.claim', 'tenancy.one_merchant'],
    'a merchant of another region is served by the same host, with only its own data',
    async (t) => {
      const [here, abroad] = [t.as('main', 'main'), t.as('main', 'abroad')];
      const claims = decodeJwt(await abroad.token());
      const { region } = decodeJwt(await here.token());
      t.about('regions.claim').check(claims.region !== region, 'both merchants have the same claim region');
      const { region: expected = claims.region } = abroad.merchant;
      t.about('regions.claim').check(claims.region === expected, `the claim region is not ${expected}`);
      const name = t.name();
      const { id } = await abroad.create('/brands', { name });
      t.equal((await abroad.read(`/brands/${id}`)).name, name, 'name');
      const search = `/brands?search=${encodeURIComponent(name)}`;
      t.equal((await abroad.page(search)).data.length, 1, 'brands of the merchant abroad');
      t.equal((await here.page(search)).data.length, 0, "brands of another region's merchant");
      const same = await here.get(`/brands/${id}`);
      t.check((same.body as { name?: unknown }).name !== name, 'read in another region', same);
    },
  ),
  example('region-key', ['regions.by_company'], 'a key is routed by companyId', async (t) => {
    const headers = { 'X-API-Key': t.session.apiKey('main', 'SANDBOX') };
    for (const role of ['main', 'abroad', 'main'] as const) {
      const answer = await t.session.send('GET', `/stores?companyId=${t.session.merchant(role).companyId}`, {
        headers,
      });
      t.requireStatus(answer, 200);
      const listed = await t.as('main', role).page('/stores');
      const records = ({ data }: Pick<Page, 'data'>) => data.map(({ id, name }) => [id, name]).toSorted();
      t.equal(records(answer.body as Page), records(listed), `stores of the merchant in the role ${role}`, answer);
    }
  }),
];
