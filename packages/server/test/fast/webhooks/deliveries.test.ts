import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CHANGES_LIFETIME, sweepChanges } from '../../../src/changes/log.ts';
import { readConfig } from '../../../src/config.ts';
import { approveAccess } from '../../../src/control/access-requests.ts';
import { COMMAND_LINE, OPERATOR } from '../../../src/control/actor.ts';
import type { Notice } from '../../../src/control/control.ts';
import type { Merchant } from '../../../src/control/merchants.ts';
import { addDeveloper } from '../../../src/control/organizations.ts';
import { createUser } from '../../../src/control/users.ts';
import { dump } from '../../../src/database/backup.ts';
import { Unavailable } from '../../../src/database/failures.ts';
import { load } from '../../../src/database/restore.ts';
import { Metrics } from '../../../src/process/metrics.ts';
import { openRuntime } from '../../../src/runtime.ts';
import { Deliverer } from '../../../src/webhooks/deliverer.ts';
import { deliveryOf } from '../../../src/webhooks/requests.ts';
import { Sender } from '../../../src/webhooks/sender.ts';
import type { Caller } from '../../support/api-caller.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { freshDatabases } from '../../support/databases.ts';
import { answering, Endpoint } from '../../support/endpoint.ts';
import { TEST_KEY } from '../../support/secrets.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();
const { databases, clock } = service;
const { UK } = databases.regions;
const operations = controlPlaneOf(service).as(OPERATOR, COMMAND_LINE);
const HOUR = 60 * 60 * 1000;

const notices: Notice[] = [];

/** A process that delivers, or that sends everything to one endpoint. It is stopped at the end of the test. */
function newDeliverer(to?: Endpoint, databases = service.databases): Deliverer {
  const announce = (notice: Notice) => void notices.push(notice);
  const settings = { TILLGATE_KEY: TEST_KEY, TILLGATE_WEBHOOK_LOOPBACK: '1' };
  const real = new Sender(clock);
  const send: Sender['send'] = (request, stop) => real.send({ ...request, url: to?.url() ?? request.url }, stop);
  onTestFinished(() => real.close());
  const deliverer = new Deliverer({
    ...deliveryOf(openRuntime(readConfig(settings), databases, { clock, announce })),
    sender: async () => ({ send }),
    log: pino({ level: 'silent' }),
    metrics: new Metrics(),
  });
  onTestFinished(() => deliverer.stop());
  return deliverer;
}

interface Scene {
  readonly caller: Caller;
  readonly endpointId: number;
}

/** A new app with a sandbox merchant, and an endpoint. */
async function newScene(endpoint: Endpoint): Promise<Scene> {
  const caller = await service.connect();
  const { appId } = caller.partner;
  const { endpointId } = await operations.call('webhook.add', { appId, env: 'SANDBOX', url: endpoint.url() });
  return { caller, endpointId };
}

/** Logs a change of a record that need not exist. */
const logChange = (merchant: Merchant, id: number, storeIds?: number[]): Promise<void> =>
  service.arrange(merchant, async (tx) => {
    tx.changed({ resource: 'stores', id, kind: 'updated', version: 1, storeIds });
  });

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

/** A process makes one attempt, and stops. */
async function deliverOnce(endpointId: number, to?: Endpoint): Promise<void> {
  const { length } = await attemptsOf(endpointId);
  const deliverer = newDeliverer(to);
  deliverer.look(endpointId);
  await until(async () => (await attemptsOf(endpointId)).length > length);
  // A resync is noted, and an endpoint disabled, after the attempt is logged.
  await deliverer.stop();
}

