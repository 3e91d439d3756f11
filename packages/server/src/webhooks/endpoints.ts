import type { Pool } from 'pg';
import sql from 'sql-template-tag';
import { readableResources } from '../changes/cursor.ts';
import { type App, lockApp, lockForEnvironment } from '../control/apps.ts';
import type { ControlTransaction } from '../control/control.ts';
import { DirectoryError } from '../control/errors.ts';
import { type Environment, type Product, SCOPE_SETS } from '../control/products.ts';
import type { Resource } from '../database/change-log.ts';
import { type Sealing, webhookSecretName } from '../database/secrets.ts';
import { instant } from '../database/statement.ts';
import { toTimestamp } from '../process/time.ts';
import { problemOfEndpointUrl } from './endpoint-url.ts';
import { newWebhookSecret } from './signature.ts';

/** Maximum number of endpoints per app and environment (webhooks.count). */
const MAX_ENDPOINTS = 5;

/** Cause of a disabled endpoint: its developers, a 410 response, or 72 hours of failures. */
export type DisabledBecause = 'developer' | 'gone' | 'failing';

interface EndpointRules {
  /** True if endpoints of the sandbox may be on the server's own machine. */
  readonly loopback: boolean;
}

/** A locked endpoint. */
interface Endpoint {
  readonly id: number;
  readonly app: App;
  readonly env: Environment;
  readonly url: string;
  /** Resources whose changes are sent; null for all that the app can read. */
  readonly resources: readonly Resource[] | null;
  readonly disabledBecause: DisabledBecause | null;
}

interface NewEndpoint extends Pick<Endpoint, 'env' | 'url'> {
  readonly appId: number;
  /** Undefined for all that the app can read. */
  readonly resources?: readonly Resource[] | undefined;
}

/** Adds an endpoint without a secret. Production requires an approved app. */
export async function addEndpoint(
  tx: ControlTransaction,
  { appId, env, url, resources }: NewEndpoint,
  rules: EndpointRules,
): Promise<number> {
  checkUrl(url, env, rules);
  const { organizationId, product } = await lockForEnvironment(tx, appId, env);
  checkResources(product, resources);
  if ((await tx.count(sql`control.webhook_endpoints where app_id = ${appId} and env = ${env}`)) >= MAX_ENDPOINTS) {
    throw new DirectoryError(`The app ${appId} already has ${MAX_ENDPOINTS} ${env} endpoints; remove one first.`);
  }
  const id = await tx.insert(sql`
    insert into control.webhook_endpoints (app_id, env, url, resources, created_at, changed_at, enabled_at)
    values (${appId}, ${env}, ${url}, ${resources ?? null}, ${tx.timestamp}, ${tx.timestamp}, ${tx.timestamp}) returning id`);
  await requireOnlyOne(tx, { id, appId, env, url });
  const details = { endpointId: id, env, url: withoutQuery(url), ...(resources && { resources }) };
  await tx.audit('webhook.added', { organizationId, appId, details });
  return id;
}

function checkUrl(url: string, env: Environment, { loopback }: EndpointRules): void {
  const problem = problemOfEndpointUrl(url, { loopback: loopback && env === 'SANDBOX' });
  if (problem) throw new DirectoryError(`The URL ${problem}.`);
}

function checkResources(product: Product, resources: readonly Resource[] | null | undefined): void {
  const readable = readableResources(SCOPE_SETS[product]);
  const foreign = resources?.find((resource) => !readable.includes(resource));
  if (foreign === undefined) return;
  throw new DirectoryError(
    `An app of the product ${product} cannot read ${foreign}; choose from ${readable.join(', ')}.`,
  );
}

/** Two endpoints with one URL would receive everything twice. */
async function requireOnlyOne(
  tx: ControlTransaction,
  { id, appId, env, url }: Pick<NewEndpoint, 'appId' | 'env' | 'url'> & { readonly id: number },
): Promise<void> {
  const twin = await tx.one<{ id: number }>(
    'select id from control.webhook_endpoints where app_id = $1 and env = $2 and url = $3 and id <> $4',
    [appId, env, url, id],
  );
  if (twin) throw new DirectoryError(`The endpoint ${twin.id} of the app ${appId} already has this URL.`);
}

