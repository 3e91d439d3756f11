import {
  type DocumentedOperation,
  type Located,
  type OpenApiDocument,
  type Operation,
  operationName,
  type Parameter,
  parametersOf,
  type RequestBody,
  type Response,
  resolve,
  type Server,
} from '../document.ts';
import type { Finding, SentPart } from './changes.ts';
import { compareContents, compareHeaders, compareParameters, found, type Place, resolvePair } from './compare-parts.ts';
import { compareSecurity } from './compare-security.ts';
import type { Documents } from './comparison.ts';
import { pairUp, pairUpValues } from './pair-up.ts';

export function compareOperations(
  documents: Documents,
  before: DocumentedOperation,
  after: DocumentedOperation,
): Finding[] {
  const at = { documents, operation: operationName(before) };
  return [
    ...compareIdentity(at, before, after),
    ...compareAccess(at, before, after),
    ...comparePathNames(at, before, after),
    ...compareParameters(at, parametersOf(documents.before, before), parametersNamedAs(before, documents.after, after)),
    ...compareRequestBodies({ ...at, place: 'request body', direction: 'request', sent: BODY }, before, after),
    ...compareResponses(at, before, after),
  ];
}

const BODY: SentPart = { in: 'body', name: '' };

type Where = Pick<Place, 'documents' | 'operation'>;

function ofOperation({ operation }: Where, what: string, breaking: boolean): Finding {
  return { operation, place: '', path: '', what, breaking };
}

function compareIdentity(
  at: Where,
  { operation: was, item: itemBefore }: DocumentedOperation,
  { operation: is, item: itemAfter }: DocumentedOperation,
): Finding[] {
  const findings: Finding[] = [];
  // Generated clients name their functions after the operationId.
  if (was.operationId !== is.operationId)
    findings.push(ofOperation(at, `operationId changed from ${was.operationId} to ${is.operationId}`, true));
  if (was.deprecated !== true && is.deprecated === true) findings.push(ofOperation(at, 'deprecated', false));
  const [served, serves] = [urls(was.servers ?? itemBefore.servers), urls(is.servers ?? itemAfter.servers)];
  if (served !== serves) findings.push(ofOperation(at, `server changed from ${served} to ${serves}`, true));
  return findings;
}

function urls(servers: Server[] | undefined): string {
  return servers === undefined ? "the document's" : servers.map(({ url }) => url).join(', ');
}

function compareAccess(
  at: Where,
  { operation: was }: DocumentedOperation,
  { operation: is }: DocumentedOperation,
): Finding[] {
  const { before, after } = at.documents;
  const security = compareSecurity(was.security ?? before.security ?? [], is.security ?? after.security ?? []);
  return [
    ...security.map(({ what, breaking }) => ofOperation(at, what, breaking)),
    ...pairUpValues(was['x-products'] ?? [], is['x-products'] ?? [], {
      removed: (product) => ofOperation(at, `no longer open to ${product} apps`, true),
      added: (product) => ofOperation(at, `now open to ${product} apps`, false),
    }),
  ];
}

/** Requests do not show the names of path parameters, but generated clients do. */
function comparePathNames(at: Where, before: DocumentedOperation, after: DocumentedOperation): Finding[] {
  const is = pathNames(after);
  return pathNames(before).flatMap((name, index) =>
    name === is[index] ? [] : [ofOperation(at, `path parameter '${name}' renamed to '${is[index]}'`, true)],
  );
}

function pathNames({ path }: DocumentedOperation): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? '');
}

function parametersNamedAs(
  before: DocumentedOperation,
  document: OpenApiDocument,
  after: DocumentedOperation,
): Located<Parameter>[] {
  const was = pathNames(before);
  const is = pathNames(after);
  return parametersOf(document, after).map(({ pointer, value }) => {
    const name = value.in === 'path' ? was[is.indexOf(value.name)] : undefined;
    return { pointer, value: { ...value, name: name ?? value.name } };
  });
}

function compareRequestBodies(
  at: Place,
  { operation: before }: DocumentedOperation,
  { operation: after }: DocumentedOperation,
): Finding[] {
  if (before.requestBody === undefined && after.requestBody === undefined) return [];
  if (after.requestBody === undefined) return [found(at, 'removed', true)];
  if (before.requestBody === undefined) {
    const required = resolve<RequestBody>(at.documents.after, after.requestBody).required === true;
    return [found(at, required ? 'added and required' : 'added', required)];
  }
  const { was, is, at: place } = resolvePair<RequestBody>(at, before.requestBody, after.requestBody);
  const [wasRequired, isRequired] = [was.required === true, is.required === true];
  const toggled =
    wasRequired === isRequired ? [] : [found(place, isRequired ? 'now required' : 'no longer required', isRequired)];
  return [...toggled, ...compareContents(place, was.content, is.content)];
}

function compareResponses(
  at: Where,
  { operation: before }: DocumentedOperation,
  { operation: after }: DocumentedOperation,
): Finding[] {
  const responses = ({ responses = {} }: Operation) => new Map(Object.entries(responses));
  const placed = (status: string): Place => ({ ...at, place: `response ${status}`, direction: 'response' });
  return pairUp(responses(before), responses(after), {
    both: (one, other, status) => {
      const pair = resolvePair<Response>(placed(status), one, other);
      return [
        ...compareContents(pair.at, pair.was.content, pair.is.content),
        ...compareHeaders(pair.at, pair.was.headers, pair.is.headers),
      ];
    },
    removed: (_, status) => found(placed(status), 'removed', true),
    added: (_, status) => found(placed(status), 'added', false),
  });
}
