import type { Pool } from 'pg';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { DatabasePool } from '../database/pool.ts';
import { instant } from '../database/statement.ts';
import { toTimestamp } from '../process/time.ts';
import { type App, createApp, lockApp, lockForEnvironment, type NewApp } from './apps.ts';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './errors.ts';
import { lockOrganization } from './organizations.ts';
import { rowsOf } from './page.ts';
import type { Environment } from './products.ts';
import { hashSecret, hintOf, newCredential } from './secrets.ts';
import { checkAllowlist } from './source-address.ts';

const LISTED = `app_id as "appId", c.name, env, coalesce(allowed_ips, '{}') as "allowedIps",
  ${instant('c.created_at')} as "createdAt", (select u.name from control.users u where u.id = created_by) as "createdBy",
  ${instant('expires_at')} as "expiresAt", ${instant('last_used_at')} as "lastUsedAt", ${instant('revoked_at')} as "revokedAt"`;

/** The kinds of keys that an app has: client ids, each with its secrets, and the API keys of ADSR apps. */
const KEYS = {
  client: {
    table: raw('control.client_credentials'),
    idColumn: raw('client_id'),
    idField: 'clientId',
    listed: raw(`client_id as "clientId", ${LISTED},
      (select ${instant('max(s.expires_at)')} from control.client_secrets s where s.client_id = c.client_id) as "previousSecretUntil"`),
    order: raw('c.created_at'),
    event: 'credential',
    plural: 'credentials',
    unknown: (id: unknown) => `No such client: ${id}.`,
    missing: (id: unknown) => `No such client: ${id}.`,
    revoked: (id: unknown) => `The credential ${id} is revoked.`,
  },
  apiKey: {
    table: raw('control.api_keys'),
    idColumn: raw('id'),
    idField: 'apiKeyId',
    listed: raw(`id as "apiKeyId", hint, ${LISTED}`),
    order: raw('id'),
    event: 'api_key',
    plural: 'keys',
    unknown: (id: unknown) => `No such API key: ${id}.`,
    missing: (id: unknown) => `No active API key: ${id}.`,
    revoked: (id: unknown) => `No active API key: ${id}.`,
  },
} as const;

export type KeyKind = keyof typeof KEYS;

type KeyId<Kind extends KeyKind> = Kind extends 'client' ? string : number;

export interface KeyOptions {
  readonly name?: string | null | undefined;
  readonly expiresAt?: string | null | undefined;
  /** Addresses or CIDR ranges from which the key, or a client id's tokens, can be used; an empty list allows any. */
  readonly allowedIps?: readonly string[];
}

function checkExpiry(tx: ControlTransaction, { expiresAt }: KeyOptions): void {
  if (expiresAt && Date.parse(expiresAt) <= tx.now)
    throw new DirectoryError('A credential must expire in the future. Revoke it to end it now.');
}

