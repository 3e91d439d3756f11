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
  revokeCredential,
  setRateLimit,
  submitApp,
} from '@tillgate/server';
import { ENVIRONMENTS, type Environment, PRODUCTS, type Product } from '../run/variants.ts';
import type { App, AppRole, Merchant, MerchantRole } from '../target/target.ts';
import { importInto, storeIdsOf } from './import-files.ts';

/** The limit that the service document gives every app; the app in the role `limited` has it. */
export const DOCUMENTED_LIMIT = 300;

const REDIRECT_URIS = ['https://app.example/callback', 'http://localhost:8080/cb?from=pos'];

/** An address that no test comes from (RFC 5737). */
const ELSEWHERE = '203.0.113.7';

export interface Scene {
  readonly apps: readonly App[];
  readonly merchants: readonly Merchant[];
}

/** Makes the organizations, apps, merchants and people that the suite works with. */
export async function arrangeScene(databases: Databases, clock: Clock, { spares = 0 } = {}): Promise<Scene> {
  const control = <T>(work: (tx: ControlTransaction) => Promise<T>): Promise<T> =>
    changeControl({ pool: databases.control, clock }, { source: 'conformance' }, work);
  const scene = await control((tx) => arrangePeople(tx, spares));
  const merchants: Merchant[] = [];
  for (const merchant of scene.merchants) merchants.push(await importInto(databases, clock, merchant));
  const live = merchants.find(({ role }) => role === 'live') as Merchant;
  const storeIds = await storeIdsOf(databases, live);
  const approved = await control((tx) => letAdsrIn(tx, scene.adsr, live, storeIds));
  return { apps: scene.apps, merchants: merchants.map((one) => (one === live ? approved : one)) };
}

async function arrangePeople(tx: ControlTransaction, spares: number): Promise<Scene & { adsr: number }> {
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
  ];
  const { apps, adsr } = await newApps(tx, own, spares);
  apps.push(await newApp(tx, single, 'single', 'FULL', 'SANDBOX'));
  return { apps, merchants, adsr };
}

async function newApps(tx: ControlTransaction, own: number, spares: number): Promise<{ apps: App[]; adsr: number }> {
  const apps: App[] = [];
  let adsr = 0;
  for (const product of PRODUCTS) {
    const id = await approvedApp(tx, own, product);
    if (product === 'ADSR') adsr = id;
    for (const env of ENVIRONMENTS) apps.push(await withCredentials(tx, id, 'main', product, env));
  }
  for (const env of ENVIRONMENTS) apps.push(await newApp(tx, own, 'other', 'FULL', env));
  for (let n = 0; n < spares; n += 1) apps.push(await newApp(tx, own, 'spare', 'FULL', 'SANDBOX'));
  apps.push(await newApp(tx, own, 'limited', 'FULL', 'SANDBOX', { limit: DOCUMENTED_LIMIT }));
  apps.push(await newApp(tx, own, 'walled', 'FULL', 'SANDBOX', { allowedIps: [ELSEWHERE] }));
  for (const env of ENVIRONMENTS) apps.push(await newApp(tx, own, 'archived', 'FULL', env, { archived: true }));
  const revoked = await newApp(tx, own, 'revoked', 'FULL', 'SANDBOX');
  await revokeCredential(tx, revoked.clientId ?? '');
  return { apps: [...apps, revoked], adsr };
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
  return { role, product, env, ...credential, ...key, redirectUris: REDIRECT_URIS };
}

async function newApp(
  tx: ControlTransaction,
  organizationId: number,
  role: AppRole,
  product: Product,
  env: Environment,
  { limit, allowedIps, archived }: { limit?: number; allowedIps?: string[]; archived?: boolean } = {},
): Promise<App> {
  const id = await approvedApp(tx, organizationId, product, `Conformance ${role}`);
  if (limit) await setRateLimit(tx, id, limit);
  const app = await withCredentials(tx, id, role, product, env, allowedIps && { allowedIps });
  if (archived) await archiveApp(tx, id);
  return app;
}

async function newMerchant(
  tx: ControlTransaction,
  role: MerchantRole,
  organizationId: number | null,
  demo: boolean,
): Promise<Merchant> {
  const region = 'UK' as const;
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

/** The live merchant's owner lets the ADSR app in to the first and the third of its stores. */
async function letAdsrIn(tx: ControlTransaction, adsr: number, live: Merchant, storeIds: number[]): Promise<Merchant> {
  const id = await requestAccess(tx, { appId: adsr, companyId: live.companyId, storeIds });
  const approvedStoreIds = storeIds.filter((_, i) => i === 0 || i === 2);
  await approveAccess(tx, { companyId: live.companyId, id, storeIds: approvedStoreIds });
  return { ...live, approvedStoreIds };
}
