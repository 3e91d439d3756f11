import { describe, expect, test } from 'vitest';
import type { Columns } from '../../mutate/sql/columns.ts';
import { applyAll, editsOf } from '../../mutate/sql/operators.ts';
import { mutantsOfStatement } from '../../mutate/statement-mutants.ts';

const COLUMNS: Columns = {
  items: [
    ['company_id', 'bigint'],
    ['id', 'bigint'],
    ['name', 'text'],
    ['price', 'numeric'],
    ['item_code', 'text'],
  ],
};

/** Statements, and what each operator makes of them. */
const EXAMPLES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'predicate dropped': {
    'where a = $1 or b is null': ['where (a = $1 or true) or b is null', 'where a = $1 or (b is null or true)'],
    'where a between $1 and $2 limit 1': ['where (a between $1 and $2 or true) limit 1'],
    'where (a = 1 and b = 2)': ['where ((a = 1 or true) and b = 2)', 'where (a = 1 and (b = 2 or true))'],
    "where a ~ ('^' || b)": ["where (a ~ ('^' || b) or true)"],
  },
  'join condition dropped': {
    'from a join b on a.id = b.id where x': ['from a join b on (a.id = b.id or true) where x'],
  },
  'and for or': { 'where a = 1 and b between 2 and 3': ['where a = 1 or b between 2 and 3'] },
  boundary: { 'select a where b <= 1': ['select a where b < 1'] },
  'equality negated': { 'update a set b = 1 where c = 2': ['update a set b = 1 where c <> 2'] },
  'null test negated': { 'where a is not null': ['where a is null'] },
  'difference negated': { 'where a is distinct from b': ['where a is not distinct from b'] },
  'negation removed': { 'where not exists (select 1)': ['where exists (select 1)'] },
  'order dropped': { 'select a from b order by c, d desc limit 1': ['select a from b  limit 1'] },
  'order reversed': {
    'select max(a order by b) over (order by c desc, d)': [
      'select max(a order by b desc) over (order by c desc, d)',
      'select max(a order by b) over (order by c asc, d)',
    ],
  },
  'limit off by one': { 'select a limit $2::bigint': ['select a limit $2::bigint + 1'] },
  'offset off by one': { 'select a offset 0': ['select a offset 0 + 1'] },
  'coalesce removed': { "select coalesce(sum(a, 1), '') as b": ['select (sum(a, 1)) as b'] },
  arithmetic: { 'select a - -1': ['select a + -1'] },
  'extreme exchanged': { 'select min(a), b.min': ['select max(a), b.min'] },
  'distinct removed': {
    'select distinct a where b is not distinct from c': ['select a where b is not distinct from c'],
  },
  'outer join made inner': { 'from a left join b on true': ['from a join b on true'] },
  'lock left out': {
    'select a where b for update of c': ['select a where b '],
    'select pg_advisory_xact_lock($1)': ['select pg_try_advisory_xact_lock($1)'],
  },
  'column exchanged': {
    'select i.name from region.items i where name = $2': [
      'select i.item_code as name from region.items i where name = $2',
      'select i.name from region.items i where item_code = $2',
    ],
    'select 1 from region.items, unnest($2) as i (name)': [],
    'insert into region.items (id, name) values ($1, $2)': [],
  },
};

describe('An operator of SQL', () => {
  test.each(Object.entries(EXAMPLES))('%s', (operator, examples) => {
    for (const [text, expected] of Object.entries(examples)) {
      const edits = editsOf(text, COLUMNS).filter((edit) => edit.operator === operator);
      expect(edits.map((edit) => applyAll(text, [edit]))).toEqual(expected);
    }
  });

  test('changes nothing in texts and comments', () => {
    expect(editsOf("select 'a and b < c' -- where not d\n", COLUMNS)).toEqual([]);
  });
});

describe('A mutant of a statement', () => {
  const keysOf = (name: string, text: string) => mutantsOfStatement({ name, text }, COLUMNS).map(({ key }) => key);

  test.each([
    [
      'predicate dropped',
      'select 1 as last_key from region_uk.items where price > $2 limit $3',
      'select 1 as last_key from region_ae.copies where price > $7 limit $9',
      'lists | predicate dropped | price > $n → (price > $n or true)',
    ],
    [
      'order reversed',
      'select 1 as last_key from region_uk.items r order by r.name collate region_uk.root_order asc, r.id asc limit $3',
      'select 1 as last_key from region_uk.brands r order by r.entry_date asc, r.id asc limit $2',
      'lists | order reversed | order by r.key asc, r.id asc limit → order by r.key desc, r.id asc limit',
    ],
    [
      'boundary',
      'select 1 as last_key from region_uk.orders r where r.id = any($2) and r.date >= $3::date limit $4',
      'select 1 as last_key from region_uk.moves r where r.date >= $7::date and r.status = 1',
      'lists | boundary | r.date >= $n::date → r.date > $n::date',
    ],
  ])('has one key in all lists: %s', (operator, items, others, key) => {
    const [first, second] = [keysOf('list.items.a1b2', items), keysOf('', others)].map((keys) =>
      keys.find((one) => one.includes(operator)),
    );
    expect(first).toBe(key);
    expect(second).toBe(key);
  });

  test('changes all equal parts of a text', () => {
    const text = 'select 1 where price > $2 union all select 2 where price > $2';
    const [mutant] = mutantsOfStatement({ name: 'items.prices', text }, COLUMNS);
    expect(applyAll(text, mutant?.edits ?? [])).toBe(
      'select 1 where (price > $2 or true) union all select 2 where (price > $2 or true)',
    );
  });
});
