import { type OpenApiDocument, operationName, operationsOf, webhookName, webhooksOf } from '../document.ts';
import { type Change, type Finding, found, toChanges } from './changes.ts';
import { compareOperations, compareWebhooks } from './compare-operations.ts';
import { pairUp } from './pair-up.ts';
import { sameRules } from './schema-view.ts';

/** Compares two versions of the contract as partners see them, breaking changes first. */
export function compareDocuments(before: OpenApiDocument, after: OpenApiDocument): Change[] {
  const documents = { before, after };
  const changes = toChanges([
    ...compareConnections(before, after),
    ...pairUp(operationsIn(before), operationsIn(after), {
      both: (was, is) => compareOperations(documents, was, is),
      ...wholly('operation'),
    }),
    ...pairUp(webhooksIn(before), webhooksIn(after), {
      both: (was, is) => compareWebhooks(documents, was, is),
      ...wholly('webhook'),
    }),
  ]);
  return [...changes.filter(({ breaking }) => breaking), ...changes.filter(({ breaking }) => !breaking)];
}

const operationsIn = (document: OpenApiDocument) =>
  new Map(operationsOf(document).map((found) => [operationName(found), found]));

const webhooksIn = (document: OpenApiDocument) =>
  new Map(webhooksOf(document).map((found) => [webhookName(found), found]));

const wholly = (kind: string) => ({
  removed: (_: unknown, operation: string) => found({ operation, place: '', path: '' }, `${kind} removed`, 'breaks'),
  added: (_: unknown, operation: string) => found({ operation, place: '', path: '' }, `${kind} added`, 'harmless'),
});

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
