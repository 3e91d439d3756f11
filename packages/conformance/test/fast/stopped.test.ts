import { expect, test } from 'vitest';
import { Reading } from '../../src/driver/reading.ts';
import type { CaseContext } from '../../src/engine/case-context.ts';
import { Stopped } from '../../src/engine/expectations.ts';
import { aCase, anAnswer, runAll } from '../support/run.ts';

test('a case that is stopped without a finding fails', async () => {
  const { outcomes } = await runAll([
    aCase('stopped', async () => {
      throw new Stopped();
    }),
  ]);
  expect(outcomes.map(({ kind }) => kind)).toEqual(['failed']);
});

test('what the suite cannot read for itself fails the case that needs it, for the operation', async () => {
  const refused = anAnswer('GET', '/brands?limit=100', 400);
  const { outcomes } = await runAll([
    aCase('reads', async (t: CaseContext) => {
      new Reading(t).requireStatus(refused, 200);
    }),
  ]);
  expect(outcomes.flatMap(({ findings }) => findings.map(({ requirements }) => requirements))).toEqual([
    ['op.listBrands.call', 'lists.limit'],
  ]);
});