test.each<[what: string, status: number, pauses: number[], because: string]>([
  ['responds 410', 410, [], 'gone'],
  ['fails for 72 hours', 500, [71 * HOUR, 2 * HOUR], 'failing'],
])(
  'An endpoint that %s is disabled, its developers are told, and once enabled it continues',
  async (_, code, pauses, because) => {
    let status = code;
    const endpoint = await Endpoint.open((request, response) => answering(status)(request, response));
    const { caller, endpointId } = await newScene(endpoint);
    const userId = await service.control(async (tx) => {
      const email = `dee@${because}.example`;
      const { id } = await createUser(tx, { email, name: 'Dee', password: 'correct horse battery' });
      await addDeveloper(tx, id, caller.partner.organizationId);
      return id;
    });
    const shown = () => operations.call('webhook.show', { endpointId });
    await logChange(caller.merchant, 1);
    await deliverOnce(endpointId);
    for (const pause of pauses) {
      expect(await shown()).toMatchObject({ status: 'enabled', disabledBecause: null });
      service.advance(pause);
      await deliverOnce(endpointId);
    }
    expect(await shown()).toMatchObject({ status: 'disabled', disabledBecause: because });
    const [url] = endpoint.url().split('?');
    const told = notices.filter((notice) => 'url' in notice && notice.url === url);
    expect(told).toMatchObject([{ userId, about: 'webhookDisabled', because }]);
    const { length } = endpoint.received;
    await logChange(caller.merchant, 2);
    const deliverer = newDeliverer();
    deliverer.look(endpointId);
    await delay(200);
    await deliverer.stop();
    expect(endpoint.received).toHaveLength(length);
    service.advance(1);
    await operations.call('webhook.enable', { endpointId });
    // A failure begins another 72 hours.
    status = 500;
    await deliverOnce(endpointId);
    expect(await shown()).toMatchObject({ status: 'enabled' });
    status = 200;
    service.advance(5 * HOUR);
    await deliverOnce(endpointId);
    const ids = idsOf(endpoint).slice(0, length + 2);
    expect(ids).toEqual(Array(length + 2).fill(ids[0]));
  },
);

test.each([
  ['is narrowed to the resources that the endpoint still receives', true],
  ['is skipped if the endpoint receives none of its resources any more', false],
])('A page that waits %s', async (_, hasCategory) => {
  let status = 500;
  const endpoint = await Endpoint.open((request, response) => answering(status)(request, response));
  const { caller, endpointId } = await newScene(endpoint);
  const createCategory = () => caller.create('/categories', { name: 'Kept' });
  await caller.create('/brands', { name: 'Narrowed' });
  const waiting = hasCategory ? await createCategory() : undefined;
  await deliverOnce(endpointId);
  await operations.call('webhook.change', { endpointId, resources: ['categories'] });
  const { id } = waiting ?? (await createCategory());
  status = 200;
  service.advance(5 * HOUR);
  await deliverOnce(endpointId);
  expect(bodiesOf(endpoint).at(-1)).toMatchObject({ data: [{ resource: 'categories', id }] });
});

test('Deliveries of production have only what concerns the stores that the merchant approved', async () => {
  const endpoint = await Endpoint.open(answering(200));
  const { organizationId } = await service.newPartner();
  const { appId } = await service.newApp(organizationId, 'ADSR', 'PRODUCTION');
  const merchant = await service.newMerchant(null, 'UK', false);
  const { companyId } = merchant;
  const [ours = 0, theirs = 0] = [await service.newStore(merchant, 'Ours'), await service.newStore(merchant, 'Theirs')];
  const approve = async (storeIds: number[], replaces?: number): Promise<number> => {
    const id = await service.requestAccess({ appId, companyId, storeIds });
    await service.control((tx) => approveAccess(tx, { companyId, id, storeIds, ...(replaces && { replaces }) }));
    return id;
  };
  const first = await approve([ours]);
  const url = 'https://a.example/';
  const { endpointId } = await operations.call('webhook.add', { appId, env: 'PRODUCTION', url });
  await logChange(merchant, theirs, [theirs]);
  await logChange(merchant, ours, [ours, theirs]);
  await deliverOnce(endpointId, endpoint);
  await approve([ours, theirs], first);
  for (let n = 0; n < 2; n += 1) {
    await logChange(merchant, theirs, [theirs]);
    await deliverOnce(endpointId, endpoint);
  }
  expect(bodiesOf(endpoint)).toMatchObject([
    { data: [{ id: ours, storeIds: [ours] }] },
    { type: 'resync', merchantId: companyId, reason: 'view_grown' },
    { data: [{ id: theirs }] },
  ]);
});

