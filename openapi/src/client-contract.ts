import { actsForMerchant } from './client-resources.ts';
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

type TestedOperation = ReturnType<typeof testedOperation>;

/**
 * Contract of the client's test double: a merchant's operations with their schemas and an example
 * each, and the status of every error code.
 */
export function clientContract(document: OpenApiDocument): string {
  const operations = operationsOf(document)
    .filter(({ operation }) => operation['x-products'] && actsForMerchant(operation))
    .map((found) => testedOperation(document, found));
  const schemas = reachable(document, operations);
  const statuses = Object.fromEntries(partnerStatuses(document));
  const contract = JSON.stringify({ operations, schemas, statuses }, null, 1);
  const imports = "import type { Contract } from '../testing/contract.ts';";
  return `${imports}\n\nexport const contract: Contract = ${contract};\n`;
}

function testedOperation(document: OpenApiDocument, found: DocumentedOperation) {
  const { operation, method, path } = found;
  const status = successOf(operation) ?? '';
  const { content } = resolve<Response>(document, operation.responses?.[status] ?? {});
  const success = content?.['application/json'];
  if (!success?.schema)
    throw new Error(`${operation.operationId} has no JSON response with a 2xx status: document one.`);
  const body = jsonBodyOf(document, found)?.value.schema;
  return {
    id: operation.operationId as string,
    method: method.toUpperCase(),
    path,
    parameters: parametersOf(document, found).map(({ value }) => parameterOf(value)),
    body: body && checked(body),
    status: Number(status),
    result: checked(success.schema),
    example: exampleOf(document, success),
  };
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
  visit(operations.map(({ parameters, body, result }) => [parameters, body, result]));
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}
