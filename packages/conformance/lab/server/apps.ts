import { archiveApp, setRateLimit } from '@tillgate/server/control/apps.ts';
import type { ControlTransaction } from '@tillgate/server/control/control.ts';
import { createApiKey, issueCredential, revokeKey } from '@tillgate/server/control/keys.ts';
import { newApp } from '@tillgate/server/test-support/arrange.ts';
import { ENVIRONMENTS, type Environment, PRODUCTS, type Product } from '../../src/contract/products.ts';
import type { App, AppRole } from '../../src/target/target.ts';

/** Rate limit documented for every app. Apps in the role `limited` have it. */
const DOCUMENTED_LIMIT = 300;

const REDIRECT_URIS = ['https://app.example/callback', 'http://localhost:8080/cb?from=point%20of%20sale&~till'];

/** An address that no test uses (RFC 5737). */
const ELSEWHERE = '203.0.113.7';

const HERE = ['127.0.0.0/8', '::1'];

/** Creates the organization's apps, by role. Returns the ids of those that request access to live merchants. */
export async function newApps(tx: ControlTransaction, own: number, spares: number) {
  const add = (role: AppRole, product: Product, envs: readonly Environment[], options?: AppOptions) =>
    newRoleApp(tx, own, role, product, envs, options);
  const main: NewApp[] = [];
  for (const product of PRODUCTS) main.push(await add('main', product, ENVIRONMENTS, { name: product }));
  const others: NewApp[] = [];
  for (let n = 0; n < spares; n += 1) others.push(await add('spare', 'FULL', ['SANDBOX']));
  const other = await add('other', 'FULL', ENVIRONMENTS);
  // A FULL app with credentials in both environments, which share a rate limit, and an app with fewer scopes.
  others.push(await add('limited', 'FULL', ENVIRONMENTS, { limit: DOCUMENTED_LIMIT }));
  others.push(await add('limited', 'ONLINE_ORDER', ['SANDBOX'], { limit: DOCUMENTED_LIMIT }));
  // An archived app has one credential: the suite counts a limit for each credential.
  for (const product of ['FULL', 'ADSR'] as const)
    for (const env of ENVIRONMENTS) others.push(await add('archived', product, [env], { archived: true }));
  const revoked = await add('revoked', 'FULL', ['SANDBOX']);
  await revokeKey(tx, 'client', revoked.apps[0]?.clientId ?? '');
  // Its request is decided during a run.
  const undecided = await add('other', 'ADSR', ['PRODUCTION'], { name: 'undecided' });
  const adsr = main.find(({ apps: [app] }) => app?.product === 'ADSR')?.id ?? 0;
  const apps = [...main, other, ...others, revoked, undecided].flatMap((one) => one.apps);
  return {
    apps: [...apps, ...(await walledCredentials(tx, other.id)), ...(await otherKeys(tx, adsr))],
    requestingApps: { adsr, undecided: undecided.id },
  };
}

/** Credentials of an app that allow only an address that the suite does not have, and the suite's among others. */
async function walledCredentials(tx: ControlTransaction, appId: number): Promise<App[]> {
  const walled = async (role: AppRole, allowedIps: string[]): Promise<App> => {
    const credential = await issueCredential(tx, appId, 'SANDBOX', { allowedIps });
    return { role, product: 'FULL', env: 'SANDBOX', ...credential, allowedIps, redirectUris: REDIRECT_URIS };
  };
  return [await walled('walled', [ELSEWHERE]), await walled('admitted', [ELSEWHERE, ...HERE])];
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

interface AppOptions {
  /** By default the role. */
  readonly name?: string;
  readonly limit?: number;
  readonly archived?: boolean;
}

/** An app, and what a run knows of it: an entry for each environment, with its credentials there. */
interface NewApp {
  readonly id: number;
  readonly apps: readonly App[];
}

export async function newRoleApp(
  tx: ControlTransaction,
  organizationId: number,
  role: AppRole,
  product: Product,
  envs: readonly Environment[],
  { name = role, limit, archived }: AppOptions = {},
): Promise<NewApp> {
  const options = { organizationId, product, name: `Conformance ${name}`, redirectUris: REDIRECT_URIS };
  const sandbox = await newApp(tx, { ...options, approved: true });
  const { id } = sandbox;
  if (limit) await setRateLimit(tx, id, limit);
  const inProduction = async () => {
    const key = product === 'ADSR' ? await createApiKey(tx, id, 'PRODUCTION') : undefined;
    return { ...(await issueCredential(tx, id, 'PRODUCTION')), apiKey: key?.apiKey };
  };
  const apps: App[] = [];
  for (const env of envs) {
    const { clientId, clientSecret, apiKey } = env === 'SANDBOX' ? sandbox : await inProduction();
    apps.push({ role, product, env, clientId, clientSecret, ...(apiKey && { apiKey }), redirectUris: REDIRECT_URIS });
  }
  if (archived) await archiveApp(tx, id);
  return { id, apps };
}
