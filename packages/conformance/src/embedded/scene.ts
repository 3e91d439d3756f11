import { randomBytes } from 'node:crypto';
import {
  addMember,
  addRedirectUri,
  approveAccess,
  approveApp,
  archiveApp,
  type Clock,
  type ControlTransaction,
  changeControl,
  createApiKey,
  createMerchant,
  createOrganization,
  createPartnerApp,
  createUser,
  type Databases,
  issueCredential,
  requestAccess,
  revokeApiKey,
  revokeCredential,
  rotateSecret,
  setRateLimit,
  submitApp,
} from '@tillgate/server';
import { ENVIRONMENTS, type Environment, PRODUCTS, type Product } from '../run/variants.ts';
import type { App, AppRole, Merchant, MerchantRole } from '../target/target.ts';
import { writeStock } from './references.ts';

/** The limit that the service document gives every app; the app in the role `limited` has it. */
export const DOCUMENTED_LIMIT = 300;

const REDIRECT_URIS = ['https://app.example/callback', 'http://localhost:8080/cb?from=pos'];

/** An address that no test comes from (RFC 5737). */
const ELSEWHERE = '203.0.113.7';

const HERE = ['127.0.0.0/8', '::1'];

export interface Scene {
  readonly apps: readonly App[];
  readonly merchants: readonly Merchant[];
}

/** Makes the organizations, apps, merchants and people that the suite works with. */
export async function arrangeScene(databases: Databases, clock: Clock): Promise<Scene> {
  const control = <T>(work: (tx: ControlTransaction) => Promise<T>): Promise<T> =>
    changeControl({ pool: databases.control, clock }, { source: 'conformance' }, work);
  const scene = await control(arrangePeople);
  const approved = new Map<number, number[]>();
  for (const merchant of scene.merchants)
    approved.set(merchant.companyId, await writeStock(databases, clock, merchant));
  return control((tx) => letAdsrIn(tx, scene, approved));
}

async function arrangePeople(tx: ControlTransaction): Promise<Scene & { adsr: number }> {
  const [own, foreign, single] = [
    await createOrganization(tx, 'Conformance Apps'),
    await createOrganization(tx, 'Foreign Apps'),
    await createOrganization(tx, 'Single Apps'),
  ];
  const merchants = [
    await newMerchant(tx, 'main', own, true),
    await newMerchant(tx, 'other', own, true),
    await newMerchant(tx, 'foreign', foreign, true),
    await newMerchant(tx, 'single', single, true),
    await newMerchant(tx, 'live', null, false),
    await newMerchant(tx, 'undecided', null, false),
    await newMerchant(tx, 'abroad', own, true, 'AE'),
  ];
  const { apps, adsr } = await newApps(tx, own);
  apps.push(await newApp(tx, single, 'single', 'FULL', 'SANDBOX'));
  return { apps, merchants, adsr };
}

async function newApps(tx: ControlTransaction, own: number): Promise<{ apps: App[]; adsr: number }> {
  const apps: App[] = [];
  let adsr = 0;
  for (const product of PRODUCTS) {
    const id = await approvedApp(tx, own, product);
    if (product === 'ADSR') adsr = id;
    for (const env of ENVIRONMENTS) apps.push(await withCredentials(tx, id, 'main', product, env));
  }
  apps.push(await newApp(tx, own, 'other', 'FULL', 'PRODUCTION'));
  apps.push(...(await walledApps(tx, own)), ...(await limitedApps(tx, own)));
  for (const env of ENVIRONMENTS) apps.push(await newApp(tx, own, 'archived', 'FULL', env, { archived: true }));
  const revoked = await newApp(tx, own, 'revoked', 'FULL', 'SANDBOX');
  await revokeCredential(tx, revoked.clientId ?? '');
  return { apps: [...apps, revoked, await rotatedApp(tx, own), ...(await otherKeys(tx, adsr))], adsr };
}

/** Three credentials of one app: open to every address, to none that the suite has, and to the suite's among others. */
async function walledApps(tx: ControlTransaction, own: number): Promise<App[]> {
  const id = await approvedApp(tx, own, 'FULL');
  const open = await withCredentials(tx, id, 'other', 'FULL', 'SANDBOX');
  const walled = await withCredentials(tx, id, 'walled', 'FULL', 'SANDBOX', { allowedIps: [ELSEWHERE] });
  const admitted = await withCredentials(tx, id, 'admitted', 'FULL', 'SANDBOX', { allowedIps: [ELSEWHERE, ...HERE] });
  return [open, walled, admitted];
}

/** A FULL app with credentials of both environments, which spend from one budget, and one of fewer scopes. */
async function limitedApps(tx: ControlTransaction, own: number): Promise<App[]> {
  const apps: App[] = [];
  const id = await approvedApp(tx, own, 'FULL');
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

async function approvedApp(tx: ControlTransaction, organizationId: number, product: Product): Promise<number> {
  const { id } = await createPartnerApp(tx, { organizationId, name: `Conformance ${product}`, product });
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

async function newApp(
  tx: ControlTransaction,
  organizationId: number,
  role: AppRole,
  product: Product,
  env: Environment,
  { limit, archived }: { limit?: number; archived?: boolean } = {},
): Promise<App> {
  const id = await approvedApp(tx, organizationId, product);
  if (limit) await setRateLimit(tx, id, limit);
  const app = await withCredentials(tx, id, role, product, env);
  if (archived) await archiveApp(tx, id);
  return app;
}

async function newMerchant(
  tx: ControlTransaction,
  role: MerchantRole,
  organizationId: number | null,
  demo: boolean,
  region: 'UK' | 'AE' = 'UK',
): Promise<Merchant> {
  const { companyId } = await createMerchant(tx, {
    name: `Conf ${role}`,
    region,
    demo,
    currency: 'GBP',
    organizationId,
  });
  const person = async (kind: 'owner' | 'employee') => {
    const login = { email: `${kind}-${companyId}@conf.example`, password: randomBytes(12).toString('base64url') };
    const { id } = await createUser(tx, { ...login, name: kind });
    await addMember(tx, id, companyId, kind);
    return login;
  };
  return { role, companyId, region, owner: await person('owner'), employee: await person('employee') };
}

/** One live merchant's owner lets the ADSR app in to the first of its stores; another is asked, and does not say. */
async function letAdsrIn(
  tx: ControlTransaction,
  { apps, merchants, adsr }: Scene & { adsr: number },
  stores: ReadonlyMap<number, number[]>,
): Promise<Scene> {
  const live = merchants.find(({ role }) => role === 'live') as Merchant;
  const undecided = merchants.find(({ role }) => role === 'undecided') as Merchant;
  const asked = { appId: adsr, companyId: undecided.companyId, storeIds: stores.get(undecided.companyId) ?? [] };
  await requestAccess(tx, asked);
  const storeIds = stores.get(live.companyId) ?? [];
  const id = await requestAccess(tx, { appId: adsr, companyId: live.companyId, storeIds });
  const approvedStoreIds = storeIds.slice(0, 1);
  await approveAccess(tx, { companyId: live.companyId, id, storeIds: approvedStoreIds });
  return { apps, merchants: merchants.map((one) => (one === live ? { ...live, approvedStoreIds } : one)) };
}
