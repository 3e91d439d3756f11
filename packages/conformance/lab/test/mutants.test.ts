import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Coverage } from '../prove/mutate/coverage.ts';
import { draw } from '../prove/mutate/draw.ts';
import { instrument } from '../prove/mutate/instrument.ts';
import type { Mutant, Reached } from '../prove/mutate/mutant.ts';
import { shareOf, type Tried } from '../prove/mutate/mutation-page.ts';
import { reachedOf } from '../prove/mutate/reached.ts';
import { trialOf } from '../prove/mutate/run-job.ts';
import { arrangeSource, type SceneSource } from '../prove/mutate/scene-copies.ts';
import { schemaTexts } from '../prove/mutate/schema.ts';
import { mutatedSources } from '../prove/mutate/sources.ts';
import { mutantsOfFunction } from '../prove/mutate/statement-mutants.ts';
import { KNOWN } from '../prove/mutate/unobservable.ts';

const mutant = (key: string, change: Partial<Mutant> = {}): Mutant => ({
  key,
  id: key,
  kind: 'code',
  subject: 'http',
  place: 'http/query.ts:1',
  operator: 'EqualityOperator',
  original: 'a < b',
  replacement: 'a <= b',
  ...change,
});

const reached = (one: Mutant, cases: readonly string[] = []): Reached => ({ mutant: one, cases });

describe('A draw', () => {
  const many = Array.from({ length: 60 }, (_, i) =>
    reached(mutant(`m${i}`, i % 2 === 0 ? {} : { kind: 'statement', operator: `operator ${i % 3}` })),
  );
  const keysOf = (seed: number, from = many) =>
    draw(from, { seed, count: 12, kind: 'embedded' }).tried.map(({ mutant: { key } }) => key);

  test('is the same for the same seed, whatever the order', () => {
    expect(keysOf(1)).toEqual(keysOf(1, [...many].reverse()));
    expect(keysOf(1)).not.toEqual(keysOf(2));
  });

  test('takes a third from SQL, by operator in turn', () => {
    const sql = draw(many, { seed: 3, count: 12, kind: 'embedded' }).tried.filter(
      ({ mutant: { kind } }) => kind === 'statement',
    );
    expect(sql).toHaveLength(4);
    expect(new Set(sql.map(({ mutant: { operator } }) => operator)).size).toBe(3);
  });

  test('sets locks apart on the embedded database only', () => {
    const lock = reached(mutant('lock', { kind: 'statement', operator: 'lock left out' }));
    const tried = (kind: 'embedded' | 'postgres') => draw([lock], { seed: 1, count: 1, kind }).tried.length;
    expect([tried('embedded'), tried('postgres')]).toEqual([0, 1]);
  });

  test('sets mutants apart that no response can show, and draws others in their place', () => {
    const logging = reached(mutant("http/run.ts | log.warn({ err }, 'failed'); | CallExpression"));
    const { tried, setApart } = draw([logging, ...many], { seed: 1, count: 61, kind: 'embedded' });
    expect(tried).toHaveLength(60);
    expect(setApart.map(({ mutant: { key } }) => key)).toEqual([logging.mutant.key]);
  });
});

describe('A mutant', () => {
  const code = ['a.ts:1', 'a.ts:9', 'b.ts:1'].map((place) => mutant(place, { place }));
  const coverage: Coverage = {
    code: { atStart: ['a.ts:1'], byCase: { second: ['a.ts:9'], third: ['b.ts:1'] } },
    statements: [{ name: 'items.find', text: 'select region_uk.stock_status($1)', cases: ['third'] }],
    columns: {},
    order: ['first', 'second', 'third'],
    failed: [],
  };
  const casesOf = (place: string) => reachedOf(code, coverage).find((one) => one.mutant.place === place)?.cases;

  test('is tried by the cases that reach it', () => {
    expect(casesOf('a.ts:9')).toEqual(['second']);
  });

  test('that only the start reaches is tried by all cases, first by those of its source', () => {
    expect(casesOf('a.ts:1')).toEqual(['second', 'first', 'third']);
  });

  test('that every case reaches is tried in turns by the next case and by the one that reaches most of its source', () => {
    const places = ['a.ts:1', 'a.ts:2', 'a.ts:3'];
    const byCase = { first: ['a.ts:1'], second: ['a.ts:1', 'a.ts:3'], third: places };
    const [everywhere] = reachedOf(
      places.map((place) => mutant(place, { place })),
      { ...coverage, code: { atStart: [], byCase } },
    );
    expect(everywhere?.cases).toEqual(['first', 'third', 'second']);
  });

  test('of a schema function is tried with all cases, beginning with those that send its name', () => {
    expect(casesOf('stock_status.sql')).toEqual(['third', 'first', 'second']);
  });
});

