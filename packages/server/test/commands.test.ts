import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProgram } from '../src/commands/program.ts';
import { openFolder } from '../src/storage/database.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillgate-commands-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs `tillgate …` on a data folder of its own; gives what it prints. */
async function tillgate(...args: string[]): Promise<string> {
  let output = '';
  const program = createProgram({ TILLGATE_DATA_DIR: folder }, (text) => {
    output += text;
  });
  await program.parseAsync(args, { from: 'user' });
  return output;
}
const json = async (...args: string[]) => JSON.parse(await tillgate('--json', ...args));

describe('tillgate', () => {
  test('takes an app from its first day to production and its end', async () => {
    const { organizationId } = await json('organization', 'create', 'Acme');
    const { id } = await json(
      'app',
      'create',
      '--organization',
      String(organizationId),
      '--name',
      'Sync',
      '--product',
      'ADSR',
    );
    const app = String(id);
    await tillgate('app', 'redirect-uri', 'add', app, 'https://a.example/one');
    await tillgate('app', 'redirect-uri', 'add', app, 'https://a.example/two');
    await tillgate('app', 'redirect-uri', 'remove', app, 'https://a.example/one');
    const sandbox = await json('app', 'credential', 'issue', app, '--allow-ip', '192.0.2.1', '192.0.2.0/24');
    expect(sandbox.clientSecret).toMatch(/^svc_sk_sb_/);
    const issue = () => json('app', 'credential', 'issue', app, '--env', 'production');
    await expect(issue()).rejects.toThrow('once it is APPROVED');
    for (const step of ['submit', 'reject', 'submit', 'approve']) await tillgate('app', step, app);
    const production = await issue();
    const rotated = await json('app', 'credential', 'rotate', production.clientId);
    expect(rotated.clientId).toBe(production.clientId);
    expect(rotated.clientSecret).not.toBe(production.clientSecret);
    await tillgate('app', 'credential', 'allow', production.clientId, '198.51.100.0/24');
    const key = await json('app', 'key', 'create', app, '--env', 'production');
    await tillgate('app', 'limit', app, '600');

    const live = await json('merchant', 'create', '--name', 'Shop', '--region', 'AE', '--currency', 'AED');
    const request = ['app', 'request-access', app, '--company', String(live.companyId), '--store', '7', '8'];
    expect(await json(...request)).toEqual({ accessRequestId: expect.any(Number) });

    expect(await json('app', 'show', app)).toEqual({
      id,
      name: 'Sync',
      product: 'ADSR',
      organization: 'Acme',
      state: 'APPROVED',
      requestsAMinute: 600,
      redirectUris: ['https://a.example/two'],
      clientIds: [sandbox.clientId, production.clientId],
      apiKeys: [`${key.id} PRODUCTION …${key.apiKey.slice(-4)}`],
    });
    await tillgate('app', 'key', 'revoke', String(key.id));
    await tillgate('app', 'credential', 'revoke', sandbox.clientId);
    await tillgate('app', 'archive', app);
    const [listed] = await json('app', 'list');
    expect(listed).toMatchObject({ id, state: 'ARCHIVED' });
  });

  test('makes merchants and their people', async () => {
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

  test('prints for people what they can read, and warns that a secret is shown once', async () => {
    const text = await tillgate('organization', 'create', 'Third');
    expect(text).toMatch(/^organizationId {2}\d+\nname {12}Third\n$/);
    const [{ companyId }] = await json('merchant', 'list');
    const login = await tillgate('merchant', 'add-user', String(companyId), '--email', 'e@shop.example', '--name', 'E');
    expect(login).toContain('Keep the secret now: it is not shown again.');
  });

  test('rotates the signing key once, and again only when the new one signs', async () => {
    const rotation = await json('keys', 'rotate');
    expect(Date.parse(rotation.oldPublishedUntil) - Date.parse(rotation.signsFrom)).toBe(3_600_000);
    await expect(json('keys', 'rotate')).rejects.toThrow('has not begun to sign');
  });

  test.each([
    [['app', 'show', '1'], 'No app 1.'],
    [['app', 'submit', '1'], 'No app 1.'],
    [['app', 'create', '--organization', '1', '--name', 'x', '--product', 'FULL'], 'No organization 1.'],
    [['app', 'credential', 'rotate', 'svc_app_sb_x'], 'No client svc_app_sb_x.'],
    [['app', 'key', 'revoke', '1'], 'No live API key 1.'],
    [
      ['merchant', 'create', '--name', 'x', '--region', 'UK', '--currency', 'GBP', '--sandbox-of', '1'],
      'No organization 1.',
    ],
    [['merchant', 'add-user', '1', '--email', 'n@shop.example', '--name', 'N'], 'No merchant 1.'],
  ])('says in one line what is wrong: %j', async (args, message) => {
    await expect(tillgate(...args)).rejects.toThrow(message);
  });

  test('leaves a refused change undone: no user without a merchant', async () => {
    const databases = await openFolder(folder);
    const { rows } = await databases.control.query(`select from control.users where email = 'n@shop.example'`);
    await databases.close();
    expect(rows).toEqual([]);
  });
});
