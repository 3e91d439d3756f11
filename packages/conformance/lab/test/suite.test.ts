import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CASES } from '../../src/cases/index.ts';
import { reach } from '../../src/engine/reach.ts';
import { type RunResult, runCases } from '../../src/engine/runner.ts';
import { Session } from '../../src/engine/session.ts';
import { toHtml } from '../../src/report/html/page.ts';
import { toJson } from '../../src/report/json.ts';
import { toJunit } from '../../src/report/junit.ts';
import type { OpenTarget } from '../../src/target/target.ts';
import { startEmbedded } from '../embedded/embedded-target.ts';
import { openEmptyPostgres } from './support/postgres.ts';

const DOCUMENTED = { requestsPerMinute: 300, mintsPerMinute: 30 };

const postgres = process.env.TEST_DATABASE_URL;

type Options = Parameters<typeof startEmbedded>[0];

const RUNS: [string, number, Options][] = [['with the documented limits', 42, { limits: DOCUMENTED, spares: 4 }]];
// With row-level security on reads too, so that a statement without its company fails.
if (postgres) RUNS.push(['on PostgreSQL', 43, { open: () => openEmptyPostgres(postgres), guardReads: true }]);

describe.each(RUNS)('The whole suite, on the server of this repository %s,', (_, seed, options) => {
  let own: OpenTarget;
  let result: RunResult;
  beforeAll(async () => {
    own = await startEmbedded(options);
    const session = new Session(own.target);
    await reach(session);
    result = await runCases(session, CASES, { seed, runs: 2 });
  }, 600_000);
  afterAll(() => own?.stop());

  test('passes', () => {
    const failed = result.outcomes.filter(({ kind }) => kind === 'failed');
    expect(failed.map(({ caseId, findings }) => [caseId, findings[0]?.message])).toEqual([]);
    expect(result.exitCode).toBe(0);
  });

  test('runs every case', () => {
    expect(result.outcomes.filter(({ kind }) => kind === 'could-not-run')).toEqual([]);
  });

  test('writes reports without credentials', () => {
    const { target } = own;
    const reports = [toHtml(result, target), toJson(result, target), toJunit(result, target)];
    const secrets = target.apps.flatMap(({ clientSecret = '', apiKey = '' }) => [clientSecret, apiKey]).filter(Boolean);
    for (const report of reports) expect(secrets.filter((secret) => report.includes(secret))).toEqual([]);
    expect(reports[2]).toContain('<testsuite name="examples"');
    expect(JSON.parse(reports[1] ?? '').outcomes).toHaveLength(result.outcomes.length);
  });
});
