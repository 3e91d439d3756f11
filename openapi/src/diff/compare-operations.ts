import {
  type DocumentedOperation,
  type Header,
  isReference,
  type Located,
  type MediaType,
  operationName,
  type Parameter,
  parametersOf,
  type Reference,
  type RequestBody,
  type Response,
  resolve,
  type SecurityRequirement,
} from '../document.ts';
import { breaks, type Direction, type Finding, type SentPart, type SharedPart } from './changes.ts';
import { compareSchemas, type Documents } from './compare-schemas.ts';
import { pairUp, pairUpValues } from './pair-up.ts';

/** Place within an operation to which findings are attributed. */
interface Place {
  documents: Documents;
  operation: string;
  /** Empty for the operation itself. */
  place: string;
  direction?: Direction;
  shared?: SharedPart | undefined;
  sent?: SentPart | undefined;
}

export function compareOperations(
  documents: Documents,
  before: DocumentedOperation,
  after: DocumentedOperation,
): Finding[] {
  const at = { documents, operation: operationName(before), place: '' };
  return [
    ...compareIdentity(at, before, after),
    ...compareAccess(at, before, after),
    ...compareParameters(at, parametersOf(documents.before, before), parametersOf(documents.after, after)),
    ...compareRequestBodies(at, before, after),
    ...compareResponses(at, before, after),
  ];
}

function found({ operation, place, direction, shared, sent }: Place, what: string, breaking: boolean): Finding {
  return { operation, place, path: '', what, breaking, direction, shared, sent };
}

function compareIdentity(at: Place, { operation: was }: DocumentedOperation, { operation: is }: DocumentedOperation) {
  // Generated clients name their functions after the operationId.
  const renamed = `operationId changed from ${was.operationId} to ${is.operationId}`;
  return [...(was.operationId === is.operationId ? [] : [found(at, renamed, true)]), ...deprecation(at, was, is)];
}

const deprecation = (at: Place, was: { deprecated?: boolean }, is: { deprecated?: boolean }): Finding[] =>
  was.deprecated !== true && is.deprecated === true ? [found(at, 'deprecated', false)] : [];

function compareAccess(at: Place, { operation: was }: DocumentedOperation, { operation: is }: DocumentedOperation) {
  const [held, asked] = [callersOf(was.security), callersOf(is.security)];
  return [
    ...pairUpValues(held, asked, {
      removed: (caller) => found(at, `no longer open to ${caller}`, !asked.includes(EVERYONE)),
      added: (caller) => found(at, `now also open to ${caller}`, false),
    }),
    ...pairUpValues(was['x-products'] ?? [], is['x-products'] ?? [], {
      removed: (product) => found(at, `no longer open to ${product} apps`, true),
      added: (product) => found(at, `now open to ${product} apps`, false),
    }),
  ];
}

const EVERYONE = 'everyone';

/** Alternative credentials, each with its scope, as .spectral.yaml allows one. */
const callersOf = (security: readonly SecurityRequirement[] = []): string[] =>
  security.length === 0
    ? [EVERYONE]
    : security.flatMap((requirement) =>
        Object.entries(requirement).map(([scheme, scopes]) => [scheme, ...scopes].join(' with scope ')),
      );

function compareParameters(outer: Place, before: Located<Parameter>[], after: Located<Parameter>[]): Finding[] {
  const byName = (all: Located<Parameter>[]) => new Map(all.map((parameter) => [nameOf(parameter.value), parameter]));
  const placed = (place: string, { in: location, name }: Parameter): Place => {
    const sent = location === 'query' ? ({ in: 'query', name } as const) : undefined;
    return { ...outer, place, direction: 'request', sent };
  };
  return pairUp(byName(before), byName(after), {
    both: ({ pointer, value: was }, { pointer: now, value: is }, name) => {
      const isShared = pointer === now && pointer.startsWith('#/components/');
      const at = { ...placed(name, was), shared: isShared ? { pointer, place: '', path: '' } : undefined };
      const explode = `explode changed from ${was.explode} to ${is.explode}`;
      return [
        ...compareRequired(at, was, is),
        ...deprecation(at, was, is),
        ...(was.explode === is.explode ? [] : [found(at, explode, true)]),
        ...compareSchemaAt(at, was, is),
      ];
    },
    removed: ({ value }, name) => found(placed(name, value), 'removed', true),
    added: ({ value }, name) => {
      if (!value.required) return found(placed(name, value), 'added', false);
      return { ...found(placed(name, value), 'added and required', true), hurtsWithout: true };
    },
  });
}

