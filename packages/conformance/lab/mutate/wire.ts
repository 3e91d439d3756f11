import { operationOf } from '../../src/run/coverage.ts';
import type { Exchange } from '../server/proxy.ts';
import type { Mutant } from './mutant.ts';

/**
 * Mutants of responses on their way to the client: a header, a property, a row, a total or a status that is wrong. Code
 * rarely has an operator that makes them, since its texts and objects are not mutated.
 */

/** Changes one place of a response. Returns false if the response does not have it. */
type Operator = (exchange: Exchange, name: string, foreign: ForeignRows) => boolean;

/** Rows of lists as other clients saw them, by place. */
type ForeignRows = Map<string, { readonly client: string; readonly row: unknown }>;

type Row = Record<string, unknown>;

/** Value that no client can take for the original. */
function altered(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  const text = String(value);
  return /\d$/.test(text) ? text.slice(0, -1) + ((Number(text.at(-1)) + 1) % 10) : `${text}x`;
}

/** Applies a change to the object that holds a property, given by its path; of rows to the last. */
const inBody =
  (change: (holder: Row, key: string, exchange: Exchange, foreign: ForeignRows, path: string) => boolean): Operator =>
  (exchange, path, foreign) => {
    const read = readBody(exchange);
    if (!read) return false;
    const steps = path.split('.');
    const key = steps.pop() as string;
    let holder: unknown = { body: read.body };
    for (const step of steps) holder = step === '[]' ? (holder as unknown[]).at(-1) : (holder as Row)?.[step];
    if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key)) return false;
    if (!change(holder as Row, key, exchange, foreign, path)) return false;
    read.write();
    return true;
  };

const inRows = (change: (rows: unknown[], exchange: Exchange, foreign: ForeignRows, path: string) => boolean) =>
  inBody((holder, key, ...rest) => Array.isArray(holder[key]) && change(holder[key], ...rest));

const onHeader =
  (change: (value: string) => string | undefined): Operator =>
  ({ headers }, name) => {
    const value = headers[name];
    if (value === undefined) return false;
    const other = change(value);
    if (other === undefined) delete headers[name];
    else headers[name] = other;
    return true;
  };

const OPERATORS: Readonly<Record<string, Operator>> = {
  'other status': (exchange) => {
    exchange.status += 1;
    return true;
  },
  'header dropped': onHeader(() => undefined),
  'header altered': onHeader((value) => String(altered(value))),
  'cookie dropped': (exchange, name) => {
    const kept = exchange.cookies.filter((cookie) => !cookie.startsWith(`${name}=`));
    const isFound = kept.length < exchange.cookies.length;
    exchange.cookies = kept;
    return isFound;
  },
  'property dropped': inBody((holder, key) => delete holder[key]),
  'property null': inBody((holder, key) => {
    if (holder[key] === null) return false;
    holder[key] = null;
    return true;
  }),
  'property altered': inBody((holder, key) => {
    if (typeof holder[key] === 'object') return false;
    holder[key] = altered(holder[key]);
    return true;
  }),
  'total one less': inBody((holder, key) => {
    if (typeof holder[key] !== 'number' || holder[key] < 1) return false;
    holder[key] -= 1;
    return true;
  }),
  'rows swapped': inRows((rows) => {
    if (rows.length < 2) return false;
    rows.splice(0, 2, rows[1], rows[0]);
    return true;
  }),
  'row doubled': inRows((rows) => rows.length > 0 && rows.push(rows.at(-1)) > 0),
  'row dropped': inRows((rows) => rows.length > 0 && rows.pop() !== null),
  'foreign row': inRows((rows, { requestHeaders, url }, foreign, path) => {
    const [place, client] = [`${url.split('?')[0]} ${path}`, requestHeaders.authorization ?? ''];
    const other = foreign.get(place);
    if (rows.length > 0) foreign.set(place, { client, row: rows.at(-1) });
    return other !== undefined && other.client !== client && rows.push(other.row) > 0;
  }),
};

