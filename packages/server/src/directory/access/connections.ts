import type { Pool } from 'pg';
import { toTimestamp } from '../../clock.ts';
import type { Environment, Product } from '../../credentials/products.ts';
import { LISTED_NAME, type Listing } from '../apps/app-listing.ts';
import type { ControlTransaction } from '../control.ts';
import { DirectoryError } from '../directory-error.ts';

/** An app that a company has connected: all valid token families of the two. */
export interface Connection {
  readonly appId: number;
  readonly appName: string;
  readonly listing: Listing | null;
  readonly organizationName: string;
  readonly product: Product;
  readonly env: Environment;
  readonly connectedAt: string;
  /** Time of the app's last token request. */
  readonly lastUsedAt: string;
}

/** A company's connections, by the app's name. */
export async function connectionsOf(db: Pool, companyId: number, now: number): Promise<Connection[]> {
  const { rows } = await db.query<Connection>(
    `select a.id as "appId", ${LISTED_NAME} as "appName", a.listing, o.name as "organizationName", a.product, f.env,
       min(f.created_at) as "connectedAt", max(f.rotated_at) as "lastUsedAt"
     from control.token_families f join control.apps a on a.id = f.app_id
     join control.organizations o on o.id = a.organization_id
     where f.company_id = $1 and f.revoked_at is null and f.expires_at > $2 and a.archived_at is null
     group by a.id, o.id, f.env order by 2, a.id, f.env`,
    [companyId, toTimestamp(now)],
  );
  return rows;
}

/** The name of an app that the company has disconnected and not connected again. */
export async function endedConnection(db: Pool, companyId: number, appId: number): Promise<string | undefined> {
  const { rows } = await db.query<{ name: string }>(
    `select ${LISTED_NAME} as name from control.apps a join control.token_families f on f.app_id = a.id
     where a.id = $2 and f.company_id = $1
     group by a.id having bool_or(f.revoked_because = 'disconnected') and bool_and(f.revoked_at is not null)`,
    [companyId, appId],
  );
  return rows[0]?.name;
}

/**
 * Holds all that an app has from a company, until the end of the change, so that no connection begins unseen beside a
 * disconnect. A family that exists is held by its own row, which is enough to refresh or revoke it.
 */
export async function lockGrant(
  tx: ControlTransaction,
  { appId, companyId }: { readonly appId: number; readonly companyId: number },
): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`grant ${appId} ${companyId}`]);
}

/** The merchant ends the connection: every refresh token dies at once, access tokens live to their `exp`. */
export async function disconnect(tx: ControlTransaction, companyId: number, appId: number): Promise<void> {
  await lockGrant(tx, { appId, companyId });
  const ended = await tx.query(
    `update control.token_families set revoked_at = $3, revoked_because = 'disconnected'
     where company_id = $1 and app_id = $2 and revoked_at is null returning id`,
    [companyId, appId, tx.timestamp],
  );
  await tx.query(
    `delete from control.authorization_codes c using control.client_credentials k
     where k.client_id = c.client_id and k.app_id = $2 and c.company_id = $1 and c.consumed_at is null`,
    [companyId, appId],
  );
  if (ended.length === 0) throw new DirectoryError(`No connection to the app ${appId}.`);
  await tx.audit('connection.ended', { appId, companyId });
}
