import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { document } from '../../../src/contract/bundle.ts';
import type { Target } from '../../../src/target/target.ts';
import { startEmbedded } from '../../embedded/embedded-target.ts';
import { type Configuration, command, configure, newFolder } from '../support/command.ts';

let target: Target;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ target, stop } = await startEmbedded());
});
afterAll(() => stop?.());

describe('tillgate-conformance', () => {
  test('reads a configuration, and writes its reports', async () => {
    const report = join(newFolder(), 'report');
    const { code, output } = await command('--config', configure(target), '--only', 'tours.brands', '--report', report);
    expect([code, output.includes(' 0 failed')], output).toEqual([0, true]);
    expect(readFileSync(join(report, 'report.html'), 'utf8')).toContain('Operations by status');
  });

  test('lists the cases that it could not run without a test clock', async () => {
    const { output } = await command(
      '--config',
      configure(target, (c) => delete c.clockUrl),
      '--only',
      'idempotency',
    );
    expect(output).toContain('Not run, the target offers no test clock:\n    time.idempotency');
  });

  test('lists the cases that it could not run without a back-office file', async () => {
    const { code, output } = await command('--config', configure(target, withoutFiles), '--only', 'scripts.reports-');
    expect([code, output.includes(' 0 failed')], output).toEqual([2, true]);
    const reason = 'no file of the back office of the merchant in the role main';
    expect(output).toMatch(new RegExp(`Not run, ${reason}:\\n[^]*scripts\\.reports-days`));
  });

  test.each<[string, (configuration: Configuration) => void, RegExp]>([
    [
      'is down',
      (c) => void Object.assign(c, { baseUrl: 'http://127.0.0.1:1/v1' }),
      /could not run: baseUrl: http:\/\/127\.0\.0\.1:1\/v1 is unreachable .*ECONNREFUSED/,
    ],
    [
      'is another service',
      (c) => void Object.assign(c, { baseUrl: target.authUrl?.concat('/v1') }),
      /baseUrl: .* is not the API/,
    ],
    [
      'has another clock',
      (c) => void Object.assign(c, { clockUrl: `${target.baseUrl}/clock` }),
      /clockUrl: .* is not a test clock/,
    ],
    [
      'does not know the app',
      (c) => void withApp(c, { clientSecret: 'svc_sk_sb_wrong' }),
      /apps\[0\]\.clientSecret: the deployment does not accept/,
    ],
    [
      'does not link the merchants',
      (c) => void withMerchant(c),
      /merchants\[0\]\.companyId: the merchant \d+ in the role main does not exist/,
    ],
    [
      'has no second app',
      (c) => void Object.assign(c, { apps: (c.apps as object[]).slice(0, 2) }),
      /no FULL SANDBOX app .* in the role other/,
    ],
    ['is not configured', (c) => void delete c.merchants, /required property 'merchants'/],
  ])('says what is so when the server %s', async (_what, change, said) => {
    const { code, output } = await command('--config', configure(target, change), '--only', 'tours.brands');
    expect(output).toMatch(said);
    expect(code).toBe(2);
  });

  test.each<[string, string, RegExp]>([
    ['of a case that there is not', '- { case: none, version: 1.0.0, reason: known }', /there is no case none/],
    [
      'of a variant that there is not',
      '- { case: tours.brands, version: 1.0.0, reason: known, variant: x }',
      /there is no variant x/,
    ],
    ['without a reason', '- { case: tours.brands, version: 1.0.0 }', /every deviation has case, version and reason/],
    ['that is no list', 'case: tours.brands', /is not a list/],
    ['that cannot be read', '- [', /Cannot read/],
  ])('says what is wrong with a list of deviations %s', async (_what, text, said) => {
    const file = join(newFolder(), 'deviations.yaml');
    writeFileSync(file, text);
    const { code, output } = await command('--config', configure(target), '--deviations', file);
    expect(output).toMatch(said);
    expect(code).toBe(2);
  });

  test('does not pass if no case is selected', async () => {
    const { code, output } = await command('--config', configure(target), '--only', 'no-such-case');
    expect([code, output]).toEqual([2, 'could not run: No case is chosen.\n']);
  });

  test('requires a configuration with a URL', async () => {
    const { code, output } = await command('--base-url', target.baseUrl);
    expect([code, output]).toEqual([2, 'could not run: A deployment needs --config: its apps and merchants.\n']);
  });
});

describe('A server that returns 200 to every request', () => {
  const token = `eyJ${'aGVhZGVy'.repeat(12)}.eyJ${'Y2xhaW1z'.repeat(20)}.${'c2ln'.repeat(20)}`;
  let server: Server;
  beforeAll(async () => {
    const contract = JSON.stringify(document);
    server = createServer(({ url = '' }, response) =>
      url.endsWith('/token')
        ? response.setHeader('Content-Type', 'text/plain').end(`{"access_token":"${token}"}`)
        : response.setHeader('Content-Type', 'application/json').end(contract),
    );
    await new Promise<void>((resolve) => server.listen(0, resolve));
  });
  afterAll(() => new Promise((resolve) => server?.close(resolve).closeAllConnections()));

  test('is rejected, and the token in its response is not printed', async () => {
    const baseUrl = `http://localhost:${(server.address() as AddressInfo).port}/v1`;
    const { code, output } = await command(
      '--config',
      configure(target, (c) => void Object.assign(c, { baseUrl })),
      '--only',
      'tours.brands',
    );
    expect(code).toBe(2);
    expect(output).toContain('apps[0]: the app in the role main gets no token');
    expect(output).not.toMatch(/eyJ|aGVhZGVy/);
  });
});

function withApp(configuration: Configuration, change: object): void {
  const [main, ...others] = configuration.apps as object[];
  configuration.apps = [{ ...main, ...change }, ...others];
}

/** Replaces the main merchant with one of another organization. */
function withMerchant(configuration: Configuration): void {
  const merchants = configuration.merchants as { role: string; companyId: number }[];
  const foreign = merchants.find(({ role }) => role === 'foreign');
  configuration.merchants = merchants.map((one) =>
    one.role === 'main' ? { ...one, companyId: foreign?.companyId } : one,
  );
}

function withoutFiles(configuration: Configuration): void {
  const merchants = configuration.merchants as { backOffice?: object }[];
  configuration.merchants = merchants.map(({ backOffice: _, ...merchant }) => merchant);
}
