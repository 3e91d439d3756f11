import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { Deliverer } from '../../../src/delivery/deliverer.ts';
import { deliveryParts } from '../../../src/delivery/delivery-parts.ts';
import { disconnect } from '../../../src/directory/access/connections.ts';
import { approveAccess } from '../../../src/directory/access/decide-access-request.ts';
import { COMMAND_LINE, OPERATOR } from '../../../src/directory/actor.ts';
import type { Notice } from '../../../src/directory/control.ts';
import type { Merchant } from '../../../src/directory/merchants/merchants.ts';
import { addDeveloper } from '../../../src/directory/people/staff.ts';
import { createUser } from '../../../src/directory/people/users.ts';
import { createFamily } from '../../../src/oauth/families.ts';
import { changesIn } from '../../../src/roles/roles.ts';
import { dump } from '../../../src/storage/backup/dump.ts';
import { load } from '../../../src/storage/backup/load.ts';
import { CHANGES_LIFETIME, sweepChanges } from '../../../src/storage/changes/sweep.ts';
import { Regions } from '../../../src/storage/regions.ts';
import { Sender } from '../../../src/webhooks/sender.ts';
import type { Caller } from '../../support/api-caller.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { freshDatabases } from '../../support/databases.ts';
import { answering, Endpoint } from '../../support/endpoint.ts';
import { secretsOf } from '../../support/secrets.ts';
import { sharedService, startService } from '../../support/service.ts';

const service = await sharedService();
const { databases, clock } = service;
const operations = controlPlaneOf(service).as(OPERATOR, COMMAND_LINE);
const HOUR = 60 * 60 * 1000;

/** A process that delivers, or that sends everything to one endpoint. It is stopped at the end of the test. */
function newDeliverer(to?: Endpoint, databases = service.databases): Deliverer {
  const control = { pool: databases.control, clock, announce: (notice: Notice) => void notices.push(notice) };
  const regions = new Regions(databases, clock);
  const parts = deliveryParts(readConfig({ TILLGATE_WEBHOOK_LOOPBACK: '1' }), {
    control,
    databases,
    regions,
    secrets: () => secretsOf(databases),
  });
  const log = pino({ level: 'silent' });
  const real = new Sender(clock);
  const send: Sender['send'] = (request, stop) => real.send({ ...request, url: to?.url() ?? request.url }, stop);
  const sender = async () => ({ send });
  onTestFinished(() => real.close());
  const deliverer = new Deliverer(
    { ...parts, sender, control, meter: { sent() {}, disabled() {} }, listen: changesIn(databases) },
    { log },
  );
  onTestFinished(() => deliverer.stop());
  return deliverer;
}

const notices: Notice[] = [];

const newDeveloper = (organizationId: number): Promise<number> =>
  service.control(async (tx) => {
    const { id } = await createUser(tx, { email: 'dee@acme.example', name: 'Dee', password: 'correct horse battery' });
    await addDeveloper(tx, id, organizationId);
    return id;
  });

interface Hook {
  readonly endpointId: number;
  readonly secret: string;
}

const addHook = (appId: number, endpoint: Endpoint, more: { resources?: ('brands' | 'items')[] } = {}): Promise<Hook> =>
  operations.call('webhook.add', { appId, env: 'SANDBOX', url: endpoint.url(), ...more });

/** A new app with a sandbox merchant, and an endpoint. */
async function newScene(endpoint: Endpoint): Promise<Hook & { readonly caller: Caller }> {
  const caller = await service.connect();
  return { caller, ...(await addHook(caller.partner.appId, endpoint)) };
}

const newBrand = (caller: Caller, name: string) => caller.create('/brands', { name });

