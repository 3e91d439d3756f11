import { describe, expect, test } from 'vitest';
import { CASES } from '../src/cases/index.ts';
import { CHECKED } from '../src/checks/checks.ts';
import { requirementsOfContract } from '../src/requirements/of-contract.ts';
import { readRequirements, readSkips } from '../src/requirements/read-requirements.ts';

const requirements = readRequirements();
const ids = new Set(requirements.map(({ id }) => id));
const skipped = new Set(readSkips().map(({ requirement }) => requirement));
const proved = new Set([...CASES.flatMap(({ proves }) => proves), ...CHECKED]);

describe('requirements.yaml', () => {
  test('has each requirement once, under a subject, with text and severity', () => {
    expect(ids.size).toBe(requirements.length);
    for (const { id, text, subject, severity } of requirements) {
      expect([text.length > 10, subject.length > 3], id).toEqual([true, true]);
      expect(['must', 'should', 'extension'], id).toContain(severity);
    }
  });

  test('cites public standards only', () => {
    const sources = requirements.flatMap(({ source }) => source ?? []);
    expect(sources.filter((source) => !/^RFC \d{4}(bis)? §/.test(source))).toEqual([]);
  });

  test('leaves requirements of single operations to the contract', () => {
    const computed = new Set(requirementsOfContract().map(({ id }) => id));
    expect(requirements.filter(({ id }) => id.startsWith('op.') && !computed.has(id))).toEqual([]);
  });

  test('has no requirement without a case or a line of skips.yaml', () => {
    expect([...ids].filter((id) => !proved.has(id) && !skipped.has(id))).toEqual([]);
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
    expect([...proved].filter((id) => !ids.has(id))).toEqual([]);
  });

  test('have unique ids and prove something', () => {
    const caseIds = CASES.map(({ id }) => id);
    expect(new Set(caseIds).size).toBe(caseIds.length);
    expect(CASES.filter(({ proves }) => proves.length === 0).map(({ id }) => id)).toEqual([]);
  });
});
