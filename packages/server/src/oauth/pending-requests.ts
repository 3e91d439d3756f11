import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Control, ControlTransaction } from '../control/control.ts';
import { hashSecret } from '../control/secrets.ts';
import { toTimestamp } from '../process/time.ts';
import type { CallbackRefusal, CheckedRequest } from './authorization-request.ts';

/** Milliseconds that a merchant has to sign in and decide. */
const LIFETIME = 10 * 60 * 1000;

export interface PendingRequest {
  readonly id: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly codeChallenge: string | null;
  readonly refusal: CallbackRefusal | null;
}

const COLUMNS = `id, client_id as "clientId", redirect_uri as "redirectUri", state,
  code_challenge as "codeChallenge", refusal`;

export const isRequestId = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** A request's id, with the secret of the browser session that opened it. */
export interface RequestClaim {
  readonly id: string;
  readonly visit: string | undefined;
}

/**
 * Stores a request on the server, so that the browser only holds its id. Deciding it also requires
 * the secret of the session that opened it.
 */
export async function keepRequest({ pool, clock }: Control, request: CheckedRequest, visit: string): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  const { client, redirectUri, state, codeChallenge, refusal } = request;
  const now = clock();
  await pool.query(
    `insert into control.authorization_requests
       (id, client_id, redirect_uri, state, code_challenge, refusal, opened_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      client.clientId,
      redirectUri,
      state,
      codeChallenge,
      refusal,
      hashSecret(visit),
      toTimestamp(now),
      toTimestamp(now + LIFETIME),
    ],
  );
  return id;
}

export async function findRequest(
  db: Pool,
  { id, visit }: RequestClaim,
  now: number,
): Promise<PendingRequest | undefined> {
  if (!isRequestId(id) || visit === undefined) return undefined;
  const { rows } = await db.query<PendingRequest>(
    `select ${COLUMNS} from control.authorization_requests where id = $1 and opened_by = $2 and expires_at > $3`,
    [id, hashSecret(visit), toTimestamp(now)],
  );
  return rows[0];
}

/** Consumes a request. Of several concurrent callers, only one gets it. */
export const takeRequest = async (
  tx: ControlTransaction,
  { id, visit }: RequestClaim,
): Promise<PendingRequest | undefined> =>
  tx.one<PendingRequest>(
    `delete from control.authorization_requests where id = $1 and opened_by = $2 and expires_at > $3
     returning ${COLUMNS}`,
    [id, hashSecret(visit ?? ''), tx.timestamp],
  );

/** Moves all requests of a browser session, or one of them, to the session replacing it. `from` is the digest of its secret. */
export const moveRequests = (tx: ControlTransaction, from: Buffer, to: string, id?: string): Promise<object[]> =>
  tx.query(
    'update control.authorization_requests set opened_by = $2 where opened_by = $1 and ($3::text is null or id = $3)',
    [from, hashSecret(to), id ?? null],
  );
