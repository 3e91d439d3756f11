import { isDeepStrictEqual } from 'node:util';
import { type OpenApiDocument, readPointer, type Schema } from '../document.ts';
import { withoutDocumentation } from '../schema-parts.ts';

/** A schema with references resolved and `allOf` merged. */
export interface SchemaView {
  keywords: Schema;
  /** The if/then/else of all merged parts, if any. */
  conditions?: readonly unknown[];
  /** The shared schema that it references, if any. */
  pointer?: string;
}

export function viewSchema(document: OpenApiDocument, schema: Schema = {}): SchemaView {
  const { $ref, allOf = [], if: condition, then, else: otherwise, ...own } = schema;
  const referred = $ref === undefined ? [] : [readPointer(document, $ref) as Schema];
  const parts = [...referred, ...allOf].map((part) => viewSchema(document, part));
  const conditions = parts.flatMap((part) => part.conditions ?? []);
  if (condition) conditions.push({ if: condition, then, else: otherwise });
  return {
    // Keywords next to $ref and allOf are merged last, because they refine the parts.
    keywords: [...parts.map(({ keywords }) => keywords), own].reduce(layTogether, {}),
    ...(conditions.length > 0 && { conditions }),
    ...($ref !== undefined && { pointer: $ref }),
  };
}

function layTogether(one: Schema, other: Schema): Schema {
  const merged: Schema = { ...one, ...other };
  if (one.required && other.required) merged.required = [...new Set([...one.required, ...other.required])];
  if (one.properties && other.properties) merged.properties = mergeProperties(one.properties, other.properties);
  return merged;
}

function mergeProperties(one: Record<string, Schema>, other: Record<string, Schema>): Record<string, Schema> {
  const merged = { ...one };
  for (const [name, schema] of Object.entries(other)) {
    const known = merged[name];
    merged[name] = known === undefined ? schema : { allOf: [known, schema] };
  }
  return merged;
}

export const ANY_TYPE: readonly string[] = ['null', 'boolean', 'object', 'array', 'integer', 'string'];

export function typesOf(schema: Schema): readonly string[] {
  if (schema.type !== undefined) return [schema.type].flat();
  const values = valuesOf(schema);
  return values === undefined ? ANY_TYPE : [...new Set(values.map(typeOfValue))];
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** Values of an enumeration; `const` counts as one with a single value. */
export function valuesOf(schema: Schema): unknown[] | undefined {
  return schema.enum ?? ('const' in schema ? [schema.const] : undefined);
}

/** Compares two versions of a keyword, either of which may be absent, without documentation. */
export const sameRules = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(withoutDocumentation([one]), withoutDocumentation([other]));