/** A URL without its query, which often contains secrets. */
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

async function lockEndpoint(tx: ControlTransaction, endpointId: number): Promise<Endpoint> {
  const missing = `No such webhook endpoint: ${endpointId}.`;
  const { appId } = await tx.require<{ appId: number }>(
    sql`select app_id as "appId" from control.webhook_endpoints where id = ${endpointId}`,
    missing,
  );
  const app = await lockApp(tx, appId);
  const endpoint = await tx.require<Omit<Endpoint, 'app'>>(
    sql`select id, env, url, resources, disabled_because as "disabledBecause"
      from control.webhook_endpoints where id = ${endpointId} for update`,
    missing,
  );
  return { ...endpoint, app };
}

const subjectOf = ({ id, app, env }: Endpoint, details: object = {}) => ({
  organizationId: app.organizationId,
  appId: app.id,
  details: { endpointId: id, env, ...details },
});

export async function changeEndpoint(
  tx: ControlTransaction,
  {
    endpointId,
    ...change
  }: {
    readonly endpointId: number;
    readonly url?: string | undefined;
    /** Null for all that the app can read. */
    readonly resources?: readonly Resource[] | null | undefined;
  },
  rules: EndpointRules,
): Promise<void> {
  const endpoint = await lockEndpoint(tx, endpointId);
  const { url = endpoint.url, resources = endpoint.resources } = change;
  checkUrl(url, endpoint.env, rules);
  checkResources(endpoint.app.product, resources);
  await requireOnlyOne(tx, { ...endpoint, appId: endpoint.app.id, url });
  await tx.query(sql`update control.webhook_endpoints
    set url = ${url}, resources = ${resources}, changed_at = ${tx.timestamp} where id = ${endpointId}`);
  await tx.audit('webhook.changed', subjectOf(endpoint, { url: withoutQuery(url), resources }));
}

/** Stops the requests to an endpoint. Returns false if it is disabled already. */
export async function disableEndpoint(
  tx: ControlTransaction,
  endpointId: number,
  because: DisabledBecause,
): Promise<boolean> {
  const endpoint = await lockEndpoint(tx, endpointId);
  if (endpoint.disabledBecause) return false;
  const values = [endpointId, tx.timestamp, because];
  await tx.query('update control.webhook_endpoints set disabled_at = $2, disabled_because = $3 where id = $1', values);
  await tx.audit('webhook.disabled', subjectOf(endpoint, { because }));
  if (because === 'developer') return true;
  const { app, url } = endpoint;
  const people = await tx.query<{ userId: number }>(sql`
    select d.user_id as "userId" from control.developers d join control.users u on u.id = d.user_id
    where d.organization_id = ${app.organizationId} and u.confirmed order by 1`);
  const notice = { about: 'webhookDisabled', appId: app.id, app: app.name, url: withoutQuery(url), because } as const;
  for (const { userId } of people) tx.notify({ ...notice, userId });
  return true;
}

/** Resumes the requests where they stopped. Also forgives the failures of an enabled endpoint. */
export async function enableEndpoint(tx: ControlTransaction, endpointId: number): Promise<void> {
  const endpoint = await lockEndpoint(tx, endpointId);
  await tx.query(sql`update control.webhook_endpoints
    set enabled_at = ${tx.timestamp}, disabled_at = null, disabled_because = null where id = ${endpointId}`);
  await tx.audit('webhook.enabled', subjectOf(endpoint));
}

export async function removeEndpoint(tx: ControlTransaction, endpointId: number): Promise<void> {
  const endpoint = await lockEndpoint(tx, endpointId);
  await tx.query('delete from control.webhook_endpoints where id = $1', [endpointId]);
  await tx.audit('webhook.removed', subjectOf(endpoint, { url: withoutQuery(endpoint.url) }));
}

