import { readableResources } from '../../changes/view.ts';
import { type App, lockApp } from '../../control/apps/apps.ts';
import { lockForEnvironment } from '../../control/apps/credentials.ts';
import type { ControlTransaction, EndpointNotice } from '../../control/control.ts';
import type { Environment, Product } from '../../control/credentials/products.ts';
import { SCOPES } from '../../control/credentials/products.ts';
import { DirectoryError } from '../../control/directory-error.ts';
import type { Resource } from '../../database/changes/resources.ts';
import { problemOfEndpointUrl } from '../sending/endpoint-url.ts';

/** Maximum number of endpoints per app and environment (webhooks.count). */
const MAX_ENDPOINTS = 5;

/** Why an endpoint is disabled: by its developers, because it responded 410, or after failing for 72 hours. */
export type DisabledBecause = 'developer' | 'gone' | 'failing';

export interface NewEndpoint {
  readonly appId: number;
  readonly env: Environment;
  readonly url: string;
  /** All that the app can read if undefined. */
  readonly resources?: readonly Resource[] | undefined;
}

/** Where endpoints may be. */
export interface EndpointRules {
  /** True if endpoints of the sandbox may be on the server's own machine. */
  readonly loopback: boolean;
}

/** A locked endpoint. */
export interface Endpoint {
  readonly id: number;
  readonly app: App;
  readonly env: Environment;
  readonly url: string;
  readonly resources: readonly Resource[] | null;
  readonly disabledBecause: DisabledBecause | null;
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
  if ((await tx.count('control.webhook_endpoints where app_id = $1 and env = $2', [appId, env])) >= MAX_ENDPOINTS) {
    throw new DirectoryError(`The app ${appId} already has ${MAX_ENDPOINTS} ${env} endpoints; remove one first.`);
  }
  const id = await tx.insert(
    `insert into control.webhook_endpoints (app_id, env, url, resources, created_at, changed_at, enabled_at)
     values ($1, $2, $3, $4, $5, $5, $5) returning id`,
    [appId, env, url, resources ?? null, tx.timestamp],
  );
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
  const readable = readableResources(new Set(SCOPES[product]));
  const foreign = resources?.find((resource) => !readable.includes(resource));
  if (foreign === undefined) return;
  throw new DirectoryError(
    `An app of the product ${product} cannot read ${foreign}; choose from ${readable.join(', ')}.`,
  );
}

interface Located {
  readonly id: number;
  readonly appId: number;
  readonly env: Environment;
  readonly url: string;
}

/** Two endpoints with one URL would receive everything twice. */
async function requireOnlyOne(tx: ControlTransaction, { id, appId, env, url }: Located): Promise<void> {
  const twin = await tx.one<{ id: number }>(
    'select id from control.webhook_endpoints where app_id = $1 and env = $2 and url = $3 and id <> $4',
    [appId, env, url, id],
  );
  if (twin) throw new DirectoryError(`The endpoint ${twin.id} of the app ${appId} already has this URL.`);
}

/** A URL as it may be shown in logs: queries often have secrets. */
export function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

interface EndpointRow extends Omit<Endpoint, 'app'> {
  readonly appId: number;
}

/** Locks an endpoint and its app for a change. */
async function lockEndpoint(tx: ControlTransaction, endpointId: number): Promise<Endpoint> {
  const { appId } = await tx.require<{ appId: number }>(
    'select app_id as "appId" from control.webhook_endpoints where id = $1',
    [endpointId],
    `No such webhook endpoint: ${endpointId}.`,
  );
  const app = await lockApp(tx, appId);
  const { appId: _, ...endpoint } = await tx.require<EndpointRow>(
    `select id, app_id as "appId", env, url, resources, disabled_because as "disabledBecause"
     from control.webhook_endpoints where id = $1 for update`,
    [endpointId],
    `No such webhook endpoint: ${endpointId}.`,
  );
  return { ...endpoint, app };
}

const subjectOf = ({ id, app, env }: Endpoint, details: object = {}) => ({
  organizationId: app.organizationId,
  appId: app.id,
  details: { endpointId: id, env, ...details },
});

export interface EndpointChange {
  readonly endpointId: number;
  readonly url?: string | undefined;
  /** Null for all that the app can read. */
  readonly resources?: readonly Resource[] | null | undefined;
}

export async function changeEndpoint(
  tx: ControlTransaction,
  { endpointId, ...change }: EndpointChange,
  rules: EndpointRules,
): Promise<void> {
  const endpoint = await lockEndpoint(tx, endpointId);
  const { url = endpoint.url, resources = endpoint.resources } = change;
  checkUrl(url, endpoint.env, rules);
  checkResources(endpoint.app.product, resources);
  await requireOnlyOne(tx, { ...endpoint, appId: endpoint.app.id, url });
  await tx.query('update control.webhook_endpoints set url = $2, resources = $3, changed_at = $4 where id = $1', [
    endpointId,
    url,
    resources,
    tx.timestamp,
  ]);
  await tx.audit('webhook.changed', subjectOf(endpoint, { url: withoutQuery(url), resources }));
}

/** Stops the requests to an endpoint. Does nothing if it is disabled. */
export async function disableEndpoint(
  tx: ControlTransaction,
  endpointId: number,
  because: DisabledBecause,
): Promise<boolean> {
  const endpoint = await lockEndpoint(tx, endpointId);
  if (endpoint.disabledBecause) return false;
  await tx.query('update control.webhook_endpoints set disabled_at = $2, disabled_because = $3 where id = $1', [
    endpointId,
    tx.timestamp,
    because,
  ]);
  await tx.audit('webhook.disabled', subjectOf(endpoint, { because }));
  if (because !== 'developer') await notifyDevelopers(tx, endpoint, because);
  return true;
}

async function notifyDevelopers(
  tx: ControlTransaction,
  { app, url }: Endpoint,
  because: EndpointNotice['because'],
): Promise<void> {
  const people = await tx.query<{ userId: number }>(
    `select d.user_id as "userId" from control.developers d join control.users u on u.id = d.user_id
     where d.organization_id = $1 and u.confirmed order by 1`,
    [app.organizationId],
  );
  const notice = { about: 'webhookDisabled', appId: app.id, app: app.name, url: withoutQuery(url), because } as const;
  for (const { userId } of people) tx.notify({ ...notice, userId });
}

/** Starts the requests again, where they ended. Also forgives the failures of an enabled endpoint. */
export async function enableEndpoint(tx: ControlTransaction, endpointId: number): Promise<void> {
  const endpoint = await lockEndpoint(tx, endpointId);
  await tx.query(
    `update control.webhook_endpoints set enabled_at = $2, disabled_at = null, disabled_because = null where id = $1`,
    [endpointId, tx.timestamp],
  );
  await tx.audit('webhook.enabled', subjectOf(endpoint));
}

export async function removeEndpoint(tx: ControlTransaction, endpointId: number): Promise<void> {
  const endpoint = await lockEndpoint(tx, endpointId);
  await tx.query('delete from control.webhook_endpoints where id = $1', [endpointId]);
  await tx.audit('webhook.removed', subjectOf(endpoint, { url: withoutQuery(endpoint.url) }));
}

/** Records that an endpoint has a new secret. */
export async function noteRotation(tx: ControlTransaction, endpointId: number, until: string): Promise<void> {
  const endpoint = await lockEndpoint(tx, endpointId);
  await tx.audit('webhook.secret_rotated', subjectOf(endpoint, { oldSecretUntil: until }));
}