async function until(isSo: () => unknown): Promise<void> {
  const end = performance.now() + 20_000;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('It did not happen in time.');
    await delay(10);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of requests, whose contract the conformance suite checks
const bodiesOf = ({ received }: Endpoint): any[] => received.map(({ body }) => JSON.parse(body));
const idsOf = ({ received }: Endpoint): unknown[] => received.map(({ request }) => request.headers['webhook-id']);
/** Ids of the changed records, in the order in which they were received. */
const changedIn = (endpoint: Endpoint): number[] =>
  bodiesOf(endpoint).flatMap(({ data }) => data.map(({ id }: { id: number }) => id));

const attemptsOf = async (endpointId: number) => (await operations.call('webhook.attempts', { endpointId })).data;
const statusOf = async (endpointId: number) => {
  const { status, disabledBecause } = await operations.call('webhook.show', { endpointId });
  return [status, disabledBecause];
};

describe('An endpoint', () => {
  test('receives the changes as GET /changes lists them, signed, with cursors that GET /changes accepts', async () => {
    const endpoint = await Endpoint.open(answering(204));
    const { caller, endpointId, secret } = await newScene(endpoint);
    const { nextCursor: start } = (await caller.get('/changes')).body;
    await newBrand(caller, 'One');
    await newBrand(caller, 'Two');
    newDeliverer().look(endpointId);
    await until(() => endpoint.received.length === 1);
    const { request, body } = endpoint.received[0] as Endpoint['received'][number];
    expect(Number(request.headers['webhook-timestamp'])).toBe(Math.floor(clock() / 1000));
    const listed = (await caller.get(`/changes?after=${start}`)).body;
    expect(JSON.parse(body)).toEqual({
      type: 'changes',
      merchantId: caller.merchant.companyId,
      after: start,
      ...listed,
    });
    // The library reads the present time itself.
    const now = Date.now;
    Date.now = clock;
    expect(new Webhook(secret).verify(body, request.headers as Record<string, string>)).toEqual(JSON.parse(body));
    Date.now = now;
    expect((await caller.get(`/changes?after=${JSON.parse(body).nextCursor}`)).body).toMatchObject({ data: [] });
  });

  test('that fails gets the same page with the same id again, later and later, and then the next one', async () => {
    let status = 500;
    const endpoint = await Endpoint.open((request, response) => answering(status)(request, response));
    const { caller, endpointId } = await newScene(endpoint);
    const deliverer = newDeliverer();
    const { id: first } = await newBrand(caller, 'First');
    deliverer.look(endpointId);
    await until(async () => (await attemptsOf(endpointId)).length === 1);
    const { id: second } = await newBrand(caller, 'Second');
    await delay(300);
    expect(endpoint.received).toHaveLength(1);
    service.advance(10_000);
    deliverer.look(endpointId);
    await until(async () => (await attemptsOf(endpointId)).length === 2);
    status = 200;
    service.advance(30_000);
    deliverer.sweep();
    await until(async () => (await attemptsOf(endpointId)).length === 4);
    const [one, two, three, four] = idsOf(endpoint);
    expect([two, three]).toEqual([one, one]);
    expect(four).not.toBe(one);
    expect(changedIn(endpoint)).toEqual([first, first, first, second]);
    expect((await attemptsOf(endpointId)).map(({ status }) => status)).toEqual([200, 200, 500, 500]);
  });

  test('that responds 410 is disabled at once, and enabled again continues where it ended', async () => {
    let status = 410;
    const endpoint = await Endpoint.open((request, response) => answering(status)(request, response));
    const { caller, endpointId } = await newScene(endpoint);
    const userId = await newDeveloper(caller.partner.organizationId);
    const deliverer = newDeliverer();
    const { id } = await newBrand(caller, 'One');
    deliverer.look(endpointId);
    await until(async () => (await statusOf(endpointId))[0] === 'disabled');
    expect(await statusOf(endpointId)).toEqual(['disabled', 'gone']);
    expect(notices).toMatchObject([
      { userId, about: 'webhookDisabled', because: 'gone', url: endpoint.url().split('?')[0] },
    ]);
    service.advance(HOUR);
    await delay(300);
    expect(endpoint.received).toHaveLength(1);
    status = 200;
    await operations.call('webhook.enable', { endpointId });
    deliverer.look(endpointId);
    await until(() => endpoint.received.length === 2);
    expect(changedIn(endpoint)).toEqual([id, id]);
    expect(new Set(idsOf(endpoint)).size).toBe(1);
  });

  test('that fails for 72 hours is disabled, and enabled again has another 72 hours', async () => {
    const endpoint = await Endpoint.open(answering(500));
    const { caller, endpointId } = await newScene(endpoint);
    const deliverer = newDeliverer();
    await newBrand(caller, 'One');
    const failOnce = async () => {
      const { length } = endpoint.received;
      deliverer.look(endpointId);
      await until(async () => (await attemptsOf(endpointId)).length > length);
    };
    await failOnce();
    service.advance(71 * HOUR);
    await failOnce();
    expect(await statusOf(endpointId)).toEqual(['enabled', null]);
    service.advance(2 * HOUR);
    await failOnce();
    await until(async () => (await statusOf(endpointId))[0] === 'disabled');
    expect(await statusOf(endpointId)).toEqual(['disabled', 'failing']);
    service.advance(1000);
    await operations.call('webhook.enable', { endpointId });
    await failOnce();
    await delay(100);
    expect(await statusOf(endpointId)).toEqual(['enabled', null]);
  });

  test('with a rotated secret receives both signatures for 24 hours', async () => {
    const endpoint = await Endpoint.open(answering(200));
    const { endpointId, secret } = await newScene(endpoint);
    const rotated = await operations.call('webhook.rotate-secret', { endpointId });
    const accepts = async (which: string) => {
      await operations.call('webhook.test', { endpointId });
      const { request, body } = endpoint.received.at(-1) as Endpoint['received'][number];
      const now = Date.now;
      Date.now = clock;
      try {
        return new Webhook(which).verify(body, request.headers as Record<string, string>) !== undefined;
      } catch {
        return false;
      } finally {
        Date.now = now;
      }
    };
    expect([await accepts(secret), await accepts(rotated.secret)]).toEqual([true, true]);
    service.advance(25 * HOUR);
    expect([await accepts(secret), await accepts(rotated.secret)]).toEqual([false, true]);
  });

  test('that never responds holds up no other, and has no more than two connections', async () => {
    const dead = await Endpoint.open(() => {});
    const alive = await Endpoint.open(answering(200));
    const caller = await service.connect();
    const { organizationId, appId } = caller.partner;
    const callers = [caller];
    for (let i = 0; i < 5; i += 1) {
      callers.push(await service.connectTo(caller.partner, await service.newMerchant(organizationId)));
    }
    const hooks = [await addHook(appId, dead), await addHook(appId, alive)];
    for (const each of callers) await newBrand(each, 'One');
    const deliverer = newDeliverer();
    for (const { endpointId } of hooks) deliverer.look(endpointId);
    await until(() => alive.received.length === 6);
    expect(dead.connections).toBeLessThanOrEqual(2);
  });

  test('receives the changes that its app may read, of the resources that it was added with', async () => {
    const partner = await service.newPartner('ONLINE_ORDER');
    const merchant = await service.newMerchant(partner.organizationId);
    const caller = await service.connectTo(await service.newApp(partner.organizationId, 'FULL'), merchant);
    const [all, items] = [await Endpoint.open(answering(200)), await Endpoint.open(answering(200))];
    const hooks = [
      await addHook(partner.appId, all),
      await addHook(caller.partner.appId, items, { resources: ['items'] }),
    ];
    await newBrand(caller, 'One');
    await caller.create('/categories', { name: 'Two' });
    await caller.create('/items', { name: 'Three' });
    const deliverer = newDeliverer();
    for (const { endpointId } of hooks) deliverer.look(endpointId);
    await until(() => all.received.length > 0 && items.received.length > 0);
    const seen = (endpoint: Endpoint) =>
      bodiesOf(endpoint).flatMap(({ data }) => data.map(({ resource }: { resource: string }) => resource));
    expect([seen(all), seen(items)]).toEqual([['categories', 'items'], ['items']]);
  });
});

/** Logs a change of a record that need not exist. */
const logChange = (merchant: Merchant, id: number, storeIds?: number[]): Promise<void> =>
  service.arrange(merchant, async (tx) => {
    tx.changed({ resource: 'stores', id, kind: 'updated', version: 1, storeIds });
  });

describe('Deliveries of production', () => {
  test('begin with the connection of a merchant and end with it, even while an attempt is due', async () => {
    const endpoint = await Endpoint.open(answering(500));
    const { organizationId } = await service.newPartner();
    const { appId } = await service.newApp(organizationId, 'FULL', 'PRODUCTION');
    const merchant = await service.newMerchant(null, 'UK', false);
    const { companyId } = merchant;
    const { endpointId } = await operations.call('webhook.add', {
      appId,
      env: 'PRODUCTION',
      url: 'https://a.example/',
    });
    await logChange(merchant, 1);
    const deliverer = newDeliverer(endpoint);
    deliverer.look(endpointId);
    service.advance(5 * 60_000);
    await delay(300);
    await service.control(async (tx) => {
      const user = await createUser(tx, { email: 'o@shop.example', name: 'O', password: 'correct horse battery' });
      await createFamily(tx, { appId, companyId, env: 'PRODUCTION', userId: user.id });
    });
    await logChange(merchant, 2);
    await until(async () => (await attemptsOf(endpointId)).length === 1);
    expect(changedIn(endpoint)).toEqual([2]);
    await service.control((tx) => disconnect(tx, companyId, appId));
    service.advance(HOUR);
    await logChange(merchant, 3);
    deliverer.look(endpointId);
    await delay(500);
    expect(endpoint.received).toHaveLength(1);
  });

  test('have only what concerns the stores that the merchant approved', async () => {
    const endpoint = await Endpoint.open(answering(200));
    const { organizationId } = await service.newPartner();
    const { appId } = await service.newApp(organizationId, 'ADSR', 'PRODUCTION');
    const merchant = await service.newMerchant(null, 'UK', false);
    const { companyId } = merchant;
    const [ours = 0, theirs = 0] = [
      await service.newStore(merchant, 'Ours'),
      await service.newStore(merchant, 'Theirs'),
    ];
    const ask = (storeIds: number[]) => service.requestAccess({ appId, companyId, storeIds });
    const approve = (id: number, storeIds: number[], replaces?: number) =>
      service.control((tx) => approveAccess(tx, { companyId, id, storeIds, ...(replaces && { replaces }) }));
    const first = await ask([ours]);
    await approve(first, [ours]);
    const { endpointId } = await operations.call('webhook.add', {
      appId,
      env: 'PRODUCTION',
      url: 'https://a.example/',
    });
    await logChange(merchant, theirs, [theirs]);
    await logChange(merchant, ours, [ours, theirs]);
    const deliverer = newDeliverer(endpoint);
    deliverer.look(endpointId);
    await until(() => endpoint.received.length === 1);
    expect(bodiesOf(endpoint)[0].data).toMatchObject([{ id: ours, storeIds: [ours] }]);
    const second = await ask([ours, theirs]);
    await approve(second, [ours, theirs], first);
    await logChange(merchant, theirs, [theirs]);
    deliverer.look(endpointId);
    await until(() => endpoint.received.length === 2);
    expect(bodiesOf(endpoint)[1]).toMatchObject({ type: 'resync', merchantId: companyId, reason: 'view_grown' });
    await logChange(merchant, theirs, [theirs]);
    deliverer.look(endpointId);
    await until(() => endpoint.received.length === 3);
    expect(bodiesOf(endpoint)[2].data).toMatchObject([{ id: theirs }]);
  });
});

describe('When changes are missing, an endpoint is told to read everything again', () => {
  test('after the merchant was reset, and then receives what follows', async () => {
    const endpoint = await Endpoint.open(answering(200));
    const { caller, endpointId } = await newScene(endpoint);
    const deliverer = newDeliverer();
    await service.arrange(caller.merchant, async (tx) => tx.restartLog());
    await logChange(caller.merchant, 1);
    deliverer.look(endpointId);
    await until(() => endpoint.received.length === 1);
    const [resync] = bodiesOf(endpoint);
    expect(resync).toMatchObject({ type: 'resync', reason: 'expired' });
    await logChange(caller.merchant, 2);
    deliverer.look(endpointId);
    await until(() => endpoint.received.length === 2);
    expect(bodiesOf(endpoint)[1]).toMatchObject({ type: 'changes', after: resync.nextCursor, data: [{ id: 2 }] });
    expect((await caller.get(`/changes?after=${resync.nextCursor}`)).body.data).toMatchObject([{ id: 2 }]);
  });

  test('after the deployment was restored from a backup', async () => {
    const endpoint = await Endpoint.open(answering(200));
    const { caller, endpointId } = await newScene(endpoint);
    await logChange(caller.merchant, 1);
    newDeliverer().look(endpointId);
    await until(async () => (await attemptsOf(endpointId)).length === 1);
    const restored = await freshDatabases();
    onTestFinished(() => restored.close());
    await load(dump(databases, '0.0.0'), restored);
    newDeliverer(endpoint, restored).look(endpointId);
    await until(() => endpoint.received.length === 2);
    expect(bodiesOf(endpoint)[1]).toMatchObject({ type: 'resync', reason: 'restored' });
  });

  test('once an operator has resynchronized the endpoints', async () => {
    const endpoint = await Endpoint.open(answering(200));
    const { caller, endpointId } = await newScene(endpoint);
    await logChange(caller.merchant, 1);
    newDeliverer().look(endpointId);
    await until(async () => (await attemptsOf(endpointId)).length === 1);
    await operations.call('webhook.resync', {});
    newDeliverer().look(endpointId);
    await until(() => endpoint.received.length === 2);
    expect(bodiesOf(endpoint)[1]).toMatchObject({ type: 'resync', reason: 'restored' });
  });

  test('once, after the merchant’s cell was restored to an earlier state, even if nothing was written since', async () => {
    const endpoint = await Endpoint.open(answering(200));
    const { caller, endpointId } = await newScene(endpoint);
    const { companyId } = caller.merchant;
    const { UK } = databases.regions;
    const deliver = async (count: number) => {
      const deliverer = newDeliverer();
      deliverer.look(endpointId);
      await until(async () => (await attemptsOf(endpointId)).length === count);
      // A resync is noted after its attempt is logged.
      await deliverer.stop();
    };
    await logChange(caller.merchant, 1);
    await deliver(1);
    const { rows } = await UK.query<{ position: number; mark: number }>(
      'select position, mark from region_uk.webhook_cursors where company_id = $1',
      [companyId],
    );
    await logChange(caller.merchant, 2);
    await deliver(2);
    const { position, mark } = rows[0] as (typeof rows)[number];
    await UK.query('delete from region_uk.changes where company_id = $1 and position > $2', [companyId, position]);
    await UK.query('update region_uk.webhook_cursors set position = $2, mark = $3 where company_id = $1', [
      ...[companyId, position, mark],
    ]);
    await deliver(3);
    await logChange(caller.merchant, 3);
    await deliver(4);
    expect(bodiesOf(endpoint).slice(2)).toMatchObject([
      { type: 'resync', reason: 'restored' },
      { type: 'changes', data: [{ id: 3, position: position + 1 }] },
    ]);
  });

  test('after it was disabled for longer than changes are kept', async () => {
    const endpoint = await Endpoint.open(answering(200));
    const { caller, endpointId } = await newScene(endpoint);
    await logChange(caller.merchant, 1);
    await operations.call('webhook.disable', { endpointId });
    service.advance(CHANGES_LIFETIME + HOUR);
    await sweepChanges(databases.regions.UK, 'UK', clock());
    await logChange(caller.merchant, 2);
    await operations.call('webhook.enable', { endpointId });
    newDeliverer().look(endpointId);
    await until(() => endpoint.received.length === 1);
    expect(bodiesOf(endpoint)).toMatchObject([{ type: 'resync', reason: 'expired' }]);
  });
});

describe('Several processes', () => {
  test('share the work: each merchant’s changes arrive once and in order', async () => {
    const endpoint = await Endpoint.open(
      (request, response) => void setTimeout(() => answering(200)(request, response), 3),
    );
    const { caller, endpointId } = await newScene(endpoint);
    const merchants = [caller.merchant];
    for (let i = 0; i < 9; i += 1) merchants.push(await service.newMerchant(caller.partner.organizationId));
    const deliverers = [newDeliverer(), newDeliverer(), newDeliverer()];
    for (let round = 1; round <= 15; round += 1) {
      await Promise.all(
        merchants.map(async (merchant) => {
          await logChange(merchant, round);
        }),
      );
      for (const deliverer of deliverers) deliverer.look(endpointId);
    }
    const ofMerchant = ({ companyId }: Merchant) =>
      bodiesOf(endpoint).flatMap(({ merchantId, data }) => (merchantId === companyId ? data : []));
    await until(() => merchants.every((merchant) => ofMerchant(merchant).length >= 15));
    await delay(500);
    const expected = Array.from({ length: 15 }, (_, i) => i + 1);
    for (const merchant of merchants) expect(ofMerchant(merchant).map(({ id }) => id)).toEqual(expected);
    expect(new Set(idsOf(endpoint)).size).toBe(endpoint.received.length);
  });

  test('take over what a process that stopped had begun, with the same id', async () => {
    let answers = false;
    const endpoint = await Endpoint.open((request, response) => {
      if (answers) answering(200)(request, response);
    });
    const { caller, endpointId } = await newScene(endpoint);
    await logChange(caller.merchant, 1);
    const [first, second] = [newDeliverer(), newDeliverer()];
    first.look(endpointId);
    await until(() => endpoint.received.length === 1);
    second.look(endpointId);
    await delay(200);
    expect(endpoint.received).toHaveLength(1);
    await first.stop();
    answers = true;
    second.look(endpointId);
    await until(() => endpoint.received.length === 2);
    expect(changedIn(endpoint)).toEqual([1, 1]);
    expect(new Set(idsOf(endpoint)).size).toBe(1);
  });
});

describe('A developer', () => {
  test('sends an earlier request again, and so acknowledges a page that waits', async () => {
    let status = 500;
    const endpoint = await Endpoint.open((request, response) => answering(status, 'Busy')(request, response));
    const { caller, endpointId } = await newScene(endpoint);
    await logChange(caller.merchant, 1);
    const deliverer = newDeliverer();
    deliverer.look(endpointId);
    await until(async () => (await attemptsOf(endpointId)).length === 1);
    const [attempt] = await attemptsOf(endpointId);
    expect(attempt).toMatchObject({ status: 500, answer: 'Busy', failure: 'The endpoint responded with status 500.' });
    const before = (await operations.call('webhook.merchants', { endpointId })).data;
    expect(before).toMatchObject([{ state: 'failing', behind: 1, failures: 1 }]);
    status = 200;
    const resent = await operations.call('webhook.resend', { endpointId, attemptId: attempt?.attemptId ?? 0 });
    expect(resent).toMatchObject({ status: 200, webhookId: attempt?.webhookId });
    const after = (await operations.call('webhook.merchants', { endpointId })).data;
    expect(after).toMatchObject([{ state: 'current', behind: 0, failures: 0 }]);
    const [one, two] = endpoint.received;
    expect(two?.body).toBe(one?.body);
  });
});

test('A change is sent as soon as it is committed', async () => {
  const endpoint = await Endpoint.open(answering(200));
  const { caller, endpointId } = await newScene(endpoint);
  // Nothing looks for changes regularly.
  newDeliverer().look(endpointId);
  for (const name of ['One', 'Two']) {
    const { id } = await newBrand(caller, name);
    await until(() => changedIn(endpoint).at(-1) === id);
  }
});

test('A server delivers what is written to it', async () => {
  const running = await startService({ delivers: true, settings: { TILLGATE_WEBHOOK_LOOPBACK: '1' } });
  onTestFinished(() => running.stop());
  const endpoint = await Endpoint.open(answering(200));
  const caller = await running.connect();
  const { appId } = caller.partner;
  await controlPlaneOf(running)
    .as(OPERATOR, COMMAND_LINE)
    .call('webhook.add', { appId, env: 'SANDBOX', url: endpoint.url() });
  const { id } = await newBrand(caller, 'One');
  await until(() => endpoint.received.length === 1);
  expect(changedIn(endpoint)).toEqual([id]);
});
