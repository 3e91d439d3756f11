import { isObject, type OpenApiDocument, resolve, type Schema, type SchemaObject } from './document.ts';

/** Caches parts by schema, since documents are immutable. */
const PARTS = new WeakMap<SchemaObject, SchemaObject[]>();

/**
 * A schema and all others that may apply to the same value, through `$ref`, `allOf`, `anyOf`,
 * `oneOf` and conditions.
 */
export function partsOf(document: OpenApiDocument, schema: Schema): SchemaObject[] {
  if (typeof schema === 'boolean') return [];
  const known = PARTS.get(schema);
  if (known) return known;
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema;
  const conditional = [schema.if, schema.then, schema.else].filter((part) => isObject(part));
  const referred = $ref === undefined ? [] : [resolve<Schema>(document, { $ref })];
  const parts = [
    schema,
    ...[...referred, ...allOf, ...anyOf, ...oneOf, ...conditional].flatMap((part) => partsOf(document, part)),
  ];
  PARTS.set(schema, parts);
  return parts;
}

/** Schema of a property in one part: its own, or else `additionalProperties`. */
export function schemasOf({ properties, additionalProperties }: SchemaObject, name: string): Schema[] {
  const own = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (own !== undefined) return [own];
  return isObject(additionalProperties) ? [additionalProperties] : [];
}

const DOCUMENTATION = ['title', 'description', 'examples', 'x-tillgate-extension'];

/** A part of the document without its documentation. A property may be called `description`: its schema is an object. */
export const withoutDocumentation = <Part>(part: Part): Part =>
  JSON.parse(
    JSON.stringify(part, (key, value) => (DOCUMENTATION.includes(key) && !isObject(value) ? undefined : value)),
  );
