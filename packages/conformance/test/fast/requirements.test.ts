import { describe, expect, test } from 'vitest';
import { CASES } from '../../src/cases/index.ts';
import { CHECKED } from '../../src/checks/checks.ts';
import { WHOLE_ANSWERS } from '../../src/report/whole-answers.ts';
import { BEHAVIOUR } from '../../src/requirements/behaviour.ts';
import { readRequirements, readSkips } from '../../src/requirements/read-requirements.ts';

const rules = readRequirements();
const ids = new Set(rules.map(({ id }) => id));

/** An id, after the line of docs/behaviour.md that has it. */
function located(id: string): string {
  const before = BEHAVIOUR.split(`\`${id}\``, 2);
  return before.length === 1 ? id : `docs/behaviour.md:${before[0]?.split('\n').length} ${id}`;
}

test('docs/behaviour.md has rules that can be read alone', () => {
  const fragment = /^(and|but|or|so|it|its|they|their|this|these|those|both)\b/i;
  const fragments = rules.filter(({ text }) => fragment.test(text));
  expect(fragments.map(({ id, text }) => `${located(id)}: ${text}`)).toEqual([]);
});

test('skips.yaml explains existing rules, each with a reason', () => {
  for (const { requirement, reason } of readSkips())
    expect([ids.has(requirement), reason.length > 20], requirement).toEqual([true, true]);
});

describe('The cases', () => {
  // A run observes which rules decide the responses that the specification predicts.
  const declaring = CASES.filter(({ plan }) => plan !== 'specification');

  test('have unique ids, and declare a rule where no specification predicts them', () => {
    const caseIds = CASES.map(({ id }) => id);
    expect(new Set(caseIds).size).toBe(caseIds.length);
    expect(declaring.filter(({ proves }) => proves.length === 0).map(({ id }) => id)).toEqual([]);
  });

  test.each(Object.entries(WHOLE_ANSWERS))(
    'whose ids begin with %s have answers that depend on rules',
    (begin, rules) => {
      expect(CASES.some(({ id }) => id.startsWith(begin))).toBe(true);
      expect(rules.filter((id) => !ids.has(id))).toEqual([]);
    },
  );

  test('and the checks declare existing rules, none of which skips.yaml explains', () => {
    const skipped = new Set(readSkips().map(({ requirement }) => requirement));
    const declared = new Set([...declaring.flatMap(({ proves }) => proves), ...CHECKED]);
    expect([...declared].filter((id) => !ids.has(id) || skipped.has(id)).map(located)).toEqual([]);
  });
});
