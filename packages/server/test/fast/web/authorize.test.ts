import { describe, expect, test } from 'vitest';
import { archiveApp } from '../../../src/directory/apps/apps.ts';
import { authorizeUrl, newScene } from '../../support/consent.ts';
import { challengeOf, VERIFIER } from '../../support/oauth.ts';
import { sharedService, startService } from '../../support/service.ts';
import { type Answer, textOf, Visitor } from '../../support/web-visitor.ts';

const service = await sharedService();
const { app, owner } = await newScene(service);
const signedIn = await Visitor.signedIn(service, owner);

const stranger = () => new Visitor(service);
const sql = (text: string, values: unknown[] = []) => service.databases.control.query(text, values);
const codeOf = ({ status, headers }: Answer) => [status, headers.get('x-tillgate-error')];

function expectPage(answer: Answer, code: string): void {
  expect(codeOf(answer)).toEqual([400, code]);
  expect(answer.location).toBeNull();
  expect(textOf(answer.html)).toContain(code);
}

describe('GET /oauth/authorize shows an error page and never leads anywhere', () => {
  test.each([
    ['oauth.client_not_found', 'client_id'],
    ['oauth.redirect_uri_mismatch', 'redirect_uri'],
    ['oauth.invalid_request', 'state'],
  ])('%s for a repeated %3$s, or one that is not UTF-8', async (code, name) => {
    expectPage(await stranger().open(`${authorizeUrl(app)}&${name}=xyz`), code);
    expectPage(await stranger().open(`${authorizeUrl(app, { [name]: undefined })}&${name}=%ff`), code);
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

  test('oauth.client_not_found for a credential that has expired', async () => {
    const { app: other } = await newScene(service);
    const expiry = 'update control.client_credentials set expires_at = $2 where client_id = $1';
    await sql(expiry, [other.clientId, new Date(service.clock() + 1000)]);
    expect((await stranger().open(authorizeUrl(other))).status).toBe(200);
    service.advance(1000);
    expectPage(await stranger().open(authorizeUrl(other)), 'oauth.client_not_found');
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
});

describe('GET /oauth/authorize', () => {
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
    ['a challenge', { code_challenge: challengeOf(VERIFIER), code_challenge_method: 'S256' }],
    ['a state of 2,048 characters', { state: '\u{1F680}\n\t'.padEnd(2049, 'x') }],
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
