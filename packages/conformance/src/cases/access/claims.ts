import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import type { Answer } from '../../http/send.ts';
import type { CaseContext } from '../../run/case-context.ts';

/** Claims of an access token, verified against the published keys. */
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
