import { Caller } from '../../engine/caller.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { UNKNOWN_ID } from '../fixtures/records.ts';

/** Order of checks: of several errors the first is reported (http.order_of_checks). */

const example = subject('examples', 'order');

const UNKNOWN = '/brands/9007199254740991';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const XML = { 'Content-Type': 'application/xml' };

/** An app without access to brands. */
const online = (t: CaseContext): Caller =>
  new Caller(t, t.session.app('main', 'ONLINE_ORDER'), t.session.merchant('main'));

const ordered = (id: string, title: string, run: Case['run']): Case =>
  example(id, ['http.order_of_checks'], title, run);

export const ORDER_CASES: readonly Case[] = [
  ordered('route-first', 'an unknown path or method is reported whatever the credential', async (t) => {
    for (const headers of [{}, { Authorization: 'Bearer conf.no.token' }, { 'X-API-Key': 'conf' }]) {
      t.expectStatus(await t.session.send('POST', '/nowhere', { headers, body: '{' }), 404, 'partner.route_not_found');
      t.expectStatus(await t.session.send('PUT', '/brands', { headers, body: '{' }), 405, 'partner.method_not_allowed');
    }
  }),
  ordered('401-first', 'without a valid credential nothing else of the request is checked', async (t) => {
    t.expectStatus(
      await t.session.send('POST', '/brands?nosuch=1', { body: '{', headers: JSON_TYPE }),
      401,
      'partner.token_missing',
    );
    t.expectStatus(
      await t.session.send('POST', '/brands', { body: '<a/>', headers: XML }),
      401,
      'partner.token_missing',
    );
    t.expectStatus(await t.session.send('GET', '/brands/x'), 401, 'partner.token_missing');
    const headers = { 'X-API-Key': 'svc_ak_sb_conf' };
    t.expectStatus(await t.session.send('GET', '/items?nosuch=1', { headers }), 401, 'partner.api_key_invalid');
  }),
  ordered('ip-before-shape', 'the source address is checked before the rest of the request', async (t) => {
    const caller = t.as('walled');
    t.expectStatus(await caller.get('/brands?nosuch=1'), 403, 'partner.ip_denied');
    t.expectStatus(await caller.send('POST', '/brands', { body: '{', headers: XML }), 403, 'partner.ip_denied');
    t.expectStatus(await caller.get(UNKNOWN), 403, 'partner.ip_denied');
  }),
  ordered('environment-before-scope', 'the environment is checked before the scope', async (t) => {
    const headers = { 'X-API-Key': t.session.apiKey('main', 'SANDBOX') };
    const path = `/items?nosuch=1&companyId=${t.session.merchant('live').companyId}`;
    t.expectStatus(await t.session.send('GET', path, { headers }), 403, 'partner.env_mismatch');
  }),
  ordered('scope-before-shape', 'the scope is checked before the shape', async (t) => {
    t.expectStatus(await online(t).get('/brands?nosuch=1'), 403, 'partner.scope_denied');
    t.expectStatus(
      await online(t).send('POST', '/brands', { body: '{', headers: JSON_TYPE }),
      403,
      'partner.scope_denied',
    );
    t.expectStatus(
      await online(t).send('POST', '/brands', { body: '<a/>', headers: XML }),
      403,
      'partner.scope_denied',
    );
    t.expectStatus(await online(t).post('/brands', { name: 'x'.repeat(1024 * 1024) }), 403, 'partner.scope_denied');
    t.expectStatus(await online(t).get(UNKNOWN), 403, 'partner.scope_denied');
  }),
  ordered('400-before-404', 'the shape is checked before the record', async (t) => {
    t.expectStatus(await t.as().patch(UNKNOWN, { name: 1 }), 400, 'partner.validation_failed');
    t.expectStatus(await t.as().get(`${UNKNOWN}?nosuch=1`), 400, 'partner.validation_failed');
    t.expectStatus(
      await t.as().send('PATCH', UNKNOWN, { body: '{', headers: JSON_TYPE }),
      400,
      'partner.malformed_json',
    );
    const xml = await t.as().send('PATCH', UNKNOWN, { body: '<a/>', headers: XML });
    t.expectStatus(xml, 415, 'partner.unsupported_media_type');
  }),
  ordered(
    '404-before-state',
    'the record is looked up before its version, unique values and references are checked',
    async (t) => {
      const answer = await t.as().patch(UNKNOWN, { name: 'conf' }, { 'If-Match': '"1"' });
      t.expectStatus(answer, 404, 'partner.not_found');
      const taken = await t.as().create('/brands', { name: t.name() });
      t.expectStatus(await t.as().patch(UNKNOWN, { name: taken.name }), 404, 'partner.not_found');
      const item = { brandId: UNKNOWN_ID };
      t.expectStatus(await t.as().patch('/items/9007199254740991', item), 404, 'partner.not_found');
    },
  ),
];
