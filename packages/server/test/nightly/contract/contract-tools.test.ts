import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoApp, type DemoMerchant, seedOrganization } from '../../../src/back-office/demo/seed.ts';
import { demoDatabase, demoMerchants } from '../../../src/command-line/seed.ts';
import type { Merchant } from '../../../src/control/merchants.ts';
import { openFolder } from '../../../src/database/embedded.ts';
import { type Connection, challengeOf, OAuthClient, VERIFIER } from '../../support/oauth.ts';
import { type Service, startService } from '../../support/service.ts';

const run = promisify(execFile);
const NOW = Date.parse('2026-03-02T08:15:30.000Z');
const REDOCLY = fileURLToPath(new URL('../../../../../openapi/node_modules/.bin/redocly', import.meta.url));

const NEWMAN = fileURLToPath(new URL('../../../node_modules/.bin/newman', import.meta.url));
const BOOT = 600_000;

let service: Service;
let folder: string;
let settings: Record<string, string>;
let code: () => Promise<string>;
let connect: () => Promise<Connection>;

/** The demo's first app and first merchant. */
beforeAll(async () => {
  const clock = () => NOW;
  folder = await mkdtemp(join(tmpdir(), 'tillgate-tools-'));
  // Copies the demo of this day, which other tests use too.
  const databases = await openFolder(
    folder,
    demoDatabase(clock, () => {}),
  );
  const seeded = await demoMerchants(folder, { databases, clock });
  const { apps, merchants } = await seedOrganization({ databases, clock }, seeded, async () => {});
  service = await startService({ databases, now: NOW });
  const [app, merchant] = [apps[0] as DemoApp, merchants[0] as DemoMerchant];
  const [redirectUri = ''] = app.redirectUris;
  const client = new OAuthClient(service, { ...app, organizationId: 0, appId: 0 });
  const owned = { ...merchant, organizationId: 0 } as unknown as Merchant;
  code = () => client.code(owned, { redirectUri, codeChallenge: challengeOf(VERIFIER) });
  connect = () => client.connect(owned);
  settings = {
    clientId: app.clientId,
    clientSecret: app.clientSecret,
    merchantId: String(merchant.companyId),
    redirectUri,
    codeVerifier: VERIFIER,
  };
}, BOOT);
afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

const served = async (name: string) => {
  const response = await fetch(new URL(`/docs/${name}`, service.apiUrl));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  return response.json();
};

interface Execution {
  readonly item: { readonly name: string };
  readonly response?: { readonly code: number; readonly stream: { readonly data: readonly number[] } };
}

interface Report {
  readonly run: {
    readonly executions: readonly Execution[];
    readonly failures: readonly {
      readonly source: { readonly name: string };
      readonly error: { readonly message: string };
    }[];
  };
}

/** Runs a collection with newman, Postman's own runner. Returns its report. */
async function runCollection(collection: unknown, variables: Record<string, string>): Promise<Report['run']> {
  const [file, report] = [join(folder, 'postman.json'), join(folder, 'newman.json')];
  await writeFile(file, JSON.stringify(collection));
  const given = Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
  const reporters = ['--reporters', 'json', '--reporter-json-export', report];
  // Exits with 1 if a script fails; the report names it.
  await run(NEWMAN, ['run', file, '--ignore-redirects', ...given, ...reporters]).catch(() => undefined);
  const { run: done }: Report = JSON.parse(await readFile(report, 'utf8'));
  return done;
}

describe('The Postman collection', () => {
  test('runs in newman against the deployment that serves it: its scripts work, and its writes are dry runs that succeed', async () => {
    const { executions, failures } = await runCollection(await served('postman.json'), {
      ...settings,
      code: await code(),
    });
    expect(failures.map(({ source, error }) => [source.name, error.message])).toEqual([]);
    const failed = executions.filter(({ response }) => !response || response.code >= 300);
    expect(
      failed.map(({ item, response }) => [
        item.name,
        response?.code,
        Buffer.from(response?.stream.data ?? []).toString(),
      ]),
    ).toEqual([
      // The demo's organization has several merchants.
      [
        'Mint a sandbox token (Organization with one sandbox merchant)',
        400,
        expect.stringContaining('developer.merchant_required'),
      ],
      // Redirects the browser to the consent screen.
      ['Ask a merchant for consent', 303, ''],
    ]);
    expect(executions.length).toBeGreaterThan(60);
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
    // Fails if a step does not meet its criteria, or a response does not match its schema.
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
