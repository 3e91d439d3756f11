import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CATALOGUE } from '../src/prove/catalogue.ts';
import { type Laboratory, openLaboratory } from '../src/prove/laboratory.ts';
import { tryFault } from '../src/prove/try-fault.ts';
import { readRequirements } from '../src/requirements/read-requirements.ts';

/** Some of the catalogue; `pnpm conformance:prove` tries all of it. */
const SAMPLE = [
  'answer.drops-x-ratelimit-reset',
  'answer.token-cached',
  'answer.money-as-number',
  'answer.code-partner.scope_denied',
  'answer.stack',
  'ignores.brandId-at-items',
  'ignores.includeVoided-at-purchaseorders',
  'request.clamps-limit',
  'list.total-less-one',
  'statement.tenant-read-brands',
  'statement.tenant-list-items',
  'statement.cursor-repeats',
  'statement.key-not-kept',
  'statement.not-rotated',
  'server.if-match-ignored',
  'server.body-required',
  'server.counts-nothing',
  'stateful.receipt-overwrites',
  'stateful.menu-emptied',
  'report.daily-winter-days',
  'report.items-sort-as-text',
  'report.stock-combos',
  'report.approval-totals',
  'report.orders-closed',
  'web.iss-missing',
  'web.redirect-slash',
  'web.pkce-plain',
  'web.token-unchecked',
  'web.employee-decides',
  'web.request-again',
];

describe('The catalogue', () => {
  test('has at least 150 faults, each with an id of its own', () => {
    const ids = CATALOGUE.map(({ id }) => id);
    expect(ids.length).toBeGreaterThanOrEqual(150);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  });

  test('names requirements that there are', () => {
    const ids = new Set(readRequirements().map(({ id }) => id));
    expect(CATALOGUE.filter(({ breaks }) => !ids.has(breaks)).map(({ id, breaks }) => [id, breaks])).toEqual([]);
  });
});

describe('The suite catches, by the requirement that is broken,', () => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await openLaboratory();
  });
  afterAll(() => laboratory?.close());

  test.each(SAMPLE)('%s', async (id) => {
    const fault = CATALOGUE.find((one) => one.id === id);
    if (!fault) throw new Error(`No fault ${id}.`);
    const { verdict, said } = await tryFault(fault, laboratory);
    expect(verdict, said).toBe('caught');
  });
});
