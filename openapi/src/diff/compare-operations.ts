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
  type Response,
  resolve,
  type SecurityRequirement,
  webhookName,
} from '../document.ts';
import { type Finding, found, type Place, type SentPart, sharedAt } from './changes.ts';
import { addition, compareDeprecation, compareRequired, compareSchemas } from './compare-schemas.ts';
import { pairUp, pairUpValues } from './pair-up.ts';

export function compareOperations(
  documents: Place['documents'],
  before: DocumentedOperation,
  after: DocumentedOperation,
): Finding[] {
  const at = { documents, operation: operationName(before), place: '', path: '' };
  return [
    ...compareIdentity(at, before, after),
    ...compareAccess(at, before, after),
    ...compareParameters(at, parametersOf(documents.before, before), parametersOf(documents.after, after)),
    ...compareRequestBodies(at, before, after),
    ...compareResponses(at, before, after),
  ];
}

/** Partners receive webhooks, as they receive responses. */
export function compareWebhooks(
  documents: Place['documents'],
  before: DocumentedOperation,
  after: DocumentedOperation,
): Finding[] {
  const at: Place = { documents, operation: webhookName(before), place: '', path: '', direction: 'response' };
  return [
    ...compareParameters(at, parametersOf(documents.before, before), parametersOf(documents.after, after)),
    ...compareRequestBodies(at, before, after),
  ];
}

function compareIdentity(at: Place, { operation: was }: DocumentedOperation, { operation: is }: DocumentedOperation) {
  // Generated clients name their functions after the operationId.
  const renamed = `operationId changed from ${was.operationId} to ${is.operationId}`;
  const isSame = was.operationId === is.operationId;
  return [...(isSame ? [] : [found(at, renamed, 'breaks')]), ...compareDeprecation(at, was, is)];
}

function compareAccess(at: Place, { operation: was }: DocumentedOperation, { operation: is }: DocumentedOperation) {
  const [held, asked] = [callersOf(was.security), callersOf(is.security)];
  return [
    ...pairUpValues(held, asked, {
      removed: (caller) => found(at, `no longer open to ${caller}`, asked.includes(EVERYONE) ? 'harmless' : 'breaks'),
      added: (caller) => found(at, `now also open to ${caller}`, 'harmless'),
    }),
    ...pairUpValues(was['x-products'] ?? [], is['x-products'] ?? [], {
      removed: (product) => found(at, `no longer open to ${product} apps`, 'breaks'),
      added: (product) => found(at, `now open to ${product} apps`, 'harmless'),
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
    const sent: SentPart | undefined = location === 'query' ? { in: 'query', name } : undefined;
    return { direction: 'request', ...outer, place, sent };
  };
  return pairUp(byName(before), byName(after), {
    both: ({ pointer, value: was }, { pointer: now, value: is }, name) => {
      const isShared = pointer === now && pointer.startsWith('#/components/');
      const at = { ...placed(name, was), shared: isShared ? sharedAt(pointer) : undefined };
      const explode = `explode changed from ${was.explode} to ${is.explode}`;
      return [...compareHeader(at, was, is), ...(was.explode === is.explode ? [] : [found(at, explode, 'breaks')])];
    },
    removed: ({ value }, name) => found(placed(name, value), 'removed', 'breaks'),
    added: ({ value }, name) => addition(placed(name, value), value.required === true),
  });
}

/** Header names are case-insensitive (RFC 9110 §5.1). */
const nameOf = ({ name, in: location }: Parameter): string =>
  `${location} parameter '${location === 'header' ? name.toLowerCase() : name}'`;

function compareRequestBodies(outer: Place, before: DocumentedOperation, after: DocumentedOperation): Finding[] {
  const place = 'request body';
  const asSent = outer.direction === undefined && ({ direction: 'request', sent: { in: 'body', name: '' } } as const);
  const at: Place = { ...outer, place, ...asSent };
  const bodyOf = ({ operation: { requestBody } }: DocumentedOperation) =>
    new Map(requestBody ? [[place, requestBody]] : []);
  return pairUp(bodyOf(before), bodyOf(after), {
    both: (was, is) => [
      ...compareRequired(at, was.required === true, is.required === true),
      ...compareContents(at, was.content, is.content),
    ],
    removed: () => found(at, 'removed', 'breaks'),
    added: (body) => addition(at, body.required === true),
  });
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
    removed: (_, status) => found(placed(status), 'removed', 'breaks'),
    added: (_, status) => found(placed(status), 'added', 'harmless'),
  });
}

/** Both versions of a part, with references resolved. `at` names the shared part if both refer to the same one. */
function resolvePair<Part>(at: Place, before: Part | Reference, after: Part | Reference) {
  const sameReference = isReference(before) && isReference(after) && before.$ref === after.$ref;
  return {
    was: resolve(at.documents.before, before),
    is: resolve(at.documents.after, after),
    at: sameReference ? { ...at, shared: sharedAt(before.$ref) } : at,
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
    both: (was, is, type) =>
      compareSchemas(several && type !== 'application/json' ? within(at, type) : at, was.schema, is.schema),
    removed: (_, type) => found(at, `media type ${type} removed`, 'breaks'),
    added: (_, type) => found(at, `media type ${type} added`, 'harmless'),
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
      return compareHeader(at, was, is);
    },
    removed: ([name]) => found(outer, `header ${name} removed`, 'breaks'),
    added: ([name]) => found(outer, `header ${name} added`, 'harmless'),
  });
}

/** Compares two versions of a header, or of a parameter. */
const compareHeader = (at: Place, was: Header, is: Header): Finding[] => [
  ...compareRequired(at, was.required === true, is.required === true),
  ...compareDeprecation(at, was, is),
  ...compareSchemas(at, was.schema, is.schema),
];

function within(at: Place, place: string): Place {
  const shared = at.shared && { ...at.shared, place: at.shared.place === '' ? place : `${at.shared.place}: ${place}` };
  return { ...at, place: `${at.place}: ${place}`, shared };
}
