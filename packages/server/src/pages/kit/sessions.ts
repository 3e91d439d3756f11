import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { ControlTransaction } from '../../control/control.ts';
import { hashSecret } from '../../control/secrets.ts';
import type { User } from '../../control/users.ts';
import { toTimestamp } from '../../process/time.ts';

/** Groups of people, each with its own folder of pages. */
const AREAS = ['merchant', 'console', 'operator'] as const;

export type Area = (typeof AREAS)[number];

export const HOMES: Readonly<Record<Area, string>> = {
  merchant: '/connections',
  console: '/console',
  operator: '/operator',
};

/** A signed-in browser. */
export interface Session {
  /** Cookie value, a secret. The database stores only its digest. */
  readonly id: string;
  /** Number by which people recognise their sessions. */
  readonly number: number;
  readonly user: User;
  readonly areas: readonly Area[];
}

const isSessionId = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

export interface Device {
  readonly source: string;
  readonly userAgent: string | undefined;
}

/** Milliseconds that a session lasts, regardless of activity (time.session), and that its code may be entered. */
const SESSION_LIFETIME = 12 * 60 * 60 * 1000;
const CODE_LIFETIME = 5 * 60 * 1000;

const MAX_USER_AGENT = 400;

/**
 * Opens a session and returns its id. The id is always new, so an id planted before the sign-in is useless. A pending
 * session awaits the second-factor code, which turns it into a session.
 */
export async function startSession(
  tx: ControlTransaction,
  user: User,
  { source, userAgent }: Device,
  { awaitsCode = false } = {},
): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  await tx.query(
    `insert into control.sessions (hash, user_id, source, user_agent, awaits_code, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      hashSecret(id),
      user.id,
      source,
      userAgent?.slice(0, MAX_USER_AGENT),
      awaitsCode,
      tx.timestamp,
      toTimestamp(tx.now + (awaitsCode ? CODE_LIFETIME : SESSION_LIFETIME)),
    ],
  );
  return id;
}

/** Person who has entered the password but not yet the code. */
export async function findAwaiting(db: Pool, id: string | undefined, now: number): Promise<User | undefined> {
  if (id === undefined || !isSessionId(id)) return undefined;
  const { rows } = await db.query<User>(
    `select u.id, u.email, u.name from control.sessions s join control.users u on u.id = s.user_id
     where s.hash = $1 and s.expires_at > $2 and s.awaits_code`,
    [hashSecret(id), toTimestamp(now)],
  );
  return rows[0];
}

export async function findSession(db: Pool, id: string, now: number): Promise<Session | undefined> {
  if (!isSessionId(id)) return undefined;
  const { rows } = await db.query<User & Pick<Session, 'number'> & Record<Area, boolean>>({
    name: 'sessions.find',
    text: `select s.id as number, u.id, u.email, u.name,
        exists (select from control.memberships m join control.merchants c on c.company_id = m.company_id
          where m.user_id = u.id and c.active) as merchant,
        exists (select from control.developers d where d.user_id = u.id) as console,
        exists (select from control.operators o where o.user_id = u.id) as operator
      from control.sessions s join control.users u on u.id = s.user_id
      where s.hash = $1 and s.expires_at > $2 and not s.awaits_code`,
    values: [hashSecret(id), toTimestamp(now)],
  });
  const [row] = rows;
  if (!row) return undefined;
  const user = { id: row.id, email: row.email, name: row.name };
  return { id, number: row.number, user, areas: AREAS.filter((area) => row[area]) };
}

/** Ends the session whose id has this digest. */
export const endSession = (tx: ControlTransaction, hash: Buffer): Promise<object[]> =>
  tx.query('delete from control.sessions where hash = $1 returning id', [hash]);

/** The person of the session whose id has this digest, as long as it lasts. */
export const personOf = (tx: ControlTransaction, hash: Buffer): Promise<User | undefined> =>
  tx.one<User>(
    `select u.id, u.email, u.name from control.sessions s join control.users u on u.id = s.user_id
     where s.hash = $1 and s.expires_at > $2 and not s.awaits_code`,
    [hash, tx.timestamp],
  );

/** True if the code of a pending session may still be entered. Locks the session until the transaction ends. */
export async function holdsAwaiting(tx: ControlTransaction, id: string): Promise<boolean> {
  const row = await tx.one(
    'select from control.sessions where hash = $1 and expires_at > $2 and awaits_code for update',
    [hashSecret(id), tx.timestamp],
  );
  return row !== undefined;
}

/** A session as its person sees it. */
export interface OwnSession extends Device {
  readonly number: number;
  readonly startedAt: string;
}

/** A person's sessions, newest first. */
export async function sessionsOf(db: Pool, userId: number, now: number): Promise<OwnSession[]> {
  const { rows } = await db.query<OwnSession>(
    `select id as number, source, user_agent as "userAgent", created_at as "startedAt" from control.sessions
     where user_id = $1 and expires_at > $2 and not awaits_code order by created_at desc, id desc limit 100`,
    [userId, toTimestamp(now)],
  );
  return rows;
}

/** Ends one of a person's sessions, or all but the named one. */
export async function endSessions(
  tx: ControlTransaction,
  userId: number,
  which: { readonly number: number } | { readonly except: number },
): Promise<void> {
  const [condition, number] = 'number' in which ? ['id = $2', which.number] : ['id <> $2', which.except];
  const ended = await tx.query(`delete from control.sessions where user_id = $1 and ${condition} returning id`, [
    userId,
    number,
  ]);
  if (ended.length > 0) await tx.audit('user.sessions_ended', { userId, details: { sessions: ended.length } });
}

/** Browsers by User-Agent pattern. The first match wins, since most browsers also name others. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Browser and system named by a User-Agent header. Rare ones are left out. */
export function deviceName(userAgent: string | null | undefined): { browser?: string; system?: string } {
  const find = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  return { ...(browser && { browser }), ...(system && { system }) };
}
