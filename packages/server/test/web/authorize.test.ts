import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addRedirectUri, archiveApp } from '../../src/directory/apps.ts';
import { revokeCredential } from '../../src/directory/credentials.ts';
import { authorizeUrl, CALLBACK, CHALLENGE, newScene } from '../support/consent.ts';
import { type Partner, type Service, startService } from '../support/service.ts';
import { type Answer, type Login, textOf, Visitor } from '../support/visitor.ts';

let service: Service;
let app: Partner;
let owner: Login;
let signedIn: Visitor;

beforeAll(async () => {
  service = await startService();
  ({ app, owner } = await newScene(service));
  signedIn = new Visitor(service);
  await signedIn.signIn(owner);
});
afterAll(() => service?.stop());

const stranger = () => new Visitor(service);
const sql = (text: string, values: unknown[] = []) => service.databases.control.query(text, values);
const codeOf = ({ status, headers }: Answer) => [status, headers.get('x-tillgate-error')];

function expectPage(answer: Answer, code: string): void {
  expect(codeOf(answer)).toEqual([400, code]);
  expect(answer.location).toBeNull();
  expect(textOf(answer.html)).toContain(code);
}

describe('GET /oauth/authorize shows an error page and never redirects', () => {
  const S256 = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };
  const rows: [string, string, Record<string, string | undefined>][] = [
    ['oauth.client_not_found', 'without a client_id', { client_id: undefined }],
    ['oauth.client_not_found', 'with an empty client_id', { client_id: '' }],
    [
      'oauth.client_not_found',
      'with an unknown client_id',
      { client_id: 'svc_app_sb_000000000000000000000000000000aaaaaa' },
    ],
    ['oauth.client_not_found', 'with a client_id that is none', { client_id: 'x' }],
    ['oauth.client_not_found', 'with a NUL in the client_id', { client_id: 'svc_app_sb_\0' }],
    ['oauth.client_not_found', 'with a client_id of 10,000 characters', { client_id: 'a'.repeat(10_000) }],
    ['oauth.client_not_found', 'with nothing right', { client_id: 'x', redirect_uri: 'x', state: '' }],
    ['oauth.redirect_uri_mismatch', 'without a redirect_uri', { redirect_uri: undefined }],
    ['oauth.redirect_uri_mismatch', 'with an empty redirect_uri', { redirect_uri: '' }],
    ['oauth.redirect_uri_mismatch', 'with a trailing slash more', { redirect_uri: `${CALLBACK}/` }],
    ['oauth.redirect_uri_mismatch', 'with a query more', { redirect_uri: `${CALLBACK}?a=1` }],
    ['oauth.redirect_uri_mismatch', 'with a fragment more', { redirect_uri: `${CALLBACK}#a` }],
    ['oauth.redirect_uri_mismatch', 'with the port written out', { redirect_uri: 'https://app.example:443/callback' }],
    ['oauth.redirect_uri_mismatch', 'with capitals in the host', { redirect_uri: 'https://App.example/callback' }],
    ['oauth.redirect_uri_mismatch', 'with capitals in the path', { redirect_uri: 'https://app.example/Callback' }],
    ['oauth.redirect_uri_mismatch', 'with http for https', { redirect_uri: 'http://app.example/callback' }],
    [
      'oauth.redirect_uri_mismatch',
      'with a path that leads there',
      { redirect_uri: 'https://app.example/a/../callback' },
    ],
    ['oauth.redirect_uri_mismatch', 'with a subdomain', { redirect_uri: 'https://evil.app.example/callback' }],
    ['oauth.redirect_uri_mismatch', 'with a user name', { redirect_uri: 'https://app.example@evil.example/callback' }],
    ['oauth.redirect_uri_mismatch', 'with a blank behind it', { redirect_uri: `${CALLBACK} ` }],
    ['oauth.redirect_uri_mismatch', 'with a NUL behind it', { redirect_uri: `${CALLBACK}\0` }],
    ['oauth.redirect_uri_mismatch', 'with a wildcard’s match', { redirect_uri: 'https://app.example/callback%' }],
    ['oauth.redirect_uri_mismatch', 'with a script', { redirect_uri: 'javascript:alert(1)' }],
    ['oauth.redirect_uri_mismatch', 'before the state is looked at', { redirect_uri: 'x', state: undefined }],
    ['oauth.state_required', 'without a state', { state: undefined }],
    ['oauth.state_required', 'with an empty state', { state: '' }],
    ['oauth.state_required', 'before the response_type is looked at', { state: undefined, response_type: 'token' }],
    ['oauth.invalid_request', 'with a state of 2,049 characters', { state: 'a'.repeat(2049) }],
    ['oauth.invalid_request', 'with a NUL in the state', { state: 'a\0' }],
    ['oauth.invalid_request', 'with a line break in the state', { state: 'a\r\nSet-Cookie: a=b' }],
    ['oauth.pkce_method_unsupported', 'with the method plain', { ...S256, code_challenge_method: 'plain' }],
    [
      'oauth.pkce_method_unsupported',
      'with a challenge without a method',
      { ...S256, code_challenge_method: undefined },
    ],
    ['oauth.pkce_method_unsupported', 'with an unknown method', { ...S256, code_challenge_method: 'S512' }],
    ['oauth.pkce_method_unsupported', 'with s256', { ...S256, code_challenge_method: 's256' }],
    ['oauth.pkce_method_unsupported', 'with plain alone', { code_challenge_method: 'plain' }],
    [
      'oauth.pkce_method_unsupported',
      'with plain and a wrong response_type',
      { code_challenge_method: 'plain', response_type: 'x' },
    ],
  ];

  test.each(rows)('%s %s', async (code, _, overrides) => {
    expectPage(await stranger().open(authorizeUrl(app, overrides)), code);
    expectPage(await signedIn.open(authorizeUrl(app, overrides)), code);
  });

  test.each([
    ['oauth.client_not_found', 'client_id'],
    ['oauth.redirect_uri_mismatch', 'redirect_uri'],
    ['oauth.invalid_request', 'state'],
  ])('%s for a repeated %3$s, or one that is not UTF-8', async (code, name) => {
    expectPage(await stranger().open(`${authorizeUrl(app)}&${name}=xyz`), code);
    expectPage(await stranger().open(`${authorizeUrl(app, { [name]: undefined })}&${name}=%ff`), code);
  });

  test('oauth.client_not_found for a credential that is revoked', async () => {
    const { app: other } = await newScene(service);
    expect((await stranger().open(authorizeUrl(other))).status).toBe(200);
    await service.control((tx) => revokeCredential(tx, other.clientId));
    expectPage(await stranger().open(authorizeUrl(other)), 'oauth.client_not_found');
  });

  test('oauth.client_not_found for a sandbox app that is archived, oauth.app_not_published for a live one', async () => {
    for (const [env, code] of [
      ['SANDBOX', 'oauth.client_not_found'],
      ['PRODUCTION', 'oauth.app_not_published'],
    ] as const) {
      const { app: other } = await newScene(service, { env });
      expect((await stranger().open(authorizeUrl(other))).status).toBe(200);
      await service.control((tx) => archiveApp(tx, other.appId));
      expectPage(await stranger().open(authorizeUrl(other)), code);
    }
  });

  test.each(['DRAFT', 'SUBMITTED', 'REJECTED'])('oauth.app_not_published for a live app that is %s', async (state) => {
    const { app: other } = await newScene(service, { env: 'PRODUCTION' });
    await sql('update control.apps set review_state = $2 where id = $1', [other.appId, state]);
    expectPage(await stranger().open(authorizeUrl(other)), 'oauth.app_not_published');
  });

  test('oauth.redirect_uri_mismatch for the redirect URI of another app', async () => {
    const other = await newScene(service, { redirectUri: 'https://other.example/callback' });
    expectPage(await stranger().open(authorizeUrl(other.app)), 'oauth.redirect_uri_mismatch');
  });

  test('developer.use_api_key for an ADSR app', async () => {
    const adsr = await service.newPartner('ADSR');
    await service.control((tx) => addRedirectUri(tx, adsr.appId, CALLBACK));
    expectPage(await stranger().open(authorizeUrl(adsr)), 'developer.use_api_key');
  });
});

