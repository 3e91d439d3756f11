import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instrument } from '../../mutate/instrument.ts';
import type { Mutant } from '../../mutate/mutant.ts';
import { arrangeSource, type SceneSource } from '../../mutate/scene-copies.ts';
import { schemaTexts } from '../../mutate/schema.ts';
import { mutatedSources } from '../../mutate/sources.ts';
import { mutantsOfFunction } from '../../mutate/statement-mutants.ts';
import { trialOf } from '../../mutate/trials.ts';
import { KNOWN, knownAs } from '../../mutate/unobservable.ts';
import { mutant, reached } from '../support/mutant.ts';

describe('The server with all mutants in it', () => {
  let folder: string;
  let mutants: Mutant[];
  let source: SceneSource;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tillgate-mutants-'));
    mutants = await instrument(mutatedSources(), join(folder, 'build'));
    source = await arrangeSource(folder, undefined);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const trial = (one: Mutant | undefined, cases: readonly string[] = []) => {
    if (!one) throw new Error('There is no such mutant.');
    return trialOf(reached(one, cases), {
      build: join(folder, 'build'),
      source,
      copy: 'copy',
      wire: false,
      seconds: 120,
    });
  };

  test('has every mutant of its sources that is set apart by its key', () => {
    const keys = new Set(mutants.map(knownAs));
    const ofSources = [...KNOWN.keys()].filter((key) => /^\S+\.ts \S* \| /.test(key));
    expect(ofSources.filter((key) => !keys.has(key))).toEqual([]);
  });

  test('passes while none is switched on', async () => {
    const { verdict, cases } = await trial(mutant('none'), ['tours.brands', 'tours.categories', 'tours.items']);
    expect([verdict, cases]).toEqual(['survived', 3]);
  });

  test('is caught with a mutant of its sources', async () => {
    const repeated = mutants.find(
      ({ place, replacement }) => place.startsWith('pipeline/query.ts') && replacement === 'values.length >= 1',
    );
    const { verdict, names } = await trial(repeated, ['lists.listBrands']);
    // The suite cannot even read what the merchant has.
    expect([verdict, names]).toEqual(['caught', ['lists.limit']]);
  });

  test('is caught with a mutant of a statement', async () => {
    const change = '$n and name_key = region.fold($n) → $n and name_key <> region.fold($n)';
    const key = `brands.named | equality negated | ${change}`;
    const { verdict, by, names } = await trial(mutant(key, { kind: 'statement' }), [
      'tours.categories',
      'tours.brands',
    ]);
    expect([verdict, by]).toEqual(['caught', 'tours.brands']);
    expect(names).toContain('records.duplicate_record');
  });

  test('survives a mutant of a statement that is not sent, and says so', async () => {
    const { verdict, said } = await trial(mutant('brands.none | boundary', { kind: 'statement' }), ['tours.brands']);
    expect([verdict, said]).toEqual(['survived', 'No statement with it was sent.']);
  });

  test('is caught with a mutant of a function of the schema', async () => {
    const [untracked] = mutantsOfFunction('stock_status', schemaTexts().get('stock_status') ?? '', {}).filter(
      ({ operator }) => operator === 'negation removed',
    );
    expect((await trial(untracked, ['lists.listItems'])).verdict).toBe('caught');
  });

  test('counts apart if no run can begin', async () => {
    // The token endpoint has the same check, before that of the mint. A run begins with a mint.
    const denying = mutants.findLast(
      ({ original, replacement }) => original === 'budget.exceeded' && replacement === 'true',
    );
    expect((await trial(denying)).verdict).toBe('at once');
  });
});
