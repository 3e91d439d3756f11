import type { Pool } from 'pg';
import type { DatabasePool } from '../database/pool.ts';
import { type Clock, toTimestamp } from '../process/time.ts';
import { type App, createApp, lockApp, type NewApp } from './apps.ts';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './errors.ts';
import type { Merchant } from './merchants.ts';
import { lockOrganization } from './organizations.ts';
import { instant } from './page.ts';
import type { Environment, Product } from './products.ts';
import { type Rehearsal, rehearsalsColumn } from './rehearsals.ts';
import { hashSecret, hintOf, isWellFormed, matchesSecret, newCredential } from './secrets.ts';
import { checkAllowlist, storedAllowlist } from './source-address.ts';

/** What people tell credentials apart by, and when one stops working by itself. */
interface CredentialFacts {
  readonly name?: string | null | undefined;
  readonly expiresAt?: string | null | undefined;
}

/** Throws a DirectoryError unless the instant, if any, is in the future. */
function checkExpiry(tx: ControlTransaction, { expiresAt }: CredentialFacts): void {
  if (expiresAt && Date.parse(expiresAt) <= tx.now) {
    throw new DirectoryError('A credential must expire in the future. Revoke it to end it now.');
  }
}

const TABLES = { client: ['control.client_credentials', 'client_id'], key: ['control.api_keys', 'id'] } as const;

