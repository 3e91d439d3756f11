import type { Mutant } from './mutant.ts';

/** Mutants that no response can show, with the reason for each. */

type Kind = 'embedded' | 'postgres';

interface Class {
  readonly reason: string;
  readonly has: (mutant: Mutant, kind: Kind) => boolean;
}

/** The line of a source, which is the second part of a key. */
const lineOf = ({ key }: Mutant): string => key.split(' | ')[1] ?? '';

/** Mutants that are recognized by what they change. */
const CLASSES: readonly Class[] = [
  {
    reason: 'Changes only what is logged or counted for operators.',
    has: (mutant) =>
      mutant.kind === 'code' &&
      /\b(?:log\.(?:error|warn|info|debug)\(|(?:counts|lookups)\.\w+ [-+]=|metrics\.\w+)/.test(lineOf(mutant)),
  },
  {
    reason: "Changes only the request log, which developers' pages show.",
    has: ({ kind, place }) => kind === 'statement' && place.startsWith('request-log.'),
  },
  {
    reason: 'The embedded database runs one statement at a time, so nothing waits for a lock.',
    has: ({ operator }, kind) => operator === 'lock left out' && kind === 'embedded',
  },
];

/** Mutants by key. */
const KNOWN: Readonly<Record<string, string>> = {};

/** Why no response can show a mutant on this kind of database; undefined if one can. */
export const whyUnobservable = (mutant: Mutant, kind: Kind): string | undefined =>
  KNOWN[mutant.key] ?? CLASSES.find(({ has }) => has(mutant, kind))?.reason;
