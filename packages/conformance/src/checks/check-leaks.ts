import { familyOf } from '../contract/family.ts';
import type { Finding } from './finding.ts';
import { finding, type Seen } from './seen.ts';

/** Patterns of stack traces, statements and server paths. */
const INTERNALS: readonly [RegExp, string][] = [
  [/(\n|\\n)\s+at .+:\d+:\d+/, 'a stack trace'],
  [/\/node_modules\//, 'a path of the server'],
  [/\b(select|insert into|update) .+\b(from|values|set)\b.+\$\d/is, 'a statement'],
  [/\bregion_(uk|us|in|ae)\b|\bcontrol\.[a-z_]+\b/, 'the name of a table'],
  [/ECONNREFUSED|PGlite|pg_catalog/, 'an internal name'],
];

/** Bodies contain no secrets and no internals; only the token endpoints return tokens. */
export function checkLeaks({ answer, path, memory }: Seen): Finding[] {
  const leaks = INTERNALS.filter(([pattern]) => pattern.test(answer.text)).map(([, what]) =>
    finding('http.no_internals', `the body contains ${what}`, answer),
  );
  const isTokenAnswer = answer.status === 200 && familyOf(path) !== 'partner';
  const secret = isTokenAnswer ? undefined : [...memory.secrets].find((text) => answer.text.includes(text));
  return secret === undefined ? leaks : [...leaks, finding('http.no_secrets', 'the body repeats a credential', answer)];
}