/** Columns of a new or changed credential. */
async function setFacts(
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
async function noteUse(
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
const lastUseColumn = (table: string): string =>
  `(extract(epoch from ${table}.last_used_at) * 1000)::bigint as "lastUsedAt"`;

/** An app authenticated by client id and secret. */
export interface Client {
  readonly clientId: string;
  readonly appId: number;
  readonly organizationId: number;
  readonly product: Product;
  readonly env: Environment;
  readonly approved: boolean;
  readonly archived: boolean;
  readonly allowedIps: readonly string[] | null;
  readonly rehearsals: readonly Rehearsal[];
}

/** Credentials presented by a client, with the request's token family, if any. */
interface Presented {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly familyId?: number | undefined;
}

/** What is needed of a token family to check and issue its tokens. */
export interface ClientFamily {
  readonly id: number;
  readonly companyId: number;
  readonly env: Environment;
  readonly seed: Buffer;
  /** Generation of the current token. */
  readonly generation: number;
  /** Generation that a scenario used in the place of the app. */
  readonly stagedGeneration?: number | null | undefined;
}

export interface ProvedClient {
  readonly client: Client;
  /** The presented family, if it belongs to this client. */
  readonly family: ClientFamily | undefined;
}

interface Row extends Client, Pick<ClientFamily, 'companyId' | 'seed' | 'generation' | 'stagedGeneration'> {
  readonly digests: Buffer[];
  readonly lastUsedAt: number | null;
  /** Null without a family, like the family's other columns. */
  readonly familyId: number | null;
}

/** Returns undefined for an unknown id, a wrong secret or a revoked credential, without saying which. */
export async function authenticateClient(
  db: DatabasePool,
  clock: Clock,
  { clientId, clientSecret, familyId }: Presented,
): Promise<ProvedClient | undefined> {
  if (!isWellFormed('clientId', clientId) || !isWellFormed('clientSecret', clientSecret)) return undefined;
  const now = clock();
  const { rows } = await db.find<Row>({
    name: 'credentials.authenticate',
    text: `select c.client_id as "clientId", a.id as "appId", a.organization_id as "organizationId", a.product, c.env,
        a.review_state = 'APPROVED' as approved, a.archived_at is not null as archived, c.allowed_ips as "allowedIps",
        ${rehearsalsColumn('a')},
        array(select s.hash from control.client_secrets s
          where s.client_id = c.client_id and (s.expires_at is null or s.expires_at > $2)) as digests,
        f.id as "familyId", f.company_id as "companyId", f.seed, f.generation,
        f.staged_generation as "stagedGeneration", ${lastUseColumn('c')}
      from control.client_credentials c join control.apps a on a.id = c.app_id
      left join control.token_families f on f.id = $3 and f.app_id = c.app_id and f.env = c.env
      where c.client_id = $1 and c.revoked_at is null and (c.expires_at is null or c.expires_at > $2)`,
    values: [clientId, toTimestamp(now), familyId ?? null],
  });
  const [row] = rows;
  if (!matchesSecret(clientSecret, row?.digests ?? []) || !row) return undefined;
  const { digests: _, lastUsedAt, familyId: id, companyId, seed, generation, stagedGeneration, ...client } = row;
  await noteUse(db, 'client', client.clientId, lastUsedAt, now);
  const family = { id: id ?? 0, companyId, env: client.env, seed, generation, stagedGeneration };
  return { client, family: id === null ? undefined : family };
}

interface IssuedCredential {
  readonly clientId: string;
  /** Shown once; only its digest is stored. */
  readonly clientSecret: string;
}

export interface CredentialOptions extends CredentialFacts {
  /** Addresses or CIDR ranges from which the credential's tokens can be used; an empty list allows any. */
  readonly allowedIps?: readonly string[];
}

/** Maximum number of live client ids per app and environment. */
const MAX_LIVE_CREDENTIALS = 10;

/** Issues a client id and secret. Production requires an approved app (env.issued). */
export async function issueCredential(
  tx: ControlTransaction,
  appId: number,
  env: Environment,
  { allowedIps = [], ...facts }: CredentialOptions = {},
): Promise<IssuedCredential> {
  checkAllowlist(allowedIps);
  checkExpiry(tx, facts);
  const { organizationId } = await lockForEnvironment(tx, appId, env);
  const live = `control.client_credentials where app_id = $1 and env = $2 and revoked_at is null
    and (expires_at is null or expires_at > $3)`;
  if ((await tx.count(live, [appId, env, tx.timestamp])) >= MAX_LIVE_CREDENTIALS) {
    throw new DirectoryError(
      `The app ${appId} already has ${MAX_LIVE_CREDENTIALS} ${env} credentials; revoke one first.`,
    );
  }
  const clientId = newCredential('clientId', env);
  const clientSecret = newCredential('clientSecret', env);
  await tx.query(
    `insert into control.client_credentials (client_id, app_id, env, allowed_ips, created_at, created_by, name, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      clientId,
      appId,
      env,
      storedAllowlist(allowedIps),
      tx.timestamp,
      tx.userId ?? null,
      facts.name ?? null,
      facts.expiresAt ?? null,
    ],
  );
  await addSecret(tx, clientId, clientSecret);
  await tx.audit('credential.issued', { organizationId, appId, details: { clientId, env } });
  return { clientId, clientSecret };
}

/** Locks an app. Production requires an approved one. */
export async function lockForEnvironment(tx: ControlTransaction, appId: number, env: Environment): Promise<App> {
  const app = await lockApp(tx, appId);
  if (env === 'PRODUCTION' && app.reviewState !== 'APPROVED') {
    throw new DirectoryError(
      `The app ${appId} is ${app.reviewState}; only an APPROVED app can have production credentials.`,
    );
  }
  return app;
}

/** Milliseconds for which a replaced secret keeps working (time.secret_overlap). */
const OVERLAP = 24 * 60 * 60 * 1000;

/** Maximum number of valid secrets per client id. Each token request is compared with all of them. */
const MAX_SECRETS = 5;

/** Issues a new secret, valid immediately. Earlier ones keep working for 24 hours. */
export async function rotateSecret(tx: ControlTransaction, clientId: string): Promise<IssuedCredential> {
  const { appId, organizationId, env } = await lockCredential(tx, clientId);
  const working = 'control.client_secrets where client_id = $1 and (expires_at is null or expires_at > $2)';
  if ((await tx.count(working, [clientId, tx.timestamp])) >= MAX_SECRETS) {
    throw new DirectoryError(
      `${MAX_SECRETS} secrets of ${clientId} work at present; wait until one of them has ended.`,
    );
  }
  const until = toTimestamp(tx.now + OVERLAP);
  await tx.query('update control.client_secrets set expires_at = least(expires_at, $2) where client_id = $1', [
    clientId,
    until,
  ]);
  const clientSecret = newCredential('clientSecret', env);
  await addSecret(tx, clientId, clientSecret);
  await tx.audit('credential.secret_rotated', { organizationId, appId, details: { clientId, oldSecretUntil: until } });
  return { clientId, clientSecret };
}

/**
 * Sets the addresses from which a credential's new tokens can be used; tokens issued earlier keep
 * their list. An empty list allows any.
 */
export async function setCredentialAllowlist(
  tx: ControlTransaction,
  clientId: string,
  allowedIps: readonly string[],
): Promise<void> {
  checkAllowlist(allowedIps);
  const { appId, organizationId } = await lockCredential(tx, clientId);
  await tx.query('update control.client_credentials set allowed_ips = $2 where client_id = $1', [
    clientId,
    storedAllowlist(allowedIps),
  ]);
  await tx.audit('credential.allowlist_set', { organizationId, appId, details: { clientId, allowedIps } });
}

/** Changes the name and the expiry of a credential; what is absent stays. */
export async function updateCredential(
  tx: ControlTransaction,
  clientId: string,
  facts: CredentialFacts,
): Promise<void> {
  const { appId, organizationId } = await lockCredential(tx, clientId);
  await setFacts(tx, 'client', clientId, facts);
  await tx.audit('credential.changed', { organizationId, appId, details: { clientId, ...facts } });
}

export async function revokeCredential(tx: ControlTransaction, clientId: string): Promise<void> {
  const { appId, organizationId } = await lockCredential(tx, clientId);
  await tx.query('update control.client_credentials set revoked_at = $2 where client_id = $1', [
    clientId,
    tx.timestamp,
  ]);
  await tx.audit('credential.revoked', { organizationId, appId, details: { clientId } });
}

async function addSecret(tx: ControlTransaction, clientId: string, clientSecret: string): Promise<void> {
  await tx.query('insert into control.client_secrets (client_id, hash, created_at) values ($1, $2, $3)', [
    clientId,
    hashSecret(clientSecret),
    tx.timestamp,
  ]);
}

async function lockCredential(
  tx: ControlTransaction,
  clientId: string,
): Promise<{ appId: number; organizationId: number; env: Environment }> {
  const row = await tx.require<{ appId: number; env: Environment; revoked: boolean }>(
    `select app_id as "appId", env, revoked_at is not null as revoked from control.client_credentials
     where client_id = $1 for update`,
    [clientId],
    `No such client: ${clientId}.`,
  );
  if (row.revoked) throw new DirectoryError(`The credential ${clientId} is revoked.`);
  const { organizationId } = await lockApp(tx, row.appId);
  return { ...row, organizationId };
}

/** Maximum number of live keys per app and environment (keys.live_count). */
const MAX_LIVE_KEYS = 10;

interface IssuedApiKey {
  readonly id: number;
  /** Shown once; only its digest is stored. */
  readonly apiKey: string;
}

/** Issues a key to an ADSR app. */
export async function createApiKey(
  tx: ControlTransaction,
  appId: number,
  env: Environment,
  { allowedIps = [], ...facts }: CredentialOptions = {},
): Promise<IssuedApiKey> {
  checkAllowlist(allowedIps);
  checkExpiry(tx, facts);
  const { organizationId, product } = await lockForEnvironment(tx, appId, env);
  if (product !== 'ADSR') throw new DirectoryError(`The app ${appId} is ${product}; API keys are for ADSR apps.`);
  const live = `control.api_keys where app_id = $1 and env = $2 and revoked_at is null
    and (expires_at is null or expires_at > $3)`;
  if ((await tx.count(live, [appId, env, tx.timestamp])) >= MAX_LIVE_KEYS) {
    throw new DirectoryError(`The app ${appId} already has ${MAX_LIVE_KEYS} ${env} keys; revoke one first.`);
  }
  const apiKey = newCredential('apiKey', env);
  const id = await tx.insert(
    `insert into control.api_keys (app_id, env, hash, hint, allowed_ips, created_at, created_by, name, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      appId,
      env,
      hashSecret(apiKey),
      hintOf(apiKey),
      storedAllowlist(allowedIps),
      tx.timestamp,
      tx.userId ?? null,
      facts.name ?? null,
      facts.expiresAt ?? null,
    ],
  );
  await tx.audit('api_key.created', { organizationId, appId, details: { apiKeyId: id, env } });
  return { id, apiKey };
}

/** Sets the addresses from which a key can be used, starting with the next request. An empty list allows any. */
export async function setApiKeyAllowlist(
  tx: ControlTransaction,
  id: number,
  allowedIps: readonly string[],
): Promise<void> {
  checkAllowlist(allowedIps);
  const row = await tx.require<{ appId: number }>(
    `update control.api_keys set allowed_ips = $2 where id = $1 and revoked_at is null returning app_id as "appId"`,
    [id, storedAllowlist(allowedIps)],
    `No active API key: ${id}.`,
  );
  const { organizationId } = await lockApp(tx, row.appId);
  await tx.audit('api_key.allowlist_set', { organizationId, appId: row.appId, details: { apiKeyId: id, allowedIps } });
}

/** Changes the name and the expiry of a key; what is absent stays. */
export async function updateApiKey(tx: ControlTransaction, id: number, facts: CredentialFacts): Promise<void> {
  const row = await tx.require<{ appId: number }>(
    'select app_id as "appId" from control.api_keys where id = $1 and revoked_at is null for update',
    [id],
    `No active API key: ${id}.`,
  );
  await setFacts(tx, 'key', id, facts);
  const { organizationId } = await lockApp(tx, row.appId);
  await tx.audit('api_key.changed', { organizationId, appId: row.appId, details: { apiKeyId: id, ...facts } });
}

export async function revokeApiKey(tx: ControlTransaction, id: number): Promise<void> {
  const row = await tx.require<{ appId: number }>(
    `update control.api_keys set revoked_at = $2 where id = $1 and revoked_at is null returning app_id as "appId"`,
    [id, tx.timestamp],
    `No active API key: ${id}.`,
  );
  const { organizationId } = await lockApp(tx, row.appId);
  await tx.audit('api_key.revoked', { organizationId, appId: row.appId, details: { apiKeyId: id } });
}

/** Access of a key to one company. */
export interface KeyAccess {
  readonly appId: number;
  readonly organizationId: number;
  readonly product: Product;
  readonly env: Environment;
  readonly allowedIps: readonly string[] | null;
  /** The requested company; undefined if it is unknown. */
  readonly merchant: Merchant | undefined;
  /** The approved stores; undefined without an approved access request. */
  readonly approvedStoreIds: readonly number[] | undefined;
}

interface KeyRow extends Omit<KeyAccess, 'merchant' | 'approvedStoreIds'> {
  readonly merchant: Merchant | null;
  readonly approvedStoreIds: number[] | null;
  readonly id: number;
  readonly lastUsedAt: number | null;
}

/** Looks up a key and its current access to a company; undefined if the key is invalid. */
export async function findKeyAccess(
  db: DatabasePool,
  apiKey: string,
  companyId: number | null,
  now: number,
): Promise<KeyAccess | undefined> {
  if (!isWellFormed('apiKey', apiKey)) return undefined;
  const { rows } = await db.find<KeyRow>({
    name: 'api-keys.access',
    text: `select k.id, ${lastUseColumn('k')}, a.id as "appId", a.organization_id as "organizationId", a.product, k.env, k.allowed_ips as "allowedIps",
        (select json_build_object('companyId', m.company_id, 'name', m.name, 'region', m.region, 'cell', m.cell, 'moving', m.moving,
           'demo', m.demo,
           'currency', m.currency, 'cashRounding', m.cash_rounding::text, 'organizationId', m.organization_id, 'active', m.active)
         from control.merchants m where m.company_id = $2) as merchant,
        (select to_json(r.approved_store_ids) from control.access_requests r
         where r.app_id = a.id and r.company_id = $2 and r.state = 'APPROVED') as "approvedStoreIds"
      from control.api_keys k join control.apps a on a.id = k.app_id
      where k.hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $3) and a.archived_at is null`,
    values: [hashSecret(apiKey), companyId, toTimestamp(now)],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { id, lastUsedAt, merchant, approvedStoreIds, ...access } = row;
  await noteUse(db, 'key', id, lastUsedAt, now);
  return { ...access, merchant: merchant ?? undefined, approvedStoreIds: approvedStoreIds ?? undefined };
}

/** Finds the app of a key, even a revoked one; undefined for text that was never a key. */
export async function ownerOfKey(db: DatabasePool, apiKey: string): Promise<{ readonly appId: number } | undefined> {
  if (!isWellFormed('apiKey', apiKey)) return undefined;
  const { rows } = await db.find<{ appId: number }>({
    name: 'api-keys.owner',
    text: 'select app_id as "appId" from control.api_keys where hash = $1',
    values: [hashSecret(apiKey)],
  });
  return rows[0];
}

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

/** A new app with its sandbox credentials, which are shown once. */
export interface RegisteredApp extends App, IssuedCredential {
  /** Present for an ADSR app. */
  readonly apiKey?: string;
}

/** Registers an app as a draft, with sandbox credentials. */
export async function registerApp(
  tx: ControlTransaction,
  app: NewApp,
  options: CredentialOptions = {},
): Promise<RegisteredApp> {
  await requireRoom(tx, app.organizationId);
  const created = await createApp(tx, app);
  const credential = await issueCredential(tx, created.id, 'SANDBOX', options);
  if (app.product !== 'ADSR') return { ...created, ...credential };
  const { apiKey } = await createApiKey(tx, created.id, 'SANDBOX', options);
  return { ...created, ...credential, apiKey };
}

/** Maximum number of apps per organization, not counting archived ones. */
const MAX_APPS = 100;

async function requireRoom(tx: ControlTransaction, organizationId: number): Promise<void> {
  await lockOrganization(tx, organizationId);
  const apps = 'control.apps where organization_id = $1 and archived_at is null';
  if ((await tx.count(apps, [organizationId])) < MAX_APPS) return;
  throw new DirectoryError(`An organization has at most ${MAX_APPS} apps; archive one first.`);
}
