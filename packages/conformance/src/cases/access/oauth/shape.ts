import { type Case, subject } from '../../../engine/case.ts';
import type { CaseContext } from '../../../engine/case-context.ts';
import { credentialsOf } from '../../../engine/connections.ts';
import { BUNDLES } from '../bundles.ts';
import { expectOAuthError, FORM, JSON_TYPE, post } from './requests.ts';

/** Shape of requests to the token endpoints and of their responses. */

const example = subject('examples', 'oauth');

const ENDPOINTS = ['/token', '/oauth/token', '/oauth/revoke'] as const;

const main = (t: CaseContext) => ({
  ...credentialsOf(t.session.app('main')),
  grant_type: 'client_credentials',
  merchant_id: t.session.merchant('main').companyId,
});

const expectMalformed = async (
  t: CaseContext,
  body: unknown,
  headers?: Record<string, string>,
  path = '/oauth/token',
) => expectOAuthError(t, await post(t, path, body, headers), 'invalid_request', 'oauth.invalid_request');

const formOf = (fields: object): string =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

const LANGUAGES = [
  ['en', /^[^\p{Script=Arabic}\p{Script=Devanagari}]+$/u],
  ['ar', /\p{Script=Arabic}/u],
  ['hi', /\p{Script=Devanagari}/u],
] as const;

