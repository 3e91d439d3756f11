import { actsForMerchant, hasStream } from './client-resources.ts';
import {
  type DocumentedOperation,
  exampleOf,
  isObject,
  jsonBodyOf,
  type OpenApiDocument,
  operationsOf,
  type Parameter,
  parametersOf,
  type Response,
  resolve,
  type Schema,
  successOf,
} from './document.ts';
import { partnerStatuses } from './error-statuses.ts';

/** Records that only the back office maintains. The double starts with one of each. */
const MAINTAINED = ['stores', 'suppliers', 'taxes'];

type TestedOperation = ReturnType<typeof testedOperation>;

/**
 * Contract of the client's test double: a merchant's operations, the schemas of requests and of records that only the
 * back office maintains, with an example each, and the status of every error code.
 */
export function clientContract(document: OpenApiDocument): string {
  const documented = operationsOf(document).filter(
    ({ operation }) => operation['x-products'] && actsForMerchant(operation),
  );
  const operations = documented.map((found) => testedOperation(document, found));
  const schemas = reachable(document, operations);
  const examples = Object.fromEntries(MAINTAINED.map((table) => [table, exampleIn(document, documented, `/${table}`)]));
  const statuses = Object.fromEntries(partnerStatuses(document));
  const contract = JSON.stringify({ operations, schemas, statuses, examples }, null, 1);
  const imports = "import type { TestContract } from '../testing/seeds.ts';";
  return `${imports}\n\nexport const contract: TestContract = ${contract};\n`;
}

function testedOperation(document: OpenApiDocument, found: DocumentedOperation) {
  const { operation, method, path } = found;
  const body = jsonBodyOf(document, found)?.value.schema;
  const security = operation.security ?? [];
  return {
    id: operation.operationId as string,
    method: method.toUpperCase(),
    path,
    scope: security.flatMap(({ partnerToken = [] }) => partnerToken)[0] ?? '',
    products: operation['x-products'] ?? [],
    acceptsKey: security.some((requirement) => 'apiKey' in requirement),
    parameters: parametersOf(document, found).map(({ value }) => parameterOf(value)),
    streams: hasStream(found),
    body: body && checked(body),
    bodyBytes: operation['x-tillgate-body']?.bytes,
    status: Number(successOf(operation)),
  };
}

/** The record in the example of a list. */
function exampleIn(document: OpenApiDocument, documented: readonly DocumentedOperation[], list: string): unknown {
  const found = documented.find(({ method, path }) => method === 'get' && path === list);
  const { content } = resolve<Response>(document, found?.operation.responses?.['200'] ?? {});
  const example = exampleOf(document, content?.['application/json'] ?? {}) as { data?: unknown[] } | undefined;
  if (!example?.data) throw new Error(`The list ${list} has no example: document one.`);
  return example.data[0];
}

const parameterOf = ({ name, in: place, required, schema, ...rest }: Parameter) => ({
  name,
  in: place,
  required,
  schema: checked(schema as Schema),
  excludes: rest['x-tillgate-excludes'],
});

const WORDS = ['description', 'example', 'examples', 'x-tillgate-extension', 'x-tillgate-statuses'];

/** A schema without its documentation. */
function checked<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(checked) as Part;
  if (!isObject(part)) return part;
  // A property may be called `description` or `example`.
  const properties = isObject(part.properties) && {
    properties: Object.fromEntries(Object.entries(part.properties).map(([name, schema]) => [name, checked(schema)])),
  };
  const others = Object.entries(part).filter(([keyword]) => !WORDS.includes(keyword) && keyword !== 'properties');
  return { ...Object.fromEntries(others.map(([keyword, value]) => [keyword, checked(value)])), ...properties } as Part;
}

/** Named schemas that the operations reach through references. */
function reachable(document: OpenApiDocument, operations: readonly TestedOperation[]): Record<string, unknown> {
  const schemas: Record<string, unknown> = {};
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (name in schemas) continue;
      schemas[name] = checked(document.components?.schemas?.[name]);
      visit(schemas[name]);
    }
  };
  visit(operations.map(({ parameters, body }) => [parameters, body]));
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}
