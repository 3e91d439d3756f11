import { CompactSign } from 'jose';
import { LIFETIME, type ReportClaims, TYPE } from './claims.ts';
import type { SignerKey } from './keys.ts';

const THUMBPRINT_URI = 'urn:ietf:params:oauth:jwk-thumbprint:sha-256:';

/** The issuer of a report is the key that signed it (RFC 9278). */
export const issuerOf = (thumbprint: string): string => THUMBPRINT_URI + thumbprint;

/** Signs a report as a compact JWS with the public key in its header. */
export function signReport(claims: ReportClaims, key: SignerKey, now: number): Promise<string> {
  const { alg, privateKey, publicJwk, thumbprint } = key;
  const iat = Math.floor(now / 1000);
  const payload = {
    iss: issuerOf(thumbprint),
    sub: claims.target.baseUrl,
    aud: TYPE,
    iat,
    exp: iat + LIFETIME,
    ...claims,
  };
  return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg, typ: TYPE, kid: thumbprint, jwk: publicJwk as Record<string, string> })
    .sign(privateKey);
}
