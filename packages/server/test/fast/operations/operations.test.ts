import { describe, expect, test } from 'vitest';
import { type Actor, isFor, OPERATOR } from '../../../src/control/actor.ts';
import { CalledTooOften, InvalidInput, NotAllowed } from '../../../src/control/errors.ts';
import { createApiKey, registerApp } from '../../../src/control/keys.ts';
import { addDeveloper, createOrganization } from '../../../src/control/organizations.ts';
import { createUser } from '../../../src/control/users.ts';
import { OPERATIONS, type OperationName } from '../../../src/operations/operations.ts';
import { addEndpoint } from '../../../src/webhooks/endpoints.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { PASSWORD } from '../../support/secrets.ts';
import { sharedService } from '../../support/service.ts';

/** Records of one organization and of one merchant. */
interface Side {
  readonly organizationId: number;
  readonly appId: number;
  readonly clientId: string;
  readonly apiKeyId: number;
  /** A live merchant with a pending access request from the app. */
  readonly companyId: number;
  readonly storeId: number;
  readonly accessRequestId: number;
  readonly endpointId: number;
  readonly sandboxId: number;
  readonly userId: number;
}

const service = await sharedService();
const plane = controlPlaneOf(service);
const SOURCE = { source: 'test' };
const mine = await newSide('Mine');
const other = await newSide('Other');

async function newSide(name: string): Promise<Side> {
  const organizationId = await service.control((tx) => createOrganization(tx, name));
  const { appId } = await service.newApp(organizationId, 'ADSR', 'PRODUCTION');
  const merchant = await service.newMerchant(null, 'UK', false);
  const { companyId } = merchant;
  const { companyId: sandboxId } = await service.newMerchant(organizationId);
  const storeId = await service.newStore(merchant);
  const accessRequestId = await service.requestAccess({ appId, companyId, storeIds: [storeId] });
  return service.control(async (tx) => {
    const { clientId } = await registerApp(tx, { organizationId, name, product: 'FULL' });
    const { id: apiKeyId } = await createApiKey(tx, appId, 'SANDBOX');
    const user = await createUser(tx, { email: `${name}@shop.example`, name, password: PASSWORD });
    const env = 'SANDBOX';
    const endpointId = await addEndpoint(tx, { appId, env, url: 'https://a.example/' }, { loopback: false });
    const records = { organizationId, appId, clientId, apiKeyId, companyId, storeId, accessRequestId, sandboxId };
    return { ...records, endpointId, userId: user.id };
  });
}

const call = (actor: Actor, name: OperationName, input: unknown) => plane.run(name, input, actor, SOURCE);

const rejectionOf = (outcome: Promise<unknown>): Promise<Error> =>
  outcome.then(
    () => Promise.reject(new Error('It was accepted.')),
    (error) => error,
  );

/** Values of the fields that operations require, about one side's records. */
const valuesOf = (side: Side): Readonly<Record<string, unknown>> => ({
  ...side,
  ...{ name: 'New', email: 'new@shop.example', currency: 'GBP', reason: 'No logo.', logo: null, allowedIps: [] },
  ...{ uri: 'https://a.example/', origin: 'https://a.example', url: 'https://b.example/', storeIds: [side.storeId] },
  ...{ invitationId: 1, adminTokenId: 1, attemptId: 1, requestsAMinute: 1, day: '2026-03-01', items: ['1'] },
  ...{ receipt: 'till-1', correlationId: '5f0c9b54-0a51-4d2e-9a7e-3a0f6f1f7c11' },
});

/** Inputs with all that an operation requires and each record that it can be about, for each of the side's merchants. */
function inputsOf(name: OperationName, side: Side): Readonly<Record<string, unknown>>[] {
  const values = valuesOf(side);
  const fields = Object.entries(OPERATIONS[name].input.entries).flatMap(([field, schema]) => {
    const isWanted = schema.type !== 'optional' || field in side;
    return isWanted
      ? [[field, values[field] ?? (schema as { options?: readonly unknown[] }).options?.[0] ?? null]]
      : [];
  });
  const input = Object.fromEntries(fields);
  return 'companyId' in input ? [input, { ...input, companyId: side.sandboxId }] : [input];
}

