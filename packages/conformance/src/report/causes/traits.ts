import { type Coverage, tally } from '../../engine/coverage.ts';
import { traitsOf, usesOf } from '../../engine/traits.ts';
import type { Answer } from '../../http/send.ts';

/** A trait that requests of findings have in common. */
export interface Shared {
  readonly trait: string;
  /** Number of the findings' requests that have it. */
  readonly failed: number;
  /** Number of requests of the run that have it. */
  readonly requests: number;
}

/**
 * The trait that best tells the requests of these responses from the others of the run, by Ochiai's coefficient: most of these
 * have it, and few others. One request alone has none.
 */
export function sharedBy(answers: Iterable<Answer>, { traits }: Pick<Coverage, 'traits'>): Shared | undefined {
  const counts = new Map<string, number>();
  const requests = distinct(answers);
  if (requests.length < 2) return undefined;
  for (const { sent } of requests) for (const trait of traitsOf(usesOf(sent))) tally(counts, trait);
  const suspicionOf = ({ failed, requests }: Shared): number => failed / Math.sqrt(requests);
  return [...counts]
    .map(([trait, failed]) => ({ trait, failed, requests: traits.get(trait) ?? failed }))
    .toSorted((one, other) => suspicionOf(other) - suspicionOf(one))[0];
}

/** Findings about one response have copies of it, which took equally long. */
const distinct = (answers: Iterable<Answer>): readonly Answer[] => [
  ...new Map([...answers].map((answer) => [`${answer.took} ${answer.sent.url}`, answer])).values(),
];
