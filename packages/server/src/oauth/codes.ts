import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import type { ControlTransaction } from '../control/control.ts';
import { hashSecret } from '../control/credentials/secrets.ts';
import { toTimestamp } from '../process/clock.ts';

/** In milliseconds (time.code). */
export const CODE_LIFETIME = 5 * 60 * 1000;

export interface AuthorizationCode {
  readonly hash: Buffer;
  readonly clientId: string;
  readonly companyId: number;
  readonly userId: number;
  readonly redirectUri: string;
  readonly codeChallenge: string | null;
  readonly createdAt: number;
  readonly consumedAt: number | null;
  readonly familyId: number | null;
}

type NewCode = Omit<AuthorizationCode, 'hash' | 'createdAt' | 'consumedAt' | 'familyId'>;

/** Issues a code. Only its digest is stored. */
export async function issueCode(tx: ControlTransaction, code: NewCode): Promise<string> {
  const text = randomBytes(32).toString('base64url');
  await tx.query(
    `insert into control.authorization_codes
       (hash, client_id, company_id, user_id, redirect_uri, code_challenge, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [hashSecret(text), code.clientId, code.companyId, code.userId, code.redirectUri, code.codeChallenge, tx.timestamp],
  );
  return text;
}

const MILLISECONDS = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint`;

export async function findCode(db: Pool, code: string): Promise<AuthorizationCode | undefined> {
  const { rows } = await db.query<AuthorizationCode>({
    name: 'codes.find',
    text: `select c.hash, c.client_id as "clientId", c.company_id as "companyId", c.user_id as "userId",
        c.redirect_uri as "redirectUri", c.code_challenge as "codeChallenge",
        ${MILLISECONDS('c.created_at')} as "createdAt", ${MILLISECONDS('c.consumed_at')} as "consumedAt",
        c.family_id as "familyId"
      from control.authorization_codes c
      where c.hash = $1`,
    values: [hashSecret(code)],
  });
  return rows[0];
}

/** Consumes the code. Returns false for all requests but the first. */
export async function consumeCode(
  tx: ControlTransaction,
  { hash, familyId, at }: { readonly hash: Buffer; readonly familyId: number; readonly at: number },
): Promise<boolean> {
  const taken = await tx.query(
    `update control.authorization_codes set consumed_at = $2, family_id = $3
     where hash = $1 and consumed_at is null returning hash`,
    [hash, toTimestamp(at), familyId],
  );
  return taken.length > 0;
}

/** RFC 7636 §4.1: 43 to 128 unreserved characters. */
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;

/**
 * True if the verifier matches the challenge (S256 is the only method). A verifier without a challenge also fails,
 * since an attacker may have removed the challenge from the authorization request (RFC 9700 §2.1.1).
 */
export function answersChallenge(verifier: string | undefined, challenge: string | null): boolean {
  if (challenge === null) return verifier === undefined;
  if (verifier === undefined || !VERIFIER.test(verifier)) return false;
  const digest = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  const expected = Buffer.from(challenge);
  return digest.length === expected.length && timingSafeEqual(digest, expected);
}