/** Numbers that lists show as totals. */
const COUNTS =
  'select kind, status, sum(n) from region_uk.row_counts where company_id = $1 group by 1, 2 order by 1, 2';

const NAMES = Object.keys(OPERATIONS) as OperationName[];

/** Everything the control plane stores about one side, to check that nothing has changed. */
async function stateOf(): Promise<unknown> {
  const tables = ['organizations', 'apps', 'client_credentials', 'client_secrets', 'api_keys', 'redirect_uris'];
  const people = ['users', 'memberships', 'developers', 'operators', 'merchants', 'access_requests', 'audit_log'];
  const webhooks = ['webhook_endpoints', 'webhook_secrets'];
  const { control } = service.databases;
  const states = [...tables, ...people, ...webhooks, 'admin_tokens', 'signing_keys'].map((table) =>
    control.query(`select md5(string_agg(t::text, '' order by t::text)) as state from control.${table} t`),
  );
  return (await Promise.all(states)).map(({ rows }) => rows);
}

describe('An operation of the control plane', () => {
  const ACTORS: [string, (side: Side) => Actor][] = [
    ['admin', ({ organizationId }) => ({ kind: 'admin', organizationId })],
    ['developer', ({ organizationId }) => ({ kind: 'developer', organizationId })],
    ['owner', ({ companyId }) => ({ kind: 'owner', companyId })],
    ['employee', ({ companyId }) => ({ kind: 'employee', companyId })],
  ];

  test.each(ACTORS)('neither shows nor changes anything of others to a %s', async (_, actorOf) => {
    const before = await stateOf();
    const actor = actorOf(mine);
    for (const name of NAMES) {
      const allowed = isFor(OPERATIONS[name].actors, actor);
      for (const input of inputsOf(name, other)) {
        const outcome = await rejectionOf(call(actor, name, input));
        if (!allowed) expect(outcome, name).toBeInstanceOf(NotAllowed);
        else
          expect(outcome.message, name).toMatch(
            /^No such (organization|merchant|app|client|API key|webhook endpoint|access request): /,
          );
      }
    }
    expect(await stateOf()).toEqual(before);
  });

  test.each(ACTORS)('reports records of others to a %s like unknown ones', async (_, actorOf) => {
    const actor = actorOf(mine);
    const unknown = { ...other, organizationId: 1, appId: 1, clientId: 'x', apiKeyId: 1, companyId: 1, sandboxId: 1 };
    for (const name of NAMES) {
      // Merchants of the actor's kind: live ones have owners, sandbox merchants an organization.
      const [ofOther, ofUnknown] = [other, { ...unknown, accessRequestId: 1, endpointId: 1 }].map(async (side) => {
        const input = inputsOf(name, side).at('companyId' in actor ? 0 : -1);
        return (await rejectionOf(call(actor, name, input))).message.replace(/: .*/, '');
      });
      expect(await ofUnknown, name).toBe(await ofOther);
    }
  });

  test("lists only the actor's own records", async () => {
    const developer: Actor = { kind: 'developer', organizationId: mine.organizationId };
    const owner: Actor = { kind: 'owner', companyId: mine.companyId };
    const ids = async (actor: Actor, name: OperationName, field: string) => {
      const { data } = (await call(actor, name, {})) as { data: Record<string, number>[] };
      return [...new Set(data.map((row) => row[field]))];
    };
    expect(await ids(developer, 'app.list', 'organizationId')).toEqual([mine.organizationId]);
    expect(await ids(developer, 'merchant.list', 'companyId')).toEqual([mine.sandboxId]);
    expect(await ids(developer, 'access-request.list', 'accessRequestId')).toEqual([mine.accessRequestId]);
    expect(await ids(developer, 'audit.list', 'organizationId')).toEqual([mine.organizationId]);
    expect(await ids(owner, 'access-request.list', 'accessRequestId')).toEqual([mine.accessRequestId]);
    expect(await ids(owner, 'audit.list', 'companyId')).toEqual([mine.companyId]);
  });

  test('a developer creates sandbox merchants, and no live ones', async () => {
    const developer: Actor = { kind: 'developer', organizationId: mine.organizationId };
    const shop = { name: 'Trial', region: 'UK', currency: 'GBP' };
    expect(await call(developer, 'merchant.create', shop)).toMatchObject({
      demo: true,
      organizationId: mine.organizationId,
      storeIds: [],
    });
  });

  test('a sandbox merchant is created with demo data, which a reset puts back', async () => {
    const developer: Actor = { kind: 'developer', organizationId: mine.organizationId };
    const operations = plane.as(developer, SOURCE);
    const input = { name: 'Trial', region: 'UK', currency: 'GBP', demoData: true } as const;
    const { companyId, storeIds } = await operations.call('merchant.create', input);
    const merchant = await plane.as(OPERATOR, SOURCE).call('merchant.show', { companyId });
    const counted = async () => (await service.databases.regions.UK.query(COUNTS, [companyId])).rows;
    const before = await counted();
    const countOf = async () => (await operations.call('store.list', { companyId })).data.length;
    await service.newStore(merchant, 'Added later');
    expect([storeIds.length, await countOf()]).toEqual([2, 3]);
    const resets = [1, 2].map(() => operations.call('merchant.reset', { companyId }));
    const outcomes = await Promise.all(resets);
    expect(outcomes.every((outcome) => outcome.storeIds.length === 2)).toBe(true);
    expect(await countOf()).toBe(2);
    expect(await counted()).toEqual(before);
  });

  test('an organization has at most 50 sandbox merchants, and 100 apps that are not archived', async () => {
    const { organizationId } = await service.newPartner();
    const developer: Actor = { kind: 'developer', organizationId };
    await service.databases.control.query(
      `insert into control.merchants (name, region, demo, currency, organization_id, created_at)
       select 'Trial', 'UK', true, 'GBP', $1, now() from generate_series(1, 50)`,
      [organizationId],
    );
    await service.databases.control.query(
      `insert into control.apps (organization_id, name, product, created_at) select $1, 'App', 'FULL', now() from generate_series(1, 99)`,
      [organizationId],
    );
    const shop = { name: 'Trial', region: 'UK', currency: 'GBP' };
    expect((await rejectionOf(call(developer, 'merchant.create', shop))).message).toMatch(
      /at most 50 sandbox merchants/,
    );
    const app = { name: 'App', product: 'FULL' };
    expect((await rejectionOf(call(developer, 'app.create', app))).message).toMatch(/at most 100 apps/);
  });

  test('demo data is rejected for a live merchant, and for a currency without cents', async () => {
    const shop = { name: 'Shop', region: 'UK', currency: 'GBP', demoData: true };
    const { organizationId } = mine;
    expect((await rejectionOf(call({ kind: 'operator' }, 'merchant.create', shop))).message).toMatch(
      /sandbox merchants/,
    );
    const yen = { ...shop, currency: 'JPY', organizationId };
    expect((await rejectionOf(call({ kind: 'operator' }, 'merchant.create', yen))).message).toMatch(/two decimals/);
    const live = { companyId: mine.companyId };
    expect((await rejectionOf(call({ kind: 'operator' }, 'merchant.reset', live))).message).toMatch(/not a sandbox/);
  });

  test('an organization keeps an admin, however many leave at once', async () => {
    const { organizationId } = mine;
    const admin: Actor = { kind: 'admin', organizationId };
    const userIds: number[] = [];
    for (const name of ['a', 'b']) {
      const person = { email: `${name}@admins.example`, name, password: PASSWORD };
      await service.control(async (tx) => {
        const { id } = await createUser(tx, person);
        await addDeveloper(tx, id, organizationId);
        userIds.push(id);
      });
    }
    const leaving = await Promise.allSettled([
      call(admin, 'developer.remove', { userId: userIds[0] }),
      call(admin, 'developer.update', { userId: userIds[1], role: 'developer' }),
    ]);
    expect(leaving.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('a developer withdraws a pending access request, and asks again', async () => {
    const developer: Actor = { kind: 'developer', organizationId: other.organizationId };
    const { accessRequestId, appId, companyId, storeId } = other;
    await call(developer, 'access-request.withdraw', { accessRequestId });
    expect(await call(developer, 'access-request.show', { accessRequestId })).toMatchObject({ state: 'WITHDRAWN' });
    const again = await rejectionOf(call(developer, 'access-request.withdraw', { accessRequestId }));
    expect(again.message).toBe(`The access request ${accessRequestId} is not pending.`);
    await call(developer, 'access-request.create', { appId, companyId, storeIds: [storeId] });
  });

  test("a developer learns a merchant's name while its owner lets the app in, and no earlier or later", async () => {
    const side = await newSide('Curious');
    const { organizationId, companyId, accessRequestId, storeId } = side;
    const owner: Actor = { kind: 'owner', companyId };
    const names = (actor: Actor) =>
      Promise.all([
        plane.as(actor, SOURCE).call('access-request.show', { accessRequestId }),
        plane.as(actor, SOURCE).call('access-request.list', { companyId }),
      ]).then(([shown, { data }]) => [shown.merchant, ...data.map(({ merchant }) => merchant)]);
    const named = ['Harbour Coffee', 'Harbour Coffee'];
    const [operator, developer] = [{ kind: 'operator' }, { kind: 'developer', organizationId }] as const;
    expect([await names(operator), await names(owner), await names(developer)]).toEqual([named, named, [null, null]]);
    await call(owner, 'access-request.approve', { accessRequestId, companyId, storeIds: [storeId] });
    expect(await names(developer)).toEqual(named);
    await call(owner, 'access-request.revoke', { accessRequestId });
    expect(await names(developer)).toEqual([null, null]);
  });

  test.each<[OperationName, keyof Side, RegExp]>([
    ['app.archive', 'appId', /is archived|^No connection to the app/],
    ['credential.revoke', 'clientId', /is revoked/],
    ['api-key.revoke', 'apiKeyId', /No active API key/],
    ['webhook.remove', 'endpointId', /No such webhook endpoint/],
    ['access-request.withdraw', 'accessRequestId', /is (?:not pending|WITHDRAWN)|No approved/],
  ])('after %s, every change of what has ended is rejected, and changes nothing', async (ending, field, message) => {
    const side = await newSide(`After ${ending}`.replaceAll(/\W/g, '-'));
    const actors: Actor[] = [
      { kind: 'developer', organizationId: side.organizationId },
      { kind: 'owner', companyId: side.companyId },
      OPERATOR,
    ];
    await call(OPERATOR, ending, { [field]: side[field] });
    const before = await stateOf();
    // A scenario is about a sandbox merchant.
    const tried = NAMES.filter(
      (name) =>
        name !== 'scenario.run' && OPERATIONS[name].access === 'write' && field in OPERATIONS[name].input.entries,
    );
    expect(tried.length).toBeGreaterThan(2);
    for (const name of tried) {
      const actor = actors.find((one) => isFor(OPERATIONS[name].actors, one)) ?? OPERATOR;
      const [input] = inputsOf(name, side);
      expect((await rejectionOf(call(actor, name, input))).message, name).toMatch(message);
    }
    expect(await stateOf()).toEqual(before);
  });

  test('an owner decides the access requests of the merchant', async () => {
    const owner: Actor = { kind: 'owner', companyId: mine.companyId };
    const { accessRequestId, companyId, storeId } = mine;
    await call(owner, 'access-request.approve', { accessRequestId, companyId, storeIds: [storeId] });
    expect(await call(owner, 'access-request.show', { accessRequestId })).toMatchObject({
      state: 'APPROVED',
      approvedStoreIds: [storeId],
    });
  });

  test.each<[string, OperationName, unknown, [string, string][]]>([
    ['that is no object', 'app.list', [], [['input', 'The input must be an object.']]],
    ['without a required field', 'app.show', {}, [['appId', 'appId is required.']]],
    ['with an unknown field', 'app.show', { appId: 1, app: 1 }, [['app', 'app is not recognized.']]],
    ['of another type', 'app.show', { appId: '1' }, [['appId', 'appId must be a positive integer.']]],
    ['without anything to read', 'app.list', { search: '\u200b' }, [['search', 'search must not be empty.']]],
    [
      'without a reason that can be seen',
      'app.reject',
      { appId: 1, reason: ' \u200b' },
      [['reason', 'reason must not be empty.']],
    ],
    [
      'with a null character',
      'app.list',
      { search: 'a\0' },
      [['search', 'search must not contain the control character U+0000: remove it.']],
    ],
    [
      'with several mistakes',
      'app.create',
      { organizationId: 1.5, name: '\u202e', product: 'X', allowedIps: ['192.0.2.256'] },
      [
        ['organizationId', 'organizationId must be a positive integer.'],
        ['name', 'The name of an app must not contain control characters or bidirectional overrides.'],
        ['product', 'product must be one of FULL, ONLINE_ORDER, ADSR.'],
        ['allowedIps', '192.0.2.256 is neither an IP address nor a CIDR range.'],
      ],
    ],
  ])('rejects input %s, and names each field', async (_, name, input, problems) => {
    const error = await rejectionOf(call({ kind: 'operator' }, name, input));
    expect(error).toBeInstanceOf(InvalidInput);
    expect(error).toMatchObject({ problems: problems.map(([field, message]) => ({ field, message })) });
  });
});

describe('An operation that costs much more than a page', () => {
  const limited = Object.entries(OPERATIONS).filter(([, operation]) => 'perMinute' in operation) as [
    OperationName,
    object,
  ][];

  test('is each that sends requests, or writes many records', () => {
    expect(limited.map(([name]) => name).sort()).toEqual([
      'scenario.run',
      'till.day',
      'webhook.resend',
      'webhook.test',
    ]);
  });

  test.each(limited)('%s has a limit for each organization, and none for operators', async (name) => {
    const { perMinute } = OPERATIONS[name] as { readonly perMinute: number };
    // Rejected by rules of their own, but for the test of an endpoint on a name that does not exist.
    const inputOf = ({ endpointId, sandboxId }: Side) => {
      if (name === 'till.day') return { companyId: sandboxId, day: '2999-01-01' };
      if (name === 'scenario.run') return { companyId: sandboxId, scenario: 'sold-out-item' };
      return name === 'webhook.test' ? { endpointId } : { endpointId, attemptId: 1 };
    };
    const isTooOften = async (actor: Actor, side: Side) =>
      (await call(actor, name, inputOf(side)).catch((error) => error)) instanceof CalledTooOften;
    const mineAs = { kind: 'developer', organizationId: mine.organizationId } as const;
    for (let n = 0; n < perMinute; n += 1) expect(await isTooOften(mineAs, mine)).toBe(false);
    expect(await isTooOften(mineAs, mine)).toBe(true);
    expect(await isTooOften(OPERATOR, mine)).toBe(false);
    expect(await isTooOften({ kind: 'developer', organizationId: other.organizationId }, other)).toBe(false);
    service.advance(60_000);
    expect(await isTooOften(mineAs, mine)).toBe(false);
  });
});