export const OAUTH_SHAPE_CASES: readonly Case[] = [
  example('form', ['oauth.form', 'auth.basic_or_body'], 'both endpoints accept a form as well', async (t) => {
    t.expectStatus(await post(t, '/oauth/token', formOf(main(t)), FORM), 200);
    const revoked = await post(t, '/oauth/revoke', formOf({ ...main(t), token: 'x' }), FORM);
    t.expectStatus(revoked, 200);
    t.equal(revoked.body, { ok: true }, 'the body', revoked);
  }),
  example(
    'fields',
    ['oauth.error.oauth.invalid_request'],
    'a missing, empty or malformed field is 400 invalid_request',
    async (t) => {
      const client = credentialsOf(t.session.app('main'));
      const code = { grant_type: 'authorization_code', code: 'x', redirect_uri: 'https://app.example/callback' };
      const wrong: object[] = [
        {},
        { grant_type: '' },
        { grant_type: 1 },
        { grant_type: ['refresh_token'] },
        { ...code, code: undefined },
        { ...code, code: '' },
        { ...code, redirect_uri: undefined },
        { grant_type: 'refresh_token' },
        { grant_type: 'refresh_token', refresh_token: '' },
        { grant_type: 'refresh_token', refresh_token: 1 },
        { grant_type: 'client_credentials', merchant_id: 'x' },
      ];
      for (const body of wrong) await expectMalformed(t, { ...client, ...body });
      const { companyId } = t.session.merchant('main');
      for (const merchant_id of [
        '0',
        `0${companyId}`,
        `+${companyId}`,
        `${companyId}.0`,
        ` ${companyId}`,
        `${companyId}e0`,
        [companyId],
        [`${companyId}`],
      ])
        await expectMalformed(t, { ...client, grant_type: 'client_credentials', merchant_id });
      for (const body of ['{', '[]', '"x"', 'null']) await expectMalformed(t, body, JSON_TYPE);
    },
  ),
  example('grants', ['oauth.error.oauth.unsupported_grant_type'], 'any other grant is unsupported', async (t) => {
    for (const grant_type of ['password', 'implicit', 'Refresh_Token', 'urn:ietf:params:oauth:grant-type:jwt-bearer'])
      expectOAuthError(
        t,
        await post(t, '/oauth/token', { ...main(t), grant_type }),
        'unsupported_grant_type',
        'oauth.unsupported_grant_type',
      );
  }),
  example('repeated', ['oauth.repeated_fields'], 'a repeated field is rejected', async (t) => {
    const client = formOf(main(t));
    for (const extra of ['grant_type=client_credentials', 'client_id=x', 'merchant_id=1'])
      await expectMalformed(t, `${client}&${extra}`, FORM);
    await expectMalformed(t, `${client}&token=x&token=y`, FORM, '/oauth/revoke');
    t.expectStatus(await post(t, '/token', `${client}&merchant_id=1`, FORM), 400, 'developer.invalid_request');
  }),
  example('empty', ['oauth.empty_fields'], 'an empty field counts as absent', async (t) => {
    const empty = { redirect_uri: '', refresh_token: '', code: '' };
    t.expectStatus(await post(t, '/oauth/token', { ...main(t), ...empty }), 200);
    t.expectStatus(await post(t, '/token', { ...main(t), grant_type: '' }), 200);
    t.expectStatus(await post(t, '/token', formOf({ ...main(t), grant_type: '' }), FORM), 200);
  }),
  example(
    'unknown-fields',
    ['oauth.unknown_fields', 'consent.scope_ignored'],
    'unknown fields are ignored, including scope',
    async (t) => {
      const unknown = { audience: 'x', scope: 'items.read', resource: 'https://evil.example' };
      for (const path of ['/token', '/oauth/token'])
        for (const [body, headers] of [
          [{ ...main(t), ...unknown }, {}],
          [formOf({ ...main(t), ...unknown }), FORM],
        ] as const) {
          const answer = t.requireStatus(await post(t, path, body, headers), 200);
          const scope = String((answer.body as { scope?: unknown }).scope).split(' ');
          t.equal(scope.toSorted(), BUNDLES.FULL.toSorted(), 'scope', answer);
        }
      t.expectStatus(await post(t, '/oauth/revoke', { ...main(t), token: 'x', token_type_hint: 'refresh_token' }), 200);
    },
  ),
  example('query', ['oauth.query_ignored'], 'the query string is never read', async (t) => {
    const { client_id, client_secret, ...fields } = main(t);
    const credentials = { client_id, client_secret };
    for (const path of ['/oauth/token', '/oauth/revoke']) {
      const unproved = await post(t, `${path}?${formOf(credentials)}`, { ...fields, token: 'x' });
      expectOAuthError(t, unproved, 'invalid_client', 'developer.invalid_client', 401);
      await expectMalformed(t, credentials, {}, `${path}?${formOf({ ...fields, token: 'x' })}`);
    }
    t.expectStatus(await post(t, `/token?${formOf(credentials)}`, fields), 400, 'developer.invalid_request');
    const elsewhere = await post(t, `/token?merchant_id=${t.session.merchant('other').companyId}`, credentials);
    t.expectStatus(elsewhere, 400, 'developer.merchant_required');
  }),
  example('methods', ['oauth.methods', 'mint.method'], 'any method but POST is 405 with Allow', async (t) => {
    for (const path of ENDPOINTS)
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
        const answer = await t.session.send(method, path);
        t.expectStatus(answer, 405);
        t.equal(answer.headers.allow, 'POST', 'Allow', answer);
      }
  }),
  example('cors', ['oauth.no_cors'], 'scripts of other sites cannot read a response', async (t) => {
    const headers = { Origin: 'https://evil.example' };
    const preflight = { ...headers, 'Access-Control-Request-Method': 'POST' };
    for (const path of ENDPOINTS)
      for (const answer of [
        await t.session.send('OPTIONS', path, { headers: preflight }),
        await post(t, path, { ...main(t), token: 'x' }, headers),
      ])
        t.equal(answer.headers['access-control-allow-origin'], undefined, 'Access-Control-Allow-Origin', answer);
  }),
  example('languages', ['oauth.localised'], 'error_description is localized; error and code are not', async (t) => {
    for (const [language, script] of LANGUAGES)
      for (const preferred of [language, `fr, ${language};q=0.9, ${language === 'hi' ? 'ar' : 'hi'};q=0.1`]) {
        const headers = { 'Accept-Language': preferred };
        const unsupported = await post(t, '/oauth/token', { ...main(t), grant_type: 'x' }, headers);
        expectOAuthError(t, unsupported, 'unsupported_grant_type', 'oauth.unsupported_grant_type');
        const unproved = await post(t, '/oauth/revoke', { token: 'x' }, headers);
        expectOAuthError(t, unproved, 'invalid_client', 'developer.invalid_client', 401);
        for (const answer of [unsupported, unproved]) {
          const { error_description: text } = answer.body as { error_description: string };
          t.check(script.test(text), `for ${preferred} it says "${text}"`, answer);
        }
      }
  }),
  example('large', ['oauth.body_limit'], 'a body of 16 kB is accepted, a longer one is 413', async (t) => {
    for (const path of ENDPOINTS) {
      const body = JSON.stringify({ ...main(t), token: 'x' });
      t.expectStatus(await post(t, path, body.padEnd(16_384), JSON_TYPE), 200);
      for (const length of [16_385, 1024 * 1024])
        t.expectStatus(await post(t, path, body.padEnd(length), JSON_TYPE), 413);
    }
  }),
];
