import { describe, expect, test } from 'vitest';
import { readRequirements } from '../../../src/requirements/read-requirements.ts';
import { readBlame } from '../../blame/blame.ts';
import { isOfSource, mutatedSource, mutatedStatement } from '../../mutate/given-text.ts';

const faults = readBlame();

describe('blame.yaml', () => {
  test('names existing rules, each once', () => {
    const known = new Set(readRequirements().map(({ id }) => id));
    const rules = faults.map(({ subject }) => subject);
    expect(rules.filter((rule) => !known.has(rule))).toEqual([]);
    expect(rules.filter((rule, i) => rules.indexOf(rule) !== i)).toEqual([]);
  });

  test('has one row or more for most families of rules', () => {
    expect(new Set(faults.map(({ subject }) => subject.split('.')[0])).size).toBeGreaterThan(40);
  });

  test.each(faults.filter(isOfSource))('$subject changes $place in one place', (fault) => {
    expect(() => mutatedSource(fault)).not.toThrow();
  });
});

test.each([
  ['changes the statements that it names', 'brands.*', 'id = $1', 'id <> $1', 'where id <> $1'],
  ['changes no other statement', 'menus.*', 'id = $1', 'id <> $1', 'where id = $1'],
  [
    'has groups that its other text repeats',
    'brands.find',
    '/(\\w+) = (\\$\\d)/',
    '$1 <> $2 or $$9',
    'where id <> $1 or $9',
  ],
])('A row about a statement %s', (_, place, original, replacement, changed) => {
  const sent = { name: 'brands.find', text: 'where id = $1' };
  expect(mutatedStatement({ place, original, replacement }, sent)).toBe(changed);
});
