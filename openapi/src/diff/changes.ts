import type { OpenApiDocument } from '../document.ts';

/** Partners send requests and receive responses. */
type Direction = 'request' | 'response';

/** A place in a part of the document that several operations reference, such as a schema or a response. */
interface SharedPart {
  pointer: string;
  place: string;
  path: string;
}

export const sharedAt = (pointer: string): SharedPart => ({ pointer, place: '', path: '' });

/** A part that only some requests contain: a query parameter, or a body property given by its path. */
export interface SentPart {
  in: 'query' | 'body';
  name: string;
}

/** Where a finding is reported. */
interface Location {
  /** `GET /items`, or empty for the whole document. */
  operation: string;
  /** `response 200`, `query parameter 'limit'`; empty for the operation itself. */
  place: string;
  /** Path from the root of the schema, such as `data[].price`; empty for the root itself. */
  path: string;
  direction?: Direction | undefined;
  shared?: SharedPart | undefined;
  /** The changed query parameter, or `body` without a name for other changes in the body. */
  sent?: SentPart | undefined;
}

/** A part that both versions have. */
export interface Place extends Location {
  documents: { before: OpenApiDocument; after: OpenApiDocument };
  /** Enclosing pairs of shared schemas that are being compared, since schemas may contain themselves. */
  open?: readonly string[];
}

export interface Finding extends Location {
  what: string;
  breaking: boolean;
  /** True if the change also breaks requests that do not contain the part. */
  hurtsWithout?: boolean;
}

/** Effect of a change on the set of valid values: narrowing breaks senders, and widening breaks receivers. */
type Effect = 'narrows' | 'widens' | 'breaks' | 'harmless';

export function found(at: Location, what: string, effect: Effect): Finding {
  const breaking = effect === 'breaks' || effect === (at.direction === 'request' ? 'narrows' : 'widens');
  return { ...at, what, breaking };
}

export interface Change {
  /** The printed line, which approved-breaking.yaml quotes. */
  id: string;
  breaking: boolean;
  /** Places that use the changed shared part; empty if the id already names the only place. */
  reaches: string[];
  /** Operations that it changes, such as `GET /items`. An empty string stands for the whole document. */
  operations: string[];
  /** Requests that it may affect. */
  uses: Use[];
}

/** Requests of an operation that a change may affect: all of them, or those with the named part. */
export interface Use {
  operation: string;
  /** The part of the exchange that contains the change, if it is one of these. */
  in?: 'query' | 'body' | 'response';
  name?: string;
}

/** Reports one change per line. A change to a shared part is reported once, with all places that use it. */
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
  const isShared = shared !== undefined && places.length > 1;
  const id = isShared
    ? joined(nameOfShared(first, shared), shared.place, sentence(shared.path, what))
    : joined(operation, place, sentence(path, what));
  return { id, breaking, reaches: isShared ? places : [], operations, uses };
}

function useOf({ operation, path, direction, sent, hurtsWithout }: Finding): Use {
  if (sent === undefined) return direction === 'response' ? { operation, in: 'response' } : { operation };
  const inside = hurtsWithout ? parentOf(path) : path;
  const name = sent.in === 'body' ? listOf(inside) : hurtsWithout ? '' : sent.name;
  return { operation, in: sent.in, ...(name !== '' && { name }) };
}

const parentOf = (path: string): string => path.replace(/\.?[^.]*$/, '');

/** A client that sends an entry also sends its list. */
const listOf = (path: string): string => path.replace(/(\[\])+$/, '');

function joined(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(': ');
}

function sentence(path: string, what: string): string {
  return path === '' ? what : `property '${path}' ${what}`;
}

function nameOfShared({ direction }: Finding, { pointer }: SharedPart): string {
  const [kind = '', name = ''] = pointer.split('/').slice(-2);
  // A schema may be sent and received, and a change may break only one of the two.
  return kind === 'schemas' ? `schema ${name} in ${direction ?? 'response'}s` : `${kind.replace(/s$/, '')} ${name}`;
}
