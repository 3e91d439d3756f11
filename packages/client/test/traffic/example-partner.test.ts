import { controlPlaneOn } from '@tillgate/server/commands/connect.ts';
import { readConfig } from '@tillgate/server/config.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTillgate, sandbox } from '../../src/index.ts';
import { ExamplePartner, formOf } from '../support/example-partner.ts';
import { type Service, startService } from '../support/service.ts';

const MINUTE = 60_000;
const SEEDS = 10;

let ahead = 0;
let service: Service;
let partner: ExamplePartner;

beforeAll(async () => {
  service = await startService({ clock: () => Date.now() + ahead });
  partner = await ExamplePartner.start(service);
  await partner.connect();
});
afterAll(async () => {
  await partner?.remove();
  await service?.stop();
});

const operations = () =>
  controlPlaneOn(service.databases, readConfig({}), { clock: () => Date.now() + ahead }).as(
    { kind: 'operator' },
    { source: 'test' },
  );

const appId = async (): Promise<number> => {
  const sql = 'select app_id from control.client_credentials where client_id = $1';
  const { rows } = await service.databases.control.query<{ app_id: number }>(sql, [service.full.clientId]);
  return rows[0]?.app_id as number;
};

async function submitForm(action: RegExp): Promise<void> {
  const path = formOf(await partner.page(), action);
  if (path) await partner.submit(path);
}

async function meet(scenario: 'one-call-left' | 'region-away'): Promise<void> {
  const { companyId } = service.merchant;
  await operations().call('scenario.run', { scenario, companyId, appId: await appId() });
  ahead += MINUTE;
  await Promise.all([partner.page(), partner.page()]);
  ahead += 5 * MINUTE;
}

/** What people, the merchant and time do to the example. */
const EVENTS: Readonly<Record<string, () => Promise<unknown>>> = {
  look: () => partner.page(),
  lookTogether: () => Promise.all(Array.from({ length: 5 }, () => partner.page())),
  order: () => submitForm(/\/merchants\/\d+\/orders\?key=[\w-]+/),
  receive: () => submitForm(/\/merchants\/\d+\/orders\/\d+\/receive\?version=\d+/),
  setLevels: () => submitForm(/\/merchants\/\d+\/low-stock/),
  async expire() {
    ahead += 16 * MINUTE;
  },
  async sell() {
    const day = new Date(Date.now() + ahead).toISOString().slice(0, 10);
    await operations().call('till.day', { companyId: service.merchant.companyId, day, seed: 7 });
  },
  async restart() {
    await partner.stop('SIGKILL');
    await partner.run();
  },
  async reconnect() {
    await submitForm(/\/merchants\/\d+\/disconnect/);
    await partner.connect();
  },
  meetLimit: () => meet('one-call-left'),
  meetOutage: () => meet('region-away'),
};

/** Waits until every request so far has been checked. */
async function settled(): Promise<void> {
  const app = createTillgate({ baseUrl: service.apiUrl, credentials: sandbox(service.ordering) });
  const { response } = await app.merchant(service.merchant.companyId).stores.list().withResponse();
  const { correlationId } = response;
  await vi.waitFor(
    async () => {
      const { rows } = await service.databases.control.query<{ app_id: number }>(
        'select app_id from control.client_credentials where client_id = $1',
        [service.ordering.clientId],
      );
      const { data } = await operations().call('request.list', { appId: rows[0]?.app_id as number });
      expect(data.map((request) => request.correlationId)).toContain(correlationId);
    },
    { timeout: 60_000, interval: 300 },
  );
}

describe('The example partner', () => {
  test.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
    'breaks no rule for clients, whatever happens (seed %i)',
    { timeout: 300_000 },
    async (seed) => {
      const names = fc.constantFrom(...Object.keys(EVENTS));
      const [events = []] = fc.sample(fc.array(names, { minLength: 12, maxLength: 12 }), { seed, numRuns: 1 });
      for (const name of events) await EVENTS[name]?.();
      await settled();
      const { requests, rules } = await operations().call('app.check', { appId: await appId() });
      expect(requests).toBeGreaterThan(0);
      expect([events, rules.filter(({ times }) => times > 0)]).toEqual([events, []]);
    },
  );
});
