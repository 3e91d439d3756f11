import type { DatabasePool } from '../../database/pool.ts';
import { type Clock, toTimestamp } from '../../process/clock.ts';
import type { ControlTransaction } from '../control.ts';
import type { Environment, Product } from '../credentials/products.ts';
import { hashSecret, isWellFormed, matchesSecret, newCredential } from '../credentials/secrets.ts';
import { DirectoryError } from '../directory-error.ts';
import { type Rehearsal, rehearsalsColumn } from '../rehearsals/rehearsals.ts';
import { checkAllowlist, storedAllowlist } from './allowlist.ts';
import { type App, lockApp } from './apps.ts';
import { type CredentialFacts, checkExpiry, lastUseColumn, noteUse, setFacts } from './credential-facts.ts';

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
export interface Presented {
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

export interface IssuedCredential {
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
