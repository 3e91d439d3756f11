import type { CheckAgainst } from './contract-schemas.ts';
import {
  type Header,
  type Located,
  locate,
  type OpenApiDocument,
  pointerTo,
  type Response,
  type Schema,
} from './document.ts';

/** Values by the headers' names in lower case. */
export type ResponseHeaders = Readonly<Record<string, string>>;

export function checkHeaders(
  document: OpenApiDocument,
  response: Located<Response>,
  headers: ResponseHeaders,
  checkAgainst: CheckAgainst,
): string[] {
  return documentedHeaders(document, response).flatMap(({ name, header, schema, type }) => {
    const sent = headers[name.toLowerCase()];
    if (sent === undefined) return isRequired(header, headers) ? [`required header ${name} is missing`] : [];
    const problems = checkAgainst(schema, coerceHeader(sent, type));
    return problems.map((problem) => `header ${name} ${problem}, but is '${sent}'`);
  });
}

interface DocumentedHeader {
  readonly name: string;
  readonly header: Header;
  /** Pointer to where the header names its schema. */
  readonly schema: string;
  readonly type: Schema['type'];
}

/** Caches headers by response, since documents are immutable. */
const HEADERS = new WeakMap<Response, DocumentedHeader[]>();

function documentedHeaders(document: OpenApiDocument, { pointer, value }: Located<Response>): DocumentedHeader[] {
  const known = HEADERS.get(value);
  if (known) return known;
  const headers = Object.keys(value.headers ?? {}).map((name) => {
    const found = locate<Header>(document, pointerTo(pointer, 'headers', name));
    const schema = pointerTo(found.pointer, 'schema');
    return { name, header: found.value, schema, type: locate<Schema>(document, schema).value.type };
  });
  HEADERS.set(value, headers);
  return headers;
}

/** A header may be required for one media type of a response only, which OpenAPI cannot state. */
const isRequired = ({ required, 'x-tillgate-required-for': mediaType }: Header, headers: ResponseHeaders): boolean =>
  required === true || (mediaType !== undefined && headers['content-type']?.startsWith(mediaType) === true);

/** A value that does not look like its type stays text, which the schema rejects. */
function coerceHeader(sent: string, type: Schema['type'] = 'string'): unknown {
  const types = [type].flat();
  if (types.includes('array')) return sent.split(',').map((part) => part.trim());
  if (types.includes('integer') && /^-?\d+$/.test(sent)) return Number(sent);
  if (types.includes('boolean') && /^(true|false)$/.test(sent)) return sent === 'true';
  return sent;
}

/** Headers defined by HTTP itself, proxies or tracing. */
const HTTP_HEADERS = [
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'age',
  'alt-svc',
  'server',
  'strict-transport-security',
  'traceresponse',
  'via',
];

/** Security policies of pages, meant for browsers. */
const BROWSER_HEADERS = [
  'content-security-policy',
  'permissions-policy',
  'referrer-policy',
  'x-frame-options',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'x-content-type-options',
];

/** Derived from the operation as a whole, and checked separately. */
const DEPRECATION_HEADERS = ['deprecation', 'sunset'];

const UNDECLARED = new Set([...HTTP_HEADERS, ...BROWSER_HEADERS, ...DEPRECATION_HEADERS]);

/** Undocumented headers, other than those that HTTP or browsers define. */
export function undocumentedHeaders(response: Response, headers: ResponseHeaders, isDeprecated: boolean): string[] {
  const own = Object.keys(response.headers ?? {}).map((name) => name.toLowerCase());
  // Every response of a deprecated operation links to the policy.
  const declared = new Set(isDeprecated ? [...own, 'link'] : own);
  return Object.keys(headers)
    .filter((name) => !declared.has(name) && !UNDECLARED.has(name))
    .map((name) => `header ${name} is not documented`);
}
