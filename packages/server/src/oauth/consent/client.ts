import { LISTED_NAME, type Listing, PROFILE } from '../../control/apps/app-listing.ts';
import type { Control, ControlTransaction } from '../../control/control.ts';
import type { Environment, Product } from '../../control/credentials/products.ts';
import { toTimestamp } from '../../process/clock.ts';

export interface AuthorizingClient {
  readonly clientId: string;
  readonly appId: number;
  readonly appName: string;
  /** The profile to show: the approved one, or in the sandbox the present one. */
  readonly listing: Listing | null;
  readonly organizationId: number;
  readonly organizationName: string;
  readonly product: Product;
  readonly env: Environment;
  readonly approved: boolean;
  readonly archived: boolean;
}

/** Runs one statement, in a transaction or without. */
export interface Query {
  <Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]>;
  readonly now: string;
}

export const queryOf = ({ pool, clock }: Control): Query =>
  Object.assign(
    async <Row extends object>(text: string, values: readonly unknown[]) =>
      (await pool.query<Row>(text, [...values])).rows,
    { now: toTimestamp(clock()) },
  );

/** Locks what it reads until the transaction ends. */
export const heldQueryOf = (tx: ControlTransaction): Query =>
  Object.assign(
    <Row extends object>(text: string, values: readonly unknown[]) => tx.query<Row>(`${text} for share`, values),
    { now: tx.timestamp },
  );

/** Finds a client by id, unless the credential is revoked or has expired. */
export async function findClient(query: Query, clientId: string): Promise<AuthorizingClient | undefined> {
  const [client] = await query<AuthorizingClient>(
    `select k.client_id as "clientId", a.id as "appId", case k.env when 'SANDBOX' then a.name else ${LISTED_NAME} end as "appName",
       case k.env when 'SANDBOX' then ${PROFILE} else a.listing end as listing, o.id as "organizationId", o.name as "organizationName", a.product, k.env, a.review_state = 'APPROVED' as approved,
       a.archived_at is not null as archived
     from control.client_credentials k join control.apps a on a.id = k.app_id
     join control.organizations o on o.id = a.organization_id
     where k.client_id = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)`,
    [clientId, query.now],
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
