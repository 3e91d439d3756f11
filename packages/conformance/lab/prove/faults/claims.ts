import { createLocalJWKSet, importJWK, type JWK, jwtVerify } from 'jose';
import type { ServerFault } from '../fault.ts';
import { accepted, contentsOf, issued } from '../kinds/tokens.ts';

/** Access tokens that say something else, and tokens that should not hold. */
export const CLAIM_FAULTS: readonly ServerFault[] = [
  issued('aud-other', 'claims.all', 'aud is the name of the product', (claims) => {
    claims.aud = 'tillgate';
  }),
  issued('aud-list', 'claims.all', 'aud is a list', (claims) => {
    claims.aud = [claims.aud];
  }),
  issued('sub-number', 'claims.all', 'sub is a number', (claims) => {
    claims.sub = Number(claims.sub);
  }),
  issued('sub-per-token', 'claims.identity', 'sub names the token rather than the app', (claims) => {
    claims.sub = claims.jti;
  }),
  issued('exp-hour', 'claims.all', 'exp is an hour after iat', (claims) => {
    claims.exp = Number(claims.iat) + 3600;
  }),
  issued('exp-milliseconds', 'claims.all', 'exp is in milliseconds', (claims) => {
    claims.exp = Number(claims.exp) * 1000;
  }),
  issued('iat-missing', 'claims.all', 'there is no iat', (claims) => {
    delete claims.iat;
  }),
  issued('jti-same', 'claims.all', 'every token has the same jti', (claims) => {
    claims.jti = '00000000-0000-4000-8000-000000000000';
  }),
  issued('org-missing', 'claims.all', 'there is no orgId', (claims) => {
    delete claims.orgId;
  }),
  issued('company-text', 'claims.all', 'companyId is text', (claims) => {
    claims.companyId = String(claims.companyId);
  }),
  issued('region-lower', 'claims.all', 'region is in lower case', (claims) => {
    claims.region = String(claims.region).toLowerCase();
  }),
  issued('env-other', 'claims.all', 'env is always PRODUCTION', (claims) => {
    claims.env = 'PRODUCTION';
  }),
  issued('iss-missing', 'claims.all', 'there is no iss', (claims) => {
    delete claims.iss;
  }),
  issued('scopes-text', 'claims.scopes', 'scopes is text with blanks', (claims) => {
    claims.scopes = (claims.scopes as string[]).join(' ');
  }),
  issued('scopes-of-full', 'claims.scopes', 'every product has the scopes of FULL for items', (claims) => {
    const scopes = claims.scopes as string[];
    if (scopes.includes('items.read')) claims.scopes = [...new Set([...scopes, 'items.write'])];
  }),
  issued('ips-always', 'claims.allowed_ips', 'allowedIps is there without a list', (claims) => {
    claims.allowedIps ??= [];
  }),
  issued('ips-hidden', 'claims.allowed_ips', 'allowedIps is left out', (claims) => {
    delete claims.allowedIps;
  }),
  issued('kid-unknown', 'auth.signature', 'tokens name a key that is not in the set', (_, header) => {
    header.kid = 'retired';
  }),
  issued('kid-missing', 'auth.signature', 'tokens do not name their key', (_, header) => {
    delete header.kid;
  }),
  accepted('unverified', 'auth.signature', 'signatures are not verified', (token) => contentsOf(token)?.claims),
  accepted('none', 'auth.algorithms_pinned', 'tokens of the algorithm none hold', (token) => {
    const contents = contentsOf(token);
    return String(contents?.header.alg).toLowerCase() === 'none' ? contents?.claims : undefined;
  }),
  accepted('jwk-honoured', 'auth.algorithms_pinned', 'a key that the token brings is honoured', async (token) => {
    const jwk = contentsOf(token)?.header.jwk as JWK | undefined;
    return jwk && { ...(await jwtVerify(token, await importJWK(jwk, 'RS256'))).payload };
  }),
  accepted('hmac-of-any', 'auth.algorithms_pinned', 'HS256 holds whatever its secret', (token) => {
    const contents = contentsOf(token);
    return contents?.header.alg === 'HS256' ? contents.claims : undefined;
  }),
  accepted(
    'five-minutes-more',
    'time.access_token',
    'an access token is taken for five minutes more',
    async (token, { keys, clock }) => {
      const set = createLocalJWKSet(JSON.parse(await keys.published()));
      const { payload } = await jwtVerify(token, set, { currentDate: new Date(0) });
      const over = clock() / 1000 - (payload.exp ?? 0);
      return over > 0 && over < 300 ? { ...payload, exp: Math.ceil(clock() / 1000) + 60 } : undefined;
    },
  ),
];
