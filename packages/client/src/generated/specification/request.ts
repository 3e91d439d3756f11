// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { type Detail, type Fields, inQuery, Rejection } from './answer.ts';
import { readBody } from './body.ts';
import { type Contract, type Operation, type Parameter, resolved, type Schema } from './contract.ts';
import { unversionedErrors } from './read-only.ts';
import { createSchemaCheck, type Deviation, isObject, nameIn } from './shape.ts';

/** Routes, parameters and bodies: checks that need no record. */

export interface Request {
  readonly method: string;
  /** Relative to the base URL, with its query. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers that were sent twice, by lower-case name. */
  readonly repeated?: readonly string[];
  readonly body: string | undefined;
}

export interface Routed {
  readonly operation: Operation;
  /** The text in place of `{id}`; empty without one. */
  readonly id: string;
}

/** A request of a valid shape. */
export interface Shaped {
  readonly id: number | undefined;
  readonly query: Fields;
  readonly sent: ReadonlySet<string>;
  readonly body: Fields;
}

export const pathOf = (url: string): string => url.split('?')[0] ?? '';

const queryIn = (url: string): string => url.slice(pathOf(url).length + 1);

export const queryOf = (url: string): URLSearchParams => new URLSearchParams(queryIn(url));

/** The query of a request, which must be percent-encoded UTF-8. http.encoding */
export function validQueryOf(url: string): URLSearchParams {
  for (const pair of queryIn(url).split('&')) {
    const [name = '', ...value] = pair.split('=');
    const wrong = isEncoded(name) ? !isEncoded(value.join('=')) && decodeURIComponent(name.replaceAll('+', ' ')) : pair;
    if (wrong !== false)
      throw new Rejection('partner.validation_failed', 'http.encoding', [inQuery(wrong, 'encoding')]);
  }
  return queryOf(url);
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Finds the operations at the path of a request. http.route_not_found */
export function createRoutes({ operations }: Contract) {
  const routes = operations.map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/, '([^/]+)')}$`),
  }));
  return (url: string): readonly Routed[] => {
    const path = pathOf(url);
    const found = routes.flatMap(({ operation, pattern }) => {
      const match = pattern.exec(path);
      const id = match?.[1] ?? '';
      return match ? [{ operation, id: isEncoded(id) ? decodeURIComponent(id) : id }] : [];
    });
    // A literal path wins over one with a parameter.
    const literal = found.filter(({ id }) => id === '');
    const candidates = literal.length > 0 ? literal : found;
    if (candidates.length === 0) throw new Rejection('partner.route_not_found', 'http.route_not_found');
    return candidates;
  };
}

export function allowOf(routes: readonly Routed[]): string {
  const methods = routes.flatMap(({ operation: { method } }) => (method === 'GET' ? ['GET', 'HEAD'] : method));
  return [...methods, 'OPTIONS'].sort().join(', ');
}

/** Finds the operation of a request. http.method_not_allowed, http.head */
export function createRouter(contract: Contract) {
  const routesAt = createRoutes(contract);
  return ({ method, url }: Request): Routed => {
    const routes = routesAt(url);
    const routed = routes.find(({ operation }) => operation.method === (method === 'HEAD' ? 'GET' : method));
    if (routed) return routed;
    throw new Rejection('partner.method_not_allowed', 'http.method_not_allowed', undefined, { allow: allowOf(routes) });
  };
}

/** Checks a part of a batch as the body of an operation. batches.alone */
export function createBodyCheck({ schemas }: Contract) {
  const check = createSchemaCheck(schemas);
  return ({ body = {}, readOnly }: Operation, sent: Fields, found: readonly Detail[] = []): void => {
    const details = [...found, ...placed('body', check(body, sent, ''))];
    if (details.length > 0) throw shapeRejection(details);
    const unversioned = unversionedErrors(readOnly, sent);
    if (unversioned.length > 0) throw shapeRejection(unversioned);
  };
}

/** Checks the shape of requests against the contract. */
export function createShapeCheck({ operations, schemas }: Contract) {
  const check = createSchemaCheck(schemas);
  const queries = new Map(operations.map(({ id, parameters }) => [id, queryPartOf(parameters)]));
  return ({ operation, id }: Routed, request: Request): Shaped => {
    const { url, headers } = request;
    const { parameters, schema } = queries.get(operation.id) ?? queryPartOf(operation.parameters);
    const given = validQueryOf(url);
    const query = typedQuery(given, parameters, schemas);
    const path = id === '' ? undefined : coerced(id, 'integer');
    const body = operation.body ? readBody(request.body ?? '', headers, operation.bodyBytes) : {};
    const idSchema = operation.parameters.find(({ in: place }) => place === 'path')?.schema;
    const wrong = operation.body && body !== undefined ? placed('body', check(operation.body, body, '')) : [];
    const details: Detail[] = [
      ...(path === undefined || !idSchema ? [] : placed('path', check(idSchema, path, '/id'))),
      ...misuses(given, parameters, schemas),
      ...placed('query', check(schema, query, '')),
      ...operation.parameters
        .filter(({ in: place, name }) => place === 'header' && headers[name.toLowerCase()] !== undefined)
        .flatMap(({ name, schema }) => placed('header', check(schema, headers[name.toLowerCase()], `/${name}`))),
      ...(body === undefined ? placed('body', NO_BODY) : wrong),
      ...(wrong.length === 0 && isObject(body) ? unversionedErrors(operation.readOnly, body) : []),
    ];
    if (details.length > 0) throw shapeRejection(details);
    return { id: path as number | undefined, query, sent: new Set(given.keys()), body: isObject(body) ? body : {} };
  };
}

const NO_BODY: readonly Deviation[] = [{ path: '', rule: 'required', message: 'is required' }];

/** Rules of errors of shape, by keyword. */
const SHAPE_RULES: Readonly<Record<string, string>> = {
  unknown: 'http.unknown_properties',
  required: 'http.required_properties',
  maxItems: 'http.bounds_first',
  readOnly: 'records.unversioned',
  minProperties: 'records.empty_change',
  exclusive: 'lists.cursor',
  key: 'batches.upsert',
};

function shapeRejection(details: readonly Detail[]): Rejection {
  const [first] = details;
  const isUnknownParameter = first?.rule === 'unknown' && first.in === 'query';
  const rule = isUnknownParameter ? 'http.unknown_parameters' : SHAPE_RULES[first?.rule ?? ''];
  return new Rejection('partner.validation_failed', rule ?? 'http.validation_details', details);
}

/** Errors in one part of a request: parameters by name, values in a body by JSON Pointer. */
const placed = (place: Detail['in'], errors: readonly Deviation[]): Detail[] =>
  errors.map(({ path, ...error }) => ({ in: place, path: place === 'body' ? path : nameIn(path), ...error }));

/** An operation's parameters in the query, and the schema of a query of them. */
function queryPartOf(all: readonly Parameter[]): {
  readonly parameters: readonly Parameter[];
  readonly schema: Schema;
} {
  const parameters = all.filter(({ in: place }) => place === 'query');
  const schema = {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
  return { parameters, schema };
}

/** Converts a query to its parameters' types and fills in defaults. Text that does not fit its type stays text. */
function typedQuery(given: URLSearchParams, parameters: readonly Parameter[], schemas: Contract['schemas']): Fields {
  const query: Record<string, unknown> = {};
  for (const name of given.keys()) {
    const schema = parameters.find((parameter) => parameter.name === name)?.schema;
    query[name] = schema ? typed(given.getAll(name), resolved(schema, schemas), schemas) : given.get(name);
  }
  for (const { name, schema } of parameters) {
    const { default: value } = resolved(schema, schemas);
    if (value !== undefined) query[name] ??= value;
  }
  return query;
}

function typed(values: readonly string[], { type, items = {} }: Schema, schemas: Contract['schemas']): unknown {
  if (type !== 'array') return coerced(values[0] ?? '', type);
  const { type: entry } = resolved(items, schemas);
  return values.flatMap((value) => value.split(',')).map((value) => coerced(value, entry));
}

function coerced(text: string, type: Schema['type']): unknown {
  if (type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text;
  if (type !== 'boolean') return text;
  if (/^(true|1)$/i.test(text)) return true;
  return /^(false|0)$/i.test(text) ? false : text;
}

function misuses(given: URLSearchParams, parameters: readonly Parameter[], schemas: Contract['schemas']): Detail[] {
  return parameters.flatMap(({ name, schema, excludes = [] }) => {
    if (!given.has(name)) return [];
    const repeated = resolved(schema, schemas).type !== 'array' && given.getAll(name).length > 1;
    return [
      ...(repeated ? [inQuery(name, 'duplicate')] : []),
      ...excludes.filter((other) => given.has(other)).map((other) => inQuery(other, 'exclusive')),
    ];
  });
}
