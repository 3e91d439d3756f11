import type { Request } from '../http/request.ts';
import type { Answer } from '../http/send.ts';
import type { Session } from '../run/session.ts';
import { type AccessState, type Client, type Company, newAccessState } from '../specification/access/state.ts';
import { type Environment, type Key, newMerchant, type State } from '../specification/state.ts';
import { type App, budgetOf, type ClientApp, type Merchant, type MerchantRole, type Target } from '../target/target.ts';
import { UNKNOWN_SALES } from './state/back-office.ts';

/** The apps and merchants of a target, as the specification knows them. */

/** Who sends a request, and the merchant whose records it is about. */
export interface Sender {
  readonly merchant: Merchant;
  send(method: string, path: string, request?: Request): Promise<Answer>;
}

/** Roles whose credentials or keys no longer work. */
const INVALID = ['archived', 'revoked'];

/** Sends requests with only the credentials in their headers, and some headers twice. */
export function senderWith(
  session: Session,
  merchant: Merchant,
  credentials: Record<string, string> = {},
  repeated: Record<string, string> = {},
): Sender {
  const { 'X-API-Key': key } = credentials;
  const app = session.target.apps.find(({ apiKey, role }) => apiKey && apiKey === key && !INVALID.includes(role));
  const budget = app && { budget: budgetOf(app) };
  return {
    merchant,
    send: (method, path, request = {}) =>
      session.send(method, path, { ...request, ...budget, headers: { ...credentials, ...request.headers }, repeated }),
  };
}

const LIVE: readonly MerchantRole[] = ['live', 'undecided'];

const environmentOf = ({ role }: Merchant): Environment => (LIVE.includes(role) ? 'PRODUCTION' : 'SANDBOX');

/** Sandbox merchants of the apps' own organization. */
const OWN: readonly MerchantRole[] = ['main', 'other', 'abroad'];

/** keys.sandbox_automatic, keys.request_approval: only the main app's request has been approved. */
function accessOf({ env, role }: App, merchants: readonly Merchant[]): Key['access'] {
  if (env === 'SANDBOX')
    return new Map(merchants.filter((one) => OWN.includes(one.role)).map(({ companyId }) => [companyId, 'all']));
  const approved = merchants.filter(({ approvedStoreIds }) => role === 'main' && approvedStoreIds);
  return new Map(approved.map(({ companyId, approvedStoreIds }) => [companyId, new Set(approvedStoreIds)]));
}

/** What is known of a target before its first request. */
export function knownOf({ apps, merchants }: Target): State {
  const keys = apps.flatMap((app): [string, Key][] => {
    const { apiKey, role, product, env } = app;
    if (!apiKey || INVALID.includes(role)) return [];
    const access = accessOf(app, merchants);
    return [[apiKey, { app: { id: apiKey, number: null, product }, env, isAdmitted: isAdmitted(app), access }]];
  });
  const known = merchants.map((merchant) => {
    const { companyId } = merchant;
    return { ...newMerchant(companyId, 'GBP'), env: environmentOf(merchant), sales: UNKNOWN_SALES };
  });
  return { merchants: new Map(known.map((one) => [one.companyId, one])), tokens: new Map(), keys: new Map(keys) };
}

/** Credentials in the role `walled` allow other addresses only. */
export const isAdmitted = ({ role }: App): boolean => role !== 'walled';

/** Names an app, and its rate limit, whichever of its credentials is used. There are several archived apps. */
export function appOf(app: ClientApp): string {
  if (app.role === 'archived') return `archived ${app.clientId}`;
  return budgetOf(['walled', 'admitted'].includes(app.role) ? { ...app, role: 'other' } : app);
}

const OTHERS = ['single', 'foreign'];

const clientOf = (app: ClientApp): Client => ({
  clientId: app.clientId,
  clientSecret: app.clientSecret,
  app: { id: appOf(app), number: null, product: app.product },
  organization: app.role === 'single' ? app.role : 'own',
  env: app.env,
  isApproved: true,
  isArchived: app.role === 'archived',
  isRevoked: app.role === 'revoked',
  allowedIps: app.allowedIps,
  isAdmitted: isAdmitted(app),
  redirectUris: app.redirectUris ?? [],
});

export const clientsOf = ({ apps }: Target): ClientApp[] =>
  apps.filter(({ clientId, clientSecret }) => clientId && clientSecret) as ClientApp[];

export function accessStateOf(target: Target): AccessState {
  const companies = target.merchants.map(
    (merchant): Company => ({
      companyId: merchant.companyId,
      env: environmentOf(merchant),
      organization: OTHERS.includes(merchant.role) ? merchant.role : OWN.includes(merchant.role) ? 'own' : undefined,
      isClosed: false,
      region: merchant.region,
    }),
  );
  const known = {
    find: (companyId: number) => companies.find((one) => one.companyId === companyId),
    ofOrganization: (name: string) => companies.filter(({ organization }) => organization === name),
  };
  return newAccessState(target.baseUrl, known, clientsOf(target).map(clientOf));
}
