import { type DocumentedOperation, type OpenApiDocument, operationsOf, type Server } from './document.ts';

export interface Route extends DocumentedOperation {
  matches: RegExp;
  parameters: number;
}

export type FindRoutes = (requestPath: string) => Route[];

/** Finds the operations for a request's path below the servers' base paths. Literal segments win over parameters. */
export function createRoutes(document: OpenApiDocument): FindRoutes {
  const routes = operationsOf(document)
    .map((found) => routeOf(document, found))
    .sort((one, other) => one.parameters - other.parameters);

  return function findRoutes(requestPath) {
    const path = requestPath.replace(/[?#].*$/s, '');
    const matching = routes.filter((route) => route.matches.test(path));
    return matching.filter((route) => route.path === matching[0]?.path);
  };
}

function routeOf(document: OpenApiDocument, found: DocumentedOperation): Route {
  const servers = found.operation.servers ?? found.item.servers ?? document.servers ?? [];
  const bases = servers.length === 0 ? [''] : [...new Set(servers.map(basePath))];
  const segments = found.path.split(/(\{[^}]+\})/);
  const template = segments.map((part) => (part.startsWith('{') ? '[^/]+' : escapeRegExp(part))).join('');
  const base = bases.map((path) => escapeRegExp(path)).join('|');
  return { ...found, matches: new RegExp(`^(?:${base})${template}$`), parameters: Math.floor(segments.length / 2) };
}

function basePath({ url, variables = {} }: Server): string {
  const concrete = url.replace(/\{([^}]+)\}/g, (whole, name: string) => variables[name]?.default ?? whole);
  return new URL(concrete, 'http://localhost').pathname.replace(/\/$/, '');
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
