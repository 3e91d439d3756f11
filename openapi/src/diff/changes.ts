/** Direction of the data: sent by partners (requests) or received by them (responses). */
export type Direction = 'request' | 'response';

/** A part of the document that several operations refer to, such as a schema or a response, and where in it. */
export interface SharedPart {
  pointer: string;
  place: string;
  path: string;
}

/** A part of a request that not every request has: a query parameter, or a property of the body by its path. */
export interface SentPart {
  in: 'query' | 'body';
  name: string;
}

export interface Finding {
  /** `GET /items`, or empty for the document as a whole. */
  operation: string;
  /** `response 200`, `query parameter 'limit'`. */
  place: string;
  /** Path from the root of the schema, such as `data[].price`; empty for the root itself. */
  path: string;
  what: string;
  breaking: boolean;
  direction?: Direction | undefined;
  shared?: SharedPart | undefined;
  /** The query parameter that it is of; the body, without a name, for all that is of the body. */
  sent?: SentPart | undefined;
  /** It also breaks requests without the part. */
  hurtsWithout?: boolean;
}

/** Effect of a change on the set of valid values. */
export type Effect = 'narrows' | 'widens' | 'shifts';

/** A sender is hurt when less is accepted, a receiver when more may come; a shift does both. */
export function breaks(effect: Effect, direction: Direction): boolean {
  if (effect === 'shifts') return true;
  return direction === 'request' ? effect === 'narrows' : effect === 'widens';
}

export interface Change {
  /** The printed line: what approved-breaking.yaml names. */
  id: string;
  breaking: boolean;
  /** The places a change of a shared part reaches; empty when the id names the one place. */
  reaches: string[];
  /** Operations that it changes, such as `GET /items`; an empty text stands for the document as a whole. */
  operations: string[];
  /** Its places, such as `GET /items: response 200`. */
  places: string[];
  /** Requests that it can touch. */
  uses: Use[];
}

/** Requests of an operation that a change can touch: all of them, or those with the named part. */
export interface Use {
  operation: string;
  /** Where the change is, if it is in one of these. */
  in?: 'query' | 'body' | 'response';
  name?: string;
}

/** One change per line: a change of a shared part is reported once, with the places it reaches. */
export function toChanges(findings: readonly Finding[]): Change[] {
  const groups = Map.groupBy(findings, groupKey);
  const changes = [...groups.values()].map(toChange);
  return [...new Map(changes.map((change) => [change.id, change])).values()];
}

function groupKey({ operation, place, path, what, breaking, direction, shared }: Finding): string {
  const where =
    shared === undefined ? [operation, place, path] : [direction, shared.pointer, shared.place, shared.path];
  return JSON.stringify([...where, what, breaking]);
}

function toChange(findings: Finding[]): Change {
  const [first] = findings as [Finding];
  const places = [...new Set(findings.map(({ operation, place }) => joined(operation, place)))];
  const operations = [...new Set(findings.map((finding) => finding.operation))];
  const uses = [...new Map(findings.map(useOf).map((use) => [JSON.stringify(use), use])).values()];
  const { operation, place, path, what, breaking, shared } = first;
  if (shared === undefined || places.length === 1)
    return { id: joined(operation, place, sentence(path, what)), breaking, reaches: [], operations, places, uses };
  return {
    id: joined(nameOfShared(first, shared), shared.place, sentence(shared.path, what)),
    breaking,
    reaches: places,
    operations,
    places,
    uses,
  };
}

function useOf({ operation, path, direction, sent, hurtsWithout }: Finding): Use {
  if (sent === undefined) return direction === 'response' ? { operation, in: 'response' } : { operation };
  const inside = hurtsWithout ? parentOf(path) : path;
  const name = sent.in === 'body' ? listOf(withoutFreeNames(inside)) : hurtsWithout ? '' : sent.name;
  return { operation, in: sent.in, ...(name !== '' && { name }) };
}

const parentOf = (path: string): string => path.replace(/\.?[^.]*$/, '');

/** Who sends an entry sends its list. */
const listOf = (path: string): string => path.replace(/(\[\])+$/, '');

/** The names in a map are the clients' own. */
const withoutFreeNames = (path: string): string => path.replace(/\.?\*.*$/, '');

function joined(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(': ');
}

function sentence(path: string, what: string): string {
  return path === '' ? what : `property '${path}' ${what}`;
}

function nameOfShared({ direction }: Finding, { pointer }: SharedPart): string {
  const [kind = '', name = ''] = pointer.split('/').slice(-2);
  // The same schema may be sent and received, and a change of it may break only one of the two.
  return kind === 'schemas' ? `schema ${name} in ${direction ?? 'response'}s` : `${SHARED_KINDS[kind] ?? kind} ${name}`;
}

const SHARED_KINDS: Record<string, string> = {
  responses: 'response',
  requestBodies: 'request body',
  parameters: 'parameter',
  headers: 'header',
};
