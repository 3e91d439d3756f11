import { expect, test } from 'vitest';
import { CASES } from '../../../conformance/src/cases/index.ts';
import { checkContract } from '../../../conformance/src/checks/bodies.ts';
import { runCases } from '../../../conformance/src/run/runner.ts';
import { Session } from '../../../conformance/src/run/session.ts';
import { serveDouble } from '../support/double-target.ts';

const SPECIFIED = CASES.filter(({ plan }) => plan === 'specification');

/** Another seed draws other requests. */
const SEED = Number(process.env.TEST_SEED ?? 1);

test('The double passes the plan `specification` of the conformance suite', { timeout: 900_000 }, async () => {
  const { target, stop } = await serveDouble();
  const session = new Session(target, [checkContract]);
  const { outcomes } = await runCases(session, SPECIFIED, { seed: SEED, runs: 3 });
  await stop();
  const failed = outcomes.filter(({ kind }) => kind === 'failed');
  expect(failed.map(({ caseId, findings }) => [caseId, ...findings.map(({ message }) => message)])).toEqual([]);
  // The others need other apps, keys, or a file of the back office.
  expect(outcomes.filter(({ kind }) => kind === 'passed').length).toBeGreaterThan(SPECIFIED.length * 0.8);
});
