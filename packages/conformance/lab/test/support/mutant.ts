import type { Mutant, Reached } from '../../mutate/mutant.ts';

export const mutant = (key: string, change: Partial<Mutant> = {}): Mutant => ({
  key,
  id: key,
  kind: 'code',
  subject: 'http',
  place: 'pipeline/query.ts:1',
  operator: 'EqualityOperator',
  original: 'a < b',
  replacement: 'a <= b',
  ...change,
});

export const reached = (one: Mutant, cases: readonly string[] = []): Reached => ({ mutant: one, cases });
