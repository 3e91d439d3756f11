import { isReference, type Schema, type SchemaObject } from '../document.ts';
import type { Comparison } from './comparison.ts';
import { alternativesOf, sameRules, viewSchema } from './schema-view.ts';

/** Compares `oneOf` and `anyOf`: alternatives are matched by name, unnamed ones by position. */
export function compareAlternatives(comparison: Comparison, before: SchemaObject, after: SchemaObject): void {
  const [was, is] = [alternativesOf(before), alternativesOf(after)];
  if (was !== undefined && is !== undefined) {
    if (!sameRules(before.discriminator, after.discriminator)) comparison.report('discriminator changed', 'shifts');
    compareLists(comparison, was, is);
  } else if (is !== undefined) comparison.report('alternatives (oneOf) added', 'narrows');
  else if (was !== undefined) comparison.report('alternatives (oneOf) removed', 'widens');
}

function compareLists(comparison: Comparison, was: Schema[], is: Schema[]): void {
  const { pairs, lost, gained } = pairUp(comparison, was, is);
  for (const [one, other] of pairs) comparison.descend('', one, other);
  for (const name of lost) comparison.report(`alternative ${name} removed`, 'narrows');
  for (const name of gained) comparison.report(`alternative ${name} added`, 'widens');
}

/** True if `schema`, which has no alternatives itself, is an alternative of the other side. */
export function becameAlternative(schema: Schema | undefined, own: SchemaObject, other: SchemaObject): boolean {
  if (alternativesOf(own) !== undefined) return false;
  return (alternativesOf(other) ?? []).some((alternative) => sameRules(alternative, schema));
}

export function asAlternatives(schema: Schema | undefined, own: SchemaObject): SchemaObject {
  return alternativesOf(own) === undefined && schema !== undefined ? { oneOf: [schema] } : own;
}

interface Pairing {
  pairs: [Schema, Schema][];
  lost: string[];
  gained: string[];
}

function pairUp({ documents }: Comparison, before: Schema[], after: Schema[]): Pairing {
  const was = new Map(
    before.map((schema, index) => [nameOf(viewSchema(documents.before, schema).keywords, schema, index), schema]),
  );
  const is = new Map(
    after.map((schema, index) => [nameOf(viewSchema(documents.after, schema).keywords, schema, index), schema]),
  );
  const pairs = [...was].flatMap(([name, schema]): [Schema, Schema][] => {
    const other = is.get(name);
    return other === undefined ? [] : [[schema, other]];
  });
  return {
    pairs,
    lost: [...was.keys()].filter((name) => !is.has(name)),
    gained: [...is.keys()].filter((name) => !was.has(name)),
  };
}

function nameOf({ type, title }: SchemaObject, schema: Schema, index: number): string {
  if (isReference(schema)) return schema.$ref.split('/').at(-1) ?? schema.$ref;
  if (typeof title === 'string') return title;
  return type === 'null' ? 'null' : `${index + 1}`;
}
