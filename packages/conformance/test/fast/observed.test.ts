import { expect, test } from 'vitest';
import { EarlierChoices, ObservedChoices } from '../../src/driver/observed.ts';
import type { Answer } from '../../src/http/send.ts';

const answer: Answer = {
  sent: { method: 'POST', url: '/items', headers: {}, body: undefined },
  status: 201,
  headers: { etag: '"1"' },
  cookies: [],
  text: '{}',
  body: {},
  took: 1,
};

test.each([
  ['two states of a record may not have the same ETag', 1, 1],
  ['records of two merchants may have the same id and ETag', 2, 0],
])('%s', (_, otherCompanyId, broken) => {
  const seen = new EarlierChoices();
  const brokenBy = (companyId: number, name: string): number => {
    const choices = new ObservedChoices(answer, seen, { from: 0, to: 0 }, { companyId, isKnownId: () => false });
    choices.tag('/items/100001', { version: 1, name });
    return choices.broken.length;
  };
  expect([brokenBy(1, 'Tea'), brokenBy(otherCompanyId, 'Coffee')]).toEqual([0, broken]);
});
