import type { DatabasePool } from '../../database/pool.ts';
import { toTimestamp } from '../../process/clock.ts';
import type { ControlTransaction } from '../control.ts';
import { DirectoryError } from '../directory-error.ts';

/** What people tell credentials apart by, and when one stops working by itself. */
export interface CredentialFacts {
  readonly name?: string | null | undefined;
  readonly expiresAt?: string | null | undefined;
}

/** Throws a DirectoryError unless the instant, if any, is in the future. */
export function checkExpiry(tx: ControlTransaction, { expiresAt }: CredentialFacts): void {
  if (expiresAt && Date.parse(expiresAt) <= tx.now) {
    throw new DirectoryError('A credential must expire in the future. Revoke it to end it now.');
  }
}

const TABLES = { client: ['control.client_credentials', 'client_id'], key: ['control.api_keys', 'id'] } as const;

/** Columns of a new or changed credential. */
export async function setFacts(
  tx: ControlTransaction,
  kind: keyof typeof TABLES,
  id: string | number,
  facts: CredentialFacts,
): Promise<void> {
  checkExpiry(tx, facts);
  const [table, column] = TABLES[kind];
  const { name, expiresAt } = facts;
  await tx.query(
    `update ${table} set name = case when $2 then $3 else name end,
       expires_at = case when $4 then $5::timestamptz else expires_at end where ${column} = $1`,
    [id, name !== undefined, name ?? null, expiresAt !== undefined, expiresAt ?? null],
  );
}

/** The last use is written at most this often, as most requests need no write to the control plane. */
const USE_INTERVAL = 10 * 60 * 1000;

/** Remembers that a credential was used, if the last use that is stored is old. */
export async function noteUse(
  db: DatabasePool,
  kind: keyof typeof TABLES,
  id: string | number,
  lastUsedAt: number | null,
  now: number,
): Promise<void> {
  if (lastUsedAt !== null && now - lastUsedAt < USE_INTERVAL) return;
  const [table, column] = TABLES[kind];
  await db.query(
    `update ${table} set last_used_at = $2 where ${column} = $1 and (last_used_at is null or last_used_at < $2)`,
    [id, toTimestamp(now)],
  );
}

/** Column with the last use, in milliseconds since 1970. */
export const lastUseColumn = (table: string): string =>
  `(extract(epoch from ${table}.last_used_at) * 1000)::bigint as "lastUsedAt"`;
