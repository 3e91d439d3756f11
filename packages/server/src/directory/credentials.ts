import type { Pool } from 'pg';
import type { Environment, Product } from '../auth/products.ts';
import { isWellFormed, matchesSecret } from '../auth/secrets.ts';
import { type Clock, toTimestamp } from '../clock.ts';

/** An app that has proved itself by its client id and secret. */
export interface Client {
  readonly appId: number;
  readonly organizationId: number;
  readonly product: Product;
  readonly env: Environment;
  readonly approved: boolean;
  readonly archived: boolean;
  readonly allowedIps: readonly string[] | null;
}

interface Row extends Client {
  readonly digests: Buffer[];
}

/** The client, or undefined for an unknown id, a wrong secret and a revoked credential alike. */
export async function authenticateClient(
  db: Pool,
  clock: Clock,
  clientId: string,
  clientSecret: string,
): Promise<Client | undefined> {
  if (!isWellFormed('clientId', clientId) || !isWellFormed('clientSecret', clientSecret)) return undefined;
  const { rows } = await db.query<Row>({
    name: 'credentials.authenticate',
    text: `select a.id as "appId", a.organization_id as "organizationId", a.product, c.env,
        a.review_state = 'APPROVED' as approved, a.archived_at is not null as archived, c.allowed_ips as "allowedIps",
        array(select s.hash from control.client_secrets s
          where s.client_id = c.client_id and (s.expires_at is null or s.expires_at > $2)) as digests
      from control.client_credentials c join control.apps a on a.id = c.app_id
      where c.client_id = $1 and c.revoked_at is null`,
    values: [clientId, toTimestamp(clock())],
  });
  const [row] = rows;
  if (!matchesSecret(clientSecret, row?.digests ?? []) || !row) return undefined;
  const { digests: _, ...client } = row;
  return client;
}
