import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { CannotRun } from '../../exit.ts';

/** Signature algorithms of keys by their type and curve. Symmetric keys prove nothing to others. */
const ALGORITHMS: Readonly<Record<string, string>> = {
  'RSA ': 'RS256',
  'EC P-256': 'ES256',
  'EC P-384': 'ES384',
  'OKP Ed25519': 'EdDSA',
};

export function algorithmOf({ kty, crv = '', alg }: JWK): string | undefined {
  const algorithm = ALGORITHMS[`${kty} ${crv}`];
  return alg === undefined || alg === algorithm ? algorithm : undefined;
}

export interface SignerKey {
  readonly privateKey: Awaited<ReturnType<typeof importJWK>>;
  readonly publicJwk: JWK;
  readonly alg: string;
  /** Thumbprint of the public key (RFC 7638). */
  readonly thumbprint: string;
}

/** Reads the private JWK of the person or program that runs the suite. */
export async function readSigner(file: string): Promise<SignerKey> {
  const jwk = readJwk(file);
  const alg = algorithmOf(jwk);
  if (alg === undefined || jwk.d === undefined) {
    throw new CannotRun(
      `--sign: ${file} is not a private JWK of RSA, P-256, P-384 or Ed25519. Make one with \`new-key\`.`,
    );
  }
  const publicJwk = publicPart(jwk);
  const thumbprint = await calculateJwkThumbprint(publicJwk);
  try {
    return { privateKey: await importJWK(jwk, alg), publicJwk, alg, thumbprint };
  } catch {
    throw new CannotRun(`--sign: the JWK in ${file} is not valid.`);
  }
}

export const publicPart = ({ kty, crv, x, y, n, e }: JWK): JWK =>
  JSON.parse(JSON.stringify({ kty, crv, x, y, n, e })) as JWK;

export function readJwk(file: string): JWK {
  try {
    const jwk: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof jwk === 'object' && jwk !== null) return jwk as JWK;
  } catch {
    // Its content could be a secret, so the reason is not repeated.
  }
  throw new CannotRun(`${file} cannot be read as a JWK.`);
}

/** Writes a new private key, which only its owner can read. Returns its thumbprint. */
export async function writeNewKey(file: string): Promise<string> {
  if (existsSync(file)) throw new CannotRun(`${file} exists already.`);
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  writeFileSync(file, `${JSON.stringify(jwk)}\n`, { mode: 0o600, flag: 'wx' });
  return calculateJwkThumbprint(publicPart(jwk));
}
