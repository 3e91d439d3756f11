import {
  type DocumentedOperation,
  isObject,
  type Located,
  locate,
  type MediaType,
  type OpenApiDocument,
  operationsOf,
  parametersOf,
  pointerTo,
  type RequestBody,
  type Response,
  type Schema,
} from './document.ts';

export interface Example {
  /** JSON Pointer of the example. */
  at: string;
  schemaPointer: string;
  value: unknown;
}

/** A place whose content has a schema: a parameter, a header, a body in one media type. */
export interface Content extends Located<MediaType> {
  kind: 'parameter' | 'header' | 'body';
}

export function examplesOf(document: OpenApiDocument): Example[] {
  const contents = contentsOf(document).flatMap((content) => contentExamples(document, content));
  const schemas = Object.keys(document.components?.schemas ?? {}).flatMap((name) =>
    schemaExamples(document, pointerTo('#/components/schemas', name)),
  );
  return [...contents, ...schemas];
}

export function contentsOf(document: OpenApiDocument): Content[] {
  const all = operationsOf(document).flatMap((found) => [
    ...parametersOf(document, found).map((parameter): Content => ({ ...parameter, kind: 'parameter' })),
    ...requestContents(document, found),
    ...responseContents(document, found),
  ]);
  return [...new Map(all.map((content) => [content.pointer, content])).values()];
}

function requestContents(document: OpenApiDocument, { operation, pointer }: DocumentedOperation): Content[] {
  if (operation.requestBody === undefined) return [];
  return bodies(locate<RequestBody>(document, pointerTo(pointer, 'requestBody')));
}

function responseContents(document: OpenApiDocument, { operation, pointer }: DocumentedOperation): Content[] {
  return Object.keys(operation.responses ?? {}).flatMap((status) => {
    const response = locate<Response>(document, pointerTo(pointer, 'responses', status));
    const headers = Object.keys(response.value.headers ?? {}).map((name): Content => {
      return { ...locate<MediaType>(document, pointerTo(response.pointer, 'headers', name)), kind: 'header' };
    });
    return [...bodies(response), ...headers];
  });
}

function bodies({ pointer, value }: Located<RequestBody | Response>): Content[] {
  return Object.entries(value.content ?? {}).map(([type, content]) => {
    return { pointer: pointerTo(pointer, 'content', type), value: content, kind: 'body' };
  });
}

export function contentExamples(document: OpenApiDocument, { pointer, value }: Located<MediaType>): Example[] {
  if (value.schema === undefined) return [];
  const schemaPointer = pointerTo(pointer, 'schema');
  const single = 'example' in value ? [{ at: pointerTo(pointer, 'example'), schemaPointer, value: value.example }] : [];
  const named = Object.keys(value.examples ?? {}).map((name) => {
    const example = locate<{ value?: unknown }>(document, pointerTo(pointer, 'examples', name));
    return { at: pointerTo(pointer, 'examples', name), schemaPointer, value: example.value.value };
  });
  return [...single, ...named];
}

const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties', '$defs'];
const SINGLES = ['items', 'additionalProperties', 'contains', 'not', 'if', 'then', 'else', 'propertyNames'];

function schemaExamples(document: OpenApiDocument, pointer: string): Example[] {
  const schema = locateHere(document, pointer);
  if (!isObject(schema)) return [];
  const listed = Array.isArray(schema.examples) ? schema.examples : [];
  const own = listed.map((value, index) => ({
    at: pointerTo(pointer, 'examples', `${index}`),
    schemaPointer: pointer,
    value,
  }));
  return [...own, ...partPointers(schema, pointer).flatMap((part) => schemaExamples(document, part))];
}

/** Does not follow references: their targets are visited in place. */
function locateHere(document: OpenApiDocument, pointer: string): Schema | undefined {
  const located = locate<Schema>(document, pointer);
  return located.pointer === pointer ? located.value : undefined;
}

function partPointers(schema: Record<string, unknown>, pointer: string): string[] {
  const lists = LISTS.flatMap((key) =>
    Array.isArray(schema[key]) ? schema[key].map((_, index) => pointerTo(pointer, key, `${index}`)) : [],
  );
  const maps = MAPS.flatMap((key) =>
    isObject(schema[key]) ? Object.keys(schema[key]).map((name) => pointerTo(pointer, key, name)) : [],
  );
  const singles = SINGLES.filter((key) => isObject(schema[key])).map((key) => pointerTo(pointer, key));
  return [...lists, ...maps, ...singles];
}
