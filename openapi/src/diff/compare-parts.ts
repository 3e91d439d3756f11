import {
  type Header,
  isReference,
  type Located,
  type MediaType,
  type OpenApiDocument,
  type Parameter,
  type Reference,
  readPointer,
} from '../document.ts';
import { breaks, type Direction, type Effect, type Finding, type SentPart, type SharedPart } from './changes.ts';
import { compareSchemas } from './compare-schemas.ts';
import type { Documents } from './comparison.ts';

/** Place within an operation; changes found there are reported as this operation's. */
export interface Place {
  documents: Documents;
  operation: string;
  place: string;
  direction: Direction;
  shared?: SharedPart | undefined;
  sent?: SentPart | undefined;
}

export function found({ operation, place, direction, shared, sent }: Place, what: string, breaking: boolean): Finding {
  return { operation, place, path: '', what, breaking, direction, shared, sent };
}

/** A part that is demanded also breaks the requests that do not have it. */
const demanded = (at: Place, what: string, breaking: boolean): Finding => ({
  ...found(at, what, breaking),
  hurtsWithout: true,
});

function within(at: Place, place: string): Place {
  const shared = at.shared && { ...at.shared, place: at.shared.place === '' ? place : `${at.shared.place}: ${place}` };
  return { ...at, place: `${at.place}: ${place}`, shared };
}

/** The two sides of a part that may be a reference, and the shared part that both refer to. */
export function resolvePair<Part>(
  at: Place,
  before: Part | Reference,
  after: Part | Reference,
): { was: Part; is: Part; at: Place } {
  const sameReference = isReference(before) && isReference(after) && before.$ref === after.$ref;
  return {
    was: resolve(at.documents.before, before),
    is: resolve(at.documents.after, after),
    at: sameReference ? { ...at, shared: { pointer: before.$ref, place: '', path: '' } } : at,
  };
}

export function resolve<Part>(document: OpenApiDocument, part: Part | Reference): Part {
  return isReference(part) ? resolve(document, readPointer(document, part.$ref) as Part | Reference) : part;
}

export function compareContents(
  at: Place,
  before: Record<string, MediaType> = {},
  after: Record<string, MediaType> = {},
): Finding[] {
  const several = Object.keys({ ...before, ...after }).length > 1;
  const kept = Object.entries(before).flatMap(([type, was]) => {
    const is = after[type];
    if (is === undefined) return [found(at, `media type ${type} removed`, true)];
    return compareSchemaAt(several ? within(at, type) : at, was, is);
  });
  const added = Object.keys(after).filter((type) => !(type in before));
  return kept.concat(added.map((type) => found(at, `media type ${type} added`, false)));
}

export function compareSchemaAt(at: Place, before: MediaType, after: MediaType): Finding[] {
  const { operation, place, direction, sent } = at;
  const differences = compareSchemas(at.documents, direction, before.schema, after.schema, at.shared);
  return differences.map((difference) => ({ ...difference, operation, place, direction, sent }));
}

export function compareParameters(
  at: Pick<Place, 'documents' | 'operation'>,
  before: Located<Parameter>[],
  after: Located<Parameter>[],
): Finding[] {
  const was = new Map(before.map((parameter) => [nameOf(parameter.value), parameter]));
  const is = new Map(after.map((parameter) => [nameOf(parameter.value), parameter]));
  const placed = (place: string, { in: location, name }: Parameter): Place => {
    const sent = location === 'query' ? ({ in: 'query', name } as const) : undefined;
    return { ...at, place, direction: 'request', sent };
  };
  const kept = [...was].flatMap(([name, one]) => {
    const other = is.get(name);
    if (other === undefined) return [found(placed(name, one.value), 'removed', true)];
    return compareParameter(
      { ...placed(name, one.value), shared: sharedBy(one.pointer, other.pointer) },
      one.value,
      other.value,
    );
  });
  const added = [...is].filter(([name]) => !was.has(name));
  return kept.concat(
    added.map(([name, { value }]) =>
      value.required
        ? demanded(placed(name, value), 'added and required', true)
        : found(placed(name, value), 'added', false),
    ),
  );
}

function sharedBy(before: string, after: string): SharedPart | undefined {
  return before === after && before.startsWith('#/components/') ? { pointer: before, place: '', path: '' } : undefined;
}

/** Header names do not tell case apart (RFC 9110 §5.1). */
function nameOf({ name, in: location }: Parameter): string {
  return `${location} parameter '${location === 'header' ? name.toLowerCase() : name}'`;
}

function compareParameter(at: Place, before: Parameter, after: Parameter): Finding[] {
  return [
    ...requiredFindings(at, before, after, { gained: 'now required', lost: 'no longer required' }),
    ...deprecatedFindings(at, before, after),
    ...['style', 'explode', 'allowReserved', 'allowEmptyValue']
      .filter((key) => before[key] !== after[key])
      .map((key) =>
        found(at, `${key} changed from ${before[key] ?? 'the default'} to ${after[key] ?? 'the default'}`, true),
      ),
    ...compareSchemaAt(at, before, after),
    ...compareContents(at, before.content, after.content),
  ];
}

export function compareHeaders(
  at: Place,
  before: Record<string, Header | Reference> = {},
  after: Record<string, Header | Reference> = {},
): Finding[] {
  const is = new Map(Object.entries(after).map(([name, header]) => [name.toLowerCase(), header]));
  const was = new Set(Object.keys(before).map((name) => name.toLowerCase()));
  const kept = Object.entries(before).flatMap(([name, header]) => {
    const now = is.get(name.toLowerCase());
    return now === undefined ? [found(at, `header ${name} removed`, true)] : compareHeader(at, name, header, now);
  });
  const added = Object.keys(after).filter((name) => !was.has(name.toLowerCase()));
  return kept.concat(added.map((name) => found(at, `header ${name} added`, false)));
}

function compareHeader(outer: Place, name: string, before: Header | Reference, after: Header | Reference): Finding[] {
  const { was, is, at } = resolvePair(outer, before, after);
  const shares = at.shared !== outer.shared;
  const inHeader = shares ? { ...at, place: `${outer.place}: header ${name}` } : within(at, `header ${name}`);
  return [
    ...requiredFindings(inHeader, was, is, { gained: 'now always present', lost: 'no longer always present' }),
    ...deprecatedFindings(inHeader, was, is),
    ...compareSchemaAt(inHeader, was, is),
  ];
}

function requiredFindings(
  at: Place,
  before: Header,
  after: Header,
  words: { gained: string; lost: string },
): Finding[] {
  if ((before.required === true) === (after.required === true)) return [];
  const [what, effect]: [string, Effect] = after.required === true ? [words.gained, 'narrows'] : [words.lost, 'widens'];
  return [demanded(at, what, breaks(effect, at.direction))];
}

function deprecatedFindings(at: Place, before: Header, after: Header): Finding[] {
  return before.deprecated !== true && after.deprecated === true ? [found(at, 'deprecated', false)] : [];
}