/** Places of a response that each operator can change, as pairs of operator and name. */
function placesIn(exchange: Exchange): (readonly [operator: string, name: string])[] {
  const headers = Object.keys(exchange.headers).filter((name) => !CHOSEN_HEADERS.test(name));
  const cookies = exchange.cookies.map((cookie) => cookie.split('=', 1)[0] as string);
  return [
    ['other status', 'status'],
    ...headers.flatMap((name) => [['header dropped', name] as const, ['header altered', name] as const]),
    ...cookies.map((name) => ['cookie dropped', name] as const),
    ...placesBelow(readBody(exchange)?.body, 'body'),
  ];
}

/** Headers of the connection, and identifiers of a response that nothing depends on. */
const CHOSEN_HEADERS = /^(?:connection|date|keep-alive|content-(?:encoding|length)|vary)$/;

function placesBelow(value: unknown, path: string): (readonly [operator: string, name: string])[] {
  if (Array.isArray(value)) {
    const operators = ['row doubled', 'row dropped', 'foreign row', ...(value.length > 1 ? ['rows swapped'] : [])];
    return value.length === 0
      ? []
      : [...operators.map((operator) => [operator, path] as const), ...placesBelow(value.at(-1), `${path}.[]`)];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, below]) => {
    const name = `${path}.${key}`;
    const operators = [
      'property dropped',
      ...(below === null ? [] : ['property null']),
      ...(typeof below === 'object' ? [] : ['property altered']),
      ...(key === 'total' ? ['total one less'] : []),
    ];
    return [...operators.map((operator) => [operator, name] as const), ...placesBelow(below, name)];
  });
}

/** The body as JSON, or as an array of the JSON in its lines; `write` puts it back. */
function readBody(exchange: Exchange): { readonly body: unknown; readonly write: () => void } | undefined {
  const type = exchange.headers['content-type'] ?? '';
  const isLines = type.startsWith('application/x-ndjson');
  if (!isLines && !/^application\/(?:json|[\w.-]+\+json)/.test(type)) return undefined;
  try {
    const body = isLines ? exchange.body.trimEnd().split('\n').map(parsed) : parsed(exchange.body);
    const write = () => {
      exchange.body = isLines
        ? (body as unknown[]).map((line) => `${JSON.stringify(line)}\n`).join('')
        : JSON.stringify(body);
    };
    return { body, write };
  } catch {
    return undefined;
  }
}

const parsed = (text: string): unknown => JSON.parse(text);

/** Operation and status of a response; of a page its method and path. */
function placeOf({ method, url, status }: Exchange): string {
  const path = url.split('?', 1)[0] ?? '';
  const operation = operationOf({ method, url: `http://localhost${path}` });
  return `${operation ?? `${method} ${path.replaceAll(/\/[^/]*\d[^/]*/g, '/…')}`} ${status}`;
}

const keyOf = (place: string, operator: string, name: string): string => [place, name, operator].join(' | ');

/** Collects the mutants of the responses that each case receives. */
export class WireSurvey {
  readonly #found = new Map<string, { readonly mutant: Mutant; readonly cases: Set<string> }>();

  note(exchange: Exchange, caseId: string): void {
    const place = placeOf(exchange);
    for (const [operator, name] of placesIn(exchange)) {
      const key = keyOf(place, operator, name);
      const known = this.#found.get(key) ?? { mutant: mutantOf(place, operator, name), cases: new Set() };
      known.cases.add(caseId);
      this.#found.set(key, known);
    }
  }

  get reached(): { readonly mutant: Mutant; readonly cases: readonly string[] }[] {
    return [...this.#found.values()].map(({ mutant, cases }) => ({ mutant, cases: [...cases] }));
  }
}

const mutantOf = (place: string, operator: string, name: string): Mutant => {
  const key = keyOf(place, operator, name);
  return { key, id: key, kind: 'wire', subject: 'wire', place, operator, original: name, replacement: operator };
};

/** Changes the responses that a mutant is of. Returns true if it changed this one. */
export function changingWire(key: string): (exchange: Exchange) => boolean {
  const [place, name = '', operatorName = ''] = key.split(' | ');
  const operator = OPERATORS[operatorName];
  if (!operator) throw new Error(`There is no operator ${operatorName}.`);
  const foreign: ForeignRows = new Map();
  return (exchange) => placeOf(exchange) === place && operator(exchange, name, foreign);
}
