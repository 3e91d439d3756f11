import type { Pool } from 'pg';
import { toTimestamp } from '../../process/clock.ts';
import type { ControlTransaction } from '../control.ts';
import { hashSecret, isLinkCode, newLinkCode } from '../credentials/secrets.ts';
import type { User } from './users.ts';

/** A kind of single-use link sent by mail. */
export interface LinkKind {
  readonly table: 'address_links' | 'password_links';
  /** Lifetime in milliseconds. */
  readonly lifetime: number;
}

/** Maximum number of valid links of a kind per person. Each one costs a mail. */
export const MAX_LINKS = 5;

/** True if a person already has as many valid links as allowed. */
export async function hasAllLinks(tx: ControlTransaction, { table }: LinkKind, userId: number): Promise<boolean> {
  const usable = `control.${table} where user_id = $1 and expires_at > $2`;
  return (await tx.count(usable, [userId, tx.timestamp])) >= MAX_LINKS;
}

/** Creates a link. Returns its code, which is shown once. */
export async function insertLink(
  tx: ControlTransaction,
  { table, lifetime }: LinkKind,
  userId: number,
): Promise<{ readonly code: string; readonly expiresAt: string }> {
  const code = newLinkCode();
  const expiresAt = toTimestamp(tx.now + lifetime);
  await tx.query(`insert into control.${table} (hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)`, [
    hashSecret(code),
    userId,
    tx.timestamp,
    expiresAt,
  ]);
  return { code, expiresAt };
}

/** Finds the person of a link; undefined if the link is unknown, used or expired. */
export async function personOfLink(
  db: Pool,
  { table }: LinkKind,
  code: string,
  now: number,
): Promise<User | undefined> {
  if (!isLinkCode(code)) return undefined;
  const { rows } = await db.query<User>(
    `select u.id, u.email, u.name from control.${table} l join control.users u on u.id = l.user_id
     where l.hash = $1 and l.expires_at > $2 and u.removed_at is null`,
    [hashSecret(code), toTimestamp(now)],
  );
  return rows[0];
}

/** Consumes a link. Returns the id of its person. */
export async function takeLink(tx: ControlTransaction, { table }: LinkKind, code: string): Promise<number> {
  const taken = await tx.require<{ userId: number }>(
    `delete from control.${table} where hash = $1 and expires_at > $2 returning user_id as "userId"`,
    [hashSecret(code), tx.timestamp],
    'The link has been used, or it has expired.',
  );
  return taken.userId;
}
