import type { Pool } from 'pg';
import { DirectoryError } from './directory-error.ts';

const SUMMARY = `a.id, a.name, a.product, o.name as organization,
  case when a.archived_at is null then a.review_state else 'ARCHIVED' end as state`;
const FROM = 'control.apps a join control.organizations o on o.id = a.organization_id';

/** Every app, for an operator. */
export async function listApps(db: Pool): Promise<object[]> {
  return (await db.query(`select ${SUMMARY} from ${FROM} order by a.id`)).rows;
}

/** One app with its credentials; nobody can read their secrets. */
export async function describeApp(db: Pool, appId: number): Promise<object> {
  const { rows } = await db.query<object>(
    `select ${SUMMARY}, a.rate_limit as "requestsAMinute",
       array(select uri from control.redirect_uris where app_id = a.id order by created_at, uri) as "redirectUris",
       array(select client_id || case when revoked_at is null then '' else ' (revoked)' end
         from control.client_credentials where app_id = a.id order by created_at) as "clientIds",
       array(select k.id || ' ' || k.env || ' …' || k.hint || case when k.revoked_at is null then '' else ' (revoked)' end
         from control.api_keys k where k.app_id = a.id order by k.id) as "apiKeys"
     from ${FROM} where a.id = $1`,
    [appId],
  );
  const [app] = rows;
  if (!app) throw new DirectoryError(`No such app: ${appId}.`);
  return app;
}
