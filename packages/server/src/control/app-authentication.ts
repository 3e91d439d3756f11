import type { DatabasePool } from '../database/pool.ts';
import { type Clock, toTimestamp } from '../process/time.ts';
import { lastUseColumn, noteUse } from './keys.ts';
import type { Merchant } from './merchants.ts';
import type { Environment, Product } from './products.ts';
import { type Rehearsal, rehearsalsColumn, rehearsing } from './rehearsals.ts';
import { hashSecret, isWellFormed, matchesSecret } from './secrets.ts';

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

/** The part of a token family that is needed to check and issue tokens. */
export interface ClientFamily {
  readonly id: number;
  readonly companyId: number;
  readonly env: Environment;
  readonly seed: Buffer;
  readonly generation: number;
  /** Generation already spent by a scenario on the app's behalf. */
  readonly stagedGeneration?: number | null | undefined;
}

/**
 * Authenticates a client. Also returns the token family that the request presents, if it belongs to the client. Returns
 * undefined for an unknown id, a wrong secret or a revoked credential, without saying which.
 */
export async function authenticateClient(
  db: DatabasePool,
  clock: Clock,
  { clientId, clientSecret, familyId }: { clientId: string; clientSecret: string; familyId?: number | undefined },
): Promise<{ readonly client: Client; readonly family: ClientFamily | undefined } | undefined> {
  if (!isWellFormed('clientId', clientId) || !isWellFormed('clientSecret', clientSecret)) return undefined;
  const now = clock();
  // The family's columns are null without one.
  const { rows } = await db.find<
    Client & Omit<ClientFamily, 'id'> & { digests: Buffer[]; lastUsedAt: number | null; familyId: number | null }
  >({
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

interface KeyAccess extends Pick<Client, 'appId' | 'organizationId' | 'product' | 'env' | 'allowedIps'> {
  /** The requested merchant; null if it is unknown. */
  readonly merchant: Merchant | null;
  /** The approved stores; null without an approved access request. */
  readonly approvedStoreIds: readonly number[] | null;
  /** True if the key reads only what a merchant's owner has approved: in production, or while the app rehearses it. */
  readonly needsApproval: boolean;
}

/** Looks up a key and its current access to a merchant; undefined if the key is invalid. */
export async function findKeyAccess(db: DatabasePool, apiKey: string, companyId: number | null, now: number) {
  if (!isWellFormed('apiKey', apiKey)) return undefined;
  const { rows } = await db.find<KeyAccess & { id: number; lastUsedAt: number | null }>({
    name: 'api-keys.access',
    text: `select k.id, ${lastUseColumn('k')}, a.id as "appId", a.organization_id as "organizationId", a.product, k.env, k.allowed_ips as "allowedIps",
        (select json_build_object('companyId', m.company_id, 'name', m.name, 'region', m.region, 'cell', m.cell, 'moving', m.moving,
           'demo', m.demo,
           'currency', m.currency, 'cashRounding', m.cash_rounding::text, 'organizationId', m.organization_id, 'active', m.active)
         from control.merchants m where m.company_id = $2) as merchant,
        (select to_json(r.approved_store_ids) from control.access_requests r
         where r.app_id = a.id and r.company_id = $2 and r.state = 'APPROVED') as "approvedStoreIds",
        k.env = 'PRODUCTION' or ${rehearsing('a.id', 'approval', '$3')} as "needsApproval"
      from control.api_keys k join control.apps a on a.id = k.app_id
      where k.hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $3) and a.archived_at is null`,
    values: [hashSecret(apiKey), companyId, toTimestamp(now)],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { id, lastUsedAt, ...access } = row;
  await noteUse(db, 'apiKey', id, lastUsedAt, now);
  return access;
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
