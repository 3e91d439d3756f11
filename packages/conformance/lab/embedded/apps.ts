import { archiveApp, setRateLimit } from '@tillgate/server/control/apps.ts';
import type { ControlTransaction } from '@tillgate/server/control/control.ts';
import { createApiKey, issueCredential, type RegisteredApp, revokeKey } from '@tillgate/server/control/keys.ts';
import { newApp } from '@tillgate/server/test-support/arrange.ts';
import { ENVIRONMENTS, type Environment, PRODUCTS, type Product } from '../../src/contract/products.ts';
import type { App, AppRole } from '../../src/target/target.ts';

/** Rate limit documented for every app. Apps in the role `limited` have it. */
const DOCUMENTED_LIMIT = 300;

const REDIRECT_URIS = ['https://app.example/callback', 'http://localhost:8080/cb?from=point%20of%20sale&~till'];

/** An address that no test uses (RFC 5737). */
const ELSEWHERE = '203.0.113.7';

const HERE = ['127.0.0.0/8', '::1'];

/** ADSR apps that request access to live merchants: the main app, and one whose request is decided during a run. */
export interface RequestingApps {
  readonly adsr: number;
  readonly undecided: number;
}

/** Creates the organization's apps, by role. */
export async function newApps(
  tx: ControlTransaction,
  own: number,
  spares: number,
): Promise<{ apps: App[]; requestingApps: RequestingApps }> {
  const apps: App[] = [];
  let adsr = 0;
  for (const product of PRODUCTS) {
    const app = await approvedApp(tx, own, product);
    if (product === 'ADSR') adsr = app.id;
    apps.push(...(await withAllCredentials(tx, app, 'main')));
  }
  for (let n = 0; n < spares; n += 1) apps.push(await newRoleApp(tx, own, 'spare', 'FULL', 'SANDBOX'));
  apps.push(...(await walledApps(tx, own)), ...(await limitedApps(tx, own)));
  for (const product of ['FULL', 'ADSR'] as const)
    for (const env of ENVIRONMENTS) apps.push(await newRoleApp(tx, own, 'archived', product, env, { archived: true }));
  const revoked = await newRoleApp(tx, own, 'revoked', 'FULL', 'SANDBOX');
  await revokeKey(tx, 'client', revoked.clientId ?? '');
  const undecided = await approvedApp(tx, own, 'ADSR', 'undecided');
  const other = await withCredentials(tx, undecided, 'other', 'PRODUCTION');
  return {
    apps: [...apps, revoked, other, ...(await otherKeys(tx, adsr))],
    requestingApps: { adsr, undecided: undecided.id },
  };
}

/**
 * Credentials of one app: of each environment, and two that allow only an address that the suite does not have, and the
 * suite's among others.
 */
async function walledApps(tx: ControlTransaction, own: number): Promise<App[]> {
  const app = await approvedApp(tx, own, 'FULL', 'other');
  const walled = async (role: AppRole, allowedIps: string[]): Promise<App> => {
    const credential = await issueCredential(tx, app.id, 'SANDBOX', { allowedIps });
    return { role, product: 'FULL', env: 'SANDBOX', ...credential, allowedIps, redirectUris: REDIRECT_URIS };
  };
  const open = await withAllCredentials(tx, app, 'other');
  return [...open, await walled('walled', [ELSEWHERE]), await walled('admitted', [ELSEWHERE, ...HERE])];
}

/** A FULL app with credentials in both environments, which share a rate limit, and an app with fewer scopes. */
async function limitedApps(tx: ControlTransaction, own: number): Promise<App[]> {
  const app = await approvedApp(tx, own, 'FULL', 'limited');
  await setRateLimit(tx, app.id, DOCUMENTED_LIMIT);
  const apps = await withAllCredentials(tx, app, 'limited');
  const fewer = await newRoleApp(tx, own, 'limited', 'ONLINE_ORDER', 'SANDBOX', { limit: DOCUMENTED_LIMIT });
  return [...apps, fewer];
}

/** A revoked key of the ADSR app, and a key for another address. */
async function otherKeys(tx: ControlTransaction, adsr: number): Promise<App[]> {
  const revoked = await createApiKey(tx, adsr, 'SANDBOX');
  await revokeKey(tx, 'apiKey', revoked.id);
  const allowedIps = [ELSEWHERE];
  const walled = await createApiKey(tx, adsr, 'SANDBOX', { allowedIps });
  const entry = { product: 'ADSR', env: 'SANDBOX' } as const;
  return [
    { ...entry, role: 'revoked', apiKey: revoked.apiKey },
    { ...entry, role: 'walled', apiKey: walled.apiKey, allowedIps },
  ];
}

const approvedApp = (tx: ControlTransaction, organizationId: number, product: Product, name: string = product) =>
  newApp(tx, { organizationId, product, name: `Conformance ${name}`, approved: true, redirectUris: REDIRECT_URIS });

/** The app once for each environment, with its credentials there. */
async function withAllCredentials(tx: ControlTransaction, app: RegisteredApp, role: AppRole): Promise<App[]> {
  const apps: App[] = [];
  for (const env of ENVIRONMENTS) apps.push(await withCredentials(tx, app, role, env));
  return apps;
}

/** The app with its credentials in an environment. Sandbox credentials were issued together with the app. */
async function withCredentials(
  tx: ControlTransaction,
  app: RegisteredApp,
  role: AppRole,
  env: Environment,
): Promise<App> {
  const { product, clientId, clientSecret, apiKey } = env === 'SANDBOX' ? app : await inProduction(tx, app);
  return { role, product, env, clientId, clientSecret, ...(apiKey && { apiKey }), redirectUris: REDIRECT_URIS };
}

async function inProduction(tx: ControlTransaction, { id, product }: RegisteredApp) {
  const credential = await issueCredential(tx, id, 'PRODUCTION');
  const apiKey = product === 'ADSR' ? (await createApiKey(tx, id, 'PRODUCTION')).apiKey : undefined;
  return { product, ...credential, apiKey };
}

export async function newRoleApp(
  tx: ControlTransaction,
  organizationId: number,
  role: AppRole,
  product: Product,
  env: Environment,
  { limit, archived }: { limit?: number; archived?: boolean } = {},
): Promise<App> {
  const registered = await approvedApp(tx, organizationId, product, role);
  if (limit) await setRateLimit(tx, registered.id, limit);
  const app = await withCredentials(tx, registered, role, env);
  if (archived) await archiveApp(tx, registered.id);
  return app;
}
