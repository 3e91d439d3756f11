import { randomBytes } from 'node:crypto';
import type { ClientFamily } from '../control/apps/credentials.ts';
import {
  AUDIT_LOG,
  type AuditSubject,
  auditEntry,
  type Control,
  type ControlTransaction,
  type Origin,
} from '../control/control.ts';
import type { DatabasePool } from '../database/pool.ts';
import { toTimestamp } from '../process/clock.ts';

/** Lifetime of a refresh token in seconds, from the last rotation (time.refresh_token). */
export const REFRESH_TOKEN_LIFETIME = 8_640_000;

/** Milliseconds for which the previous token always still works (time.grace_window). */
const GRACE_WINDOW = 30_000;

/** Milliseconds for which it works as long as nothing of the response was used (time.lost_response). */
const LOST_RESPONSE = 24 * 60 * 60 * 1000;

/** The refresh tokens of one connection. */
export interface TokenFamily extends ClientFamily {
  readonly appId: number;
  readonly rotatedAt: number;
  readonly expiresAt: number;
  readonly revoked: boolean;
  /** Equals `generation` as long as no access token issued with the current token is known to have been used. */
  readonly unusedGeneration: number | null;
}

const COLUMNS = `id, app_id as "appId", company_id as "companyId", env, seed, generation,
  (extract(epoch from rotated_at) * 1000)::bigint as "rotatedAt",
  (extract(epoch from expires_at) * 1000)::bigint as "expiresAt", revoked_at is not null as revoked,
  unused_generation as "unusedGeneration"`;

const expiry = (now: number): string => toTimestamp(now + REFRESH_TOKEN_LIFETIME * 1000);

export async function createFamily(
  tx: ControlTransaction,
  family: Pick<TokenFamily, 'appId' | 'companyId' | 'env'> & { readonly userId: number },
): Promise<TokenFamily> {
  const row = await tx.one<TokenFamily>(
    `insert into control.token_families (app_id, company_id, env, user_id, seed, rotated_at, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $6, $7) returning ${COLUMNS}`,
    [family.appId, family.companyId, family.env, family.userId, randomBytes(32), tx.timestamp, expiry(tx.now)],
  );
  return row as TokenFamily;
}

/** Locks the family until the transaction ends, which serializes concurrent refreshes. */
export const lockFamily = (tx: ControlTransaction, id: number): Promise<TokenFamily | undefined> =>
  tx.one<TokenFamily>(`select ${COLUMNS} from control.token_families where id = $1 for update`, [id]);

/** Rotates a family. Of two concurrent rotations, the second waits for the row and then finds a new generation. */
const ROTATE = {
  name: 'families.rotate',
  text: `with rotated as (
      update control.token_families
      set generation = generation + 1, unused_generation = generation + 1, rotated_at = $3, expires_at = $4
      where id = $1 and generation = $2 and revoked_at is null and expires_at > $3 returning *
    ), logged as (
      insert into ${AUDIT_LOG} select $5, $6, $7, $8, $9, $10, $11, $12, $13 from rotated
    ) select generation from rotated`,
};

/**
 * Makes the next token current and writes the audit entry, in one statement. The 100 days start again. Returns the new
 * generation; returns undefined and changes nothing unless the given one is current and the family valid.
 */
export async function rotateFamily(
  { pool, clock }: Control,
  origin: Origin,
  { familyId, generation }: { readonly familyId: number; readonly generation: number },
  subject: AuditSubject,
): Promise<number | undefined> {
  const now = clock();
  const entry = auditEntry(now, 'refresh.rotated', origin, subject);
  const values = [familyId, generation, toTimestamp(now), expiry(now), ...entry];
  return (await pool.query<{ generation: number }>({ ...ROTATE, values })).rows[0]?.generation;
}

/** True if the predecessor of the current token still returns it: the response that carried it may have been lost. */
export const repeatsResponse = ({ generation, unusedGeneration, rotatedAt }: TokenFamily, now: number): boolean =>
  now - rotatedAt <= (unusedGeneration === generation ? LOST_RESPONSE : GRACE_WINDOW);

/** Restarts the 100 days of the current token, whose response is repeated. */
export const extendFamily = (tx: ControlTransaction, id: number): Promise<unknown> =>
  tx.query('update control.token_families set expires_at = $2 where id = $1', [id, expiry(tx.now)]);

interface GrantOfFamilies {
  readonly appId: number;
  readonly companyId: number;
}

/** Valid families of a connection, with the generation of the current token. */
export async function validFamilies(
  db: DatabasePool,
  { appId, companyId }: GrantOfFamilies,
  now: number,
): Promise<{ readonly familyId: number; readonly generation: number }[]> {
  const { rows } = await db.query<{ familyId: number; generation: number }>(
    `select id as "familyId", generation from control.token_families
     where app_id = $1 and company_id = $2 and revoked_at is null and expires_at > $3`,
    [appId, companyId, toTimestamp(now)],
  );
  return rows;
}

/** Notes that a scenario uses this token in the place of the app. */
export const stageFamily = (
  tx: ControlTransaction,
  { familyId, generation }: { readonly familyId: number; readonly generation: number },
): Promise<unknown> =>
  tx.query('update control.token_families set staged_generation = $2 where id = $1', [familyId, generation]);

/** Lets the valid families of a connection expire now. Returns how many there were. */
export async function expireFamilies(tx: ControlTransaction, { appId, companyId }: GrantOfFamilies): Promise<number> {
  const rows = await tx.query(
    `update control.token_families set expires_at = $3
     where app_id = $1 and company_id = $2 and revoked_at is null and expires_at > $3 returning id`,
    [appId, companyId, tx.timestamp],
  );
  return rows.length;
}

/** Revokes every token of the family. Returns true if it was valid. */
export async function revokeFamily(
  tx: ControlTransaction,
  id: number,
  because: 'revoked' | 'refresh_reused' | 'code_replayed',
): Promise<boolean> {
  const rows = await tx.query(
    `update control.token_families set revoked_at = $2, revoked_because = $3
     where id = $1 and revoked_at is null returning id`,
    [id, tx.timestamp, because],
  );
  return rows.length > 0;
}
