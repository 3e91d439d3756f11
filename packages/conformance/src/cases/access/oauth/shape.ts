import { type Case, subject } from '../../../engine/case.ts';
import type { CaseContext } from '../../../engine/case-context.ts';
import { credentialsOf } from '../../../engine/connections.ts';
import { BUNDLES } from '../bundles.ts';
import { expectOAuthError, FORM, formOf, JSON_TYPE, post } from './requests.ts';

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

const LANGUAGES = [
  ['en', /^[^\p{Script=Arabic}\p{Script=Devanagari}]+$/u],
  ['ar', /\p{Script=Arabic}/u],
  ['hi', /\p{Script=Devanagari}/u],
] as const;

export const OAUTH_SHAPE_CASES: readonly Case[] = [
  example('bodies', ['oauth.error.oauth.invalid_request', 'mint.invalid_request'], 'a body of no fields', async (t) => {
    for (const body of ['{', '[]', '"x"', 'null', '7', '[{}]']) {
      for (const path of ['/oauth/token', '/oauth/revoke']) await expectMalformed(t, body, JSON_TYPE, path);
      t.expectStatus(await post(t, '/token', body, JSON_TYPE), 400, 'developer.invalid_request');
    }
  }),
  example('grants', ['oauth.error.oauth.unsupported_grant_type'], 'any other grant is unsupported', async (t) => {
    for (const grant_type of ['password', 'implicit', 'Refresh_Token', 'urn:ietf:params:oauth:grant-type:jwt-bearer'])
      expectOAuthError(
        t,
        await post(t, '/oauth/token', { ...main(t), grant_type }),
        'unsupported_grant_type',
        'oauth.unsupported_grant_type',
      );
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
          t.equal(answer.headers['content-language'], language, 'Content-Language', answer);
          t.check(/\baccept-language\b/i.test(answer.headers.vary ?? ''), `Vary is ${answer.headers.vary}`, answer);
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
