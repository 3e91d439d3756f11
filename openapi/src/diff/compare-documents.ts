import { type OpenApiDocument, operationName, operationsOf } from '../document.ts';
import { type Change, type Finding, found, toChanges } from './changes.ts';
import { compareOperations } from './compare-operations.ts';
import { pairUp } from './pair-up.ts';
import { sameRules } from './schema-view.ts';

/** Compares two versions of the contract as partners see them, breaking changes first. */
export function compareDocuments(before: OpenApiDocument, after: OpenApiDocument): Change[] {
  const changes = toChanges([...compareConnections(before, after), ...compareAllOperations(before, after)]);
  return [...changes.filter(({ breaking }) => breaking), ...changes.filter(({ breaking }) => !breaking)];
}

function compareAllOperations(before: OpenApiDocument, after: OpenApiDocument): Finding[] {
  const byName = (document: OpenApiDocument) =>
    new Map(operationsOf(document).map((found) => [operationName(found), found]));
  return pairUp(byName(before), byName(after), {
    both: (one, other) => compareOperations({ before, after }, one, other),
    removed: (_, operation) => found({ operation, place: '', path: '' }, 'operation removed', 'breaks'),
    added: (_, operation) => found({ operation, place: '', path: '' }, 'operation added', 'harmless'),
  });
}

/** Where requests are sent, and how they are authenticated. Operations name the scopes that they need. */
function compareConnections(before: OpenApiDocument, after: OpenApiDocument): Finding[] {
  return pairUp(connectionsOf(before), connectionsOf(after), {
    both: (was, is, name) => (sameRules(was, is) ? [] : [found(WHOLE, `${name} changed`, 'breaks')]),
    removed: (_, name) => found(WHOLE, `${name} removed`, 'breaks'),
    added: (_, name) => found(WHOLE, `${name} added`, 'harmless'),
  });
}

const WHOLE = { operation: '', place: '', path: '' };

function connectionsOf({ servers = [], paths = {}, components }: OpenApiDocument): Map<string, unknown> {
  const own = Object.entries(paths).flatMap(([path, item]) =>
    (item.servers ?? []).map(({ url }) => `${url} of ${path}`),
  );
  const all = [...servers.map(({ url }) => url), ...own].map((url) => [`server ${url}`, ''] as const);
  const schemes = Object.entries(components?.securitySchemes ?? {}).map(
    ([name, scheme]) => [`security scheme ${name}`, JSON.parse(JSON.stringify(scheme, WITHOUT_SCOPES))] as const,
  );
  return new Map<string, unknown>([...all, ...schemes]);
}

const WITHOUT_SCOPES = (key: string, value: unknown) => (key === 'scopes' ? undefined : value);