describe('GET /oauth/authorize', () => {
  const rejected = async (url: string) => {
    const answer = await signedIn.open(url);
    expect(answer.status).toBe(303);
    return answer.location as string;
  };
  const iss = () => encodeURIComponent(service.apiUrl);

  const back: [string, string, Record<string, string | undefined>, string][] = [
    ['invalid_request', 'no response_type', { response_type: undefined }, ''],
    ['invalid_request', 'an empty response_type', { response_type: '' }, ''],
    ['unsupported_response_type', 'token', { response_type: 'token' }, ''],
    ['unsupported_response_type', 'code token', { response_type: 'code token' }, ''],
    ['unsupported_response_type', 'CODE', { response_type: 'CODE' }, ''],
    ['invalid_request', 'a repeated response_type', {}, '&response_type=code'],
    ['invalid_request', 'a repeated scope', { scope: 'a' }, '&scope=b'],
    [
      'invalid_request',
      'a repeated code_challenge',
      { code_challenge: CHALLENGE, code_challenge_method: 'S256' },
      `&code_challenge=${CHALLENGE}`,
    ],
    [
      'invalid_request',
      'a repeated code_challenge_method',
      { code_challenge: CHALLENGE, code_challenge_method: 'S256' },
      '&code_challenge_method=S256',
    ],
    ['invalid_request', 'a method without a challenge', { code_challenge_method: 'S256' }, ''],
    [
      'invalid_request',
      'a challenge that is too short',
      { code_challenge: CHALLENGE.slice(1), code_challenge_method: 'S256' },
      '',
    ],
    [
      'invalid_request',
      'a challenge that is too long',
      { code_challenge: `${CHALLENGE}A`, code_challenge_method: 'S256' },
      '',
    ],
    [
      'invalid_request',
      'a padded challenge',
      { code_challenge: `${CHALLENGE.slice(1)}=`, code_challenge_method: 'S256' },
      '',
    ],
    ['invalid_request', 'a response_type that is not UTF-8', { response_type: undefined }, '&response_type=%ff'],
  ];

  test.each(back)('redirects back with %s for %s', async (error, _, overrides, more) => {
    const callback = new URL(await rejected(authorizeUrl(app, overrides) + more));
    expect(callback.origin + callback.pathname).toBe(CALLBACK);
    expect(Object.fromEntries(callback.searchParams)).toEqual({
      error,
      error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
      state: 'xyz',
      iss: service.apiUrl,
    });
  });

  test('redirects back by 303 to the exact registered text', async () => {
    const location = await rejected(authorizeUrl(app, { response_type: undefined, state: 'a b&c' }));
    const description = encodeURIComponent('response_type is required.');
    expect(location).toBe(
      `${CALLBACK}?error=invalid_request&error_description=${description}&state=a%20b%26c&iss=${iss()}`,
    );
  });

  test('never redirects back before sign-in', async () => {
    const visitor = stranger();
    const page = await visitor.open(authorizeUrl(app, { response_type: 'token' }));
    expect([page.status, page.path.split('?')[0]]).toEqual([200, '/sign-in']);
    const answer = await visitor.submit(page, '/sign-in', { ...owner });
    const onward = await visitor.open(answer.location as string);
    expect(new URL(onward.location as string).searchParams.get('error')).toBe('unsupported_response_type');
  });

  test('redirects back once', async () => {
    const first = await signedIn.send('GET', authorizeUrl(app, { response_type: 'token' }));
    expect((await signedIn.send('GET', first.location as string)).status).toBe(303);
    expect((await signedIn.send('GET', first.location as string)).status).toBe(410);
  });

  test.each([
    ['a scope', { scope: 'everything' }],
    ['an unknown parameter', { prompt: 'none', x: 'y' }],
    ['an empty challenge and method', { code_challenge: '', code_challenge_method: '' }],
    ['a challenge', { code_challenge: CHALLENGE, code_challenge_method: 'S256' }],
    ['a state of 2,048 characters', { state: '\u{1F680}'.repeat(1024) }],
  ])('continues with %s', async (_, overrides) => {
    const answer = await signedIn.open(authorizeUrl(app, overrides));
    expect([answer.status, answer.path.replace(/\/[^/]*$/, '')]).toEqual([200, '/oauth/consent']);
  });

  test('ignores unknown parameters that are repeated or not UTF-8', async () => {
    expect((await signedIn.open(`${authorizeUrl(app)}&x=1&x=2&y=%ff&%ff=z&&=`)).status).toBe(200);
  });

  test('limits a source address to so many requests per minute', async () => {
    const { app: limited, databases } = await limitedService();
    const visitor = new Visitor(limited.service);
    for (let i = 0; i < 3; i += 1) {
      expect((await visitor.send('GET', authorizeUrl(limited.app))).status).toBe(303);
    }
    const refused = await visitor.send('GET', authorizeUrl(limited.app));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    limited.service.advance(30_000);
    expect((await visitor.send('GET', authorizeUrl(limited.app))).status).toBe(303);
    await databases();
  });

  async function limitedService() {
    const webLimits = { signInSource: 9, signInAccount: 9, authorize: 3 };
    const other = await startService({ webLimits });
    return { app: { service: other, app: (await newScene(other)).app }, databases: other.stop };
  }
});
