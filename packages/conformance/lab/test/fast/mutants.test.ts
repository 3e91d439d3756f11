import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { caughtBefore } from '../../mutate/again.ts';
import { draw } from '../../mutate/draw.ts';
import { shareOf } from '../../mutate/mutation-page.ts';
import { reachedOf } from '../../mutate/reached.ts';
import { groupOf, mutatedSources } from '../../mutate/sources.ts';
import type { Survey } from '../../mutate/survey.ts';
import type { Tried } from '../../mutate/trials.ts';
import { mutant, reached } from '../support/mutant.ts';

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
    const logging = reached(mutant("pipeline/run.ts | log.warn({ err }, 'failed'); | CallExpression"));
    const { tried, setApart } = draw([logging, ...many], { seed: 1, count: 61, kind: 'embedded' });
    expect(tried).toHaveLength(60);
    expect(setApart.map(({ mutant: { key } }) => key)).toEqual([logging.mutant.key]);
  });
});

describe('A mutant', () => {
  const code = ['a.ts:1', 'a.ts:9', 'b.ts:1'].map((place) => mutant(place, { place }));
  const survey: Survey = {
    code: { atStart: ['a.ts:1'], byCase: { second: ['a.ts:9'], third: ['b.ts:1'] } },
    statements: [{ name: 'items.find', text: 'select region_uk.stock_status($1)', cases: ['third'] }],
    wire: [],
    columns: {},
    order: ['first', 'second', 'third'],
    failed: [],
  };
  const casesOf = (place: string) => reachedOf(code, survey).find((one) => one.mutant.place === place)?.cases;

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
      { ...survey, code: { atStart: [], byCase } },
    );
    expect(everywhere?.cases).toEqual(['first', 'third', 'second']);
  });

  test('of a schema function is tried with all cases, beginning with those that send its name', () => {
    expect(casesOf('stock_status.sql')).toEqual(['third', 'first', 'second']);
  });
});

describe('Mutants that an earlier run caught', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'tillgate-again-')), 'earlier.json');
  const trial = (key: string, verdict: string, by?: string) => ({ mutant: { key }, verdict, by });
  writeFileSync(
    file,
    JSON.stringify({ seed: 5, trials: [trial('a', 'caught', 'two'), trial('b', 'survived'), trial('gone', 'caught')] }),
  );
  const { tried, unreached } = caughtBefore(
    [file],
    ['a', 'b', 'c'].map((key) => reached(mutant(key), ['one', 'two'])),
  );

  test('are tried by the cases that reach them now, first by the one that caught them', () => {
    expect(tried.map(({ mutant: { key }, cases }) => [key, cases])).toEqual([['a', ['two', 'one']]]);
  });

  test('and that no case reaches any more are named', () => {
    expect(unreached).toEqual(['gone']);
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
  const sources = mutatedSources();

  test('are those of the API, of the pages that apps and merchants meet, and of what sends webhooks', () => {
    expect(sources).toEqual(
      expect.arrayContaining([
        'pipeline/query.ts',
        'records/items/rules.ts',
        'pages/consent/consent.ts',
        'webhooks/delivery.ts',
        'operations/credentials.ts',
      ]),
    );
    expect(sources.filter((source) => /generated\/|documentation|command-line|migrat|backup/.test(source))).toEqual([]);
    expect(sources.filter((source, i) => sources.indexOf(source) !== i)).toEqual([]);
  });

  test('are drawn in groups that take turns', () => {
    const places = ['records/brands.ts:1', 'pages/consent/consent.ts:1', 'webhooks/lanes.ts:1'];
    const code = places.map((place) => mutant(place, { place }));
    const block = mutant('block', { place: 'records/brands.ts:2', operator: 'BlockStatement' });
    expect([...code, block].map(groupOf)).toEqual(['api', 'pages', 'webhooks', 'blocks']);
    const many = [
      ...Array.from({ length: 9 }, (_, i) => mutant(`m${i}`, { place: 'records/brands.ts:3' })),
      ...code,
      block,
    ];
    const { tried } = draw(
      many.map((one) => reached(one)),
      { seed: 1, count: 4, kind: 'embedded' },
    );
    expect(tried.map((one) => groupOf(one.mutant))).toEqual(['api', 'pages', 'webhooks', 'blocks']);
  });
});
