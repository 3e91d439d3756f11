import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ExamplePartner, formOf } from '../../../../client/test/support/example-partner.ts';
import { type Service, startService } from '../../../../client/test/support/service.ts';
import { appIdOf, findingsIn, operationsOn } from '../../../../client/test/support/traffic.ts';

const MINUTE = 60_000;
/** Number of orders that are tried; TEST_SEED is the first, for others than these. */
const ORDERS = 3;
const FIRST = Number(process.env.TEST_SEED ?? 0);

let ahead = 0;
let service: Service;
let partner: ExamplePartner;

beforeAll(async () => {
  service = await startService({ clock: () => Date.now() + ahead });
  partner = await ExamplePartner.start(service);
  await partner.connect();
});
afterAll(async () => {
  await partner?.process.remove();
  await service?.stop();
});

async function submitForm(action: RegExp): Promise<void> {
  const path = formOf(await partner.page(), action);
  if (path) await partner.submit(path);
}

async function meet(scenario: 'one-call-left' | 'region-away'): Promise<void> {
  const { companyId } = service.merchant;
  const appId = await appIdOf(service, service.full);
  await operationsOn(service).call('scenario.run', { scenario, companyId, appId });
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
    await operationsOn(service).call('till.day', { companyId: service.merchant.companyId, day, seed: 7 });
  },
  async restart() {
    await partner.process.stop('SIGKILL');
    await partner.process.run();
  },
  async reconnect() {
    await submitForm(/\/merchants\/\d+\/disconnect/);
    await partner.connect();
  },
  meetLimit: () => meet('one-call-left'),
  meetOutage: () => meet('region-away'),
};

describe('The example partner', () => {
  test.each(Array.from({ length: ORDERS }, (_, order) => FIRST + order))(
    'breaks no rule for clients, in whatever order everything happens (seed %i)',
    { timeout: 300_000 },
    async (seed) => {
      const names = Object.keys(EVENTS);
      const orders = fc.shuffledSubarray(names, { minLength: names.length });
      const [events = []] = fc.sample(orders, { seed, numRuns: 1 });
      for (const name of events) await EVENTS[name]?.();
      expect([events, await findingsIn(service, service.full)]).toEqual([events, []]);
    },
  );
});
