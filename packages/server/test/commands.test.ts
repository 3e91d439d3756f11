import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createProgram } from '../src/commands/program.ts';
import { StartError } from '../src/start-error.ts';
import { openFolder } from '../src/storage/open-folder.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillgate-commands-'));
  await tillgate('migrate');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs `tillgate …` on its own data folder; returns the output. */
async function tillgate(...args: string[]): Promise<string> {
  let output = '';
  const program = createProgram({ TILLGATE_DATA_DIR: folder }, (text) => {
    output += text;
  });
  await program.parseAsync(args, { from: 'user' });
  return output;
}
const json = async (...args: string[]) => JSON.parse(await tillgate('--json', ...args));

async function inDatabase<Row extends object>(sql: string): Promise<[Row, ...Row[]]> {
  const databases = await openFolder(folder);
  try {
    return (await databases.control.query<Row>(sql)).rows as [Row, ...Row[]];
  } finally {
    await databases.close();
  }
}

const newApp = (organizationId: number, product: string, name = 'Sync') => [
  ...['app', 'create', '--organization', String(organizationId)],
  ...['--name', name, '--product', product],
];
const newMerchant = (name: string, currency = 'GBP') => [
  ...['merchant', 'create', '--name', name, '--region', 'UK', '--currency', currency],
];

