import type { document } from '../../contract/bundle.ts';
import { send } from '../../http/send.ts';
import { type Case, subject } from '../../run/case.ts';
import { codeOf } from '../../run/expectations.ts';

/** Public documents: keys, server metadata and the contract. */

const example = subject('examples', 'documents');

export const DOCUMENT_CASES: readonly Case[] = [
  example('jwks', ['documents.jwks'], 'the key set has public RSA keys for RS256 only', async (t) => {
    const answer = t.requireStatus(await t.session.send('GET', '/.well-known/jwks.json'), 200);
    const { keys } = answer.body as { keys: Record<string, unknown>[] };
    t.check(keys.length > 0, 'there is no key', answer);
    for (const key of keys) {
      t.equal([key.kty, key.use, key.alg], ['RSA', 'sig', 'RS256'], 'kty, use and alg', answer);
      const secret = Object.keys(key).filter((name) => ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'].includes(name));
      t.equal(secret, [], 'private parts', answer);
      t.check(typeof key.kid === 'string' && key.kid !== '', 'a key has no kid', answer);
      t.check(Buffer.from(String(key.n), 'base64url').length >= 256, 'the key has fewer than 2048 bits', answer);
    }
    t.equal(new Set(keys.map(({ kid }) => kid)).size, keys.length, 'different kids', answer);
  }),
  example(
    'metadata',
    ['documents.metadata', 'oauth.iss'],
    'the metadata describes this deployment and is the same at both addresses',
    async (t) => {
      const { baseUrl, authUrl } = t.session.target;
      const answer = t.requireStatus(await t.session.send('GET', '/.well-known/oauth-authorization-server'), 200);
      const body = answer.body as Record<string, unknown>;
      const expected = {
        issuer: baseUrl,
        token_endpoint: `${baseUrl}/oauth/token`,
        revocation_endpoint: `${baseUrl}/oauth/revoke`,
        jwks_uri: `${baseUrl}/.well-known/jwks.json`,
        ...(authUrl && { authorization_endpoint: `${authUrl}/oauth/authorize` }),
        code_challenge_methods_supported: ['S256'],
        response_modes_supported: ['query'],
        revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        response_types_supported: ['code'],
        grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        authorization_response_iss_parameter_supported: true,
      };
      for (const [name, value] of Object.entries(expected)) {
        const said = body[name];
        t.equal(Array.isArray(said) ? said.toSorted() : said, value, name, answer);
      }
      const root = await t.session.send('GET', `${new URL(baseUrl).origin}/.well-known/oauth-authorization-server/v1`);
      t.expectStatus(root, 200);
      t.equal(root.body, answer.body, 'the document of RFC 8414 §3.1', root);
    },
  ),
  example('help', ['errors.help_link'], 'the link of an error leads to the guide that explains its code', async (t) => {
    const refused = await t.session.send('GET', '/nosuch');
    const [, address = ''] = /<([^>]*)>; rel="help"/.exec(refused.headers.link ?? '') ?? [];
    const { href, hash } = new URL(address, refused.sent.url);
    const guide = await send({ method: 'GET', url: href.replace(hash, ''), headers: {}, body: undefined });
    t.equal(hash, `#${String(codeOf(refused)).replaceAll('.', '')}`, 'the place in the guide', refused);
    t.check(guide.status === 200 && guide.text.includes(`id="${hash.slice(1)}"`), 'the guide lacks the code', guide);
  }),
  example('contract', ['documents.contract'], 'the contract is served with the deployment’s own URL', async (t) => {
    const answer = t.requireStatus(await t.session.send('GET', '/openapi.json'), 200);
    const { baseUrl, authUrl } = t.session.target;
    const { servers, components } = answer.body as typeof document;
    const { clientCredentials, authorizationCode } = components.securitySchemes.partnerToken.flows;
    const urls = [servers[0]?.url, clientCredentials.tokenUrl, authorizationCode.authorizationUrl];
    const pages = authUrl ? `${authUrl}/oauth/authorize` : urls[2];
    t.equal(urls, [baseUrl, `${baseUrl}/token`, pages], 'URLs in the contract', answer);
  }),
];
