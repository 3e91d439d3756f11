import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addRedirectUri } from '../src/directory/apps.ts';
import { type Connection, challengeOf, OAuthClient, REDIRECT_URI, VERIFIER } from './support/oauth.ts';
import { type Collection, runCollection } from './support/postman.ts';
import { type Service, startService } from './support/service.ts';
import { newShop } from './support/stock.ts';

const run = promisify(execFile);
const REDOCLY = fileURLToPath(new URL('../../../openapi/node_modules/.bin/redocly', import.meta.url));

let service: Service;
let folder: string;
let settings: Record<string, string>;
let code: () => Promise<string>;
let connect: () => Promise<Connection>;

/** A sandbox merchant with a record of each kind, and an app that it may be connected to. */
beforeAll(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), 'tillgate-tools-'));
  const caller = await service.connect();
  const { merchant, partner } = caller;
  await service.control((tx) => addRedirectUri(tx, partner.appId, REDIRECT_URI));
  const { stores, beans } = await newShop(service, caller);
  const [storeId, otherStoreId] = stores;
  const [supplierId] = [await service.newSupplier(merchant), await service.newTax(merchant)];
  await caller.create('/categories', { name: 'Drinks' });
  await caller.create('/brands', { name: 'Acme' });
  await caller.create('/menus/create-with-items', { name: 'Lunch' });
  await caller.create('/modifiers', { name: 'Size', options: [{ name: 'S' }, { name: 'L' }] });
  const lines = [{ itemId: beans, quantity: '100' }];
  const priced = lines.map((line) => ({ ...line, unitCost: '1.00' }));
  await caller.create('/purchase-orders?receive=false', {
    supplierId,
    storeId,
    orderDate: '2026-03-02',
    lines: priced,
  });
  await caller.create('/stock-transfers?receive=false', {
    fromStoreId: storeId,
    toStoreId: otherStoreId,
    date: '2026-03-02',
    lines,
  });
  await caller.create('/stock-adjustments?post=false', {
    storeId,
    date: '2026-03-02',
    type: 1,
    reason: 'opening',
    lines,
  });
  const client = new OAuthClient(service, partner);
  code = () => client.code(merchant, { codeChallenge: challengeOf(VERIFIER) });
  connect = () => client.connect(merchant);
  settings = {
    clientId: partner.clientId,
    clientSecret: partner.clientSecret,
    merchantId: String(merchant.companyId),
    redirectUri: REDIRECT_URI,
    codeVerifier: VERIFIER,
  };
});
afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

const served = async (name: string) => {
  const response = await fetch(new URL(`/docs/${name}`, service.apiUrl));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  return response.json();
};

describe('The Postman collection', () => {
  test('runs against the deployment that serves it, and its writes are dry runs that succeed', async () => {
    const collection = (await served('postman.json')) as Collection;
    const outcomes = await runCollection(collection, { ...settings, code: await code() });
    const failed = outcomes.filter(({ status }) => status >= 300);
    expect(failed.map(({ name, status, text }) => [name, status, text])).toEqual([
      ['Tokens: Ask a merchant for consent', 303, expect.anything()],
    ]);
    expect(outcomes.length).toBeGreaterThan(60);
  });
});

describe('The Arazzo description', () => {
  test('has flows that work against the deployment that serves it', async () => {
    const file = join(folder, 'arazzo.json');
    const report = join(folder, 'report.json');
    const description = (await served('arazzo.json')) as { workflows: { workflowId: string; steps: unknown[] }[] };
    await writeFile(file, JSON.stringify(description));
    const { accessToken, refreshToken } = await connect();
    const inputs = { ...settings, code: await code(), accessToken, refreshToken, limit: '2' };
    const input = Object.entries(inputs).flatMap(([name, value]) => ['--input', `${name}=${value}`]);
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const options = { env, cwd: folder };
    // Fails if a step does not meet its criteria, or a response its schema.
    await run(REDOCLY, ['respect', file, ...input, '--json-output', report], options).catch(({ stdout, stderr }) =>
      expect.fail(`${stdout}${stderr}`),
    );
    const { files } = JSON.parse(await readFile(report, 'utf8'));
    const done = files[file].executedWorkflows as { workflowId: string; executedSteps: unknown[] }[];
    expect(done.map(({ workflowId, executedSteps }) => [workflowId, executedSteps.length])).toEqual(
      description.workflows.map(({ workflowId, steps }) => [workflowId, steps.length]),
    );
  });
});
