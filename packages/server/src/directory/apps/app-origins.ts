import type { Pool } from 'pg';
import type { ControlTransaction } from '../control.ts';
import { DirectoryError } from '../directory-error.ts';
import { lockApp } from './apps.ts';

/** Most origins of one app, and the length of each (cors.registration). */
const MAX_ORIGINS = 5;
const MAX_LENGTH = 255;

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1']);

/** Rejects origins that cannot be registered. A browser's `Origin` header has to equal the text. */
export function checkOrigin(text: string): void {
  const problem = problemOf(text);
  if (problem) throw new DirectoryError(`The origin ${problem}.`);
}

function problemOf(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters long`;
  if (text.includes('*')) return 'must not have a wildcard';
  if (!URL.canParse(text)) return 'must be a scheme and a host, such as https://shop.example';
  const { protocol, hostname, origin } = new URL(text);
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK_HOSTS.has(hostname))) {
    return 'must begin with https://, or with http:// on localhost or 127.0.0.1';
  }
  if (text !== origin) return `must be in the form that browsers send, without a path: ${origin}`;
  return undefined;
}

export async function addOrigin(tx: ControlTransaction, appId: number, origin: string): Promise<void> {
  checkOrigin(origin);
  const { organizationId } = await lockApp(tx, appId);
  const origins = await originsOf(tx, appId);
  if (origins.includes(origin)) return;
  if (origins.length >= MAX_ORIGINS) {
    throw new DirectoryError(`An app has at most ${MAX_ORIGINS} origins; remove one first.`);
  }
  await tx.query('insert into control.app_origins (app_id, origin, created_at) values ($1, $2, $3)', [
    appId,
    origin,
    tx.timestamp,
  ]);
  await tx.audit('app.origin_added', { organizationId, appId, details: { origin } });
}

export async function removeOrigin(tx: ControlTransaction, appId: number, origin: string): Promise<void> {
  const { organizationId } = await lockApp(tx, appId);
  await tx.require(
    'delete from control.app_origins where app_id = $1 and origin = $2 returning origin',
    [appId, origin],
    `The app ${appId} has no origin ${origin}.`,
  );
  await tx.audit('app.origin_removed', { organizationId, appId, details: { origin } });
}

export async function originsOf(tx: ControlTransaction, appId: number): Promise<string[]> {
  const rows = await tx.query<{ origin: string }>(
    'select origin from control.app_origins where app_id = $1 order by created_at, origin',
    [appId],
  );
  return rows.map(({ origin }) => origin);
}

/** Origins of all apps that are not archived. */
export async function liveOrigins(db: Pool): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ origin: string }>(
    `select distinct o.origin from control.app_origins o join control.apps a on a.id = o.app_id
     where a.archived_at is null`,
  );
  return new Set(rows.map(({ origin }) => origin));
}
