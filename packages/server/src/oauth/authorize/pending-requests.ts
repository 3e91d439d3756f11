import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { toTimestamp } from '../../clock.ts';
import type { Control, ControlTransaction } from '../../directory/control.ts';
import type { CheckedRequest } from './check-request.ts';
import type { CallbackRefusal } from './refusals.ts';

/** How long a merchant has to sign in and decide, in milliseconds. */
const LIFETIME = 10 * 60 * 1000;

/** An authorization request that waits for the merchant. */
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

/** Whether the text can be the id of a pending request at all. */
export const isRequestId = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** Keeps a request on the server, so that the browser carries nothing of it but its id. */
export async function keepRequest({ pool, clock }: Control, request: CheckedRequest): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  const { client, redirectUri, state, codeChallenge, refusal } = request;
  const now = clock();
  await pool.query(
    `insert into control.authorization_requests
       (id, client_id, redirect_uri, state, code_challenge, refusal, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, client.clientId, redirectUri, state, codeChallenge, refusal, toTimestamp(now), toTimestamp(now + LIFETIME)],
  );
  return id;
}

export async function findRequest(db: Pool, id: string, now: number): Promise<PendingRequest | undefined> {
  if (!isRequestId(id)) return undefined;
  const { rows } = await db.query<PendingRequest>(
    `select ${COLUMNS} from control.authorization_requests where id = $1 and expires_at > $2`,
    [id, toTimestamp(now)],
  );
  return rows[0];
}

/** Uses a request up: of several who come for it one gets it. */
export const takeRequest = (tx: ControlTransaction, id: string): Promise<PendingRequest | undefined> =>
  tx.one<PendingRequest>(
    `delete from control.authorization_requests where id = $1 and expires_at > $2 returning ${COLUMNS}`,
    [id, tx.timestamp],
  );
