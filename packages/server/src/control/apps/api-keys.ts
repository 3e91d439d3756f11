import type { DatabasePool } from '../../database/pool.ts';
import { toTimestamp } from '../../process/clock.ts';
import type { ControlTransaction } from '../control.ts';
import type { Environment, Product } from '../credentials/products.ts';
import { hashSecret, hintOf, isWellFormed, newCredential } from '../credentials/secrets.ts';
import { DirectoryError } from '../directory-error.ts';
import type { Merchant } from '../merchants/merchants.ts';
import { checkAllowlist, storedAllowlist } from './allowlist.ts';
import { lockApp } from './apps.ts';
import { type CredentialFacts, checkExpiry, lastUseColumn, noteUse, setFacts } from './credential-facts.ts';
import { type CredentialOptions, lockForEnvironment } from './credentials.ts';

/** Maximum number of live keys per app and environment (keys.live_count). */
const MAX_LIVE_KEYS = 10;

export interface IssuedApiKey {
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
