import { isReference, type OpenApiDocument, type Schema, type SchemaObject } from '../document.ts';
import type { Comparison } from './comparison.ts';
import { pairUp } from './pair-up.ts';
import { alternativesOf, sameRules, viewSchema } from './schema-view.ts';

/** Compares `oneOf` and `anyOf`. Alternatives are matched by name; unnamed ones by position. */
export function compareAlternatives(comparison: Comparison, before: SchemaObject, after: SchemaObject): void {
  const [was, is] = [alternativesOf(before), alternativesOf(after)];
  if (was !== undefined && is !== undefined) {
    if (!sameRules(before.discriminator, after.discriminator)) comparison.report('discriminator changed', 'shifts');
    compareLists(comparison, was, is);
  } else if (is !== undefined) comparison.report('alternatives (oneOf) added', 'narrows');
  else if (was !== undefined) comparison.report('alternatives (oneOf) removed', 'widens');
}

function compareLists(comparison: Comparison, was: Schema[], is: Schema[]): void {
  const { before, after } = comparison.documents;
  pairUp(named(before, was), named(after, is), {
    both(one, other) {
      comparison.descend('', one, other);
      return [];
    },
    removed: (_, name) => comparison.report(`alternative ${name} removed`, 'narrows'),
    added: (_, name) => comparison.report(`alternative ${name} added`, 'widens'),
  });
}

const named = (document: OpenApiDocument, alternatives: Schema[]): Map<string, Schema> =>
  new Map(alternatives.map((schema, index) => [nameOf(viewSchema(document, schema).keywords, schema, index), schema]));

/** True if `schema` has no alternatives but is one of the other side's. */
export function becameAlternative(schema: Schema | undefined, own: SchemaObject, other: SchemaObject): boolean {
  if (alternativesOf(own) !== undefined) return false;
  return (alternativesOf(other) ?? []).some((alternative) => sameRules(alternative, schema));
}

export function asAlternatives(schema: Schema | undefined, own: SchemaObject): SchemaObject {
  return alternativesOf(own) === undefined && schema !== undefined ? { oneOf: [schema] } : own;
}

function nameOf({ type, title }: SchemaObject, schema: Schema, index: number): string {
  if (isReference(schema)) return schema.$ref.split('/').at(-1) ?? schema.$ref;
  if (typeof title === 'string') return title;
  return type === 'null' ? 'null' : `${index + 1}`;
}
