import { changeLogo, checkedLogo } from '../../src/control/app-logos.ts';
import { createApiKey } from '../../src/control/keys.ts';
import type { Merchant } from '../../src/control/merchants.ts';
import { consoleRoutes, invitationRoutes } from '../../src/pages/console/console-routes.ts';
import type { Route } from '../../src/pages/kit/context.ts';
import type { WebDependencies } from '../../src/pages/kit/dependencies.ts';
import { operatorRoutes } from '../../src/pages/operator/operator-routes.ts';
import { accountRoutes, consentRoutes, merchantRoutes } from '../../src/pages/web-app.ts';
import { newPerson } from './consent.ts';
import { controlPlaneOf } from './control-plane.ts';
import { png } from './images.ts';
import { CALLBACK, OAuthClient } from './oauth.ts';
import type { Service } from './service.ts';
import { newDeveloper, newOperator } from './staff.ts';

/** A route with the ids of existing records in its path. */
export interface PageOrForm extends Route {
  readonly address: string;
  /** True for a page; false for a form and for a file. */
  readonly isPage: boolean;
}

/** Pages by their visitors: everyone, everyone with a session, people of a merchant, developers, operators. */
export type Area = 'open' | 'account' | 'merchant' | 'console' | 'operator';

const NO_PAGES = /\.(?:logo|auditCsv|firstCall)$/;
const NEEDS_SESSION = /^\/(?:account|sign-out|oauth\/consent)/;
const ORIGIN = 'https://app.example';

/** Every page and form, after one record of each kind has been created in the organization, with a merchant that has them all. */
export async function everyPage(
  service: Service,
  organizationId: number,
): Promise<Record<Area, PageOrForm[]> & { readonly company: Merchant }> {
  const [plane, origin] = [controlPlaneOf(service), { source: 'test' }];
  const operations = plane.as({ kind: 'operator' }, origin);
  const [full, adsr] = [await service.newApp(organizationId, 'FULL'), await service.newApp(organizationId, 'ADSR')];
  const app = { appId: full.appId };
  const { id: apiKeyId } = await service.control(async (tx) => {
    await changeLogo(tx, full.appId, checkedLogo(png(64)));
    return createApiKey(tx, adsr.appId, 'SANDBOX');
  });
  await operations.call('redirect-uri.add', { ...app, uri: CALLBACK });
  await operations.call('origin.add', { ...app, origin: ORIGIN });
  const hook = { env: 'SANDBOX', url: 'http://127.0.0.1:9/hook' } as const;
  const { endpointId } = await operations.call('webhook.add', { ...app, ...hook });
  const sandbox = { name: 'Corner Café', region: 'UK', currency: 'GBP', organizationId } as const;
  const created = await operations.call('merchant.create', { ...sandbox, demoData: true });
  const { companyId } = created;
  const storeIds = [...created.storeIds];
  const company: Merchant = await operations.call('merchant.show', { companyId });
  const member = await newPerson(service, [[company, 'owner']]);
  const invited = {
    companyId,
    email: 'invited.person.with.a.long.address@merchants-of-northwind.example',
    role: 'employee',
  } as const;
  const { invitationId } = await operations.call('invitation.create', invited);
  await new OAuthClient(service, full).connect(company);
  const asked = { appId: adsr.appId, companyId, storeIds };
  const approved = { companyId, accessRequestId: await service.requestAccess(asked), storeIds };
  await plane.as({ kind: 'owner', companyId }, origin).call('access-request.approve', approved);
  const pending = await service.requestAccess(asked);
  const colleague = await newOperator(service);
  const developer = await newDeveloper(service, organizationId, 'developer');
  const { adminTokenId } = await operations.call('admin-token.create', { name: 'Deploys' });
  const { headers, body: items } = await (await service.connectTo(full, company)).get('/items?limit=1');
  const ids: Readonly<Record<string, unknown>> = {
    ...{ organizationId, companyId, apiKeyId, endpointId, adminTokenId },
    clientId: full.clientId,
    correlationId: headers.get('x-correlation-id'),
    code: 'x'.repeat(43),
  };
  const idOf = (path: string, name: string): unknown => {
    if (name === 'appId') return /:apiKeyId|apps\/:appId\/access-requests/.test(path) ? adsr.appId : full.appId;
    if (name === 'userId' && path.includes('/operators/')) return colleague.id;
    if (name === 'userId') return path.includes('/organization/') ? developer.id : member.id;
    if (name !== 'id') return ids[name];
    if (path.includes('/invitations/')) return invitationId;
    if (path.includes('/consent/')) return ids.code;
    return path.endsWith('/revoke') ? approved.accessRequestId : pending;
  };
  const addressOf = (path: string, of: Record<string, string>): string => {
    const query = new URLSearchParams({
      ...of,
      ...(path.endsWith('redirect-uris/remove') && { uri: CALLBACK }),
      ...(path.endsWith('origins/remove') && { origin: ORIGIN }),
      ...(path.endsWith('/records') && { path: `/items/${items.data[0].id}` }),
    });
    const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
      const id = idOf(path, name);
      if (id === undefined || id === null) throw new Error(`No record for :${name} of ${path}.`);
      return String(id);
    });
    return query.size > 0 ? `${filled}?${query}` : filled;
  };
  const pages = (routesOf: (deps: WebDependencies) => readonly Route[], of = {}): PageOrForm[] =>
    routesOf({} as WebDependencies).map((route) => ({
      ...route,
      address: addressOf(route.path, of),
      isPage: route.get !== undefined && !NO_PAGES.test(route.name),
    }));
  const personal = [accountRoutes, consentRoutes, invitationRoutes].flatMap((of) => pages(of));
  return {
    company,
    open: personal.filter(({ path }) => !NEEDS_SESSION.test(path)),
    account: personal.filter(({ path }) => NEEDS_SESSION.test(path)),
    merchant: pages(merchantRoutes, { company: String(companyId) }),
    console: pages(consoleRoutes, { organization: String(organizationId) }),
    operator: pages(operatorRoutes),
  };
}
