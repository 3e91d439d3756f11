import * as oauth from 'oauth4webapi';
import { describe, expect, test } from 'vitest';
import { CALLBACK, newOAuthClient } from '../../support/oauth.ts';
import { sharedService } from '../../support/service.ts';

/** The tests' server speaks plain HTTP. All other defaults of the library stay. */
const insecure = { [oauth.allowInsecureRequests]: true };

const service = await sharedService();
const { client, merchant } = await newOAuthClient(service);
const issuer = new URL(service.apiUrl);
const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
const server = await oauth.processDiscoveryResponse(issuer, response);

/** The redirect after a merchant approved the app. */
async function callback(codeChallenge: string, state: string): Promise<URL> {
  const url = new URL(CALLBACK);
  url.searchParams.set('code', await client.code(merchant, { codeChallenge }));
  url.searchParams.set('state', state);
  url.searchParams.set('merchant_id', String(merchant.companyId));
  url.searchParams.set('iss', service.apiUrl);
  return url;
}

describe.each([
  ['client_secret_basic', (secret: string) => oauth.ClientSecretBasic(secret)],
  ['client_secret_post', (secret: string) => oauth.ClientSecretPost(secret)],
])('oauth4webapi with its defaults, %s', (_, authentication) => {
  test('discovers, exchanges a code with PKCE, refreshes and revokes', async () => {
    const app: oauth.Client = { client_id: client.partner.clientId };
    const authenticate = authentication(client.partner.clientSecret);
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = await callback(await oauth.calculatePKCECodeChallenge(verifier), state);
    const parameters = oauth.validateAuthResponse(server, app, url, state);
    const exchanged = await oauth.processAuthorizationCodeResponse(
      server,
      app,
      await oauth.authorizationCodeGrantRequest(server, app, authenticate, parameters, CALLBACK, verifier, insecure),
    );
    expect(exchanged).toMatchObject({ expires_in: 900, merchant_id: merchant.companyId });

    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      app,
      await oauth.refreshTokenGrantRequest(server, app, authenticate, exchanged.refresh_token ?? '', insecure),
    );
    const refreshToken = refreshed.refresh_token ?? '';
    const brands = await oauth.protectedResourceRequest(
      refreshed.access_token,
      'GET',
      new URL(`${service.apiUrl}/brands`),
      undefined,
      undefined,
      insecure,
    );
    expect(brands.status).toBe(200);
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, app, authenticate, refreshToken, insecure),
    );
    const ended = await oauth.refreshTokenGrantRequest(server, app, authenticate, refreshToken, insecure);
    await expect(oauth.processRefreshTokenResponse(server, app, ended)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('recognizes a rejected client', async () => {
    const app: oauth.Client = { client_id: client.partner.clientId };
    const response = await oauth.clientCredentialsGrantRequest(server, app, authentication('wrong'), {}, insecure);
    await expect(oauth.processClientCredentialsResponse(server, app, response)).rejects.toThrow();
    expect(response.status).toBe(401);
  });
});
