import type { Pool } from 'pg';
import sql, { raw } from 'sql-template-tag';
import { instant } from '../database/statement.ts';
import { toTimestamp } from '../process/time.ts';
import type { Subject } from './actor.ts';
import { LISTED_NAME, type Listing } from './apps.ts';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './errors.ts';
import { firstRowOf, type ListSource, type PageRequest, readOne, readPage, rowsOf } from './page.ts';
import type { Environment, Product } from './products.ts';

/** An app's access to a merchant, granted or requested. */
export interface Grant extends AppAndMerchant {
  readonly app: string;
  readonly organizationId: number;
}

interface AppAndMerchant {
  readonly appId: number;
  readonly companyId: number;
}

export const GRANT_COLUMNS = `a.id as "appId", a.name as app, a.organization_id as "organizationId", m.company_id as "companyId"`;

export type GrantFilter = Pick<Subject, 'organizationId' | 'appId' | 'companyId'>;

/** Conditions on `control.apps a` and `control.merchants m`. */
export const ofGrant = ({ organizationId, appId, companyId }: GrantFilter) => ({
  'a.organization_id = $': organizationId,
  'a.id = $': appId,
  'm.company_id = $': companyId,
});

/** Summary of all valid token families between an app and a merchant. */
interface Connected {
  readonly appId: number;
  readonly product: Product;
  readonly env: Environment;
  readonly connectedAt: string;
  /** Instant of the app's last token request. */
  readonly lastUsedAt: string;
}

/** A connection as its merchant sees it. */
export interface Connection extends Connected {
  readonly appName: string;
  readonly listing: Listing | null;
  readonly organizationName: string;
}

/** Connections of a merchant, sorted by the app's name. */
export const connectionsOf = (db: Pool, companyId: number, now: number): Promise<Connection[]> =>
  rowsOf<Connection>(
    db,
    sql`select a.id as "appId", ${raw(LISTED_NAME)} as "appName", a.listing, o.name as "organizationName", a.product,
        f.env, min(f.created_at) as "connectedAt", max(f.rotated_at) as "lastUsedAt"
      from control.token_families f join control.apps a on a.id = f.app_id
      join control.organizations o on o.id = a.organization_id
      where f.company_id = ${companyId} and f.revoked_at is null and f.expires_at > ${toTimestamp(now)}
      and a.archived_at is null
      group by a.id, o.id, f.env order by 2, a.id, f.env`,
  );

/** Those of the merchants that are connected to an app now. */
export async function connectedOf(
  db: Pool,
  { appId, env }: { readonly appId: number; readonly env: Environment },
  companyIds: readonly number[],
  now: number,
): Promise<ReadonlySet<number>> {
  const found = await rowsOf<{ companyId: number }>(
    db,
    sql`select distinct company_id as "companyId" from control.token_families where app_id = ${appId} and env = ${env}
      and company_id = any(${companyIds}) and revoked_at is null and expires_at > ${toTimestamp(now)}`,
  );
  return new Set(found.map(({ companyId }) => companyId));
}

/** Name of an app that the merchant has disconnected and not reconnected. */
export async function endedConnection(db: Pool, companyId: number, appId: number): Promise<string | undefined> {
  const ended = sql`select ${raw(LISTED_NAME)} as name from control.apps a
    join control.token_families f on f.app_id = a.id
    where a.id = ${appId} and f.company_id = ${companyId}
    group by a.id having bool_or(f.revoked_because = 'disconnected') and bool_and(f.revoked_at is not null)`;
  return (await firstRowOf<{ name: string }>(db, ended))?.name;
}

/**
 * Locks the connection of an app to a merchant until the transaction ends, so that it cannot be made while it is being
 * ended. Refreshing and revoking tokens lock only the family's row.
 */
export async function lockGrant(tx: ControlTransaction, { appId, companyId }: AppAndMerchant): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`grant ${appId} ${companyId}`}, 0))`);
}

/** Ends a connection. Its refresh tokens are revoked at once; access tokens stay valid until their `exp`. */
export async function disconnect(tx: ControlTransaction, companyId: number, appId: number): Promise<void> {
  await lockGrant(tx, { appId, companyId });
  const ended = await tx.query(sql`update control.token_families
    set revoked_at = ${tx.timestamp}, revoked_because = 'disconnected'
    where company_id = ${companyId} and app_id = ${appId} and revoked_at is null returning id`);
  await tx.query(sql`delete from control.authorization_codes c using control.client_credentials k
    where k.client_id = c.client_id and k.app_id = ${appId} and c.company_id = ${companyId} and c.consumed_at is null`);
  if (ended.length === 0) throw new DirectoryError(`No connection to the app ${appId}.`);
  await tx.audit('connection.ended', { appId, companyId });
}

export interface ConnectionSummary extends Grant, Connected {
  readonly merchant: string;
}

const connectionsAt = (now: number): ListSource => ({
  key: 'f.id',
  values: [toTimestamp(now)],
  from: `(select app_id, company_id, env, min(id) as id, min(created_at) as connected_at, max(rotated_at) as used_at
      from control.token_families where revoked_at is null and expires_at > $1 group by app_id, company_id, env) f
    join control.apps a on a.id = f.app_id and a.archived_at is null
    join control.merchants m on m.company_id = f.company_id`,
  columns: `${GRANT_COLUMNS}, m.name as merchant, a.product, f.env, ${instant('f.connected_at')} as "connectedAt",
    ${instant('f.used_at')} as "lastUsedAt"`,
});

/** Connections whose tokens can be refreshed, oldest first. */
export const listConnections = (db: Pool, filter: GrantFilter, page: PageRequest, now: number) =>
  readPage<ConnectionSummary>(db, connectionsAt(now), ofGrant(filter), page);

export function describeConnection(db: Pool, grant: AppAndMerchant, now: number): Promise<ConnectionSummary> {
  const message = `The app ${grant.appId} is not connected to merchant ${grant.companyId}.`;
  return readOne(db, connectionsAt(now), ofGrant(grant), message);
}