describe('The share', () => {
  const tried = (verdict: Tried['verdict']): Tried => ({ mutant: mutant('m'), verdict, cases: 1, of: 1 });

  test('counts hangs as not caught, and leaves out servers that crash or do not start', () => {
    const trials = (['caught', 'caught', 'crashed', 'survived', 'timed out', 'at once'] as const).map(tried);
    expect(shareOf(trials)).toEqual({ caught: 2, of: 4, percent: '50.0' });
  });
});

describe('The mutated sources', () => {
  test('are those of the API, without pages, commands and migrations', () => {
    const sources = mutatedSources();
    expect(sources).toEqual(expect.arrayContaining(['http/query.ts', 'resources/items/rules.ts', 'auth/bearer.ts']));
    expect(sources.filter((source) => /generated|documentation|commands|migrat|people|backup/.test(source))).toEqual(
      [],
    );
  });
});

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
    return trialOf(reached(one, cases), { build: join(folder, 'build'), source, copy: 'copy', seconds: 120 });
  };

  test('has every mutant of its sources that is set apart by its key', () => {
    const keys = new Set(mutants.map(({ key }) => key));
    const ofSources = Object.keys(KNOWN).filter((key) => /^[\w/-]+\.ts \|/.test(key));
    expect(ofSources.filter((key) => !keys.has(key))).toEqual([]);
  });

  test('passes while none is switched on', async () => {
    const { verdict, cases } = await trial(mutant('none'), [
      'pinned.brands',
      'pinned.categories',
      'pinned.items.written',
    ]);
    expect([verdict, cases]).toEqual(['survived', 3]);
  });

  test('is caught with a mutant of its sources', async () => {
    const repeated = mutants.find(
      ({ place, replacement }) => place.startsWith('http/query.ts') && replacement === 'values.length >= 1',
    );
    const { verdict, names } = await trial(repeated, ['pinned.list.listBrands']);
    // The suite cannot even read what the merchant has.
    expect([verdict, names]).toEqual(['caught', ['op.listStores.call', 'lists.limit']]);
  });

  test('is caught with a mutant of a statement', async () => {
    const change = '$n and name_key = region.fold($n) → $n and name_key <> region.fold($n)';
    const key = `brands.named | equality negated | ${change}`;
    const { verdict, by, names } = await trial(mutant(key, { kind: 'statement' }), [
      'pinned.categories',
      'pinned.brands',
    ]);
    expect([verdict, by]).toEqual(['caught', 'pinned.brands']);
    expect(names).toContain('records.duplicate_record');
  });

  test('survives a mutant of a statement that is not sent, and says so', async () => {
    const { verdict, said } = await trial(mutant('brands.none | boundary', { kind: 'statement' }), ['pinned.brands']);
    expect([verdict, said]).toEqual(['survived', 'No statement with it was sent.']);
  });

  test('is caught with a mutant of a function of the schema', async () => {
    const [untracked] = mutantsOfFunction('stock_status', schemaTexts().get('stock_status') ?? '', {}).filter(
      ({ operator }) => operator === 'negation removed',
    );
    expect((await trial(untracked, ['pinned.list.listItems'])).verdict).toBe('caught');
  });

  test('counts apart if no run can begin', async () => {
    const denying = mutants.find(
      ({ original, replacement }) => original === 'budget.exceeded' && replacement === 'true',
    );
    expect((await trial(denying)).verdict).toBe('at once');
  });
});
