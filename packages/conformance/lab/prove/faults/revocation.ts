import type { Fault, Passed } from '../fault.ts';
import { fault, inRecord } from '../kinds/answers.ts';
import { fieldsOf, inGrant, noted } from '../kinds/grants.ts';
import { asks } from '../kinds/requests.ts';
import { staged } from '../kinds/tokens.ts';

const isRevoke = (url: string): boolean => /\/oauth\/revoke$/.test(url);
const isMetadata = (url: string): boolean => url.includes('/.well-known/oauth-authorization-server');

const inMetadata = (id: string, text: string, change: (body: Record<string, unknown>) => void): Fault =>
  inRecord(`metadata-${id}`, 'documents.metadata', text, (body, passed) => {
    if (isMetadata(passed.url)) change(body);
  });

const inKeys = (id: string, text: string, change: (keys: Record<string, unknown>[]) => void): Fault =>
  inRecord(`jwks-${id}`, 'documents.jwks', text, (body) => {
    if (Array.isArray(body.keys)) change(body.keys as Record<string, unknown>[]);
  });

/** Tokens that are revoked or not, clients that do not prove themselves, and what the service says of itself. */
export const REVOCATION_FAULTS: readonly Fault[] = [
  inGrant(
    'revoke-nothing',
    'oauth.revoke',
    'revoking changes nothing',
    (fields) => ({ ...fields, token: 'x' }),
    /\/oauth\/revoke$/,
  ),
  inGrant(
    'revoke-hinted-only',
    'oauth.revoke',
    'a token is revoked only with token_type_hint',
    (fields) => (fields.token_type_hint ? fields : { ...fields, token: 'x' }),
    /\/oauth\/revoke$/,
  ),
  fault('revoke-unknown-400', 'oauth.revoke_unknown', 'revoking what is no refresh token is 400', (passed) => {
    if (!isRevoke(passed.url) || String(fieldsOf(passed.requestBody).token).startsWith('svc_rt_')) return;
    refuseToken(passed);
  }),
  fault('revoke-typed-400', 'oauth.revoke_unknown', 'revoking what is no text is 400', (passed) => {
    if (isRevoke(passed.url) && typeof fieldsOf(passed.requestBody).token !== 'string') refuseToken(passed);
  }),
  fault('revoke-long-400', 'oauth.revoke_unknown', 'revoking a text that is too long for a token is 400', (passed) => {
    if (isRevoke(passed.url) && (fieldsOf(passed.requestBody).token?.length ?? 0) > 4096) refuseToken(passed);
  }),
  asks('token-body-unbounded', 'oauth.body_limit', 'blanks at the end of a token request do not count', (passing) => {
    if (/\/token$|\/oauth\//.test(passing.url)) passing.requestBody = passing.requestBody.trimEnd();
  }),
  fault(
    'scope-unchallenged',
    'auth.scope_challenge',
    'who lacks a scope is not told which',
    ({ status, headers }) => {
      if (status === 403) delete headers['www-authenticate'];
    },
    ['access.scope.createItem'],
  ),
  fault(
    'scope-of-another',
    'auth.scope_challenge',
    'who lacks a scope is told another',
    ({ headers }) => {
      const challenge = headers['www-authenticate'];
      if (challenge) headers['www-authenticate'] = challenge.replace(/scope="[^"]*"/, 'scope="items.read"');
    },
    ['access.scope.createItem'],
  ),
  fault('revoke-again-400', 'oauth.revoke_unknown', 'revoking twice is 400', twice()),
  fault('revoke-open', 'oauth.revoke_client', 'revoking asks for no credentials', (passed) => {
    if (!isRevoke(passed.url) || passed.status !== 401) return;
    passed.status = 200;
    delete passed.headers['www-authenticate'];
    passed.body = '{"ok":true}';
  }),
  revokesAccess(),
  fault(
    'client-challenge-bearer',
    'oauth.error.developer.invalid_client',
    'a bad client is challenged for a bearer token',
    ({ url, headers }) => {
      if (/\/oauth\//.test(url) && headers['www-authenticate'])
        headers['www-authenticate'] = 'Bearer realm="partner-api"';
    },
  ),
  fault(
    'client-unchallenged',
    'oauth.error.developer.invalid_client',
    'a bad client is not challenged',
    ({ url, headers }) => {
      if (/\/oauth\//.test(url)) delete headers['www-authenticate'];
    },
  ),
  told(),
  fault('error-translated', 'oauth.localised', 'error is in the language of the request', (passed) => {
    if (/^ar/.test(passed.requestHeaders['accept-language'] ?? ''))
      passed.body = passed.body.replace(/"error":"\w+"/, '"error":"طلب_غير_صالح"');
  }),
  inMetadata('issuer-slash', 'the issuer has a slash at its end', (body) => {
    body.issuer = `${body.issuer}/`;
  }),
  inMetadata('plain', 'PKCE is said to take plain', (body) => {
    body.code_challenge_methods_supported = ['S256', 'plain'];
  }),
  inMetadata('no-refresh', 'the refresh grant is not named', (body) => {
    body.grant_types_supported = ['authorization_code', 'client_credentials'];
  }),
  inMetadata('no-iss', 'the callback is said to have no iss', (body) => {
    body.authorization_response_iss_parameter_supported = false;
  }),
  inMetadata('no-revocation', 'the revocation endpoint is not named', (body) => {
    delete body.revocation_endpoint;
  }),
  inMetadata('jwks-elsewhere', 'the key set is said to be at the root', (body) => {
    body.jwks_uri = String(body.jwks_uri).replace('/v1/', '/');
  }),
  asks('metadata-one-address', 'documents.metadata', 'the metadata is not at the address of RFC 8414', (passing) => {
    passing.url = passing.url.replace(/^\/\.well-known\/oauth-authorization-server\/v1$/, '/.well-known/nothing');
  }),
  inKeys('no-kid', 'keys have no kid', (keys) => {
    for (const key of keys) delete key.kid;
  }),
  inKeys('encryption', 'keys are for encryption', (keys) => {
    for (const key of keys) key.use = 'enc';
  }),
  inKeys('secret', 'the key set has a symmetric key', (keys) => {
    keys.push({ kty: 'oct', k: 'c2VjcmV0', kid: 'session' });
  }),
  fault('contract-elsewhere', 'documents.contract', 'the contract names the server of its authors', (passed) => {
    if (passed.url.endsWith('/openapi.json'))
      passed.body = passed.body.replace(/"servers":\[\{"url":"[^"]*"/, '"servers":[{"url":"http://localhost:3000/v1"');
  }),
];

function refuseToken(passed: Passed): void {
  if (passed.status !== 200) return;
  passed.status = 400;
  passed.body = JSON.stringify({
    error: 'invalid_request',
    error_description: 'No token.',
    code: 'oauth.invalid_request',
  });
}

function twice(): (passed: Passed) => void {
  const revoked = new Set<string>();
  return (passed) => {
    if (!isRevoke(passed.url) || passed.status !== 200) return;
    const { token = '' } = fieldsOf(passed.requestBody);
    if (!revoked.has(token)) return void revoked.add(token);
    refuseToken(passed);
  };
}

/** With a refresh token the access tokens that came with it end too. */
function revokesAccess(): Fault {
  const access = new Map<string, string>();
  const ended = new Set<string>();
  return {
    ...fault('revoke-ends-access', 'oauth.access_survives', 'revoking ends access tokens at once', (passed) => {
      const { refresh_token, access_token } = bodyOf(passed.body);
      if (refresh_token && access_token) access.set(refresh_token, access_token);
      const token = isRevoke(passed.url) && access.get(fieldsOf(passed.requestBody).token ?? '');
      if (token) ended.add(token);
    }),
    ask: ({ requestHeaders }) => {
      const token = requestHeaders.authorization?.slice('Bearer '.length) ?? '';
      if (ended.has(token)) requestHeaders.authorization = `Bearer ${token.slice(0, -4)}AAAA`;
    },
  };
}

function bodyOf(text: string): Partial<Record<string, string>> {
  return text.startsWith('{"access_token"') ? (JSON.parse(text) as Record<string, string>) : {};
}

/** An unknown client id is told apart from a wrong secret. */
function told(): Fault {
  const text = 'an unknown client is told apart from a wrong secret';
  return staged(
    'grant.client-told-apart',
    'oauth.error.developer.invalid_client',
    text,
    ({ databases }, mark) =>
      async function tellApart(ctx, next) {
        if (ctx.method !== 'POST' || !ctx.path.startsWith('/v1/oauth/')) return next();
        const { client_id = '' } = await noted(ctx);
        await next();
        if (ctx.status !== 401 || client_id === '' || client_id.includes('\0')) return;
        const known = 'select 1 from control.client_credentials where client_id = $1';
        if ((await databases.control.query(known, [client_id])).rows.length > 0) return;
        mark();
        ctx.body = { ...(ctx.body as object), error_description: 'There is no such client.' };
      },
  );
}