/** A client id with a new secret, which is shown once; only its digest is stored. */
interface IssuedCredential {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Issues a client id and secret. Production requires an approved app (env.issued). */
export async function issueCredential(
  tx: ControlTransaction,
  appId: number,
  env: Environment,
  options: KeyOptions = {},
): Promise<IssuedCredential> {
  const { organizationId, values } = await lockForKey(tx, 'client', { appId, env, ...options });
  const clientId = newCredential('clientId', env);
  const clientSecret = newCredential('clientSecret', env);
  await tx.query(sql`insert into control.client_credentials (client_id, ${NEW_COLUMNS})
    values (${clientId}, ${values})`);
  await addSecret(tx, clientId, clientSecret);
  await tx.audit('credential.issued', { organizationId, appId, details: { clientId, env } });
  return { clientId, clientSecret };
}

/** Issues a key to an ADSR app. It is shown once; only its digest is stored. */
export async function createApiKey(tx: ControlTransaction, appId: number, env: Environment, options: KeyOptions = {}) {
  const { organizationId, values } = await lockForKey(tx, 'apiKey', { appId, env, ...options });
  const apiKey = newCredential('apiKey', env);
  const id = await tx.insert(sql`insert into control.api_keys (hash, hint, ${NEW_COLUMNS})
    values (${hashSecret(apiKey)}, ${hintOf(apiKey)}, ${values}) returning id`);
  await tx.audit('api_key.created', { organizationId, appId, details: { apiKeyId: id, env } });
  return { id, apiKey };
}

interface NewKey extends KeyOptions {
  readonly appId: number;
  readonly env: Environment;
}

/** An allowlist as it is stored: null for any address. */
const orNull = (allowedIps: readonly string[]) => (allowedIps.length > 0 ? allowedIps : null);

const NEW_COLUMNS = raw('app_id, env, allowed_ips, created_at, created_by, name, expires_at');

/** Maximum number of live keys of a kind per app and environment (keys.live_count). */
const MAX_LIVE = 10;

/** Locks the app of a new key. Returns its organization, and the values of the new columns. */
async function lockForKey(tx: ControlTransaction, kind: KeyKind, key: NewKey) {
  const { appId, env, allowedIps = [], name = null, expiresAt = null } = key;
  checkAllowlist(allowedIps);
  checkExpiry(tx, key);
  const { organizationId, product } = await lockForEnvironment(tx, appId, env);
  if (kind === 'apiKey' && product !== 'ADSR')
    throw new DirectoryError(`The app ${appId} is ${product}; API keys are for ADSR apps.`);
  const { table, plural } = KEYS[kind];
  const live = await tx.count(sql`${table} where app_id = ${appId} and env = ${env} and revoked_at is null
    and (expires_at is null or expires_at > ${tx.timestamp})`);
  if (live >= MAX_LIVE)
    throw new DirectoryError(`The app ${appId} already has ${MAX_LIVE} ${env} ${plural}; revoke one first.`);
  const values = [appId, env, orNull(allowedIps), tx.timestamp, tx.userId ?? null, name, expiresAt];
  return { organizationId, values: join(values, ', ') };
}

/** Milliseconds for which a replaced secret keeps working (time.secret_overlap). */
const OVERLAP = 24 * 60 * 60 * 1000;

/** Maximum number of valid secrets per client id. Each token request is compared with all of them. */
const MAX_SECRETS = 5;

/** Issues a new secret, valid immediately. Earlier ones keep working for 24 hours. */
export async function rotateSecret(tx: ControlTransaction, clientId: string): Promise<IssuedCredential> {
  const { appId, organizationId, env } = await lockKey(tx, 'client', clientId);
  const working = await tx.count(sql`control.client_secrets
    where client_id = ${clientId} and (expires_at is null or expires_at > ${tx.timestamp})`);
  if (working >= MAX_SECRETS) {
    throw new DirectoryError(
      `${MAX_SECRETS} secrets of ${clientId} work at present; wait until one of them has ended.`,
    );
  }
  const until = toTimestamp(tx.now + OVERLAP);
  await tx.query(sql`update control.client_secrets set expires_at = least(expires_at, ${until})
    where client_id = ${clientId}`);
  const clientSecret = newCredential('clientSecret', env);
  await addSecret(tx, clientId, clientSecret);
  await tx.audit('credential.secret_rotated', { organizationId, appId, details: { clientId, oldSecretUntil: until } });
  return { clientId, clientSecret };
}

const addSecret = (tx: ControlTransaction, clientId: string, clientSecret: string): Promise<object[]> =>
  tx.query(sql`insert into control.client_secrets (client_id, hash, created_at)
    values (${clientId}, ${hashSecret(clientSecret)}, ${tx.timestamp})`);

/**
 * Sets the addresses that may use an API key, from its next request on, or a client id's new tokens; tokens issued
 * earlier keep their list. An empty list allows any address.
 */
export async function setAllowlist<Kind extends KeyKind>(
  tx: ControlTransaction,
  kind: Kind,
  id: KeyId<Kind>,
  allowedIps: readonly string[],
): Promise<void> {
  checkAllowlist(allowedIps);
  await changeKey(tx, kind, id, 'allowlist_set', sql`allowed_ips = ${orNull(allowedIps)}`, { allowedIps });
}

/** Changes the name and the expiry of a key. Absent properties stay unchanged. */
export async function updateKey<Kind extends KeyKind>(
  tx: ControlTransaction,
  kind: Kind,
  id: KeyId<Kind>,
  facts: Pick<KeyOptions, 'name' | 'expiresAt'>,
): Promise<void> {
  const { name, expiresAt } = facts;
  const columns = sql`name = case when ${name !== undefined} then ${name ?? null} else name end,
    expires_at = case when ${expiresAt !== undefined} then ${expiresAt ?? null}::timestamptz else expires_at end`;
  await changeKey(tx, kind, id, 'changed', columns, facts);
}

export const revokeKey = <Kind extends KeyKind>(tx: ControlTransaction, kind: Kind, id: KeyId<Kind>): Promise<void> =>
  changeKey(tx, kind, id, 'revoked', sql`revoked_at = ${tx.timestamp}`);

async function changeKey(
  tx: ControlTransaction,
  kind: KeyKind,
  id: string | number,
  change: 'allowlist_set' | 'changed' | 'revoked',
  columns: Sql,
  details: KeyOptions = {},
): Promise<void> {
  const { appId, organizationId } = await lockKey(tx, kind, id);
  checkExpiry(tx, details);
  const { table, idColumn, idField, event } = KEYS[kind];
  await tx.query(sql`update ${table} set ${columns} where ${idColumn} = ${id}`);
  await tx.audit(`${event}.${change}`, { organizationId, appId, details: { [idField]: id, ...details } });
}

/** Locks a key that has not been revoked, and its app. */
async function lockKey(tx: ControlTransaction, kind: KeyKind, id: string | number) {
  const { table, idColumn, missing, revoked } = KEYS[kind];
  const { isRevoked, ...key } = await tx.require<{ appId: number; env: Environment; isRevoked: boolean }>(
    sql`select app_id as "appId", env, revoked_at is not null as "isRevoked" from ${table}
      where ${idColumn} = ${id} for update`,
    missing(id),
  );
  if (isRevoked) throw new DirectoryError(revoked(id));
  const { organizationId } = await lockApp(tx, key.appId);
  return { ...key, organizationId };
}

interface KeySummary {
  readonly appId: number;
  readonly name: string | null;
  readonly env: Environment;
  /** Any address if empty. */
  readonly allowedIps: readonly string[];
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly expiresAt: string | null;
  /** Up to 10 minutes old. */
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

export interface CredentialSummary extends KeySummary {
  readonly clientId: string;
  /** Instant at which the previous secret stops working; null if there is only one. */
  readonly previousSecretUntil: string | null;
}

export interface ApiKeySummary extends KeySummary {
  readonly apiKeyId: number;
  /** The key's last characters, by which people recognize it. */
  readonly hint: string;
}

/** Keys of an app, or one of them, oldest first. */
export function listKeys<Kind extends KeyKind>(
  db: Pool,
  kind: Kind,
  { appId = null, id = null }: { readonly appId?: number | null; readonly id?: KeyId<Kind> | null },
): Promise<KeySummaryOf<Kind>[]> {
  const { table, idColumn, listed, order } = KEYS[kind];
  return rowsOf(
    db,
    sql`select ${listed} from ${table} c
      where app_id = coalesce(${appId}, app_id) and ${idColumn} = coalesce(${id}, ${idColumn}) order by ${order}`,
  );
}

type KeySummaryOf<Kind extends KeyKind> = Kind extends 'client' ? CredentialSummary : ApiKeySummary;

export async function describeKey<Kind extends KeyKind>(db: Pool, kind: Kind, id: KeyId<Kind>) {
  const [key] = await listKeys(db, kind, { id });
  if (!key) throw new DirectoryError(KEYS[kind].unknown(id));
  return key;
}

export const isWorking = ({ revokedAt, expiresAt }: KeySummary, now: number): boolean =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now);

/** Column with the last use, in milliseconds since 1970. */
export const lastUseColumn = (table: string): string =>
  `(extract(epoch from ${table}.last_used_at) * 1000)::bigint as "lastUsedAt"`;

/** Minimum interval between writes of a key's last use, so that most requests write nothing to the control plane. */
const USE_INTERVAL = 10 * 60 * 1000;

/** Stores the use of a key, unless the stored last use is recent. */
export async function noteUse<Kind extends KeyKind>(
  db: DatabasePool,
  kind: Kind,
  id: KeyId<Kind>,
  lastUsedAt: number | null,
  now: number,
): Promise<void> {
  if (lastUsedAt !== null && now - lastUsedAt < USE_INTERVAL) return;
  const { table, idColumn } = KEYS[kind];
  const at = toTimestamp(now);
  await db.query(sql`update ${table} set last_used_at = ${at}
    where ${idColumn} = ${id} and (last_used_at is null or last_used_at < ${at})`);
}

/** Maximum number of apps per organization, not counting archived ones. */
const MAX_APPS = 100;

/** A new app with its sandbox credentials, which are shown once. */
export interface RegisteredApp extends App, IssuedCredential {
  /** Present for an ADSR app. */
  readonly apiKey?: string;
}

/** Registers an app as a draft, with sandbox credentials. */
export async function registerApp(
  tx: ControlTransaction,
  app: NewApp,
  options: KeyOptions = {},
): Promise<RegisteredApp> {
  await lockOrganization(tx, app.organizationId);
  const apps = await tx.count(sql`control.apps where organization_id = ${app.organizationId} and archived_at is null`);
  if (apps >= MAX_APPS) throw new DirectoryError(`An organization has at most ${MAX_APPS} apps; archive one first.`);
  const created = await createApp(tx, app);
  const credential = await issueCredential(tx, created.id, 'SANDBOX', options);
  if (app.product !== 'ADSR') return { ...created, ...credential };
  const { apiKey } = await createApiKey(tx, created.id, 'SANDBOX', options);
  return { ...created, ...credential, apiKey };
}
