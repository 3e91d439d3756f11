/** Direction of the data: sent by partners (requests) or received by them (responses). */
export type Direction = 'request' | 'response';

/** A part of the document that several operations refer to, such as a schema or a response, and where in it. */
export interface SharedPart {
  pointer: string;
  place: string;
  path: string;
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
  const { operation, place, path, what, breaking, shared } = first;
  if (shared === undefined || places.length === 1)
    return { id: joined(operation, place, sentence(path, what)), breaking, reaches: [] };
  return {
    id: joined(nameOfShared(first, shared), shared.place, sentence(shared.path, what)),
    breaking,
    reaches: places,
  };
}

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