/** Header names are case-insensitive (RFC 9110 §5.1). */
const nameOf = ({ name, in: location }: Parameter): string =>
  `${location} parameter '${location === 'header' ? name.toLowerCase() : name}'`;

/** A part that becomes required also breaks requests without it. */
function compareRequired(at: Place, before: Header | RequestBody, after: Header | RequestBody): Finding[] {
  const [was, is] = [before.required === true, after.required === true];
  if (was === is) return [];
  const words =
    at.direction === 'response'
      ? ['now always present', 'no longer always present']
      : ['now required', 'no longer required'];
  const breaking = breaks(is ? 'narrows' : 'widens', at.direction ?? 'request');
  return [{ ...found(at, words[is ? 0 : 1] ?? '', breaking), hurtsWithout: true }];
}

function compareRequestBodies(
  outer: Place,
  { operation: { requestBody: before } }: DocumentedOperation,
  { operation: { requestBody: after } }: DocumentedOperation,
): Finding[] {
  const at: Place = { ...outer, place: 'request body', direction: 'request', sent: { in: 'body', name: '' } };
  if (before === undefined && after === undefined) return [];
  if (after === undefined) return [found(at, 'removed', true)];
  if (before === undefined) {
    const required = resolve<RequestBody>(at.documents.after, after).required === true;
    return [found(at, required ? 'added and required' : 'added', required)];
  }
  const { was, is, at: place } = resolvePair<RequestBody>(at, before, after);
  return [...compareRequired(place, was, is), ...compareContents(place, was.content, is.content)];
}

function compareResponses(
  outer: Place,
  { operation: { responses: before = {} } }: DocumentedOperation,
  { operation: { responses: after = {} } }: DocumentedOperation,
): Finding[] {
  const placed = (status: string): Place => ({ ...outer, place: `response ${status}`, direction: 'response' });
  return pairUp(new Map(Object.entries(before)), new Map(Object.entries(after)), {
    both: (one, other, status) => {
      const { was, is, at } = resolvePair<Response>(placed(status), one, other);
      return [...compareContents(at, was.content, is.content), ...compareHeaders(at, was.headers, is.headers)];
    },
    removed: (_, status) => found(placed(status), 'removed', true),
    added: (_, status) => found(placed(status), 'added', false),
  });
}

/** Both versions of a part, with references resolved. `at` names the shared part if both refer to the same one. */
function resolvePair<Part>(at: Place, before: Part | Reference, after: Part | Reference) {
  const sameReference = isReference(before) && isReference(after) && before.$ref === after.$ref;
  return {
    was: resolve(at.documents.before, before),
    is: resolve(at.documents.after, after),
    at: sameReference ? { ...at, shared: { pointer: before.$ref, place: '', path: '' } } : at,
  };
}

function compareContents(
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

function compareHeaders(
  outer: Place,
  before: Record<string, Header | Reference> = {},
  after: Record<string, Header | Reference> = {},
): Finding[] {
  const byName = (headers: object) => new Map(Object.entries(headers).map((entry) => [entry[0].toLowerCase(), entry]));
  return pairUp(byName(before), byName(after), {
    both: ([name, one], [, other]) => {
      const { was, is, at } = resolvePair<Header>(within(outer, `header ${name}`), one, other);
      return [...compareRequired(at, was, is), ...deprecation(at, was, is), ...compareSchemaAt(at, was, is)];
    },
    removed: ([name]) => found(outer, `header ${name} removed`, true),
    added: ([name]) => found(outer, `header ${name} added`, false),
  });
}

function within(at: Place, place: string): Place {
  const shared = at.shared && { ...at.shared, place: at.shared.place === '' ? place : `${at.shared.place}: ${place}` };
  return { ...at, place: `${at.place}: ${place}`, shared };
}

function compareSchemaAt(at: Place, before: MediaType, after: MediaType): Finding[] {
  const { operation, place, direction = 'request', sent } = at;
  const differences = compareSchemas(at.documents, direction, before.schema, after.schema, at.shared);
  return differences.map((difference) => ({ ...difference, operation, place, direction, sent }));
}
