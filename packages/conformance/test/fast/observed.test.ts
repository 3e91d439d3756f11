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

function brokenTags(...records: readonly { companyId: number; name: string }[]): number {
  const seen = new EarlierChoices();
  return records
    .map(({ companyId, name }) => {
      const merchant = { companyId, isKnownId: () => false };
      const choices = new ObservedChoices(answer, seen, { from: 0, to: 0 }, merchant);
      choices.tag('/items/100001', { version: 1, name });
      return choices.broken.length;
    })
    .reduce((sum, count) => sum + count, 0);
}

test('two states of a record may not have the same ETag', () => {
  const records = [
    { companyId: 1, name: 'Tea' },
    { companyId: 1, name: 'Coffee' },
  ];
  expect(brokenTags(...records)).toBe(1);
});

test('records of two merchants may have the same id and ETag', () => {
  const records = [
    { companyId: 1, name: 'Tea' },
    { companyId: 2, name: 'Coffee' },
  ];
  expect(brokenTags(...records)).toBe(0);
});
