import { type Case, subject } from '../run/case.ts';

/** Public documents: keys, server metadata, the contract itself. */

const example = subject('examples', 'documents');

export const DOCUMENT_CASES: readonly Case[] = [
  example(
    'jwks',
    ['documents.jwks', 'op.getJwks.call'],
    'the key set has public RSA keys for RS256, and nothing private',
    async (t) => {
      const answer = t.require(await t.session.send('GET', '/.well-known/jwks.json'), 200);
      const { keys } = answer.body as { keys: Record<string, unknown>[] };
      t.check(keys.length > 0, 'there is no key', answer);
      for (const key of keys) {
        t.equal([key.kty, key.use, key.alg], ['RSA', 'sig', 'RS256'], 'kty, use and alg', answer);
        t.equal([key.d, key.p, key.q].filter(Boolean), [], 'private parts', answer);
        t.check(Buffer.from(String(key.n), 'base64url').length >= 256, 'the key has fewer than 2048 bits', answer);
      }
    },
  ),
  example(
    'metadata',
    ['documents.metadata', 'op.getAuthorizationServer.call'],
    'the metadata names this deployment, at both addresses alike',
    async (t) => {
      const { baseUrl, authUrl } = t.session.target;
      const answer = t.require(await t.session.send('GET', '/.well-known/oauth-authorization-server'), 200);
      const body = answer.body as Record<string, unknown>;
      t.equal(body.issuer, baseUrl, 'issuer', answer);
      t.equal(body.token_endpoint, `${baseUrl}/oauth/token`, 'token_endpoint', answer);
      t.equal(body.revocation_endpoint, `${baseUrl}/oauth/revoke`, 'revocation_endpoint', answer);
      t.equal(body.jwks_uri, `${baseUrl}/.well-known/jwks.json`, 'jwks_uri', answer);
      if (authUrl) t.equal(body.authorization_endpoint, `${authUrl}/oauth/authorize`, 'authorization_endpoint', answer);
      t.equal(body.code_challenge_methods_supported, ['S256'], 'code_challenge_methods_supported', answer);
      const root = await t.session.send('GET', `${new URL(baseUrl).origin}/.well-known/oauth-authorization-server/v1`);
      t.equal(root.body, answer.body, 'the document of RFC 8414 §3.1', root);
    },
  ),
  example(
    'contract',
    ['documents.contract', 'op.getContract.call'],
    'the contract is served with the deployment’s own URL',
    async (t) => {
      const answer = t.require(await t.session.send('GET', '/openapi.json'), 200);
      const { servers } = answer.body as { servers: { url: string }[] };
      t.equal(servers[0]?.url, t.session.target.baseUrl, 'the first server', answer);
    },
  ),
];
