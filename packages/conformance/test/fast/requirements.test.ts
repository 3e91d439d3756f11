import { describe, expect, test } from 'vitest';
import { CASES } from '../../src/cases/index.ts';
import { CHECKED } from '../../src/checks/checks.ts';
import { BEHAVIOUR } from '../../src/requirements/behaviour.ts';
import { requirementsOfContract } from '../../src/requirements/of-contract.ts';
import { parseRules } from '../../src/requirements/parse-rules.ts';
import { readRequirements, readSkips } from '../../src/requirements/read-requirements.ts';

const rules = parseRules(BEHAVIOUR);
const ids = new Set(readRequirements().map(({ id }) => id));
const skipped = new Set(readSkips().map(({ requirement }) => requirement));
const proved = new Set([...CASES.flatMap(({ proves }) => proves), ...CHECKED]);

/** An id, after the line of docs/behaviour.md that has it. */
function located(id: string): string {
  const before = BEHAVIOUR.split(`\`${id}\``, 2);
  return before.length === 1 ? id : `docs/behaviour.md:${before[0]?.split('\n').length} ${id}`;
}

describe('docs/behaviour.md', () => {
  test('leaves requirements of single operations to the contract', () => {
    expect(rules.filter(({ id }) => id.startsWith('op.')).map(({ id }) => located(id))).toEqual([]);
    expect(ids.size).toBe(rules.length + requirementsOfContract().length);
  });

  test('has rules that can be read alone', () => {
    const fragment = /^(and|but|or|so|it|its|they|their|this|these|those|both)\b/i;
    const fragments = rules.filter(({ text }) => fragment.test(text));
    expect(fragments.map(({ id, text }) => `${located(id)}: ${text}`)).toEqual([]);
  });
});

describe('skips.yaml', () => {
  test('explains only existing requirements that no case proves', () => {
    expect([...skipped].filter((id) => !ids.has(id) || proved.has(id))).toEqual([]);
  });

  test('gives a reason for each', () => {
    for (const { requirement, reason } of readSkips()) expect(reason.length, requirement).toBeGreaterThan(20);
  });
});

describe('The cases', () => {
  test('prove existing requirements', () => {
    expect([...proved].filter((id) => !ids.has(id)).map(located)).toEqual([]);
  });

  test('have unique ids, and name a rule where no specification predicts them', () => {
    const caseIds = CASES.map(({ id }) => id);
    expect(new Set(caseIds).size).toBe(caseIds.length);
    // A run observes which rules decide the responses that the specification predicts.
    const declared = CASES.filter(({ plan }) => plan !== 'specification');
    expect(declared.filter(({ proves }) => proves.length === 0).map(({ id }) => id)).toEqual([]);
  });
});