/** A webhook endpoint in lists, without its secrets. */
export interface EndpointSummary extends Omit<Endpoint, 'id' | 'app'> {
  readonly endpointId: number;
  readonly appId: number;
  readonly status: 'enabled' | 'disabled';
  readonly disabledAt: string | null;
  readonly createdAt: string;
  readonly changedAt: string;
  /** Instant until which requests are also signed with the former secret; null if there is only one. */
  readonly formerSecretUntil: string | null;
}

const ENDPOINTS = `select e.id as "endpointId", e.app_id as "appId", e.env, e.url, e.resources,
  case when e.disabled_at is null then 'enabled' else 'disabled' end as status, e.disabled_because as "disabledBecause",
  ${instant('e.disabled_at')} as "disabledAt", ${instant('e.created_at')} as "createdAt", ${instant('e.changed_at')} as "changedAt",
  (select ${instant('max(s.expires_at)')} from control.webhook_secrets s where s.endpoint_id = e.id and s.expires_at > $3)
    as "formerSecretUntil"
  from control.webhook_endpoints e`;

/** Endpoints of an app, or one of them, oldest first. */
export async function listEndpoints(
  db: Pool,
  { appId, endpointId }: { readonly appId?: number; readonly endpointId?: number },
  now: string,
): Promise<EndpointSummary[]> {
  const { rows } = await db.query<EndpointSummary>(
    `${ENDPOINTS} where app_id = coalesce($1, app_id) and e.id = coalesce($2, e.id) order by e.id`,
    [appId ?? null, endpointId ?? null, now],
  );
  return rows;
}

export async function describeEndpoint(db: Pool, endpointId: number, now: string): Promise<EndpointSummary> {
  const [endpoint] = await listEndpoints(db, { endpointId }, now);
  if (!endpoint) throw new DirectoryError(`No such webhook endpoint: ${endpointId}.`);
  return endpoint;
}

/** Milliseconds for which a replaced secret still signs (webhooks.secret_overlap). */
const OVERLAP = 24 * 60 * 60 * 1000;

/** Maximum number of secrets that sign at once. */
const MAX_SECRETS = 5;

/** Creates the secret of an endpoint. It is shown once. */
export async function addSecret(tx: ControlTransaction, sealing: Sealing, endpointId: number): Promise<string> {
  const secret = newWebhookSecret();
  const id = await tx.insert(sql`select nextval(pg_get_serial_sequence('control.webhook_secrets', 'id')) as id`);
  const sealed = await sealing.seal(webhookSecretName(id), Buffer.from(secret));
  await tx.query(sql`insert into control.webhook_secrets (id, endpoint_id, sealed, created_at)
    values (${id}, ${endpointId}, ${sealed}, ${tx.timestamp})`);
  return secret;
}

/** Replaces the secret. Requests are signed with both until `formerSecretUntil`, 24 hours later. */
export async function rotateEndpointSecret(tx: ControlTransaction, sealing: Sealing, endpointId: number) {
  const until = toTimestamp(tx.now + OVERLAP);
  const endpoint = await lockEndpoint(tx, endpointId);
  await tx.audit('webhook.secret_rotated', subjectOf(endpoint, { oldSecretUntil: until }));
  const signing = sql`control.webhook_secrets
    where endpoint_id = ${endpointId} and (expires_at is null or expires_at > ${tx.timestamp})`;
  if ((await tx.count(signing)) >= MAX_SECRETS) {
    throw new DirectoryError(
      `Requests to the endpoint ${endpointId} are signed with ${MAX_SECRETS} secrets at present; wait until one of them has ended.`,
    );
  }
  await tx.query(sql`update control.webhook_secrets
    set expires_at = least(expires_at, ${until}) where endpoint_id = ${endpointId}`);
  return { endpointId, secret: await addSecret(tx, sealing, endpointId), formerSecretUntil: until };
}
