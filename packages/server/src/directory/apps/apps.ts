import type { Product } from '../../credentials/products.ts';
import type { ControlTransaction } from '../control.ts';
import { DirectoryError } from '../directory-error.ts';
import { normalName } from '../text.ts';
import { checkRedirectUri, MAX_REDIRECT_URIS } from './redirect-uri.ts';

export type ReviewState = 'DRAFT' | 'SUBMITTED' | 'APPROVED' | 'REJECTED';

export interface App {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  readonly product: Product;
  readonly reviewState: ReviewState;
  readonly archived: boolean;
}

const COLUMNS = `id, organization_id as "organizationId", name, product, review_state as "reviewState",
  archived_at is not null as archived`;

export type NewApp = Pick<App, 'organizationId' | 'name' | 'product'>;

/** Normalizes the name of an organization. */
export const organizationName = (text: string): string => normalName('The name of an organization', text);

export async function createOrganization(tx: ControlTransaction, text: string): Promise<number> {
  const name = organizationName(text);
  const organizationId = await tx.insert(
    'insert into control.organizations (name, created_at) values ($1, $2) returning id',
    [name, tx.timestamp],
  );
  await tx.audit('organization.created', { organizationId, details: { name } });
  return organizationId;
}

export async function renameOrganization(tx: ControlTransaction, organizationId: number, text: string): Promise<void> {
  const name = organizationName(text);
  const row = await tx.require<{ former: string }>(
    `update control.organizations o set name = $2 from (select id, name from control.organizations where id = $1 for update) was
     where o.id = was.id returning was.name as former`,
    [organizationId, name],
    `No such organization: ${organizationId}.`,
  );
  await tx.audit('organization.renamed', { organizationId, details: { name, former: row.former } });
}

export async function createApp(tx: ControlTransaction, { organizationId, product, ...given }: NewApp): Promise<App> {
  const name = normalName('The name of an app', given.name);
  const app = await tx.require<App>(
    `insert into control.apps (organization_id, name, product, created_at)
     select id, $2, $3, $4 from control.organizations where id = $1 returning ${COLUMNS}`,
    [organizationId, name, product, tx.timestamp],
    `No such organization: ${organizationId}.`,
  );
  await tx.audit('app.created', { organizationId, appId: app.id, details: { name, product } });
  return app;
}

/** Locks an app for a change. Throws for one that is unknown, or archived: an archived app never changes again. */
export async function lockApp(tx: ControlTransaction, appId: number): Promise<App> {
  const app = await tx.require<App>(
    `select ${COLUMNS} from control.apps where id = $1 for update`,
    [appId],
    `No such app: ${appId}.`,
  );
  if (app.archived) throw new DirectoryError(`The app ${appId} is archived.`);
  return app;
}

export async function addRedirectUri(tx: ControlTransaction, appId: number, uri: string): Promise<void> {
  checkRedirectUri(uri);
  const { organizationId } = await lockApp(tx, appId);
  const uris = await redirectUris(tx, appId);
  if (uris.includes(uri)) return;
  if (uris.length >= MAX_REDIRECT_URIS) {
    throw new DirectoryError(`An app has at most ${MAX_REDIRECT_URIS} redirect URIs; remove one first.`);
  }
  await tx.query('insert into control.redirect_uris (app_id, uri, created_at) values ($1, $2, $3)', [
    appId,
    uri,
    tx.timestamp,
  ]);
  await tx.audit('app.redirect_uri_added', { organizationId, appId, details: { uri } });
}

export async function removeRedirectUri(tx: ControlTransaction, appId: number, uri: string): Promise<void> {
  const { organizationId } = await lockApp(tx, appId);
  await tx.require(
    'delete from control.redirect_uris where app_id = $1 and uri = $2 returning uri',
    [appId, uri],
    `The app ${appId} has no redirect URI ${uri}.`,
  );
  await tx.audit('app.redirect_uri_removed', { organizationId, appId, details: { uri } });
}

export async function redirectUris(tx: ControlTransaction, appId: number): Promise<string[]> {
  const rows = await tx.query<{ uri: string }>(
    'select uri from control.redirect_uris where app_id = $1 order by created_at, uri',
    [appId],
  );
  return rows.map((row) => row.uri);
}

/** Archives an app: its credentials stop working immediately, while access tokens stay valid until their `exp`. */
export async function archiveApp(tx: ControlTransaction, appId: number): Promise<void> {
  const { organizationId } = await lockApp(tx, appId);
  await tx.query('update control.apps set archived_at = $2 where id = $1', [appId, tx.timestamp]);
  await tx.audit('app.archived', { organizationId, appId });
}

/** Requests a minute; null for the deployment's default. */
export async function setRateLimit(tx: ControlTransaction, appId: number, limit: number | null): Promise<void> {
  const { organizationId } = await lockApp(tx, appId);
  await tx.query('update control.apps set rate_limit = $2 where id = $1', [appId, limit]);
  await tx.audit('app.rate_limit_set', { organizationId, appId, details: { limit } });
}
