import { type AccessState, type Client, type Company, newAccessState } from '../../specification/access/state.ts';
import { budgetOf, type ClientApp, type Target } from '../../target/target.ts';
import { environmentOf, isAdmitted, OWN } from '../credentials.ts';

/** The clients and merchants of a target, as the specification knows them. */

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
