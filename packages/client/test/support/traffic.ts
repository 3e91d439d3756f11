import { controlPlaneOf } from '@tillgate/server/test-support/control-plane.ts';
import { expect, vi } from 'vitest';
import { createTillgate, sandbox } from '../../src/index.ts';
import type { Service } from './service.ts';

type Client = Service['full'];

export const operationsOn = (service: Service) => controlPlaneOf(service).as({ kind: 'operator' }, { source: 'test' });

export async function appIdOf({ databases }: Service, { clientId }: Client): Promise<number> {
  const sql = 'select app_id from control.client_credentials where client_id = $1';
  const { rows } = await databases.control.query<{ app_id: number }>(sql, [clientId]);
  return rows[0]?.app_id as number;
}

/** Waits until every request so far has been checked. */
async function settled(service: Service): Promise<void> {
  const app = createTillgate({ baseUrl: service.apiUrl, credentials: sandbox(service.ordering) });
  const { response } = await app.merchant(service.merchant.companyId).stores.list().withResponse();
  const appId = await appIdOf(service, service.ordering);
  await vi.waitFor(
    async () => {
      const { data } = await operationsOn(service).call('request.list', { appId });
      expect(data.map(({ correlationId }) => correlationId)).toContain(response.correlationId);
    },
    { timeout: 60_000, interval: 300 },
  );
}

/** What the traffic check finds in an app's requests, each with one that shows it. */
export async function findingsIn(service: Service, client: Client): Promise<string[]> {
  await settled(service);
  const { requests, rules } = await operationsOn(service).call('app.check', { appId: await appIdOf(service, client) });
  expect(requests).toBeGreaterThan(0);
  return rules
    .filter(({ times }) => times > 0)
    .map(({ name, requests: [shown] }) => `${name}: ${shown?.method} ${shown?.path}`);
}
