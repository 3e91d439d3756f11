import type { ControlTransaction } from '../control.ts';
import type { Product } from '../credentials/products.ts';
import { DirectoryError } from '../directory-error.ts';
import { normalName } from '../text.ts';

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

/** Locks an app for a change. Throws a DirectoryError if it is unknown or archived; archived apps never change. */
export async function lockApp(tx: ControlTransaction, appId: number): Promise<App> {
  const app = await tx.require<App>(
    `select ${COLUMNS} from control.apps where id = $1 for update`,
    [appId],
    `No such app: ${appId}.`,
  );
  if (app.archived) throw new DirectoryError(`The app ${appId} is archived.`);
  return app;
}

/**
 * Archives an app. Its credentials stop working at once; access tokens stay valid until their
 * `exp`.
 */
export async function archiveApp(tx: ControlTransaction, appId: number): Promise<void> {
  const { organizationId } = await lockApp(tx, appId);
  await tx.query('update control.apps set archived_at = $2 where id = $1', [appId, tx.timestamp]);
  await tx.audit('app.archived', { organizationId, appId });
}

/** Sets the requests per minute; null restores the deployment's default. */
export async function setRateLimit(tx: ControlTransaction, appId: number, limit: number | null): Promise<void> {
  const { organizationId } = await lockApp(tx, appId);
  await tx.query('update control.apps set rate_limit = $2 where id = $1', [appId, limit]);
  await tx.audit('app.rate_limit_set', { organizationId, appId, details: { limit } });
}
