import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { toTimestamp } from '../../clock.ts';
import type { ControlTransaction } from '../../directory/control.ts';
import type { User } from '../../directory/users.ts';
import { AUDIENCES, type Audience } from '../actors/audiences.ts';

/** Lifetime in milliseconds, independent of activity (time.session). */
export const SESSION_LIFETIME = 12 * 60 * 60 * 1000;

/** A signed-in browser. */
export interface Session {
  /** The cookie's value: a secret, of which the database has the digest only. */
  readonly id: string;
  readonly user: User;
  /** Groups that the person is one of. */
  readonly audiences: readonly Audience[];
}

const digest = (id: string): Buffer => createHash('sha256').update(id).digest();

const isSessionId = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** Opens a session under a new id, which it returns, so that one planted before the sign-in opens nothing. */
export async function startSession(tx: ControlTransaction, user: User): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  await tx.query('insert into control.sessions (hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)', [
    digest(id),
    user.id,
    tx.timestamp,
    toTimestamp(tx.now + SESSION_LIFETIME),
  ]);
  return id;
}

export async function findSession(db: Pool, id: string, now: number): Promise<Session | undefined> {
  if (!isSessionId(id)) return undefined;
  const { rows } = await db.query<User & Record<Audience, boolean>>({
    name: 'sessions.find',
    text: `select u.id, u.email, u.name,
        exists (select from control.memberships m join control.merchants c on c.company_id = m.company_id
          where m.user_id = u.id and c.active) as merchant,
        exists (select from control.developers d where d.user_id = u.id) as console,
        exists (select from control.operators o where o.user_id = u.id) as operator
      from control.sessions s join control.users u on u.id = s.user_id
      where s.hash = $1 and s.expires_at > $2`,
    values: [digest(id), toTimestamp(now)],
  });
  const [row] = rows;
  if (!row) return undefined;
  const user = { id: row.id, email: row.email, name: row.name };
  return { id, user, audiences: AUDIENCES.filter((audience) => row[audience]) };
}

export const endSession = (tx: ControlTransaction, id: string): Promise<object[]> =>
  tx.query('delete from control.sessions where hash = $1', [digest(id)]);
