import type { Pool } from 'pg';
import type { Environment, Product } from '../../credentials/products.ts';
import { LISTED_NAME, type Listing } from '../../directory/apps/app-listing.ts';
import type { ControlTransaction } from '../../directory/control.ts';

export interface AuthorizingClient {
  readonly clientId: string;
  readonly appId: number;
  readonly appName: string;
  readonly listing: Listing | null;
  readonly organizationId: number;
  readonly organizationName: string;
  readonly product: Product;
  readonly env: Environment;
  readonly approved: boolean;
  readonly archived: boolean;
}

/** Runs one statement, in a transaction or without. */
export type Query = <Row extends object>(text: string, values: readonly unknown[]) => Promise<Row[]>;

export const queryOf =
  (pool: Pool): Query =>
  async <Row extends object>(text: string, values: readonly unknown[]) =>
    (await pool.query<Row>(text, [...values])).rows;

/** Locks what it reads until the transaction ends. */
export const heldQueryOf =
  (tx: ControlTransaction): Query =>
  (text, values) =>
    tx.query(`${text} for share`, values);

/** Finds a client by id, unless the credential is revoked. */
export async function findClient(query: Query, clientId: string): Promise<AuthorizingClient | undefined> {
  const [client] = await query<AuthorizingClient>(
    `select k.client_id as "clientId", a.id as "appId", ${LISTED_NAME} as "appName", a.listing, o.id as "organizationId",
       o.name as "organizationName", a.product, k.env, a.review_state = 'APPROVED' as approved,
       a.archived_at is not null as archived
     from control.client_credentials k join control.apps a on a.id = k.app_id
     join control.organizations o on o.id = a.organization_id
     where k.client_id = $1 and k.revoked_at is null`,
    [clientId],
  );
  return client;
}

export async function isRegistered(query: Query, appId: number, redirectUri: string): Promise<boolean> {
  const rows = await query('select uri from control.redirect_uris where app_id = $1 and uri = $2', [
    appId,
    redirectUri,
  ]);
  return rows.length > 0;
}
