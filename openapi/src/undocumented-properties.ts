import { isObject, locate, type OpenApiDocument, type Schema, type SchemaObject } from './document.ts';
import { partsOf, schemasOf } from './schema-parts.ts';

/**
 * Properties of a value that its schema does not name. Response schemas are open, so that clients
 * tolerate properties added later, but the server has to document each property before sending it.
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
