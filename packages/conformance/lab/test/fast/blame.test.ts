import { describe, expect, test } from 'vitest';
import { readRequirements } from '../../../src/requirements/read-requirements.ts';
import { faultySource, faultyStatement, isSource, readBlame } from '../../blame/rows.ts';

const rows = readBlame();

describe('blame.yaml', () => {
  test('names existing rules, each once', () => {
    const known = new Set(readRequirements().map(({ id }) => id));
    const rules = rows.map(({ rule }) => rule);
    expect(rules.filter((rule) => !known.has(rule))).toEqual([]);
    expect(rules.filter((rule, i) => rules.indexOf(rule) !== i)).toEqual([]);
  });

  test('has one row or more for most families of rules', () => {
    expect(new Set(rows.map(({ rule }) => rule.split('.')[0])).size).toBeGreaterThan(40);
  });

  test.each(rows.filter(isSource))('$rule changes $place in one place', (row) => {
    expect(() => faultySource(row)).not.toThrow();
  });
});

describe('A row about a statement', () => {
  const row = { rule: 'a.b', place: 'brands.*', from: 'id = $1', to: 'id <> $1' };

  test('changes the statements that it names', () => {
    expect(faultyStatement(row, { name: 'brands.find', text: 'where id = $1' })).toBe('where id <> $1');
    expect(faultyStatement(row, { name: 'menus.find', text: 'where id = $1' })).toBe('where id = $1');
    expect(faultyStatement({ ...row, place: '*' }, { name: '', text: 'where id = $1' })).toBe('where id <> $1');
  });

  test('can be a regular expression, whose groups its other text repeats', () => {
    const pattern = { ...row, from: '/(\\w+) = (\\$\\d)/', to: '$1 <> $2 or $$9' };
    expect(faultyStatement(pattern, { name: 'brands.find', text: 'where id = $1' })).toBe('where id <> $1 or $9');
  });
});
