import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CASES } from '../src/cases/index.ts';
import { startEmbedded } from '../src/embedded/embedded-target.ts';
import { createProgram } from '../src/program.ts';
import { toHtml } from '../src/report/html.ts';
import { toJson } from '../src/report/json.ts';
import { toJunit } from '../src/report/junit.ts';
import type { Case } from '../src/run/case.ts';
import { reach } from '../src/run/reach.ts';
import { type RunResult, runCases } from '../src/run/runner.ts';
import { Session } from '../src/run/session.ts';
import type { Target } from '../src/target/target.ts';

let target: Target;
let stop: () => Promise<void>;
let folder: string;

beforeAll(async () => {
  ({ target, stop } = await startEmbedded());
  folder = mkdtempSync(join(tmpdir(), 'conformance-'));
});
afterAll(() => stop?.());

const OPTIONS = { seed: 42, runs: 3 };

/** The configuration of the embedded server as an operator would write it. */
function configure(change: (configuration: Record<string, unknown>) => void = () => {}): string {
  const { name: _, clockUrl, ...rest } = structuredClone(target);
  const configuration: Record<string, unknown> = { ...rest, clockUrl };
  change(configuration);
  const file = join(folder, `target-${Math.random()}.json`);
  writeFileSync(file, JSON.stringify(configuration));
  return file;
}

async function command(...args: string[]): Promise<{ code: number; output: string }> {
  let output = '';
  let code = -1;
  const program = createProgram(
    (text) => {
      output += text;
    },
    (given) => {
      code = given;
    },
  );
  await program.parseAsync(['node', 'tillgate-conformance', ...args]);
  return { code, output };
}

describe('The whole suite', () => {
  let result: RunResult;
  beforeAll(async () => {
    const session = new Session(target);
    await reach(session);
    result = await runCases(session, CASES, OPTIONS);
  }, 240_000);

  test('is green on the server as it is', () => {
    const failed = result.outcomes.filter(({ kind }) => kind === 'failed');
    expect(failed.map(({ caseId, findings }) => [caseId, findings[0]?.message])).toEqual([]);
    expect(result.exitCode).toBe(0);
  });

  test('runs every case there', () => {
    expect(result.outcomes.filter(({ kind }) => kind === 'could-not-run')).toEqual([]);
  });

  test('writes reports that keep no credential', () => {
    const reports = [toHtml(result, target), toJson(result, target), toJunit(result, target)];
    const secrets = target.apps.flatMap(({ clientSecret = '', apiKey = '' }) => [clientSecret, apiKey]).filter(Boolean);
    for (const report of reports) expect(secrets.filter((secret) => report.includes(secret))).toEqual([]);
    expect(reports[2]).toContain('<testsuite name="examples"');
    expect(JSON.parse(reports[1] ?? '').outcomes).toHaveLength(result.outcomes.length);
  });
});

describe('tillgate-conformance', () => {
  test('takes a configuration, and writes its reports', async () => {
    const report = join(folder, 'report');
    const { code, output } = await command('--config', configure(), '--only', 'brands.', '--report', report);
    expect([code, output.includes(' 0 failed')], output).toEqual([0, true]);
    expect(readFileSync(join(report, 'report.html'), 'utf8')).toContain('Operations by status');
  });

  test('names what it could not run where there is no test clock', async () => {
    const { output } = await command(
      '--config',
      configure((c) => delete c.clockUrl),
      '--only',
      'idempotency',
    );
    expect(output).toContain('Not run, the target offers no test clock:\n    time.idempotency');
  });

  test('names what it could not run where it is not told what a back office has written', async () => {
    const { code, output } = await command('--config', configure(withoutFiles), '--only', 'daily-sales.');
    expect([code, output.includes(' 0 failed')], output).toEqual([2, true]);
    const reason = 'no file of the back office of the merchant in the role main';
    expect(output).toMatch(new RegExp(`Not run, ${reason}:\\n[^]*daily-sales\\.business-day`));
  });

  test.each<[string, (configuration: Record<string, unknown>) => void, RegExp]>([
    [
      'is down',
      (c) => void Object.assign(c, { baseUrl: 'http://127.0.0.1:1/v1' }),
      /could not run: GET http:\/\/127\.0\.0\.1:1\/v1.*ECONNREFUSED/,
    ],
    [
      'is another service',
      (c) => void Object.assign(c, { baseUrl: target.authUrl?.concat('/v1') }),
      /is no partner API/,
    ],
    [
      'has another clock',
      (c) => void Object.assign(c, { clockUrl: `${target.baseUrl}/clock` }),
      /test clock of the configuration is not there/,
    ],
    [
      'does not know the app',
      (c) => void withApp(c, { clientSecret: 'svc_sk_sb_wrong' }),
      /The app main gets no token for the merchant main: .*401/,
    ],
    [
      'does not link the merchants',
      (c) => void withMerchant(c),
      /The app main gets no token for the merchant main: .*403/,
    ],
    [
      'has no second app',
      (c) => void Object.assign(c, { apps: (c.apps as object[]).slice(0, 2) }),
      /no FULL SANDBOX app .* in the role other/,
    ],
    ['is not configured', (c) => void delete c.merchants, /required property 'merchants'/],
  ])('says what is so when the server %s', async (_what, change, said) => {
    const { code, output } = await command('--config', configure(change), '--only', 'brands.');
    expect(output).toMatch(said);
    expect(code).toBe(2);
  });

  test('is not green when no case is chosen', async () => {
    const { code, output } = await command('--config', configure(), '--only', 'no-such-case');
    expect([code, output]).toEqual([2, 'could not run: No case is chosen.\n']);
  });

  test('wants a configuration with a URL', async () => {
    const { code, output } = await command('--base-url', target.baseUrl);
    expect([code, output]).toEqual([2, 'could not run: A deployment needs --config: its apps and merchants.\n']);
  });
});