describe('When changes are missing, an endpoint is told once to read everything again', () => {
  test.each<[when: string, reason: string, lose: (scene: Scene) => Promise<unknown>]>([
    [
      'after the merchant was reset',
      'expired',
      async ({ caller: { merchant } }) => {
        await service.arrange(merchant, async (tx) => tx.restartLog());
        await logChange(merchant, 5);
      },
    ],
    [
      'after it was disabled for longer than changes are kept',
      'expired',
      async ({ caller: { merchant }, endpointId }) => {
        await operations.call('webhook.disable', { endpointId });
        await logChange(merchant, 5);
        service.advance(CHANGES_LIFETIME + HOUR);
        await sweepChanges(UK, 'UK', clock());
        await logChange(merchant, 6);
        await operations.call('webhook.enable', { endpointId });
      },
    ],
    ['after an operator resynchronized the endpoints', 'restored', () => operations.call('webhook.resync', {})],
    [
      'after the merchant’s cell was restored to an earlier state, even if nothing was written since',
      'restored',
      async ({ caller: { merchant }, endpointId }) => {
        const { companyId } = merchant;
        const sql = 'select position, mark from region_uk.webhook_cursors where company_id = $1';
        const [{ position, mark }] = (await UK.query(sql, [companyId])).rows as [{ position: number; mark: number }];
        await logChange(merchant, 5);
        await deliverOnce(endpointId);
        await UK.query('delete from region_uk.changes where company_id = $1 and position > $2', [companyId, position]);
        await UK.query('update region_uk.webhook_cursors set position = $2, mark = $3 where company_id = $1', [
          ...[companyId, position, mark],
        ]);
      },
    ],
  ])('%s', async (_, reason, lose) => {
    const endpoint = await Endpoint.open(answering(200));
    const scene = await newScene(endpoint);
    const { caller, endpointId } = scene;
    await logChange(caller.merchant, 1);
    await deliverOnce(endpointId);
    await lose(scene);
    await deliverOnce(endpointId);
    await logChange(caller.merchant, 2);
    await deliverOnce(endpointId);
    const [resync, next] = bodiesOf(endpoint).slice(-2);
    expect(resync).toMatchObject({ type: 'resync', reason });
    expect(next).toMatchObject({ type: 'changes', after: resync.nextCursor, data: [{ id: 2 }] });
    await caller.renewToken();
    expect((await caller.get(`/changes?after=${resync.nextCursor}`)).body.data).toEqual(next.data);
  });

  test('after one database with everything was restored under the process that had sent more', async () => {
    const endpoint = await Endpoint.open(answering(200));
    const { caller, endpointId } = await newScene(endpoint);
    const { companyId } = caller.merchant;
    const deliverer = newDeliverer();
    const deliver = async (id: number) => {
      const { length } = endpoint.received;
      await logChange(caller.merchant, id);
      deliverer.look(endpointId);
      await until(async () => endpoint.received.length > length && (await attemptsOf(endpointId)).length > length);
    };
    await deliver(1);
    const cursor = 'region_uk.webhook_cursors where company_id = $1';
    const [{ position, mark }] = (await UK.query(`select position, mark from ${cursor}`, [companyId])).rows as [
      { position: number; mark: number },
    ];
    await deliver(2);
    for (const table of ['region_uk.webhook_cursors', 'control.webhook_sent'])
      await UK.query(`update ${table} set position = $2, mark = $3 where company_id = $1`, [companyId, position, mark]);
    await UK.query('delete from region_uk.changes where company_id = $1 and position > $2', [companyId, position]);
    await deliver(3);
    expect(bodiesOf(endpoint).at(-1)).toMatchObject({ type: 'resync', reason: 'restored' });
  });

  test('after the deployment was restored from a backup', async () => {
    const endpoint = await Endpoint.open(answering(200));
    const { caller, endpointId } = await newScene(endpoint);
    await logChange(caller.merchant, 1);
    await deliverOnce(endpointId);
    const restored = await freshDatabases();
    onTestFinished(() => restored.close());
    await load(dump(databases, '0.0.0'), restored);
    newDeliverer(endpoint, restored).look(endpointId);
    await until(() => endpoint.received.length === 2);
    expect(bodiesOf(endpoint)[1]).toMatchObject({ type: 'resync', reason: 'restored' });
    // The backup has what other files have written to the shared database.
  }, 180_000);
});

