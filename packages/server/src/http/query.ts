import { type FieldError, validationFailed } from '../errors.ts';
import type { Operation } from './contract.ts';

export type RawQuery = Map<string, string[]>;

const inQuery = (path: string, rule: string, message: string): FieldError => ({ in: 'query', path, rule, message });

/** Splits a query string; names and values have to be valid percent-encoded UTF-8. */
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
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw validationFailed([inQuery(name, 'encoding', 'is not valid percent-encoded UTF-8')]);
  }
}

/**
 * Turns a query's text into the types that the operation's parameters have. Lists may be comma-separated or repeated;
 * any other parameter may be given once. Text that is not of the type stays text, for the schema to refuse.
 */
export function coerceQuery(raw: RawQuery, operation: Operation): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null);
  const known = new Map(operation.parameters.filter((p) => p.in === 'query').map((p) => [p.name, p]));
  const errors: FieldError[] = [];
  for (const [name, values] of raw) {
    const parameter = known.get(name);
    if (parameter?.schema.type === 'array') {
      query[name] = values
        .flatMap((value) => value.split(','))
        .map((value) => coerce(value, parameter.schema.items?.type));
      continue;
    }
    if (values.length > 1) errors.push(inQuery(name, 'duplicate', 'must be given once'));
    for (const other of parameter?.['x-tillgate-excludes'] ?? []) {
      if (raw.has(other)) errors.push(inQuery(other, 'exclusive', `cannot be given together with ${name}`));
    }
    query[name] = coerce(values[0] ?? '', parameter?.schema.type);
  }
  if (errors.length > 0) throw validationFailed(errors);
  return query;
}

export function coerce(text: string, type: string | readonly string[] | undefined): unknown {
  if (type === 'integer') return /^-?\d{1,16}$/.test(text) ? Number(text) : text;
  if (type === 'boolean') return { true: true, '1': true, false: false, '0': false }[text] ?? text;
  return text;
}
