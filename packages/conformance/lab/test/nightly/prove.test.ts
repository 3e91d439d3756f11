import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleSeed } from '../../../../../.ci/seed.ts';
import type { Answer } from '../../../src/http/send.ts';
import { readRequirements } from '../../../src/requirements/read-requirements.ts';
import { CATALOGUE, type Entry } from '../../prove/catalogue.ts';
import { handler } from '../../prove/how/handlers.ts';
import { type Laboratory, openLaboratory } from '../../prove/laboratory.ts';
import { ROUND, SAMPLED, sampleOf } from '../../prove/sample.ts';
import { summarize } from '../../prove/summary.ts';
import { isProof, type Trial, tryFault } from '../../prove/try-fault.ts';

/** Faults of every kind, which check the laboratory itself. `pnpm conformance:prove` tries all faults. */
const GUARDS = [
  'answer.drops-x-ratelimit-reset',
  'request.clamps-limit',
  'list.total-less-one',
  'statement.tenant-read-brands',
  'statement.cursor-repeats',
  'server.if-match-ignored',
  'server.counts-nothing',
  'batches.never-atomic',
  'grant.code-of-any-client',
  'claims.aud-other',
  'web.pkce-plain',
  'web.token-unchecked',
  'web.employee-decides',
  'web.origin-null',
];

const SEED = sampleSeed();

describe('The catalogue', () => {
  test('has at least 150 faults, each with a unique id', () => {
    const ids = CATALOGUE.map(({ id }) => id);
    expect(ids.length).toBeGreaterThanOrEqual(150);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  });

  test('names existing requirements', () => {
    const ids = new Set(readRequirements().map(({ id }) => id));
    expect(CATALOGUE.filter(({ breaks }) => !ids.has(breaks)).map(({ id, breaks }) => [id, breaks])).toEqual([]);
  });
});

describe('The sample', () => {
  test('of twelve seeds in turn covers every subject, and is the same for the same seed', () => {
    const subjects = new Set(SAMPLED.map(({ subject }) => subject));
    const round = Array.from({ length: ROUND }, (_, day) => sampleOf(20_000 + day)).flat();
    expect(new Set(round.map(({ subject }) => subject))).toEqual(subjects);
    expect(round).toHaveLength(subjects.size);
    expect(sampleOf(1)).toEqual(sampleOf(1));
    expect(sampleOf(1)).not.toEqual(sampleOf(1 + ROUND));
  });
});

describe('A run', () => {
  const trial = (fault: string, verdict: Trial['verdict']): Trial => ({
    fault,
    subject: 'none',
    text: '',
    breaks: 'lists.limit',
    verdict,
    cases: 1,
    unmatched: [],
  });
  const passes = (...trials: Trial[]): boolean => summarize(trials, [], { known: 'the suite has no such app' }).passed;

  test('passes with known survivors, caught or not', () => {
    expect(passes(trial('a', 'caught'), trial('known', 'survived'))).toBe(true);
    expect(passes(trial('known', 'caught'))).toBe(true);
    expect(passes(trial('known', 'otherwise'))).toBe(true);
  });

  test('fails for a new survivor and for a fault that matches nothing', () => {
    expect(passes(trial('a', 'survived'))).toBe(false);
    expect(passes(trial('a', 'otherwise'))).toBe(false);
    expect(passes(trial('known', 'idle'))).toBe(false);
  });
});

describe('A finding', () => {
  const finding = { requirements: ['lists.limit'], severity: 'must', message: 'limit=2: expected 2, got 1' } as const;
  const failed = { status: 500 } as Answer;

  test('proves a fault if it names the violated requirement', () => {
    expect(isProof(finding, 'lists.limit')).toBe(true);
    expect(isProof(finding, 'lists.pages')).toBe(false);
  });

  test('proves nothing if the case ended early or the service failed', () => {
    expect(isProof({ ...finding, brokeOff: true }, 'lists.limit')).toBe(false);
    expect(isProof({ ...finding, answer: failed }, 'lists.limit')).toBe(false);
    expect(
      isProof({ ...finding, requirements: ['http.no_server_error'], answer: failed }, 'http.no_server_error'),
    ).toBe(true);
  });
});

describe('The suite catches by the violated requirement:', () => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await openLaboratory();
  });
  afterAll(() => laboratory?.close());

  test('a fault that makes the service or a case fail does not count', async () => {
    const failing: Entry = {
      id: 'fails',
      subject: 'none',
      text: 'lists of brands fail',
      breaks: 'brands.search',
      by: ['pinned.brands'],
      where: { operation: 'listBrands' },
      how: handler((_, mark) => async () => {
        mark();
        throw new TypeError('brands is undefined');
      }),
    };
    const { verdict, unmatched } = await tryFault(failing, laboratory);
    expect([verdict, unmatched]).toEqual(['otherwise', []]);
  });

  test('a fault that changes nothing is reported as idle', async () => {
    const stale: Entry = {
      id: 'stale',
      subject: 'none',
      text: 'a statement that there is not is changed',
      breaks: 'mint.form',
      how: { from: 'from no_such_table', to: '' },
    };
    const { verdict, unmatched } = await tryFault(stale, laboratory);
    expect([verdict, unmatched]).toEqual(['idle', ['from no_such_table']]);
  });

  test.each(GUARDS)('%s', async (id) => caught(CATALOGUE.find((one) => one.id === id)));

  test.each(sampleOf(SEED).map((fault) => [fault.id, fault] as const))(`%s (TEST_SEED=${SEED})`, async (_, fault) =>
    caught(fault),
  );

  async function caught(fault: Entry | undefined): Promise<void> {
    if (!fault) throw new Error('There is no such fault.');
    const { verdict, said } = await tryFault(fault, laboratory);
    expect(verdict, said).toBe('caught');
  }
});
