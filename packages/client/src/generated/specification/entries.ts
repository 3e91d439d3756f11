// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { type Detail, type Fields, inBody, Rejection, referenceNotFound } from './answer.ts';
import { isSame } from './read-only.ts';
import type { Rule } from './records.ts';
import type { Table } from './state.ts';

/** Entries of a record's nested lists. */

export const entriesIn = (fields: Fields | undefined, list: string): readonly Fields[] =>
  (fields?.[list] as readonly Fields[] | undefined) ?? [];

/** Errors of sent entries that repeat an earlier value. */
export function repeated(sent: Fields, list: string, property: string): Detail[] {
  const values = entriesIn(sent, list).map((entry) => entry[property]);
  return values.flatMap((value, index) =>
    value !== undefined && values.indexOf(value) < index ? [inBody(`/${list}/${index}/${property}`, 'unique')] : [],
  );
}

/** Names the first entry of a sent list that refers to a missing record. records.reference_named, tenancy.references */
export const entriesReferTo =
  (list: string, property: string, table: Table): Rule =>
  ({ sent }, { tables }) => {
    const isMissing = (id: unknown): boolean => typeof id === 'number' && !tables[table].has(id);
    const index = entriesIn(sent, list).findIndex((entry) => isMissing(entry[property]));
    if (index >= 0) throw referenceNotFound(`/${list}/${index}/${property}`);
  };

/** The stored entry with the id of a sent one. lines.keep_ids */
export const keptEntry = (before: Fields | undefined, list: string, { id }: Fields): Fields | undefined =>
  id === undefined ? undefined : entriesIn(before, list).find((entry) => entry.id === id);

/**
 * The stored entry that each sent one changes: the one with its id, or without an id the one at its place, if that has the
 * values of a new one. lines.keep_ids, lines.same_entry
 */
export function keptEntries(
  before: Fields | undefined,
  list: string,
  sent: readonly Fields[],
  defaults: Fields,
): (Fields | undefined)[] {
  return sent.map((entry, index) => {
    if (entry.id !== undefined) return keptEntry(before, list, entry);
    const there = entriesIn(before, list)[index];
    const isNamed = sent.some(({ id }) => id === there?.id);
    const values = Object.entries({ ...defaults, ...entry });
    return there && !isNamed && values.every(([name, value]) => isSame(value, there[name])) ? there : undefined;
  });
}

/** Entries with an id belong to the record, each at most once. lines.keep_ids */
export const keepsIds =
  (list: string, rule: string): Rule =>
  ({ sent, before }) => {
    const twice = repeated(sent, list, 'id');
    if (twice.length > 0) throw new Rejection('partner.validation_failed', rule, twice);
    const index = entriesIn(sent, list).findIndex((entry) => 'id' in entry && !keptEntry(before, list, entry));
    if (index >= 0)
      throw new Rejection('partner.reference_not_found', rule, [inBody(`/${list}/${index}/id`, 'reference')]);
  };
