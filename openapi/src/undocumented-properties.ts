import { isObject, locate, type OpenApiDocument, type Schema, type SchemaObject } from './document.ts';

/**
 * Properties of a value that its schema does not name. Schemas of responses are open, so that partners tolerate what
 * is added later; what we send ourselves is still to be documented first.
 */
export function undocumentedProperties(document: OpenApiDocument, schemaPointer: string, value: unknown): string[] {
  return unnamed(document, [locate<Schema>(document, schemaPointer).value], value, '');
}

function unnamed(document: OpenApiDocument, schemas: Schema[], value: unknown, path: string): string[] {
  const parts = schemas.flatMap((schema) => partsOf(document, schema));
  if (Array.isArray(value)) {
    const items = parts.flatMap((part) => (part.items === undefined ? [] : [part.items]));
    return items.length === 0 ? [] : value.flatMap((item, index) => unnamed(document, items, item, `${path}/${index}`));
  }
  return isObject(value) ? unnamedOfObject(document, parts, value, path) : [];
}

function unnamedOfObject(
  document: OpenApiDocument,
  parts: SchemaObject[],
  value: Record<string, unknown>,
  path: string,
): string[] {
  const closed = parts.some(({ properties }) => properties !== undefined) && !parts.some(isOpen);
  return Object.entries(value).flatMap(([name, inner]) => {
    const named = parts.flatMap((part) => schemasOf(part, name));
    if (named.length > 0) return unnamed(document, named, inner, `${path}/${name}`);
    return closed ? [`${path}/${name}`] : [];
  });
}

function isOpen({ additionalProperties, patternProperties }: SchemaObject): boolean {
  return additionalProperties === true || isObject(additionalProperties) || patternProperties !== undefined;
}

function schemasOf({ properties, additionalProperties }: SchemaObject, name: string): Schema[] {
  const own = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (own !== undefined) return [own];
  return isObject(additionalProperties) ? [additionalProperties] : [];
}

/** What may apply to a value of a schema, worked out once: documents do not change. */
const PARTS = new WeakMap<SchemaObject, SchemaObject[]>();

/** The schema and everything that may apply beside it to the same value. */
function partsOf(document: OpenApiDocument, schema: Schema): SchemaObject[] {
  if (typeof schema === 'boolean') return [];
  const known = PARTS.get(schema);
  if (known) return known;
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema;
  const conditional = [schema.if, schema.then, schema.else].filter((part) => isObject(part));
  const referred = $ref === undefined ? [] : [locate<Schema>(document, $ref).value];
  const parts = [
    schema,
    ...[...referred, ...allOf, ...anyOf, ...oneOf, ...conditional].flatMap((part) => partsOf(document, part)),
  ];
  PARTS.set(schema, parts);
  return parts;
}
