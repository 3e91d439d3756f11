import { type Detail, type Fields, inBody } from './answer.ts';
import { type Contract, type ReadOnlyParts, resolved, type Schema } from './contract.ts';
import { isObject } from './shape.ts';

/** Properties that only the service sets. A change may send them as they are. records.read_only, records.sent_back */

export function readOnlyParts(reference: Schema | undefined, schemas: Contract['schemas']): ReadOnlyParts {
  const properties = Object.entries(resolved(reference ?? {}, schemas).properties ?? {});
  const names = properties.filter(([, { readOnly }]) => readOnly).map(([name]) => name);
  const unversioned = properties.filter(([, schema]) => schema['x-tillgate-unversioned']).map(([name]) => name);
  const lists = properties.flatMap(([name, property]) => {
    const { items } = resolved(property, schemas);
    const parts = items && !property.readOnly ? readOnlyParts(items, schemas) : NONE;
    if (!items || parts === NONE || (parts.names.length === 0 && Object.keys(parts.lists).length === 0)) return [];
    return [[name, { key: keyOf(resolved(items, schemas)), parts }]];
  });
  return { names, unversioned, lists: Object.fromEntries(lists) };
}

const NONE: ReadOnlyParts = { names: [], unversioned: [], lists: {} };

const keyOf = ({ properties = {}, required = [] }: Schema): string => ('id' in properties ? 'id' : (required[0] ?? ''));

const isSentBack = (body: Fields): boolean => 'version' in body;

/** Errors of properties that the version does not cover: only a record sent back can have them. records.unversioned */
export function unversionedErrors({ unversioned }: ReadOnlyParts, body: Fields): Detail[] {
  const names = Object.keys(body).filter((name) => unversioned.includes(name));
  if (names.length === 0) return [];
  if (!isSentBack(body)) return names.map((name) => inBody(`/${name}`, 'readOnly'));
  return names.length + 1 < Object.keys(body).length ? [] : [inBody('', 'minProperties')];
}

/** The read-only properties in a change that differ from the record's. records.read_only_changed */
export const changedReadOnly = (parts: ReadOnlyParts, sent: Fields, stored: Fields): Detail[] =>
  changedIn(isSentBack(sent) ? versioned(parts) : parts, sent, stored, '');

/** Only the properties that the version covers. records.unversioned */
const versioned = ({ names, unversioned, lists }: ReadOnlyParts): ReadOnlyParts => ({
  names: names.filter((name) => !unversioned.includes(name)),
  unversioned: [],
  lists: Object.fromEntries(
    Object.entries(lists).map(([name, { key, parts }]) => [name, { key, parts: versioned(parts) }]),
  ),
});

function changedIn({ names, lists }: ReadOnlyParts, sent: Fields, stored: Fields, at: string): Detail[] {
  return Object.entries(sent).flatMap(([name, value]) => {
    const path = `${at}/${name}`;
    if (names.includes(name)) return isSame(value, stored[name]) ? [] : [inBody(path, 'readOnly')];
    const list = lists[name];
    if (!list) return [];
    return entriesOf(value).flatMap((entry, index) => {
      const before = entriesOf(stored[name]).find((one) => one[list.key] === entry[list.key]);
      return changedIn(list.parts, entry, before ?? {}, `${path}/${index}`);
    });
  });
}

/** A change without its read-only properties. */
export function writable({ names, lists }: ReadOnlyParts, sent: Fields): Fields {
  const kept = Object.entries(sent).filter(([name]) => !names.includes(name));
  return Object.fromEntries(
    kept.map(([name, value]) => {
      const list = lists[name];
      return [name, list ? entriesOf(value).map((entry) => writable(list.parts, entry)) : value];
    }),
  );
}

const entriesOf = (list: unknown): readonly Fields[] => (Array.isArray(list) ? list : []);

/** Equal values, whatever the order of their properties. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((entry, index) => isSame(entry, other[index]));
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => isSame(one[name], other[name]));
}
