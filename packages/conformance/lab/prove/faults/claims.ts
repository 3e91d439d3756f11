import { createLocalJWKSet, importJWK, type JWK, jwtVerify } from 'jose';
import { type Faults, fault } from '../fault.ts';
import { accepting, contentsOf, issuing } from '../how/tokens.ts';

/** Issues tokens without a claim. */
const without = (name: string) =>
  issuing((claims) => {
    delete claims[name];
  });

/** Access tokens with wrong claims, and invalid tokens that are accepted. */
export const CLAIM_FAULTS: Faults = {
  'claims.aud-other': fault('claims.all', 'aud is the name of the product', {
    how: issuing((claims) => {
      claims.aud = 'tillgate';
    }),
  }),
  'claims.aud-list': fault('claims.all', 'aud is a list', {
    how: issuing((claims) => {
      claims.aud = [claims.aud];
    }),
  }),
  'claims.sub-number': fault('claims.all', 'sub is a number', {
    how: issuing((claims) => {
      claims.sub = Number(claims.sub);
    }),
  }),
  'claims.sub-per-token': fault('claims.identity', 'sub names the token rather than the app', {
    how: issuing((claims) => {
      claims.sub = claims.jti;
    }),
  }),
  'claims.exp-hour': fault('claims.all', 'exp is an hour after iat', {
    how: issuing((claims) => {
      claims.exp = Number(claims.iat) + 3600;
    }),
  }),
  'claims.exp-milliseconds': fault('claims.all', 'exp is in milliseconds', {
    how: issuing((claims) => {
      claims.exp = Number(claims.exp) * 1000;
    }),
  }),
  'claims.iat-missing': fault('claims.all', 'there is no iat', { how: without('iat') }),
  'claims.jti-same': fault('claims.all', 'every token has the same jti', {
    how: issuing((claims) => {
      claims.jti = '00000000-0000-4000-8000-000000000000';
    }),
  }),
  'claims.org-missing': fault('claims.all', 'there is no orgId', { how: without('orgId') }),
  'claims.company-text': fault('claims.all', 'companyId is text', {
    how: issuing((claims) => {
      claims.companyId = String(claims.companyId);
    }),
  }),
  'claims.region-lower': fault('claims.all', 'region is in lower case', {
    how: issuing((claims) => {
      claims.region = String(claims.region).toLowerCase();
    }),
  }),
  'claims.env-other': fault('claims.all', 'env is always PRODUCTION', {
    how: issuing((claims) => {
      claims.env = 'PRODUCTION';
    }),
  }),
  'claims.iss-missing': fault('claims.all', 'there is no iss', { how: without('iss') }),
  'claims.scopes-text': fault('claims.scopes', 'scopes is text with blanks', {
    how: issuing((claims) => {
      claims.scopes = (claims.scopes as string[]).join(' ');
    }),
  }),
  'claims.scopes-of-full': fault('claims.scopes', 'every product has the scopes of FULL for items', {
    how: issuing((claims) => {
      const scopes = claims.scopes as string[];
      if (scopes.includes('items.read')) claims.scopes = [...new Set([...scopes, 'items.write'])];
    }),
  }),
  'claims.ips-always': fault('claims.allowed_ips', 'allowedIps is there without a list', {
    how: issuing((claims) => {
      claims.allowedIps ??= [];
    }),
  }),
  'claims.ips-hidden': fault('claims.allowed_ips', 'allowedIps is left out', { how: without('allowedIps') }),
  'claims.kid-unknown': fault('auth.signature', 'tokens name a key that is not in the set', {
    how: issuing((_, header) => {
      header.kid = 'retired';
    }),
  }),
  'claims.kid-missing': fault('auth.signature', 'tokens do not name their key', {
    how: issuing((_, header) => {
      delete header.kid;
    }),
  }),
  'token.unverified': fault('auth.signature', 'signatures are not verified', {
    how: accepting((token) => contentsOf(token)?.claims),
  }),
  'token.none': fault('auth.algorithms_pinned', 'tokens of the algorithm none are accepted', {
    how: accepting((token) => {
      const contents = contentsOf(token);
      return String(contents?.header.alg).toLowerCase() === 'none' ? contents?.claims : undefined;
    }),
  }),
  'token.jwk-honoured': fault('auth.algorithms_pinned', 'a key that the token brings is honoured', {
    how: accepting(async (token) => {
      const jwk = contentsOf(token)?.header.jwk as JWK | undefined;
      return jwk && { ...(await jwtVerify(token, await importJWK(jwk, 'RS256'))).payload };
    }),
  }),
  'token.hmac-of-any': fault('auth.algorithms_pinned', 'HS256 tokens are accepted with any secret', {
    how: accepting((token) => {
      const contents = contentsOf(token);
      return contents?.header.alg === 'HS256' ? contents.claims : undefined;
    }),
  }),
  'token.five-minutes-more': fault('time.access_token', 'an access token is accepted for five more minutes', {
    how: accepting(async (token, { keys, clock }) => {
      const set = createLocalJWKSet(JSON.parse(await keys.published()));
      const { payload } = await jwtVerify(token, set, { currentDate: new Date(clock()), clockTolerance: 300 });
      const seconds = Math.ceil(clock() / 1000);
      return seconds > (payload.exp ?? 0) ? { ...payload, iat: seconds, exp: seconds + 60 } : undefined;
    }),
  }),
};
