import { tally } from '../../engine/coverage.ts';

/** Requirements that any divergence of their kind names. */
const GENERAL = new Set([
  'documents.details_complete',
  'http.accepts_what_it_documents',
  'http.every_detail',
  'http.nested_shape',
  'http.order_of_checks',
  'http.validation_details',
]);

export const isSpecific = (id: string): boolean => !id.startsWith('op.') && !GENERAL.has(id);

/** Findings that name the same requirements. */
export interface Named {
  readonly requirements: readonly string[];
  readonly findings: number;
}

/** How many responses matched the prediction of a requirement, by its id. */
export type Kept = ReadonlyMap<string, number>;

/**
 * Requirements, the most suspect first: one that most findings name and that few responses kept, as by Ochiai's coefficient in
 * fault localization. General ones come last.
 */
export function bySuspicion(all: readonly Named[], kept: Kept): string[] {
  const counts = new Map<string, number>();
  for (const { requirements, findings } of all) for (const id of new Set(requirements)) tally(counts, id, findings);
  const suspicionOf = ([id, named]: readonly [string, number]): number =>
    named / Math.sqrt(named + (kept.get(id) ?? 0));
  const ordered = [...counts].toSorted((one, other) => suspicionOf(other) - suspicionOf(one)).map(([id]) => id);
  return [...ordered.filter(isSpecific), ...ordered.filter((id) => !isSpecific(id))];
}
