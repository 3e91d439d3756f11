import { createApiKey } from '../../src/directory/apps/api-keys.ts';
import { addOperator } from '../../src/directory/people/staff.ts';
import { findUser } from '../../src/directory/people/users.ts';
import { consoleRoutes } from '../../src/web/console/console-routes.ts';
import type { WebDependencies } from '../../src/web/kit/dependencies.ts';
import type { Route } from '../../src/web/kit/routes.ts';
import { operatorRoutes } from '../../src/web/operator/operator-routes.ts';
import { newPerson } from './consent.ts';
import { controlPlaneOf } from './control-plane.ts';
import { developerOf } from './developer.ts';
import type { Service } from './service.ts';

/** A route with the ids of existing records in its path. */
export interface StaffPage extends Route {
  readonly address: string;
}

const NO_PAGES = /\.(?:logo|auditCsv)$/;
const NO_DEPENDENCIES = {} as WebDependencies;

export const CALLBACK = 'https://app.example/callback';
const ORIGIN = 'https://app.example';

/** Every page and form of the console, or of operators, after one record of each kind has been created in the organization. */
export async function staffPages(
  service: Service,
  area: 'console' | 'operator',
  organizationId: number,
): Promise<StaffPage[]> {
  const operations = controlPlaneOf(service).as({ kind: 'operator' }, { source: 'test' });
  const [full, adsr] = [await service.newApp(organizationId, 'FULL'), await service.newApp(organizationId, 'ADSR')];
  const { id: keyId } = await service.control((tx) => createApiKey(tx, adsr.appId, 'SANDBOX'));
  const app = { appId: full.appId };
  await operations.call('redirect-uri.add', { ...app, uri: CALLBACK });
  await operations.call('origin.add', { ...app, origin: ORIGIN });
  const { endpointId } = await operations.call('webhook.add', {
    ...app,
    env: 'SANDBOX',
    url: 'http://127.0.0.1:9/hook',
  });
  const sandbox = { name: 'Corner Café', region: 'UK', currency: 'GBP', organizationId } as const;
  const merchant = await operations.call('merchant.create', { ...sandbox, demoData: true });
  const member = await newPerson(service, [[merchant, 'owner']]);
  const colleague = await newPerson(service, []);
  await developerOf(service, organizationId, 'developer');
  const { data: developers } = await operations.call('developer.list', { organizationId, limit: 200 });
  const [memberId, operatorId] = await service.control(async (tx) => {
    const { id: of = 0 } = (await findUser(tx, member.email)) ?? {};
    const { id: operator = 0 } = (await findUser(tx, colleague.email)) ?? {};
    await addOperator(tx, operator);
    return [of, operator];
  });
  const { adminTokenId } = await operations.call('admin-token.create', { name: 'Deploys' });
  const caller = await service.connectTo(full, merchant);
  const { headers, body: items } = await caller.get('/items?limit=1');
  const ids: Readonly<Record<string, unknown>> = {
    organizationId,
    companyId: merchant.companyId,
    clientId: full.clientId,
    keyId,
    endpointId,
    adminTokenId,
    correlationId: headers.get('x-correlation-id'),
  };
  const idOf = (path: string, name: string): unknown => {
    if (name === 'appId') return /:keyId|access-requests/.test(path) ? adsr.appId : full.appId;
    if (name !== 'userId') return ids[name];
    if (path.includes('/operators/')) return operatorId;
    return path.includes('/organization/') ? developers.at(-1)?.userId : memberId;
  };
  const addressOf = (path: string): string => {
    const query = new URLSearchParams({
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
  const routes = area === 'console' ? consoleRoutes(NO_DEPENDENCIES) : operatorRoutes(NO_DEPENDENCIES);
  return routes
    .filter(({ name }) => !NO_PAGES.test(name))
    .map((route) => ({ ...route, address: addressOf(route.path) }));
}
