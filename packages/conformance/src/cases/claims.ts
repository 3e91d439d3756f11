import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import type { Answer } from '../http/send.ts';
import type { CaseContext } from '../run/case-context.ts';
import type { Environment, Product } from '../run/variants.ts';
import type { Merchant } from '../target/target.ts';

export interface Expected {
  readonly merchant: Merchant;
  readonly product: Product;
  readonly env: Environment;
}

/** The fields of a token response, and the claims of its token verified against the published keys. */
export async function checkClaims(t: CaseContext, answer: Answer, expected: Expected): Promise<JWTPayload> {
  const body = answer.body as Record<string, unknown>;
  t.equal(body.token_type, 'Bearer', 'token_type', answer);
  t.equal(body.expires_in, 900, 'expires_in', answer);
  t.equal(body.api_base_url, `${t.session.target.baseUrl}/`, 'api_base_url', answer);
  const claims = await claimsOf(t, String(body.access_token), answer);
  compareClaims(t, claims, expected, answer);
  t.equal(
    (claims.scopes as string[] | undefined)?.join(' '),
    body.scope,
    'scopes of the token and the response',
    answer,
  );
  return claims;
}

export async function claimsOf(t: CaseContext, token: string, answer?: Answer): Promise<JWTPayload> {
  const keys = (await t.session.send('GET', '/.well-known/jwks.json')).body as JSONWebKeySet;
  const options = { algorithms: ['RS256'], currentDate: new Date(t.session.clock.now()), clockTolerance: 30 };
  try {
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys), options);
    t.check(protectedHeader.kid !== undefined, 'the token names no key', answer);
    return payload;
  } catch (error) {
    t.check(false, `the token does not verify against the published keys: ${(error as Error).message}`, answer);
    return {};
  }
}

function compareClaims(t: CaseContext, claims: JWTPayload, { merchant, product, env }: Expected, answer: Answer): void {
  const { baseUrl } = t.session.target;
  const due = { iss: baseUrl, aud: 'partner-api', companyId: merchant.companyId, product, env };
  for (const [name, value] of Object.entries(due)) t.equal(claims[name], value, `the claim ${name}`, answer);
  if (merchant.region) t.equal(claims.region, merchant.region, 'the claim region', answer);
  t.equal(Number(claims.exp) - Number(claims.iat), 900, 'exp − iat', answer);
  t.check(typeof claims.jti === 'string' && claims.jti !== '', 'jti is missing', answer);
  t.check(Number.isInteger(claims.orgId), `orgId is ${claims.orgId}`, answer);
  t.check(/^\d+$/.test(String(claims.sub)), `sub is ${claims.sub}`, answer);
  t.equal(claims.allowedIps, undefined, 'allowedIps of a credential without a list', answer);
}
