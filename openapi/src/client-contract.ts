import { actsForMerchant } from './client-resources.ts';
import {
  type DocumentedOperation,
  isObject,
  isReference,
  locate,
  type MediaType,
  type OpenApiDocument,
  operationsOf,
  type Parameter,
  parametersOf,
  pointerTo,
  type RequestBody,
  type Response,
  type Schema,
} from './document.ts';
import { partnerStatuses } from './error-statuses.ts';

interface TestedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly object[];
  /** Schema of the request's body. */
  readonly body?: Schema | undefined;
  readonly status: number;
  /** Schema of the successful response's body. */
  readonly result: Schema;
  readonly example: unknown;
}

/** What the client's test double needs of the contract: a merchant's operations, their schemas, one example of each, and the status of each error code. */
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

function testedOperation(document: OpenApiDocument, found: DocumentedOperation): TestedOperation {
  const { operation, pointer, method, path } = found;
  const [status] = Object.keys(operation.responses ?? {}).filter((code) => code.startsWith('2'));
  if (status === undefined) throw new Error(`${operation.operationId} has no success.`);
  const response = locate<Response>(document, pointerTo(pointer, 'responses', status));
  const body = operation.requestBody && locate<RequestBody>(document, pointerTo(pointer, 'requestBody'));
  return {
    id: operation.operationId as string,
    method: method.toUpperCase(),
    path,
    parameters: parametersOf(document, found).map(({ value }) => parameterOf(value)),
    body: body && checked(json(body.value).schema as Schema),
    status: Number(status),
    result: checked(json(response.value).schema as Schema),
    example: exampleOf(document, json(response.value)),
  };
}

const json = ({ content }: RequestBody | Response): MediaType => content?.['application/json'] ?? {};

const parameterOf = ({ name, in: place, required, schema, ...rest }: Parameter) => ({
  name,
  in: place,
  required,
  schema: checked(schema as Schema),
  excludes: rest['x-tillgate-excludes'],
});

function exampleOf(document: OpenApiDocument, { examples = {} }: MediaType): unknown {
  const [first] = Object.values(examples);
  const { value } = isReference(first) ? locate<{ value: unknown }>(document, first.$ref).value : { ...first };
  if (value === undefined) throw new Error('A response has no example.');
  return value;
}

const WORDS = ['description', 'example', 'examples', 'x-tillgate-extension', 'x-tillgate-statuses'];

/** A schema without what only people read. */
function checked<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(checked) as Part;
  if (!isObject(part)) return part;
  // A property may have the name of a keyword.
  const properties = isObject(part.properties) && {
    properties: Object.fromEntries(Object.entries(part.properties).map(([name, schema]) => [name, checked(schema)])),
  };
  const others = Object.entries(part).filter(([keyword]) => !WORDS.includes(keyword) && keyword !== 'properties');
  return { ...Object.fromEntries(others.map(([keyword, value]) => [keyword, checked(value)])), ...properties } as Part;
}

/** The schemas that operations refer to, and those that these refer to, by name. */
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
