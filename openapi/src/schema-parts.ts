import { isObject, type OpenApiDocument, resolve, type Schema } from './document.ts';

/**
 * A schema and all others that may apply to the same value, through `$ref`, `allOf`, `anyOf`,
 * `oneOf` and conditions.
 */
export function partsOf(document: OpenApiDocument, schema: Schema): Schema[] {
  const { $ref, allOf = [], anyOf = [], oneOf = [], if: condition, then, else: otherwise } = schema;
  const referred = $ref === undefined ? [] : [resolve<Schema>(document, { $ref })];
  const conditional = [condition, then, otherwise].filter((part) => part !== undefined);
  const others = [...referred, ...allOf, ...anyOf, ...oneOf, ...conditional];
  return [schema, ...others.flatMap((part) => partsOf(document, part))];
}

const DOCUMENTATION = ['title', 'summary', 'description', 'examples', 'x-tillgate-extension'];

/** Removes the documentation. A property that is named `description` stays, since its schema is an object. */
export const withoutDocumentation = <Part>(part: Part): Part =>
  JSON.parse(
    JSON.stringify(part, (key, value) => (DOCUMENTATION.includes(key) && !isObject(value) ? undefined : value)),
  );
