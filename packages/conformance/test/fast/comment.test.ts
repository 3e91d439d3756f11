import { validateStrict } from 'ctrf';
import { describe, expect, test } from 'vitest';
import { Unavailable } from '../../src/engine/unavailable.ts';
import { toJson } from '../../src/report/json.ts';
import { requirementText } from '../../src/report/requirement-text.ts';
import { commentOn } from '../support/comment.ts';
import { aCase, anAnswer, runAll, TARGET } from '../support/run.ts';

const failing = (id: string, text: string) =>
  aCase(id, async (t) => void t.check(false, text, anAnswer('GET', '/brands', 500, { text })), {
    proves: ['tenancy.unknown_id'],
  });
const reportOn = async (...cases: Parameters<typeof runAll>[0]) => toJson(await runAll(cases), TARGET);

test('report.json is a valid CTRF report with every case', async () => {
  const missing = aCase('missing', async () => {
    throw new Unavailable('an app in the role archived');
  });
  const report = JSON.parse(
    await reportOn(
      failing('brands.list', 'it is wrong'),
      aCase('right', async () => {}),
      missing,
    ),
  );
  validateStrict(report);
  expect(report.results.summary).toMatchObject({ tests: 3, passed: 1, failed: 1, skipped: 1, pending: 0, other: 0 });
  expect(report.results.tests[2]).toMatchObject({ status: 'skipped', message: 'an app in the role archived' });
});

describe('The comment on a pull request', () => {
  test('shows the verdict, and each cause once with its requirements and cases', async () => {
    const comment = commentOn(await reportOn(failing('brands.a', 'it is wrong'), failing('brands.b', 'it is wrong')));
    expect(comment).toContain(`${TARGET.name} departs from the contract`);
    expect(comment).toContain('| 0 | 2 | 0 | 0 | ');
    expect(comment.split('<details>')).toHaveLength(2);
    expect(comment).toContain(`tenancy.unknown_id: ${requirementText('tenancy.unknown_id')}`);
    expect(comment).toMatch(/<code>brands\.a \(.*\)<\/code> <code>brands\.b \(/);
  });

  test('contains no markup of the deployment', async () => {
    const comment = commentOn(await reportOn(failing('brands.a', 'answered <b>500</b>')));
    expect(comment).toContain('answered &lt;b&gt;500&lt;/b&gt;');
    expect(comment).not.toContain('<b>');
  });

  test('is at most as long as GitHub allows', async () => {
    const long = Array.from({ length: 20 }, (_, n) =>
      failing(`case-${n}`, `${'abcdefghijklmnopqrst'[n]}"`.repeat(2_000)),
    );
    expect(commentOn(await reportOn(...long)).length).toBeLessThan(65_536);
  });
});
