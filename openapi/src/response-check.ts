import { type CheckAgainst, createSchemaCheck } from './contract-schemas.ts';
import { checkDeprecation } from './deprecations.ts';
import {
  type DocumentedOperation,
  type Located,
  locate,
  type OpenApiDocument,
  operationName,
  operationsOf,
  pointerTo,
  type Response,
} from './document.ts';
import { checkHeaders, type ResponseHeaders, undocumentedHeaders } from './response-headers.ts';

export interface ObservedResponse {
  method: string;
  status: number;
  headers: ResponseHeaders;
  /** Parsed JSON, or else text; absent if the response has no body. */
  body?: unknown;
  /** Path and query of the request, including the server's base path: `/v1/items/7?limit=2`. */
  requestPath: string;
}

/** Deviations from the contract, in words; empty if there are none. */
type ResponseCheck = (response: ObservedResponse) => string[];

export function createResponseCheck(document: OpenApiDocument): ResponseCheck {
  const checkAgainst = createSchemaCheck(document);
  const findOperation = createOperationFinder(document);

  return function checkResponse(seen) {
    const found = findOperation(seen);
    const { operation } = found ?? {};
    const status = String(seen.status);
    const name = operationName(found ?? { method: seen.method, path: seen.requestPath });
    const responses = operation ? operation.responses : document['x-tillgate-unrouted'];
    if (!responses?.[status])
      return [`${name}: ${operation ? `status ${status} is not documented` : 'no such operation is documented'}`];
    const pointer = found ? pointerTo(found.pointer, 'responses') : '#/x-tillgate-unrouted';
    const response = locate<Response>(document, pointerTo(pointer, status));
    const deviations = [
      ...(operation ? checkDeprecation(operation, seen.headers) : []),
      ...checkBody(response, seen, checkAgainst),
      ...checkHeaders(document, response, seen.headers, checkAgainst),
      ...undocumentedHeaders(response.value, seen.headers, operation?.deprecated === true),
    ];
    return deviations.map((deviation) => `${name} ${status}: ${deviation}`);
  };
}

/** Finds the operation of a request below the servers' base paths. Literal segments win over parameters. */
function createOperationFinder(document: OpenApiDocument): (seen: ObservedResponse) => DocumentedOperation | undefined {
  const routes = operationsOf(document)
    .map((found) => ({ ...found, matches: patternOf(document, found), parameters: found.path.split('{').length }))
    .sort((one, other) => one.parameters - other.parameters);

  return function findOperation({ method, requestPath }) {
    const [path = ''] = requestPath.split('?');
    const matching = routes.filter(({ matches }) => matches.test(path));
    const found = matching.filter((route) => route.path === matching[0]?.path);
    const ofMethod = (name: string) => found.find((one) => one.method === name);
    // HEAD has a response wherever GET does, with the same headers (RFC 9110 §9.3.2).
    return ofMethod(method.toLowerCase()) ?? (method.toUpperCase() === 'HEAD' ? ofMethod('get') : undefined);
  };
}

function patternOf(document: OpenApiDocument, { path, item }: DocumentedOperation): RegExp {
  const servers = item.servers ?? document.servers ?? [];
  const bases = servers.map(({ url }) => new URL(url).pathname.replace(/\/$/, ''));
  const template = path.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+');
  return new RegExp(`^(?:${bases.join('|')})${template}$`);
}

function checkBody(response: Located<Response>, seen: ObservedResponse, checkAgainst: CheckAgainst): string[] {
  const documented = Object.keys(response.value.content ?? {});
  if (seen.body === undefined || seen.body === '') {
    const mayBeEmpty = documented.length === 0 || seen.method.toUpperCase() === 'HEAD';
    return mayBeEmpty ? [] : [`the documented body (${documented.join(', ')}) is missing`];
  }
  if (documented.length === 0) return ['a body was sent where none is documented'];
  const { 'content-type': contentType } = seen.headers;
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase();
  if (mediaType === undefined || !documented.includes(mediaType))
    return [`content type ${contentType ?? '(none)'} is not documented (${documented.join(', ')})`];
  if (response.value.content?.[mediaType]?.schema === undefined) return [];
  const schema = pointerTo(response.pointer, 'content', mediaType, 'schema');
  if (mediaType === LINES) return checkLines(schema, String(seen.body), checkAgainst);
  return checkAgainst(schema, seen.body).map((problem) => `body ${problem}`);
}

/** Media type of JSON values as lines, whose schema is that of a line. */
const LINES = 'application/x-ndjson';

function checkLines(pointer: string, text: string, checkAgainst: CheckAgainst): string[] {
  const lines = text.split('\n');
  const unfinished = lines.pop() === '' ? [] : ['body does not end with a line feed'];
  return unfinished.concat(
    lines.flatMap((line, n) => checkAgainst(pointer, parsed(line)).map((problem) => `line ${n + 1} ${problem}`)),
  );
}

/** A line that is not JSON stays text, which its schema rejects. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}
