import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../../src/http/send.ts';
import { readRequirements } from '../../src/requirements/read-requirements.ts';
import { CATALOGUE, type Entry } from '../prove/catalogue.ts';
import { handler } from '../prove/how/handlers.ts';
import { type Laboratory, openLaboratory } from '../prove/laboratory.ts';
import { isProof, tryFault } from '../prove/try-fault.ts';

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
  'server.order-tax-before-discount',
  'server.docs-voided-by-state',
  'server.docs-one-reason-receipt',
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

describe('A finding', () => {
  const finding = { requirements: ['lists.limit'], severity: 'must', message: 'limit=2: expected 2, got 1' } as const;
  const failed = { status: 500 } as Answer;

  test('proves a fault where it names the broken requirement', () => {
    expect(isProof(finding, 'lists.limit')).toBe(true);
    expect(isProof(finding, 'lists.pages')).toBe(false);
  });

  test('proves nothing where the case broke off or the service failed', () => {
    expect(isProof({ ...finding, brokeOff: true }, 'lists.limit')).toBe(false);
    expect(isProof({ ...finding, answer: failed }, 'lists.limit')).toBe(false);
    expect(
      isProof({ ...finding, requirements: ['http.no_server_error'], answer: failed }, 'http.no_server_error'),
    ).toBe(true);
  });
});

describe('The suite catches, by the requirement that is broken,', () => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await openLaboratory();
  });
  afterAll(() => laboratory?.close());

  test('what makes the service or a case fail does not count', async () => {
    const failing: Entry = {
      id: 'fails',
      subject: 'none',
      text: 'lists of brands fail',
      breaks: 'brands.search',
      by: ['search.brands'],
      where: { operation: 'listBrands' },
      how: handler((_, mark) => async () => {
        mark();
        throw new TypeError('brands is undefined');
      }),
    };
    const { verdict, unmatched } = await tryFault(failing, laboratory);
    expect([verdict, unmatched]).toEqual(['otherwise', []]);
  });

  test.each(SAMPLE)('%s', async (id) => {
    const fault = CATALOGUE.find((one) => one.id === id);
    if (!fault) throw new Error(`No fault ${id}.`);
    const { verdict, said } = await tryFault(fault, laboratory);
    expect(verdict, said).toBe('caught');
  });
});
