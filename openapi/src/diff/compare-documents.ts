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
  const was = new Map(operationsOf(before).map((found) => [shape(found), found]));
  const is = new Map(operationsOf(after).map((found) => [shape(found), found]));
  const kept = [...was].flatMap(([key, one]) => {
    const other = is.get(key);
    if (other === undefined) return [whole(operationName(one), 'operation removed', true)];
    return compareOperations({ before, after }, one, other);
  });
  const added = [...is]
    .filter(([key]) => !was.has(key))
    .map(([, found]) => whole(operationName(found), 'operation added', false));
  return [...kept, ...added];
}

/** The name of a path parameter does not show in a request. */
function shape({ method, path }: DocumentedOperation): string {
  return `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`;
}

function whole(operation: string, what: string, breaking: boolean, place = ''): Finding {
  return { operation, place, path: '', what, breaking };
}

function compareServers(before: OpenApiDocument, after: OpenApiDocument): Finding[] {
  const was = (before.servers ?? []).map(({ url }) => url);
  const is = (after.servers ?? []).map(({ url }) => url);
  return [
    ...was.filter((url) => !is.includes(url)).map((url) => whole('', `server ${url} removed`, true)),
    ...is.filter((url) => !was.includes(url)).map((url) => whole('', `server ${url} added`, false)),
  ];
}

function compareSchemes(before: OpenApiDocument, after: OpenApiDocument): Finding[] {
  const is = after.components?.securitySchemes ?? {};
  // A removed scheme shows in the operations that used it.
  return Object.entries(before.components?.securitySchemes ?? {}).flatMap(([name, scheme]) => {
    const now = is[name];
    return now === undefined ? [] : compareScheme(`security scheme ${name}`, scheme, now);
  });
}

function compareScheme(place: string, before: SecurityScheme, after: SecurityScheme): Finding[] {
  const [was, is] = [scopesOf(before), scopesOf(after)];
  const changed = !sameRules(withoutScopes(before), withoutScopes(after));
  return [
    ...(changed ? [whole('', 'authentication method changed', true, place)] : []),
    ...was.filter((scope) => !is.includes(scope)).map((scope) => whole('', `scope ${scope} removed`, true, place)),
    ...is.filter((scope) => !was.includes(scope)).map((scope) => whole('', `scope ${scope} added`, false, place)),
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