describe('tillgate', () => {
  test('takes an app from registration to production and archival', async () => {
    const { organizationId } = await json('organization', 'create', 'Acme');
    const created = await json(...newApp(organizationId, 'ADSR'));
    const { id } = created;
    const app = String(id);
    await tillgate('app', 'redirect-uri', 'add', app, 'https://a.example/one');
    await tillgate('app', 'redirect-uri', 'add', app, 'https://a.example/two');
    await tillgate('app', 'redirect-uri', 'remove', app, 'https://a.example/one');
    const sandbox = await json('app', 'credential', 'issue', app, '--allow-ip', '192.0.2.1', '192.0.2.0/24');
    expect(sandbox.clientSecret).toMatch(/^svc_sk_sb_/);
    expect(sandbox.clientId).not.toBe(created.clientId);
    const issue = () => json('app', 'credential', 'issue', app, '--env', 'production');
    await expect(issue()).rejects.toThrow('only an APPROVED app');
    for (const step of ['submit', 'reject', 'submit', 'approve']) await tillgate('app', step, app);
    const production = await issue();
    const rotated = await json('app', 'credential', 'rotate', production.clientId);
    expect(rotated.clientId).toBe(production.clientId);
    expect(rotated.clientSecret).not.toBe(production.clientSecret);
    await tillgate('app', 'credential', 'allow', production.clientId, '198.51.100.0/24');
    const key = await json('app', 'key', 'create', app, '--env', 'production');
    await tillgate('app', 'limit', app, '600');

    expect(await json('app', 'show', app)).toEqual({
      id,
      name: 'Sync',
      product: 'ADSR',
      organization: 'Acme',
      state: 'APPROVED',
      requestsAMinute: 600,
      redirectUris: ['https://a.example/two'],
      clientIds: [created.clientId, sandbox.clientId, production.clientId],
      apiKeys: [
        expect.stringMatching(`^\\d+ SANDBOX …${created.apiKey.slice(-4)}$`),
        `${key.id} PRODUCTION …${key.apiKey.slice(-4)}`,
      ],
    });
    await tillgate('app', 'key', 'revoke', String(key.id));
    await tillgate('app', 'credential', 'revoke', sandbox.clientId);
    await tillgate('app', 'archive', app);
    const [listed] = await json('app', 'list');
    expect(listed).toMatchObject({ id, state: 'ARCHIVED' });
  }, 240_000);

  test("requests access to a merchant's existing stores, once", async () => {
    const { organizationId } = await json('organization', 'create', 'Reports');
    const app = String((await json(...newApp(organizationId, 'ADSR'))).id);
    for (const step of ['submit', 'approve']) await tillgate('app', step, app);
    const { companyId } = await json(...newMerchant('Shop'));
    await inDatabase(
      `insert into region_uk.stores (company_id, id, status, name, code, timezone, currency, entry_date, updated_at)
       values (${companyId}, 11, 1, 'A', 'A', 'Europe/London', 'GBP', now(), now()),
         (${companyId}, 12, 1, 'B', 'B', 'Europe/London', 'GBP', now(), now())`,
    );
    const request = (...stores: string[]) =>
      json('app', 'request-access', app, '--company', String(companyId), '--store', ...stores);
    await expect(request('11', '7')).rejects.toThrow(`Merchant ${companyId} has no store 7.`);
    expect(await request('11', '12')).toEqual({ accessRequestId: expect.any(Number) });
    await expect(request('11')).rejects.toThrow('is still pending');
  });

  test('creates merchants and their users', async () => {
    const [{ id }] = await json('app', 'list');
    const { organizationId } = await json('organization', 'create', 'Other');
    const flags = ['--name', 'Trial', '--region', 'UK', '--currency', 'GBP', '--sandbox-of', String(organizationId)];
    const merchant = await json('merchant', 'create', ...flags);
    expect(merchant).toMatchObject({ demo: true, organizationId });
    const user = ['--email', 'O@shop.example', '--name', 'Olivia', '--role', 'owner'];
    const { password } = await json('merchant', 'add-user', String(merchant.companyId), ...user);
    expect(password).toMatch(/^\S{20}$/);
    expect(await json('merchant', 'list')).toContainEqual(merchant);
    expect(id).toBeGreaterThan(0);
  });

  test.each(['FULL', 'ADSR'])('gives a new %s app its sandbox credential, shown once', async (product) => {
    const { organizationId } = await json('organization', 'create', 'Owner');
    const app = await json(...newApp(organizationId, product), '--allow-ip', '192.0.2.1');
    expect(app).toMatchObject({
      organizationId,
      product,
      reviewState: 'DRAFT',
      clientId: expect.stringMatching(/^svc_app_sb_/),
      clientSecret: expect.stringMatching(/^svc_sk_sb_/),
    });
    expect(app.apiKey).toEqual(product === 'ADSR' ? expect.stringMatching(/^svc_ak_sb_/) : undefined);
    expect(JSON.stringify(await json('app', 'show', String(app.id)))).not.toContain(app.clientSecret);
    const lists = await inDatabase<{ ips: string }>(
      `select allowed_ips::text as ips from control.client_credentials where app_id = ${app.id}
       union all select allowed_ips::text from control.api_keys where app_id = ${app.id}`,
    );
    expect(lists.every(({ ips }) => ips === '{192.0.2.1}')).toBe(true);
    expect(await tillgate(...newApp(organizationId, product))).toMatch(
      /clientSecret +svc_sk_sb_\S+\n(.*\n)+Store the secret now\. It is not shown again/,
    );
  });

  describe('merchant add-user', () => {
    const email = 'several@shop.example';
    const add = (companyId: number, ...flags: string[]) =>
      json('merchant', 'add-user', String(companyId), '--email', email, ...flags);
    let first: number;
    let second: number;
    beforeAll(async () => {
      first = (await json(...newMerchant('First'))).companyId;
      second = (await json(...newMerchant('Second'))).companyId;
    });
    const memberships = () =>
      inDatabase(
        `select company_id, role from control.memberships join control.users on id = user_id where email = '${email}' order by 1`,
      );

    test('requires the name of a new user', async () => {
      await expect(add(first)).rejects.toThrow(`${email} is a new user; give their name with --name.`);
    });

    test('adds an existing user to a second merchant with a role there, and says so', async () => {
      const created = await add(first, '--name', 'Sam', '--role', 'owner');
      expect(created).toMatchObject({ account: 'created', membership: 'added', role: 'owner' });
      const passwords = 'select email, name, password_hash from control.users order by id';
      const before = await inDatabase(passwords);
      const added = await add(second, '--name', 'Other');
      expect(added).toMatchObject({ userId: created.userId, name: 'Sam', role: 'employee', membership: 'added' });
      expect([added.account, added.note, added.password]).toEqual([
        'existing',
        'The user signs in with their existing password.',
        undefined,
      ]);
      expect(await inDatabase(passwords)).toEqual(before);
      expect(await memberships()).toEqual([
        { company_id: first, role: 'owner' },
        { company_id: second, role: 'employee' },
      ]);
    });

    test('finds the user however the address is typed', async () => {
      expect(await json('merchant', 'add-user', String(first), '--email', ' SEVERAL@Shop.example')).toMatchObject({
        account: 'existing',
        membership: 'unchanged',
      });
    });

    test('changes a role only when it is given', async () => {
      expect(await add(second, '--role', 'owner')).toMatchObject({ membership: 'changed from employee' });
      expect(await add(second)).toMatchObject({ membership: 'unchanged', role: 'owner' });
      const audit = await inDatabase(
        `select details from control.audit_log where event = 'membership.set' and company_id = ${second} order by id`,
      );
      expect(audit).toEqual([
        { details: { role: 'employee', former: null } },
        { details: { role: 'owner', former: 'employee' } },
      ]);
    });
  });

  test('prints a name as it is stored: in NFC, without leading or trailing spaces', async () => {
    expect(await json('organization', 'create', ' Cafe\u0301 ')).toMatchObject({ name: 'Caf\u00e9' });
  });

  describe('reads without writing', () => {
    const READING = [
      ['app', 'list'],
      ['app', 'show', '1'],
      ['merchant', 'list'],
    ];
    let empty: string;
    beforeEach(async () => {
      empty = join(await mkdtemp(join(tmpdir(), 'tillgate-reading-')), 'data');
    });
    afterEach(() => rm(join(empty, '..'), { recursive: true }));

    test.each(READING)('tillgate %s %s creates no database', async (...args) => {
      const program = createProgram({ TILLGATE_DATA_DIR: empty }, () => {});
      const outcome = program.parseAsync(
        args.filter((arg) => arg !== undefined),
        { from: 'user' },
      );
      await expect(outcome).rejects.toThrow(new StartError(`No database in ${empty}; run \`tillgate migrate\` first.`));
      expect(existsSync(empty)).toBe(false);
    });

    test('and does not migrate a database of an older version', async () => {
      const older =
        'delete from control.migrations where version = (select max(version) from control.migrations) returning *';
      const [row] = await inDatabase<{ version: number; name: string; checksum: string }>(older);
      try {
        for (const args of READING) await expect(tillgate(...args)).rejects.toThrow('run `tillgate migrate` first');
        const [{ n }] = await inDatabase<{ n: number }>('select max(version) as n from control.migrations');
        expect(n).toBeLessThan(row.version);
      } finally {
        await inDatabase(
          `insert into control.migrations (version, name, checksum) values (${row.version}, '${row.name}', '${row.checksum}')`,
        );
      }
    });
  });

  test('prints readable output, and warns that a secret is shown once', async () => {
    const text = await tillgate('organization', 'create', 'Third');
    expect(text).toMatch(/^organizationId {2}\d+\nname {12}Third\n$/);
    const [{ companyId }] = await json('merchant', 'list');
    const login = await tillgate('merchant', 'add-user', String(companyId), '--email', 'e@shop.example', '--name', 'E');
    expect(login).toContain('Store the secret now. It is not shown again.');
  });

  test('rotates the signing key once, and again only when the new one signs', async () => {
    const rotation = await json('keys', 'rotate');
    expect(Date.parse(rotation.oldPublishedUntil) - Date.parse(rotation.signsFrom)).toBe(3_600_000);
    await expect(json('keys', 'rotate')).rejects.toThrow('has not started signing');
  });

  test.each([
    [['app', 'show', '1'], 'No such app: 1.'],
    [['app', 'submit', '1'], 'No such app: 1.'],
    [['app', 'create', '--organization', '1', '--name', 'x', '--product', 'FULL'], 'No such organization: 1.'],
    [['app', 'credential', 'rotate', 'svc_app_sb_x'], 'No such client: svc_app_sb_x.'],
    [['app', 'key', 'revoke', '1'], 'No active API key: 1.'],
    [
      ['merchant', 'create', '--name', 'x', '--region', 'UK', '--currency', 'GBP', '--sandbox-of', '1'],
      'No such organization: 1.',
    ],
    [['merchant', 'add-user', '1', '--email', 'n@shop.example', '--name', 'N'], 'No such merchant: 1.'],
  ])('reports an error in one line: %j', async (args, message) => {
    await expect(tillgate(...args)).rejects.toThrow(message);
  });

  test('rolls back a rejected change: no user without a merchant', async () => {
    expect(await inDatabase(`select from control.users where email = 'n@shop.example'`)).toEqual([]);
  });
});
