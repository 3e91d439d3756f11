import {
  type Header,
  isReference,
  type Located,
  type MediaType,
  type Parameter,
  type Reference,
  resolve,
} from '../document.ts';
import { breaks, type Direction, type Effect, type Finding, type SentPart, type SharedPart } from './changes.ts';
import { compareSchemas } from './compare-schemas.ts';
import type { Documents } from './comparison.ts';
import { pairUp } from './pair-up.ts';

/** Place within an operation to which findings are attributed. */
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

/** A part that becomes required also breaks requests without it. */
const demanded = (at: Place, what: string, breaking: boolean): Finding => ({
  ...found(at, what, breaking),
  hurtsWithout: true,
});

function within(at: Place, place: string): Place {
  const shared = at.shared && { ...at.shared, place: at.shared.place === '' ? place : `${at.shared.place}: ${place}` };
  return { ...at, place: `${at.place}: ${place}`, shared };
}

/** Both versions of a part, with references resolved. `at` names the shared part if both refer to the same one. */
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

export function compareContents(
  at: Place,
  before: Record<string, MediaType> = {},
  after: Record<string, MediaType> = {},
): Finding[] {
  // JSON is the rule; a media type that is added next to it must not rename the findings of JSON.
  const several = Object.keys({ ...before, ...after }).length > 1;
  return pairUp(new Map(Object.entries(before)), new Map(Object.entries(after)), {
    both: (was, is, type) => compareSchemaAt(several && type !== 'application/json' ? within(at, type) : at, was, is),
    removed: (_, type) => found(at, `media type ${type} removed`, true),
    added: (_, type) => found(at, `media type ${type} added`, false),
  });
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
  const byName = (all: Located<Parameter>[]) => new Map(all.map((parameter) => [nameOf(parameter.value), parameter]));
  const placed = (place: string, { in: location, name }: Parameter): Place => {
    const sent = location === 'query' ? ({ in: 'query', name } as const) : undefined;
    return { ...at, place, direction: 'request', sent };
  };
  return pairUp(byName(before), byName(after), {
    both: (one, other, name) => {
      const shared = sharedBy(one.pointer, other.pointer);
      return compareParameter({ ...placed(name, one.value), shared }, one.value, other.value);
    },
    removed: ({ value }, name) => found(placed(name, value), 'removed', true),
    added: ({ value }, name) =>
      value.required
        ? demanded(placed(name, value), 'added and required', true)
        : found(placed(name, value), 'added', false),
  });
}

function sharedBy(before: string, after: string): SharedPart | undefined {
  return before === after && before.startsWith('#/components/') ? { pointer: before, place: '', path: '' } : undefined;
}

/** Header names are case-insensitive (RFC 9110 §5.1). */
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
  const byName = (headers: object) => new Map(Object.entries(headers).map((entry) => [entry[0].toLowerCase(), entry]));
  return pairUp(byName(before), byName(after), {
    both: ([name, was], [, is]) => compareHeader(at, name, was, is),
    removed: ([name]) => found(at, `header ${name} removed`, true),
    added: ([name]) => found(at, `header ${name} added`, false),
  });
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
