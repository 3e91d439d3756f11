import type { FieldError } from '../errors.ts';
import { contract } from '../generated/contract.gen.ts';
import { type ContractOperation, type Parameter, resolved, type Schema } from './contract.ts';
import { Refusal, refuseFields } from './refusal.ts';
import { createSchemaCheck } from './schema-check.ts';

/** A request for one of a merchant's operations, typed as in the contract. */
export interface Incoming {
  readonly operation: ContractOperation;
  /** Id of the record in the path. */
  readonly id: number | undefined;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

const check = createSchemaCheck(contract.schemas);

/** Patterns of the contract's paths. */
const ROUTES = contract.operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/, '([^/]+)')}$`),
}));

/** Operation of a request path. Throws a Refusal if there is none. */
export function route(method: string, path: string): { readonly operation: ContractOperation; readonly id: string } {
  const found = ROUTES.flatMap(({ operation, pattern }) => {
    const match = pattern.exec(path);
    return match ? [{ operation, id: match[1] ?? '' }] : [];
  });
  // A literal path wins over one with a parameter.
  const named = found.filter(({ id }) => id === '');
  const candidates = named.length > 0 ? named : found;
  const routed = candidates.find(({ operation }) => operation.method === (method === 'HEAD' ? 'GET' : method));
  if (routed) return routed;
  if (candidates.length === 0) throw new Refusal('partner.route_not_found', `No such path: ${path}.`);
  const methods = candidates.map(({ operation }) => operation.method);
  const Allow = methods
    .flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : one))
    .concat('OPTIONS')
    .sort()
    .join(', ');
  throw new Refusal('partner.method_not_allowed', `The path supports ${Allow}.`, { headers: { Allow } });
}

/** Validates a request against the contract. Throws a Refusal that lists the errors. */
export function checkRequest(
  { operation, id }: ReturnType<typeof route>,
  query: URLSearchParams,
  { text, headers }: { readonly text: string; readonly headers: Headers },
): Incoming {
  const parameters = operation.parameters.filter(({ in: place }) => place === 'query');
  const given = queryOf(query, parameters);
  const path = id === '' ? undefined : coerced(id, 'integer');
  const body = operation.body ? bodyOf(text, headers) : {};
  const errors = [
    ...(path === undefined ? [] : inPlace('path', check(parameterOf(operation, 'path').schema, path, '/id'))),
    ...misuses(query, parameters),
    ...checkQuery(given, parameters),
    ...checkHeaders(headers, operation),
    ...(operation.body ? inPlace('body', check(operation.body, body, '')) : []),
  ];
  refuseFields('partner.validation_failed', errors);
  return { operation, id: path as number | undefined, query: given, body, headers };
}

const parameterOf = (operation: ContractOperation, place: string): Parameter =>
  operation.parameters.find((parameter) => parameter.in === place) as Parameter;

type Place = FieldError['in'];

/** Errors in one part of a request: parameters by name, values in a body by JSON Pointer. */
const inPlace = (place: Place, errors: readonly Pick<FieldError, 'path' | 'rule' | 'message'>[]): FieldError[] =>
  errors.map(({ path, ...error }) => ({ in: place, path: place === 'body' ? path : path.slice(1), ...error }));

function bodyOf(text: string, headers: Headers): Record<string, unknown> {
  if (!headers.get('Content-Type')?.startsWith('application/json'))
    throw new Refusal('partner.unsupported_media_type', 'The body must be application/json in UTF-8.');
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('partner.malformed_json', 'The body is not valid JSON in UTF-8.');
  }
}

/** Converts a query to its parameters' types and fills in defaults. Text that does not fit its type stays text. */
function queryOf(query: URLSearchParams, parameters: readonly Parameter[]): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const name of query.keys()) {
    const schema = parameters.find((parameter) => parameter.name === name)?.schema;
    given[name] = schema ? typed(query.getAll(name), resolved(schema, contract.schemas)) : query.get(name);
  }
  for (const { name, schema } of parameters) if (schema.default !== undefined) given[name] ??= schema.default;
  return given;
}

function typed(values: readonly string[], { type, items = {} }: Schema): unknown {
  if (type !== 'array') return coerced(values[0] ?? '', type);
  const { type: entry } = resolved(items, contract.schemas);
  return values.flatMap((value) => value.split(',')).map((value) => coerced(value, entry));
}

function coerced(text: string, type: Schema['type']): unknown {
  if (type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text;
  if (type !== 'boolean') return text;
  if (/^(true|1)$/i.test(text)) return true;
  return /^(false|0)$/i.test(text) ? false : text;
}

function misuses(query: URLSearchParams, parameters: readonly Parameter[]): FieldError[] {
  return parameters.flatMap(({ name, schema, excludes = [] }) => {
    if (!query.has(name)) return [];
    const repeated = resolved(schema, contract.schemas).type !== 'array' && query.getAll(name).length > 1;
    return [
      ...(repeated ? [inQuery(name, 'duplicate', 'must not be repeated')] : []),
      ...excludes
        .filter((other) => query.has(other))
        .map((other) => inQuery(other, 'exclusive', `cannot be combined with ${name}`)),
    ];
  });
}

function checkQuery(query: Record<string, unknown>, parameters: readonly Parameter[]): FieldError[] {
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return inPlace('query', check({ type: 'object', properties, required, additionalProperties: false }, query, ''));
}

function checkHeaders(headers: Headers, { parameters }: ContractOperation): FieldError[] {
  return parameters
    .filter(({ in: place, name }) => place === 'header' && headers.has(name))
    .flatMap(({ name, schema }) => inPlace('header', check(schema, headers.get(name), `/${name}`)));
}

const inQuery = (path: string, rule: string, message: string): FieldError => ({ in: 'query', path, rule, message });
