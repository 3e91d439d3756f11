import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import type { Environment, Product } from '../../contract/products.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Answer } from '../../http/send.ts';
import { type Merchant, REGIONS } from '../../target/target.ts';
import { BUNDLES } from './bundles.ts';

export interface Expected {
  readonly merchant: Merchant;
  readonly product: Product;
  readonly env: Environment;
}

/** Seconds by which the target's clock may differ from the suite's. */
const SKEW = 60;

/** Asserts the fields of a token response, and its token's claims against the published keys. */
export async function expectClaims(t: CaseContext, answer: Answer, expected: Expected): Promise<JWTPayload> {
  const body = answer.body as Record<string, unknown>;
  t.equal(body.token_type, 'Bearer', 'token_type', answer);
  t.equal(body.expires_in, 900, 'expires_in', answer);
  t.equal(body.api_base_url, `${t.session.target.baseUrl}/`, 'api_base_url', answer);
  t.equal(String(body.scope).split(' ').toSorted(), BUNDLES[expected.product].toSorted(), 'scope', answer);
  const claims = await claimsOf(t, String(body.access_token), answer);
  compareClaims(t, claims, expected, answer);
  t.equal(claims.scopes, String(body.scope).split(' '), 'scopes of the token and of the response', answer);
  return claims;
}

/** Asserts the response of a code exchange or a refresh: a FULL app's access token, and the other properties. */
export async function expectConnection(
  t: CaseContext,
  answer: Answer,
  merchant: Merchant,
  env: Environment = 'SANDBOX',
): Promise<void> {
  await expectClaims(t, answer, { merchant, product: 'FULL', env });
  const body = answer.body as Record<string, unknown>;
  t.equal(body.refresh_token_expires_in, 8_640_000, 'refresh_token_expires_in', answer);
  t.equal(body.merchant_id, merchant.companyId, 'merchant_id', answer);
  const prefix = env === 'SANDBOX' ? 'svc_rt_sb_' : 'svc_rt_pk_';
  t.check(String(body.refresh_token).startsWith(prefix), `the refresh token does not begin with ${prefix}`, answer);
}

export async function claimsOf(t: CaseContext, token: string, answer?: Answer): Promise<JWTPayload> {
  const keys = (await t.session.send('GET', '/.well-known/jwks.json')).body as JSONWebKeySet;
  const options = { algorithms: ['RS256'], currentDate: new Date(t.session.clock.now()), clockTolerance: 30 };
  try {
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys), options);
    t.check(protectedHeader.kid !== undefined, 'the token has no kid', answer);
    return payload;
  } catch (error) {
    t.check(false, `the token does not verify against the published keys: ${(error as Error).message}`, answer);
    return {};
  }
}

function compareClaims(t: CaseContext, claims: JWTPayload, { merchant, product, env }: Expected, answer: Answer): void {
  const { baseUrl } = t.session.target;
  const expected = { iss: baseUrl, aud: 'partner-api', companyId: merchant.companyId, product, env };
  for (const [name, value] of Object.entries(expected)) t.equal(claims[name], value, `the claim ${name}`, answer);
  t.check((REGIONS as readonly unknown[]).includes(claims.region), `region is ${claims.region}`, answer);
  if (merchant.region) t.equal(claims.region, merchant.region, 'the claim region', answer);
  t.equal(Number(claims.exp) - Number(claims.iat), 900, 'exp − iat', answer);
  const now = t.session.clock.now() / 1000;
  t.check(Math.abs(Number(claims.iat) - now) < SKEW, `iat is ${claims.iat}, the time ${Math.floor(now)}`, answer);
  t.check(typeof claims.jti === 'string' && claims.jti !== '', 'jti is missing', answer);
  t.check(Number.isInteger(claims.orgId), `orgId is ${claims.orgId}`, answer);
  t.check(typeof claims.sub === 'string' && claims.sub !== '', `sub is ${JSON.stringify(claims.sub)}`, answer);
  t.equal(claims.allowedIps, undefined, 'allowedIps of a credential without an allowlist', answer);
}
