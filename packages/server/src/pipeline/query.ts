import type { Operation, Parameter, ParameterSchema } from '../contract/contract.ts';
import { type FieldError, MOST_DETAILS, validationFailed } from '../errors.ts';

export type RawQuery = Map<string, string[]>;

const inQuery = (path: string, rule: string, message: string): FieldError => ({ in: 'query', path, rule, message });

/** Splits a query string. Names and values must be valid percent-encoded UTF-8. */
export function parseQuery(text: string): RawQuery {
  const query: RawQuery = new Map();
  if (text === '') return query;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = decode(at < 0 ? pair : pair.slice(0, at), pair);
    const value = at < 0 ? '' : decode(pair.slice(at + 1), name);
    const values = query.get(name);
    if (values) values.push(value);
    else query.set(name, [value]);
  }
  return query;
}

function decode(text: string, name: string): string {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw validationFailed([inQuery(name, 'encoding', 'is not valid percent-encoded UTF-8')]);
  }
}

/**
 * Converts a query to NFC and to the types of its operation's parameters. Lists may be comma-separated or repeated;
 * other parameters must not be repeated. Text that does not match its type stays text, which the schema rejects.
 * Returns the errors that a schema cannot express.
 */
export function coerceQuery(
  raw: RawQuery,
  { queryParameters: known }: Operation,
): { readonly query: Record<string, unknown>; readonly errors: readonly FieldError[] } {
  const query: Record<string, unknown> = Object.create(null);
  const errors: FieldError[] = [];
  for (const [name, given] of raw) {
    if (errors.length >= MOST_DETAILS) break;
    const values = given.map((value) => value.normalize('NFC'));
    const parameter = known.get(name);
    if (parameter) errors.push(...misuses(parameter, values, raw));
    // Some clients write a list as `name[]` or `name[0]`.
    const meant = parameter ? undefined : known.get(name.replace(/\[[^\]]*\]$/, ''));
    if (meant) errors.push(inQuery(name, 'unknown', withoutBrackets(meant)));
    // Unknown names are rejected by the schema.
    else query[name] = parameter ? typed(parameter.schema, values) : values[0];
  }
  return { query, errors };
}

const withoutBrackets = ({ name, schema }: Parameter): string =>
  `is not recognized: send it as ${name}${schema.type === 'array' ? ', with values separated by commas or the parameter repeated' : ''}`;

function misuses(parameter: Parameter, values: readonly string[], raw: RawQuery): FieldError[] {
  const { name, schema } = parameter;
  const repeated = schema.type !== 'array' && values.length > 1;
  const excluded = (parameter['x-tillgate-excludes'] ?? []).filter((other) => raw.has(other));
  return [
    ...(repeated ? [inQuery(name, 'duplicate', 'must not be repeated')] : []),
    ...excluded.map((other) => inQuery(other, 'exclusive', `cannot be combined with ${name}`)),
  ];
}

function typed({ type, items, maximum }: ParameterSchema, values: readonly string[]): unknown {
  if (type === 'array') return values.flatMap((value) => value.split(',')).map((value) => coerce(value, items?.type));
  const value = coerce(values[0] ?? '', type);
  // Limits a number without a maximum to the largest exact integer.
  return typeof value === 'number' && maximum === undefined ? Math.min(value, Number.MAX_SAFE_INTEGER) : value;
}

const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

export function coerce(text: string, type: string | readonly string[] | undefined): unknown {
  if (type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text;
  if (type === 'boolean') return BOOLEANS.get(text.toLowerCase()) ?? text;
  return text;
}