test('A clock that is put back does not hold up what waits for its next attempt', async () => {
  let status = 500;
  const endpoint = await Endpoint.open((request, response) => answering(status)(request, response));
  const { caller, endpointId } = await newScene(endpoint);
  service.advance(2 * HOUR);
  await logChange(caller.merchant, 1);
  await deliverOnce(endpointId);
  service.advance(-2 * HOUR);
  status = 200;
  await deliverOnce(endpointId);
  const statuses = (await attemptsOf(endpointId)).map((attempt) => attempt.status);
  expect(new Set(statuses)).toEqual(new Set([200, 500]));
});

test('A process stores how a request ended once its database answers again, without waiting for the end of the lease', async () => {
  let isAway = false;
  const pool = new Proxy(UK, {
    get(target, name) {
      if (isAway && name === 'connect') return () => Promise.reject(new Unavailable('unavailable'));
      const member = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  const endpoint = await Endpoint.open((request, response) => {
    isAway = true;
    setTimeout(() => {
      isAway = false;
    }, 200);
    answering(200)(request, response);
  });
  const { caller, endpointId } = await newScene(endpoint);
  await logChange(caller.merchant, 1);
  newDeliverer(undefined, { ...databases, regions: { ...databases.regions, UK: pool } }).look(endpointId);
  await until(async () => (await attemptsOf(endpointId)).length === 1);
  expect([endpoint.received.length, (await attemptsOf(endpointId))[0]?.status]).toEqual([1, 200]);
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
    const rounds = Array.from({ length: 15 }, (_, i) => i + 1);
    for (const round of rounds) {
      await Promise.all(merchants.map((merchant) => logChange(merchant, round)));
      for (const deliverer of deliverers) deliverer.look(endpointId);
    }
    const ofMerchant = ({ companyId }: Merchant) =>
      bodiesOf(endpoint).flatMap(({ merchantId, data }) => (merchantId === companyId ? data : []));
    await until(() => merchants.every((merchant) => ofMerchant(merchant).length >= rounds.length));
    // What is sent twice has arrived once the processes have ended. They end together: one that ends alone gives its
    // unsettled page back, and another sends it again.
    await Promise.all(deliverers.map((deliverer) => deliverer.stop()));
    for (const merchant of merchants) expect(ofMerchant(merchant).map(({ id }) => id)).toEqual(rounds);
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

test('A developer sees what an endpoint responded and how far it is behind, and catches up by sending it again', async () => {
  let status = 500;
  const endpoint = await Endpoint.open((request, response) => answering(status, 'Busy')(request, response));
  const { caller, endpointId } = await newScene(endpoint);
  const merchants = async () => (await operations.call('webhook.merchants', { endpointId })).data;
  await logChange(caller.merchant, 1);
  await deliverOnce(endpointId);
  const [attempt] = await attemptsOf(endpointId);
  expect(attempt).toMatchObject({ status: 500, answer: 'Busy', failure: 'The endpoint responded with status 500.' });
  expect(await merchants()).toMatchObject([{ state: 'failing', behind: 1, failures: 1 }]);
  status = 200;
  const resent = await operations.call('webhook.resend', { endpointId, attemptId: attempt?.attemptId ?? 0 });
  expect(resent).toMatchObject({ status: 200, webhookId: attempt?.webhookId });
  expect(bodiesOf(endpoint).at(-1)).toEqual(bodiesOf(endpoint)[0]);
  expect(await merchants()).toMatchObject([{ state: 'current', behind: 0, failures: 0 }]);
});

test('A change is sent as soon as it is committed', async () => {
  const endpoint = await Endpoint.open(answering(200));
  const { caller, endpointId } = await newScene(endpoint);
  // Nothing looks for changes regularly.
  newDeliverer().look(endpointId);
  for (const name of ['One', 'Two']) {
    const { id } = await caller.create('/brands', { name });
    await until(() => changedIn(endpoint).at(-1) === id);
  }
});
