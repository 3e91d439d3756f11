// Subset of OpenAPI 3.1 that this package reads.

/** A schema is an object: .spectral.yaml refuses true and false. */
export interface Schema {
  [keyword: string]: unknown;
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  if?: Schema;
  then?: Schema;
  else?: Schema;
  enum?: unknown[];
  format?: string;
  maxLength?: number;
  maxItems?: number;
  deprecated?: boolean;
}

export interface Reference {
  $ref: string;
}

export interface MediaType {
  [key: string]: unknown;
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value?: unknown } | Reference>;
}

export interface Header extends MediaType {
  required?: boolean;
  'x-tillgate-required-for'?: string;
  deprecated?: boolean;
}

export interface Parameter extends Header {
  name: string;
  in: string;
  explode?: boolean;
}

export interface RequestBody {
  required?: boolean;
  content: Record<string, MediaType>;
}

export interface Response {
  description?: string;
  headers?: Record<string, Header | Reference>;
  content?: Record<string, MediaType>;
}

export interface Server {
  url: string;
}

export type SecurityRequirement = Record<string, string[]>;

export interface Operation {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  deprecated?: boolean;
  parameters?: (Parameter | Reference)[];
  requestBody?: RequestBody;
  responses?: Record<string, Response | Reference>;
  security?: SecurityRequirement[];
  'x-products'?: string[];
  'x-tillgate-body'?: { bytes: number };
  /** Days of a deprecated operation, such as 2027-01-31. */
  'x-tillgate-deprecated'?: string;
  'x-tillgate-sunset'?: string;
}

export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
export type Method = (typeof METHODS)[number];

type PathItem = { [method in Method]?: Operation } & { servers?: Server[] };

export interface OpenApiDocument {
  openapi?: string;
  info?: { title: string; version: string };
  tags?: { name: string; description: string }[];
  servers?: Server[];
  paths?: Record<string, PathItem>;
  webhooks?: Record<string, PathItem>;
  components?: Record<string, Record<string, unknown>> & { schemas?: Record<string, Schema> };
  /** Responses, by status, to requests that match no operation. */
  'x-tillgate-unrouted'?: Record<string, Response>;
}

export interface DocumentedOperation {
  method: Method;
  path: string;
  item: PathItem;
  operation: Operation;
  pointer: string;
}

export const operationsOf = ({ paths }: OpenApiDocument): DocumentedOperation[] => operationsIn('#/paths', paths);

/** Requests that the service sends, with the webhook's name as path. */
export const webhooksOf = ({ webhooks }: OpenApiDocument): DocumentedOperation[] =>
  operationsIn('#/webhooks', webhooks);

const operationsIn = (part: string, items: Record<string, PathItem> = {}): DocumentedOperation[] =>
  Object.entries(items).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ method, path, item, operation, pointer: pointerTo(part, path, method) }];
    }),
  );

export function operationName({ method, path }: { method: string; path: string }): string {
  return `${method.toUpperCase()} ${path}`;
}

export const webhookName = ({ path }: DocumentedOperation): string => `webhook ${path}`;

export function isReference(value: unknown): value is Reference {
  return isObject(value) && typeof value.$ref === 'string';
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function pointerTo(base: string, ...keys: string[]): string {
  return [base, ...keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

export interface Located<Value> {
  pointer: string;
  value: Value;
}

/** Resolves a pointer in the bundle, following `$ref`s, to a value that is not a reference. */
export function locate<Value>(document: OpenApiDocument, pointer: string): Located<Value> {
  let at = pointer;
  for (let hops = 0; hops < 32; hops += 1) {
    const value = readPointer(document, at);
    if (!isReference(value)) return { pointer: at, value: value as Value };
    at = value.$ref;
  }
  throw new Error(`${pointer} refers to itself`);
}

export function readPointer(document: unknown, pointer: string): unknown {
  if (!pointer.startsWith('#')) throw new Error(`${pointer} leaves the document: bundle it first`);
  const keys = pointer.slice(1).split('/').slice(1).map(unescapeKey);
  let value = document;
  for (const key of keys) {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
    if (value === undefined) throw new Error(`${pointer} is not in the document`);
  }
  return value;
}

/** A part of the document with its `$ref` resolved. */
export function resolve<Part>(document: OpenApiDocument, part: Part | Reference): Part {
  return isReference(part) ? locate<Part>(document, part.$ref).value : part;
}

function unescapeKey(key: string): string {
  return /[%~]/.test(key) ? decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~') : key;
}

export const parametersOf = (document: OpenApiDocument, { operation, pointer }: DocumentedOperation) =>
  (operation.parameters ?? []).map((_, index) =>
    locate<Parameter>(document, pointerTo(pointer, 'parameters', String(index))),
  );

/** The scope of the token for one merchant; undefined for a public operation and for the token endpoints. */
export const scopeOf = ({ security = [] }: Operation): string | undefined =>
  security.flatMap(({ partnerToken = [] }) => partnerToken)[0];

/** The first documented 2xx status. */
export const successOf = ({ responses = {} }: Operation): string | undefined =>
  Object.keys(responses).find((status) => status.startsWith('2'));

export interface Example {
  readonly name: string;
  readonly summary?: string;
  readonly value?: unknown;
}

/** Named examples, with references resolved. */
export const examplesOf = (document: OpenApiDocument, { examples = {} }: MediaType): Example[] =>
  Object.entries(examples).map(([name, example]) => ({ name, ...resolve<Omit<Example, 'name'>>(document, example) }));

/** The single example, or the first named one; for a parameter without any, the first of its schema. */
export function exampleOf(document: OpenApiDocument, content: MediaType): unknown {
  const { schema = {}, example = examplesOf(document, content)[0]?.value } = content;
  if (example !== undefined) return example;
  const { examples = [], enum: allowed = [] } = resolve<{ examples?: unknown[]; enum?: unknown[] }>(
    document,
    Object(schema),
  );
  return examples[0] ?? allowed[0];
}
