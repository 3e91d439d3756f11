import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Mutant } from './mutant.ts';

type Database = 'embedded' | 'postgres';

/** Properties of a mutant that all have to match. */
interface Kind {
  readonly kind?: Mutant['kind'];
  readonly on?: Database;
  readonly place?: string;
  readonly operator?: string;
  /** Pattern of the original text. */
  readonly change?: string;
  /** Pattern of the line of the source, which is the second part of a mutant's key. */
  readonly line?: string;
  /** True if the change only includes or excludes equality. */
  readonly equality?: true;
}

interface Unobservable {
  readonly kinds: Readonly<Record<string, readonly Kind[]>>;
  readonly mutants: Readonly<Record<string, string | readonly string[]>>;
}

const { kinds, mutants } = parse(readFileSync(new URL('./unobservable.yaml', import.meta.url), 'utf8')) as Unobservable;

/** Reasons by the mutant that each is of. */
export const KNOWN: ReadonlyMap<string, string> = new Map(
  Object.entries(mutants).flatMap(([reason, known]) => [known].flat().map((key) => [key, reason] as const)),
);

/** How the table names a mutant: by its function, so that neither a moved nor an edited line changes it. */
export const knownAs = ({ kind, key, place, within = '', operator, original, replacement }: Mutant): string =>
  kind === 'code'
    ? [`${place.replace(/:\d+$/, '')} ${within}`, operator, `${original} → ${replacement}`].join(' | ')
    : key;

/** Why no response can show a mutant on this kind of database; undefined if one can. */
export const whyUnobservable = (mutant: Mutant, database: Database): string | undefined =>
  KNOWN.get(knownAs(mutant)) ??
  Object.entries(kinds).find(([, any]) => any.some((kind) => isOf(kind, mutant, database)))?.[0];

function isOf(
  { kind, on, place, operator, change, line, equality }: Kind,
  mutant: Mutant,
  database: Database,
): boolean {
  const matches = (pattern: string | undefined, text: string) =>
    pattern === undefined || new RegExp(pattern).test(text);
  const { original, replacement } = mutant;
  return (
    (kind ?? mutant.kind) === mutant.kind &&
    (on ?? database) === database &&
    (operator ?? mutant.operator) === mutant.operator &&
    matches(place, mutant.place) &&
    matches(change, original) &&
    matches(line, mutant.key.split(' | ')[1] ?? '') &&
    (!equality || original.replace('=', '') === replacement.replace('=', ''))
  );
}
