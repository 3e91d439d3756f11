// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { type Detail, type Fields, inBody, referenceNotFound } from './answer.ts';
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

/**
 * Names the first entry of a sent list that refers to a missing record, by a property or as a whole.
 * records.reference_named, tenancy.references
 */
export const entriesReferTo =
  (table: Table, list: string, property?: string): Rule =>
  ({ sent }, { tables }) => {
    const ids: readonly unknown[] = entriesIn(sent, list).map((entry) => (property ? entry[property] : entry));
    const index = ids.findIndex((id) => typeof id === 'number' && !tables[table].has(id));
    if (index >= 0) throw referenceNotFound(`/${list}/${index}${property ? `/${property}` : ''}`);
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

/** Errors of sent entries whose ids no stored one has. */
export const unknownEntries = (before: Fields | undefined, sent: Fields, list: string): Detail[] =>
  entriesIn(sent, list).flatMap((entry, index) =>
    entry.id === undefined || keptEntry(before, list, entry) ? [] : [inBody(`/${list}/${index}/id`, 'reference')],
  );
