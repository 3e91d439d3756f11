import { type CheckAgainst, closed as closedDocument, createSchemaCheck } from './contract-schemas.ts';
import { checkDeprecation } from './deprecations.ts';
import {
  type DocumentedOperation,
  type Located,
  locate,
  type MediaType,
  type OpenApiDocument,
  operationName,
  pointerTo,
  type Response,
} from './document.ts';
import { checkHeaders, type HeaderValues, headerReader, undocumentedHeaders } from './response-headers.ts';
import { createRoutes } from './routes.ts';

export type { OpenApiDocument } from './document.ts';
export type { HeaderValues } from './response-headers.ts';

export interface ObservedResponse {
  method: string;
  status: number;
  headers: HeaderValues;
  /** Parsed JSON, or else text; absent if the response has no body. */
  body?: unknown;
  /** Path and query of the request, including the server's base path: `/v1/items/7?limit=2`. */
  requestPath: string;
}

export interface ResponseCheckOptions {
  /** Also reports undocumented properties, although response schemas are open. */
  closed?: boolean;
}

/** Deviations from the contract, in words; empty if there are none. */
export type ResponseChecker = (response: ObservedResponse) => string[];

export function createResponseChecker(
  document: OpenApiDocument,
  { closed = false }: ResponseCheckOptions = {},
): { check: ResponseChecker } {
  const checkAgainst = createSchemaCheck(closed ? closedDocument(document) : document);
  const findOperation = createOperationFinder(document);

  function documentedResponse(seen: ObservedResponse): Located<Response> | string {
    const found = findOperation(seen);
    if (found !== undefined) {
      const key = statusKey(found.operation.responses ?? {}, seen.status);
      if (key === undefined) return `${operationName(found)}: status ${seen.status} is not documented`;
      return locate<Response>(document, pointerTo(found.pointer, 'responses', key));
    }
    if (document['x-tillgate-unrouted']?.[seen.status])
      return locate<Response>(document, pointerTo('#/x-tillgate-unrouted', String(seen.status)));
    return `${operationName({ method: seen.method, path: seen.requestPath })}: no such operation is documented`;
  }

  function check(seen: ObservedResponse): string[] {
    const response = documentedResponse(seen);
    if (typeof response === 'string') return [response];
    const header = headerReader(seen.headers);
    const { operation } = findOperation(seen) ?? {};
    const deviations = [
      ...(operation ? checkDeprecation(operation, header) : []),
      ...checkBody(response, seen, header('content-type'), checkAgainst),
      ...checkHeaders(document, response, header, checkAgainst),
      ...undocumentedHeaders(response.value, seen.headers, operation?.deprecated === true),
    ];
    const name = operationName(findOperation(seen) ?? { method: seen.method, path: seen.requestPath });
    return deviations.map((deviation) => `${name} ${seen.status}: ${deviation}`);
  }

  return { check };
}

function createOperationFinder(document: OpenApiDocument): (seen: ObservedResponse) => DocumentedOperation | undefined {
  const findRoutes = createRoutes(document);
  return function findOperation({ method, requestPath }) {
    const found = findRoutes(requestPath);
    const ofMethod = (name: string) => found.find((one) => one.method === name);
    // HEAD has a response wherever GET does, with the same headers (RFC 9110 §9.3.2).
    return ofMethod(method.toLowerCase()) ?? (method.toUpperCase() === 'HEAD' ? ofMethod('get') : undefined);
  };
}

function statusKey(responses: Record<string, unknown>, status: number): string | undefined {
  return [`${status}`, `${Math.floor(status / 100)}XX`, 'default'].find((key) => key in responses);
}

function checkBody(
  response: Located<Response>,
  seen: ObservedResponse,
  contentType: string | undefined,
  checkAgainst: CheckAgainst,
): string[] {
  const documented = Object.keys(response.value.content ?? {});
  if (seen.body === undefined || seen.body === '') {
    const mayBeEmpty = documented.length === 0 || seen.method.toUpperCase() === 'HEAD';
    return mayBeEmpty ? [] : [`the documented body (${documented.join(', ')}) is missing`];
  }
  if (documented.length === 0) return ['a body was sent where none is documented'];
  const mediaType = matchingMediaType(documented, contentType);
  if (mediaType === undefined)
    return [`content type ${contentType ?? '(none)'} is not documented (${documented.join(', ')})`];
  return checkContent(
    mediaType,
    pointerTo(response.pointer, 'content', mediaType),
    response.value.content?.[mediaType],
    seen.body,
    checkAgainst,
  );
}

function checkContent(
  mediaType: string,
  pointer: string,
  content: MediaType | undefined,
  body: unknown,
  checkAgainst: CheckAgainst,
): string[] {
  if (content?.schema === undefined) return [];
  if (mediaType === LINES) return checkLines(pointerTo(pointer, 'schema'), String(body), checkAgainst);
  return checkAgainst(pointerTo(pointer, 'schema'), body).map((problem) => `body ${problem}`);
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

function matchingMediaType(documented: string[], contentType: string | undefined): string | undefined {
  const sent = contentType?.split(';')[0]?.trim().toLowerCase();
  if (sent === undefined) return undefined;
  const ranges = [sent, `${sent.split('/')[0]}/*`, '*/*'];
  return ranges.flatMap((range) => documented.filter((type) => type.toLowerCase() === range))[0];
}
