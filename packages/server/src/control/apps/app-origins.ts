import type { Pool } from 'pg';
import { DirectoryError } from '../directory-error.ts';
import { AppAddresses, problemOfScheme } from './app-addresses.ts';

const MAX_LENGTH = 255;

/**
 * Throws a DirectoryError for an origin that cannot be registered. The text must match what browsers send as `Origin`.
 */
export function checkOrigin(text: string): void {
  const problem = problemOf(text);
  if (problem) throw new DirectoryError(`The origin ${problem}.`);
}

function problemOf(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters long`;
  if (text.includes('*')) return 'must not have a wildcard';
  if (!URL.canParse(text)) return 'must be a scheme and a host, such as https://shop.example';
  const url = new URL(text);
  const sent = url.origin;
  return (
    problemOfScheme(url) ??
    (text === sent ? undefined : `must be in the form that browsers send, without a path: ${sent}`)
  );
}

/** Origins whose pages may call the API for an app (cors.registered). */
export const APP_ORIGINS = new AppAddresses({
  noun: 'origin',
  table: 'control.app_origins',
  column: 'origin',
  max: 5,
  events: { added: 'app.origin_added', removed: 'app.origin_removed' },
  check: checkOrigin,
});

/** Origins of all apps that are not archived. */
export async function liveOrigins(db: Pool): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ origin: string }>(
    `select distinct o.origin from control.app_origins o join control.apps a on a.id = o.app_id
     where a.archived_at is null`,
  );
  return new Set(rows.map(({ origin }) => origin));
}
