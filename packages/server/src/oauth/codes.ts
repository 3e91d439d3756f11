import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { ControlTransaction } from '../control/control.ts';
import { hashSecret } from '../control/secrets.ts';
import { toTimestamp } from '../process/time.ts';

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

/** Issues a code. Only its digest is stored. */
export async function issueCode(
  tx: ControlTransaction,
  code: Omit<AuthorizationCode, 'hash' | 'createdAt' | 'consumedAt' | 'familyId'>,
): Promise<string> {
  const text = randomBytes(32).toString('base64url');
  await tx.query(
    `insert into control.authorization_codes
       (hash, client_id, company_id, user_id, redirect_uri, code_challenge, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [hashSecret(text), code.clientId, code.companyId, code.userId, code.redirectUri, code.codeChallenge, tx.timestamp],
  );
  return text;
}

export async function findCode(db: Pool, code: string): Promise<AuthorizationCode | undefined> {
  const { rows } = await db.query<AuthorizationCode>({
    name: 'codes.find',
    text: `select c.hash, c.client_id as "clientId", c.company_id as "companyId", c.user_id as "userId",
        c.redirect_uri as "redirectUri", c.code_challenge as "codeChallenge",
        (extract(epoch from c.created_at) * 1000)::bigint as "createdAt",
        (extract(epoch from c.consumed_at) * 1000)::bigint as "consumedAt", c.family_id as "familyId"
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

/** When a request arrived, and its position among the requests received by this instance. */
export interface Arrival {
  readonly at: number;
  readonly place: number;
}

/** Each turn of the event loop accepts one connection and reads from the open ones. */
const QUIET_TURNS = 3;
const MOST_TURNS = 100;

/**
 * Largest time difference between two instances, from their clocks and from delays in reading a
 * socket, in milliseconds.
 */
const BETWEEN_INSTANCES = 1000;

/**
 * Tells a replayed code from a request that lost a race, having arrived before the response to the exchange was sent.
 * An instance knows the order of the requests it received; for exchanges at other instances it knows only the time.
 */
export class Exchanges {
  #received = 0;
  /** Last position assigned before the response was sent, by digest of the code. */
  readonly #answeredAfter = new LRUCache<string, number>({ max: 10_000 });

  arrive(now: number): Arrival {
    this.#received += 1;
    return { at: now, place: this.#received };
  }

  /** Receives all requests that have reached this machine, even if they are still in a socket. */
  async receiveWaiting(): Promise<void> {
    for (let turn = 0, quiet = 0; quiet < QUIET_TURNS && turn < MOST_TURNS; turn += 1) {
      const before = this.#received;
      await turnOfEventLoop();
      quiet = this.#received === before ? quiet + 1 : 0;
    }
  }

  /** Follows an exchange until `answered` reports that the response was sent. */
  follow(code: Buffer, answered: (then: () => void) => void): void {
    const key = code.toString('base64');
    this.#answeredAfter.set(key, Number.POSITIVE_INFINITY);
    answered(() => this.#answeredAfter.set(key, this.#received));
  }

  /** True if the request came after the response to the exchange made at `takenAt`. */
  isReplay(code: Buffer, { at, place }: Arrival, takenAt: number): boolean {
    const answeredAfter = this.#answeredAfter.get(code.toString('base64'));
    return answeredAfter === undefined ? at > takenAt + BETWEEN_INSTANCES : place > answeredAfter;
  }
}
