import type { Pool } from 'pg';
import type { Environment } from '../credentials/products.ts';
import { DirectoryError } from '../directory-error.ts';
import { instant } from '../page.ts';

/** A client id in lists. */
export interface CredentialSummary {
  readonly clientId: string;
  readonly appId: number;
  readonly name: string | null;
  readonly env: Environment;
  /** Any address if empty. */
  readonly allowedIps: readonly string[];
  readonly createdAt: string;
  /** Name of the person who issued it, if it was one. */
  readonly createdBy: string | null;
  readonly expiresAt: string | null;
  /** Up to 10 minutes old. */
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
  /** Instant at which the previous secret stops working; null if there is only one. */
  readonly previousSecretUntil: string | null;
}

/** An API key in lists. */
export interface ApiKeySummary {
  readonly apiKeyId: number;
  readonly appId: number;
  readonly name: string | null;
  readonly env: Environment;
  /** The key's last characters, by which people recognise it. */
  readonly hint: string;
  readonly allowedIps: readonly string[];
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

const SHARED = `app_id as "appId", c.name, env, coalesce(allowed_ips, '{}') as "allowedIps",
  ${instant('c.created_at')} as "createdAt", (select u.name from control.users u where u.id = created_by) as "createdBy",
  ${instant('expires_at')} as "expiresAt", ${instant('last_used_at')} as "lastUsedAt", ${instant('revoked_at')} as "revokedAt"`;

const CREDENTIALS = `select client_id as "clientId", ${SHARED},
  (select ${instant('max(s.expires_at)')} from control.client_secrets s where s.client_id = c.client_id) as "previousSecretUntil"
  from control.client_credentials c`;

/** Credentials of an app, or one of them, oldest first. */
export async function listCredentials(
  db: Pool,
  { appId, clientId }: { readonly appId?: number; readonly clientId?: string },
): Promise<CredentialSummary[]> {
  const { rows } = await db.query<CredentialSummary>(
    `${CREDENTIALS} where app_id = coalesce($1, app_id) and client_id = coalesce($2, client_id) order by c.created_at`,
    [appId ?? null, clientId ?? null],
  );
  return rows;
}

export async function describeCredential(db: Pool, clientId: string): Promise<CredentialSummary> {
  const [credential] = await listCredentials(db, { clientId });
  if (!credential) throw new DirectoryError(`No such client: ${clientId}.`);
  return credential;
}

/** API keys of an app, or one of them, oldest first. */
export async function listApiKeys(
  db: Pool,
  { appId, apiKeyId }: { readonly appId?: number; readonly apiKeyId?: number },
): Promise<ApiKeySummary[]> {
  const { rows } = await db.query<ApiKeySummary>(
    `select id as "apiKeyId", hint, ${SHARED} from control.api_keys c
     where app_id = coalesce($1, app_id) and id = coalesce($2, id) order by id`,
    [appId ?? null, apiKeyId ?? null],
  );
  return rows;
}

export async function describeApiKey(db: Pool, apiKeyId: number): Promise<ApiKeySummary> {
  const [key] = await listApiKeys(db, { apiKeyId });
  if (!key) throw new DirectoryError(`No such API key: ${apiKeyId}.`);
  return key;
}

/** True unless it is revoked or has expired. */
export const isWorking = ({ revokedAt, expiresAt }: CredentialSummary | ApiKeySummary, now: number): boolean =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now);
