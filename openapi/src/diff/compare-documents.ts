import {
  type DocumentedOperation,
  isObject,
  type OpenApiDocument,
  operationName,
  operationsOf,
  type SecurityScheme,
} from '../document.ts';
import { type Change, type Finding, toChanges } from './changes.ts';
import { compareOperations } from './compare-operations.ts';
import { pairUp, pairUpValues } from './pair-up.ts';
import { sameRules } from './schema-view.ts';

/** Compares two versions of the contract as partners see them, breaking changes first. */
export function compareDocuments(before: OpenApiDocument, after: OpenApiDocument): Change[] {
  const changes = toChanges([
    ...compareServers(before, after),
    ...compareSchemes(before, after),
    ...compareAllOperations(before, after),
  ]);
  return [...changes.filter(({ breaking }) => breaking), ...changes.filter(({ breaking }) => !breaking)];
}

function compareAllOperations(before: OpenApiDocument, after: OpenApiDocument): Finding[] {
  const byShape = (document: OpenApiDocument) => new Map(operationsOf(document).map((found) => [shape(found), found]));
  return pairUp(byShape(before), byShape(after), {
    both: (one, other) => compareOperations({ before, after }, one, other),
    removed: (found) => whole(operationName(found), 'operation removed', true),
    added: (found) => whole(operationName(found), 'operation added', false),
  });
}

/** Requests do not show the names of path parameters. */
function shape({ method, path }: DocumentedOperation): string {
  return `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`;
}

function whole(operation: string, what: string, breaking: boolean, place = ''): Finding {
  return { operation, place, path: '', what, breaking };
}

function compareServers(before: OpenApiDocument, after: OpenApiDocument): Finding[] {
  const urls = ({ servers = [] }: OpenApiDocument) => servers.map(({ url }) => url);
  return pairUpValues(urls(before), urls(after), {
    removed: (url) => whole('', `server ${url} removed`, true),
    added: (url) => whole('', `server ${url} added`, false),
  });
}

function compareSchemes(before: OpenApiDocument, after: OpenApiDocument): Finding[] {
  const is = after.components?.securitySchemes ?? {};
  // Reported by the operations that used the removed scheme.
  return Object.entries(before.components?.securitySchemes ?? {}).flatMap(([name, scheme]) => {
    const now = is[name];
    return now === undefined ? [] : compareScheme(`security scheme ${name}`, scheme, now);
  });
}

function compareScheme(place: string, before: SecurityScheme, after: SecurityScheme): Finding[] {
  const changed = !sameRules(withoutScopes(before), withoutScopes(after));
  return [
    ...(changed ? [whole('', 'authentication method changed', true, place)] : []),
    ...pairUpValues(scopesOf(before), scopesOf(after), {
      removed: (scope) => whole('', `scope ${scope} removed`, true, place),
      added: (scope) => whole('', `scope ${scope} added`, false, place),
    }),
  ];
}

function scopesOf({ flows }: SecurityScheme): string[] {
  const scopes = flowsOf(flows).flatMap(([, flow]) => (isObject(flow.scopes) ? Object.keys(flow.scopes) : []));
  return [...new Set(scopes)];
}

function withoutScopes(scheme: SecurityScheme): unknown {
  const flows = flowsOf(scheme.flows).map(([name, { scopes: _, ...flow }]) => [name, flow]);
  return { ...scheme, flows: Object.fromEntries(flows) };
}

function flowsOf(flows: unknown): [string, Record<string, unknown>][] {
  return isObject(flows)
    ? Object.entries(flows).filter((entry): entry is [string, Record<string, unknown>] => isObject(entry[1]))
    : [];
}
