import { describe, expect, test } from 'vitest';
import { parseRules } from '../../src/requirements/parse-rules.ts';

const PAGE = `# Behaviour

Each rule ends with its id in [brackets](#brackets), as in [\`rules.yaml\`](rules.yaml).

## Lists

- \`limit\` is 1 to 100 [\`lists.limit\`]; a limit above 100 is
  400, code \`lists.bad\` [\`lists.limit_max\`], and nothing is read [\`lists.nothing\`,
  extension]. An afterthought.
- HEAD works like GET (RFC 9110 §9.3.2) [\`http.head\`, should].

### Dates

\`\`\`mermaid
  [*] --> day
\`\`\`

From one day to another, inclusive [\`purchases.dates\`,
\`transfers.dates\`].
`;

describe('A rule of docs/behaviour.md', () => {
  test('is the text before its id: from the rule before, or from the beginning of the paragraph', () => {
    expect(parseRules(PAGE).map(({ id, text }) => [id, text])).toEqual([
      ['lists.limit', 'limit is 1 to 100.'],
      ['lists.limit_max', 'A limit above 100 is 400, code lists.bad.'],
      ['lists.nothing', 'Nothing is read.'],
      ['http.head', 'HEAD works like GET (RFC 9110 §9.3.2).'],
      ['purchases.dates', 'From one day to another, inclusive.'],
      ['transfers.dates', 'From one day to another, inclusive.'],
    ]);
  });

  test('has the heading above it as its subject', () => {
    expect(parseRules(PAGE).map(({ subject }) => subject)).toEqual([...Array(4).fill('Lists'), 'Dates', 'Dates']);
  });

  test('is a must unless its id is marked', () => {
    const severities = new Map(parseRules(PAGE).map(({ id, severity }) => [id, severity]));
    expect(severities).toEqual(
      new Map([
        ['lists.limit', 'must'],
        ['lists.limit_max', 'must'],
        ['lists.nothing', 'extension'],
        ['http.head', 'should'],
        ['purchases.dates', 'must'],
        ['transfers.dates', 'must'],
      ]),
    );
  });

  test.each([
    [
      'an id that another rule has',
      'A [`a.b`].\n\n- B [`a.c`].\n- C\n  d [`a.b`].',
      'docs/behaviour.md:5: the id a.b is at line 1 too',
    ],
    ['an id twice', 'A [`a.b`, `a.b`].', 'docs/behaviour.md:1: the id a.b is at line 1 too'],
    ['no text', 'A.\n\n- [`a.b`]', 'docs/behaviour.md:3: [`a.b`] follows no rule'],
    ['no text after the rule before', 'A [`a.b`], [`a.c`].', 'docs/behaviour.md:1: [`a.c`] follows no rule'],
    ['an unknown mark', 'A\nb [`a.b`, shuold].', 'docs/behaviour.md:2: [`a.b`, shuold] '],
    ['an id without its comma', 'A [`a.b` `a.c`].', 'docs/behaviour.md:1: [`a.b` `a.c`] '],
    ['an id that is none', 'A [`a b`].', 'docs/behaviour.md:1: [`a b`] '],
  ])('with %s is rejected with its line', (_, markdown, message) => {
    expect(() => parseRules(markdown)).toThrow(message);
  });
});
