import { type Body, type Fault, type Faults, fault, type Passed } from '../fault.ts';
import { answer, inRecord } from '../how/answers.ts';
import { answered, fieldsOf, inGrant, noted } from '../how/grants.ts';
import { request } from '../how/requests.ts';
import { stage } from '../how/tokens.ts';

const isRevoke = (url: string): boolean => /\/oauth\/revoke$/.test(url);
const isMetadata = (url: string): boolean => url.includes('/.well-known/oauth-authorization-server');

const inMetadata = (change: (body: Body) => void) =>
  inRecord((body, passed) => {
    if (isMetadata(passed.url)) change(body);
  });

const inKeys = (change: (keys: Body[]) => void) =>
  inRecord((body) => {
    if (Array.isArray(body.keys)) change(body.keys as Body[]);
  });

/** Wrong revocations, missing client authentication, and wrong metadata of the service. */
export const REVOCATION_FAULTS: Faults = {
  'request.revoke-nothing': fault('oauth.revoke', 'revoking changes nothing', {
    how: inGrant((fields) => ({ ...fields, token: 'x' }), /\/oauth\/revoke$/),
  }),
  'request.revoke-hinted-only': fault('oauth.revoke', 'a token is revoked only with token_type_hint', {
    how: inGrant((fields) => (fields.token_type_hint ? fields : { ...fields, token: 'x' }), /\/oauth\/revoke$/),
  }),
  'answer.revoke-unknown-400': fault('oauth.revoke_unknown', 'revoking anything but a refresh token is 400', {
    how: answer((passed) => {
      if (!isRevoke(passed.url) || String(fieldsOf(passed.requestBody).token).startsWith('svc_rt_')) return;
      refuseToken(passed);
    }),
  }),
  'answer.revoke-typed-400': fault('oauth.revoke_unknown', 'revoking a value that is not text is 400', {
    how: answer((passed) => {
      if (isRevoke(passed.url) && typeof fieldsOf(passed.requestBody).token !== 'string') refuseToken(passed);
    }),
  }),
  'answer.revoke-long-400': fault('oauth.revoke_unknown', 'revoking a text that is too long for a token is 400', {
    how: answer((passed) => {
      if (isRevoke(passed.url) && (fieldsOf(passed.requestBody).token?.length ?? 0) > 4096) refuseToken(passed);
    }),
  }),
  'request.token-body-unbounded': fault('oauth.body_limit', 'blanks at the end of a token request do not count', {
    how: request((passing) => {
      if (/\/token$|\/oauth\//.test(passing.url)) passing.requestBody = passing.requestBody.trimEnd();
    }),
  }),
  'answer.scope-unchallenged': fault('auth.scope_challenge', 'the challenge does not name the missing scope', {
    by: ['access.scope.createItem'],
    how: answer(({ status, headers }) => {
      if (status === 403) delete headers['www-authenticate'];
    }),
  }),
  'answer.scope-of-another': fault('auth.scope_challenge', 'the challenge names the wrong scope', {
    by: ['access.scope.createItem'],
    how: answer(({ headers }) => {
      const challenge = headers['www-authenticate'];
      if (challenge) headers['www-authenticate'] = challenge.replace(/scope="[^"]*"/, 'scope="items.read"');
    }),
  }),
  'answer.revoke-again-400': fault('oauth.revoke_unknown', 'revoking twice is 400', { how: answer(twice()) }),
  'answer.revoke-open': fault('oauth.revoke_client', 'revoking asks for no credentials', {
    how: answer((passed) => {
      if (!isRevoke(passed.url) || passed.status !== 401) return;
      passed.status = 200;
      delete passed.headers['www-authenticate'];
      passed.body = '{"ok":true}';
    }),
  }),
  'answer.revoke-ends-access': revokesAccess(),
  'grant.revoke-any-environment': fault(
    'oauth.revoke_environment',
    'a credential revokes the connections of its app in the other environment',
    {
      where: { statement: 'credentials.authenticate' },
      how: { from: /c\.env,(.*?) and f\.env = c\.env/s, to: 'coalesce(f.env, c.env) as env,$1' },
    },
  ),
  'answer.client-challenge-bearer': fault(
    'oauth.error.developer.invalid_client',
    'a bad client is challenged for a bearer token',
    {
      how: answer(({ url, headers }) => {
        if (/\/oauth\//.test(url) && headers['www-authenticate'])
          headers['www-authenticate'] = 'Bearer realm="partner-api"';
      }),
    },
  ),
  'answer.client-unchallenged': fault('oauth.error.developer.invalid_client', 'a bad client is not challenged', {
    how: answer(({ url, headers }) => {
      if (/\/oauth\//.test(url)) delete headers['www-authenticate'];
    }),
  }),
  'grant.client-told-apart': fault(
    'oauth.error.developer.invalid_client',
    'an unknown client and a wrong secret are distinguishable',
    {
      how: stage(
        ({ databases }, mark) =>
          async function tellApart(ctx, next) {
            if (ctx.method !== 'POST' || !ctx.path.startsWith('/v1/oauth/')) return next();
            const { client_id = '' } = await noted(ctx);
            await next();
            if (ctx.status !== 401 || client_id === '' || client_id.includes('\0')) return;
            const known = 'select 1 from control.client_credentials where client_id = $1';
            if ((await databases.control.query(known, [client_id])).rows.length > 0) return;
            mark();
            ctx.body = { ...(await answered(ctx)), error_description: 'There is no such client.' };
          },
      ),
    },
  ),
  'answer.error-translated': fault('oauth.localised', 'error is in the language of the request', {
    how: answer((passed) => {
      if (/^ar/.test(passed.requestHeaders['accept-language'] ?? ''))
        passed.body = passed.body.replace(/"error":"\w+"/, '"error":"طلب_غير_صالح"');
    }),
  }),
  'answer.metadata-issuer-slash': fault('documents.metadata', 'the issuer has a slash at its end', {
    how: inMetadata((body) => {
      body.issuer = `${body.issuer}/`;
    }),
  }),
  'answer.metadata-plain': fault('documents.metadata', 'the metadata claims support for PKCE with plain', {
    how: inMetadata((body) => {
      body.code_challenge_methods_supported = ['S256', 'plain'];
    }),
  }),
  'answer.metadata-no-refresh': fault('documents.metadata', 'the refresh grant is not named', {
    how: inMetadata((body) => {
      body.grant_types_supported = ['authorization_code', 'client_credentials'];
    }),
  }),
  'answer.metadata-no-iss': fault('documents.metadata', 'the metadata denies iss in the callback', {
    how: inMetadata((body) => {
      body.authorization_response_iss_parameter_supported = false;
    }),
  }),
  'answer.metadata-no-revocation': fault('documents.metadata', 'the revocation endpoint is not named', {
    how: inMetadata((body) => {
      delete body.revocation_endpoint;
    }),
  }),
  'answer.metadata-jwks-elsewhere': fault('documents.metadata', 'the metadata places the key set at the root', {
    how: inMetadata((body) => {
      body.jwks_uri = String(body.jwks_uri).replace('/v1/', '/');
    }),
  }),
  'request.metadata-one-address': fault('documents.metadata', 'the metadata is not at the address of RFC 8414', {
    how: request((passing) => {
      passing.url = passing.url.replace(/^\/\.well-known\/oauth-authorization-server\/v1$/, '/.well-known/nothing');
    }),
  }),
  'answer.jwks-no-kid': fault('documents.jwks', 'keys have no kid', {
    how: inKeys((keys) => {
      for (const key of keys) delete key.kid;
    }),
  }),
  'answer.jwks-encryption': fault('documents.jwks', 'keys are for encryption', {
    how: inKeys((keys) => {
      for (const key of keys) key.use = 'enc';
    }),
  }),
  'answer.jwks-secret': fault('documents.jwks', 'the key set has a symmetric key', {
    how: inKeys((keys) => {
      keys.push({ kty: 'oct', k: 'c2VjcmV0', kid: 'session' });
    }),
  }),
  'answer.contract-elsewhere': fault('documents.contract', 'the contract names the server of its authors', {
    how: answer((passed) => {
      if (passed.url.endsWith('/openapi.json'))
        passed.body = passed.body.replace(
          /"servers":\[\{"url":"[^"]*"/,
          '"servers":[{"url":"http://localhost:3000/v1"',
        );
    }),
  }),
};

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

/** Revokes the access tokens together with a refresh token. */
function revokesAccess(): Fault {
  const access = new Map<string, string>();
  const ended = new Set<string>();
  return fault('oauth.access_survives', 'revoking ends access tokens at once', {
    how: {
      answer: (passed) => {
        const { refresh_token, access_token } = bodyOf(passed.body);
        if (refresh_token && access_token) access.set(refresh_token, access_token);
        const token = isRevoke(passed.url) && access.get(fieldsOf(passed.requestBody).token ?? '');
        if (token) ended.add(token);
      },
      request: ({ requestHeaders }) => {
        const token = requestHeaders.authorization?.slice('Bearer '.length) ?? '';
        if (ended.has(token)) requestHeaders.authorization = `Bearer ${token.slice(0, -4)}AAAA`;
      },
    },
  });
}

function bodyOf(text: string): Partial<Record<string, string>> {
  return text.startsWith('{"access_token"') ? (JSON.parse(text) as Record<string, string>) : {};
}
