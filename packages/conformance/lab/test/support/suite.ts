import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CASES } from '../../../src/cases/index.ts';
import { causesOfRecommendations } from '../../../src/report/causes.ts';
import { toHtml } from '../../../src/report/html/page.ts';
import { toJson } from '../../../src/report/json.ts';
import { toJunit } from '../../../src/report/junit.ts';
import { requirementResults } from '../../../src/report/requirements.ts';
import { readSkips } from '../../../src/requirements/read-requirements.ts';
import type { Case } from '../../../src/run/case.ts';
import { preflight } from '../../../src/run/preflight.ts';
import { type RunResult, runCases } from '../../../src/run/runner.ts';
import { Session } from '../../../src/run/session.ts';
import type { OpenTarget } from '../../../src/target/target.ts';
import { startEmbedded } from '../../server/embedded-target.ts';

const notReached = (result: RunResult): string[] =>
  requirementResults(result).flatMap(({ id, state }) => (state === 'not reached' ? [id] : []));

type Options = Parameters<typeof startEmbedded>[0];

/** Runs the cases once against this repository's server for all assertions; skipped without options. */
export function describeSuite(
  where: string,
  seed: number,
  options: Options | undefined,
  { cases = CASES, runs = 2 }: { readonly cases?: readonly Case[]; readonly runs?: number } = {},
): void {
  describe.runIf(options)(`The suite, on the server of this repository ${where},`, () => {
    let own: OpenTarget;
    let session: Session;
    let result: RunResult;
    beforeAll(async () => {
      own = await startEmbedded(options);
      session = new Session(own.target);
      await preflight(session);
      result = await runCases(session, cases, { seed, runs });
    }, 1_800_000);
    afterAll(() => own?.stop());

    test('passes', () => {
      const failed = result.outcomes.filter(({ kind }) => kind === 'failed');
      expect(failed.map(({ caseId, findings }) => [caseId, findings[0]?.message])).toEqual([]);
      if (cases === CASES) expect(result.exitCode).toBe(0);
    });

    test('recommends nothing', () => {
      const causes = causesOfRecommendations(result);
      expect(causes.map(({ example }) => example.message)).toEqual([]);
    });

    test.runIf(cases === CASES)(
      'keeps every rule of docs/behaviour.md that skips.yaml does not explain',
      async () => {
        const skipped = readSkips().map(({ requirement }) => requirement);
        const missing = notReached(result).filter((id) => !skipped.includes(id));
        // Few random requests reach some rules by chance: more of them, of another seed, may.
        const walks = cases.filter(({ id }) => /^(tours|pairs)\./.test(id));
        const more = missing.length > 0 ? [await runCases(session, walks, { seed: seed + 1, runs: 4 })] : [];
        expect(missing.filter((id) => more.every((one) => notReached(one).includes(id)))).toEqual([]);
      },
      1_200_000,
    );

    test('can run its cases', () => {
      expect(result.outcomes.filter(({ kind }) => kind === 'could-not-run')).toEqual([]);
    });

    test('writes reports without credentials', () => {
      const { target } = own;
      const reports = [toHtml(result, target), toJson(result, target), toJunit(result, target)];
      const secrets = target.apps
        .flatMap(({ clientSecret = '', apiKey = '' }) => [clientSecret, apiKey])
        .filter(Boolean);
      for (const report of reports) expect(secrets.filter((secret) => report.includes(secret))).toEqual([]);
      expect(reports[2]).toContain('<testsuite name="examples"');
      expect(JSON.parse(reports[1] ?? '').results.tests).toHaveLength(result.outcomes.length);
    });
  });
}