describe('A run', () => {
  const passing: Case = { id: 'a', plan: 'examples', title: 'a', proves: ['lists.limit'], run: async () => {} };
  const failing: Case = {
    ...passing,
    id: 'b',
    run: async (t) => {
      t.equal(1, 2, 'one');
      t.equal(3, 4, 'two');
    },
  };
  const run = async (cases: readonly Case[], deviations: { case: string; version: string; reason: string }[] = []) => {
    const session = new Session(target);
    await session.clock.read();
    return runCases(session, cases, { ...OPTIONS, deviations });
  };

  test('goes on after a claim that does not hold', async () => {
    const { outcomes, exitCode } = await run([failing, passing]);
    expect(outcomes.map(({ kind, findings }) => [kind, findings.length])).toEqual([
      ['failed', 2],
      ['passed', 0],
    ]);
    expect(exitCode).toBe(1);
  });

  test('is not failed by what should be but need not', async () => {
    const { outcomes, exitCode } = await run([{ ...failing, proves: ['http.head'] }]);
    expect([outcomes[0]?.kind, outcomes[0]?.findings.length, exitCode]).toEqual(['passed', 2, 0]);
  });

  test('takes a known deviation, and fails when it passes', async () => {
    const known = (id: string) => [{ case: id, version: '1', reason: 'known' }];
    expect((await run([failing], known('b'))).outcomes[0]?.kind).toBe('expected-failure');
    const { outcomes, exitCode } = await run([passing], known('a'));
    expect([outcomes[0]?.kind, exitCode]).toEqual(['failed', 1]);
  });

  test('of no case is not green', async () => {
    const { exitCode, provesLittle } = await run([]);
    expect([exitCode, provesLittle]).toEqual([2, 'no case ran']);
  });

  test('whose answers are mostly refusals says so and is not green', async () => {
    const turned: Case = { ...passing, run: async (t) => void (await t.session.send('GET', '/nowhere')) };
    const { exitCode, provesLittle } = await run([turned]);
    expect([exitCode, provesLittle]).toEqual([2, '1 of 1 answers were 401, 404 or 429']);
  });
});

describe('A server that answers anything', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer((_, response) => response.setHeader('Content-Type', 'application/json').end('{"keys":[]}'));
    await new Promise<void>((resolve) => server.listen(0, resolve));
  });
  afterAll(() => new Promise((resolve) => server?.close(resolve).closeAllConnections()));

  test('gets no run', async () => {
    const baseUrl = `http://localhost:${(server.address() as AddressInfo).port}/v1`;
    const { code, output } = await command(
      '--config',
      configure((c) => void Object.assign(c, { baseUrl })),
      '--only',
      'brands.',
    );
    expect(code).toBe(2);
    expect(output).toContain('gets no token');
  });
});

function withApp(configuration: Record<string, unknown>, change: object): void {
  const [main, ...others] = configuration.apps as object[];
  configuration.apps = [{ ...main, ...change }, ...others];
}

function withoutFiles(configuration: Record<string, unknown>): void {
  const merchants = configuration.merchants as { backOffice?: object }[];
  configuration.merchants = merchants.map(({ backOffice: _, ...merchant }) => merchant);
}

/** The merchant of another organization in the place of the main one. */
function withMerchant(configuration: Record<string, unknown>): void {
  const merchants = configuration.merchants as { role: string; companyId: number }[];
  const foreign = merchants.find(({ role }) => role === 'foreign');
  configuration.merchants = merchants.map((one) =>
    one.role === 'main' ? { ...one, companyId: foreign?.companyId } : one,
  );
}
