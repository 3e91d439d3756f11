import {
  addRedirectUri,
  approveApp,
  archiveApp,
  type ControlTransaction,
  createApiKey,
  createPartnerApp,
  issueCredential,
  revokeApiKey,
  revokeCredential,
  rotateSecret,
  setRateLimit,
  submitApp,
} from '@tillgate/server';
import { ENVIRONMENTS, type Environment, PRODUCTS, type Product } from '../run/variants.ts';
import type { App, AppRole } from '../target/target.ts';

/** The limit that the service document gives every app; the apps in the role `limited` have it. */
const DOCUMENTED_LIMIT = 300;

const REDIRECT_URIS = ['https://app.example/callback', 'http://localhost:8080/cb?from=pos'];

/** An address that no test comes from (RFC 5737). */
const ELSEWHERE = '203.0.113.7';

const HERE = ['127.0.0.0/8', '::1'];

/** The organization's apps by role; `adsr` is the one that live merchants are asked for. */
export async function newApps(
  tx: ControlTransaction,
  own: number,
  spares: number,
): Promise<{ apps: App[]; adsr: number }> {
  const apps: App[] = [];
  let adsr = 0;
  for (const product of PRODUCTS) {
    const id = await approvedApp(tx, own, product);
    if (product === 'ADSR') adsr = id;
    for (const env of ENVIRONMENTS) apps.push(await withCredentials(tx, id, 'main', product, env));
  }
  for (let n = 0; n < spares; n += 1) apps.push(await newApp(tx, own, 'spare', 'FULL', 'SANDBOX'));
  apps.push(await newApp(tx, own, 'other', 'FULL', 'PRODUCTION'));
  apps.push(...(await walledApps(tx, own)), ...(await limitedApps(tx, own)));
  for (const env of ENVIRONMENTS) apps.push(await newApp(tx, own, 'archived', 'FULL', env, { archived: true }));
  const revoked = await newApp(tx, own, 'revoked', 'FULL', 'SANDBOX');
  await revokeCredential(tx, revoked.clientId ?? '');
  return { apps: [...apps, revoked, await rotatedApp(tx, own), ...(await otherKeys(tx, adsr))], adsr };
}

/** Three credentials of one app: open to every address, to none that the suite has, and to the suite's among others. */
async function walledApps(tx: ControlTransaction, own: number): Promise<App[]> {
  const id = await approvedApp(tx, own, 'FULL', 'Conformance other');
  const open = await withCredentials(tx, id, 'other', 'FULL', 'SANDBOX');
  const walled = await withCredentials(tx, id, 'walled', 'FULL', 'SANDBOX', { allowedIps: [ELSEWHERE] });
  const admitted = await withCredentials(tx, id, 'admitted', 'FULL', 'SANDBOX', { allowedIps: [ELSEWHERE, ...HERE] });
  return [open, walled, admitted];
}

/** A FULL app with credentials of both environments, which spend from one budget, and one of fewer scopes. */
async function limitedApps(tx: ControlTransaction, own: number): Promise<App[]> {
  const apps: App[] = [];
  const id = await approvedApp(tx, own, 'FULL', 'Conformance limited');
  await setRateLimit(tx, id, DOCUMENTED_LIMIT);
  for (const env of ENVIRONMENTS) apps.push(await withCredentials(tx, id, 'limited', 'FULL', env));
  const fewer = await newApp(tx, own, 'limited', 'ONLINE_ORDER', 'SANDBOX', { limit: DOCUMENTED_LIMIT });
  return [...apps, fewer];
}

async function rotatedApp(tx: ControlTransaction, own: number): Promise<App> {
  const { clientSecret = '', ...app } = await newApp(tx, own, 'rotated', 'FULL', 'SANDBOX');
  const rotated = await rotateSecret(tx, app.clientId ?? '');
  return { ...app, ...rotated, oldSecret: { clientSecret, rotatedAt: new Date(tx.now).toISOString() } };
}

/** A key of the ADSR app that has been revoked, and one that is for another address. */
async function otherKeys(tx: ControlTransaction, adsr: number): Promise<App[]> {
  const revoked = await createApiKey(tx, adsr, 'SANDBOX');
  await revokeApiKey(tx, revoked.id);
  const allowedIps = [ELSEWHERE];
  const walled = await createApiKey(tx, adsr, 'SANDBOX', { allowedIps });
  const entry = { product: 'ADSR', env: 'SANDBOX' } as const;
  return [
    { ...entry, role: 'revoked', apiKey: revoked.apiKey },
    { ...entry, role: 'walled', apiKey: walled.apiKey, allowedIps },
  ];
}

async function approvedApp(
  tx: ControlTransaction,
  organizationId: number,
  product: Product,
  name = `Conformance ${product}`,
): Promise<number> {
  const { id } = await createPartnerApp(tx, { organizationId, name, product });
  await submitApp(tx, id);
  await approveApp(tx, id);
  for (const uri of REDIRECT_URIS) await addRedirectUri(tx, id, uri);
  return id;
}

async function withCredentials(
  tx: ControlTransaction,
  id: number,
  role: AppRole,
  product: Product,
  env: Environment,
  options: { allowedIps?: string[] } = {},
): Promise<App> {
  const credential = await issueCredential(tx, id, env, options);
  const key = product === 'ADSR' ? { apiKey: (await createApiKey(tx, id, env)).apiKey } : {};
  return { role, product, env, ...credential, ...key, ...options, redirectUris: REDIRECT_URIS };
}

export async function newApp(
  tx: ControlTransaction,
  organizationId: number,
  role: AppRole,
  product: Product,
  env: Environment,
  { limit, archived }: { limit?: number; archived?: boolean } = {},
): Promise<App> {
  const id = await approvedApp(tx, organizationId, product, `Conformance ${role}`);
  if (limit) await setRateLimit(tx, id, limit);
  const app = await withCredentials(tx, id, role, product, env);
  if (archived) await archiveApp(tx, id);
  return app;
}
