import { exampleOf, isObject, locate, type OpenApiDocument, pointerTo, type Response } from './document.ts';
import { partnerStatuses } from './error-statuses.ts';
import { contractOperations } from './operations.ts';

/** Records that only the back office maintains. The double starts with one of each. */
const MAINTAINED = ['stores', 'suppliers', 'taxes'];

/**
 * Contract of the client's test double: a merchant's operations, the schemas of requests and of records that only the
 * back office maintains, with an example each, and the status of every error code.
 */
export function clientContract(document: OpenApiDocument): string {
  const operations = contractOperations(document)
    .filter(({ scope }) => scope !== undefined)
    .map(({ statuses: _, ...operation }) => ({
      ...operation,
      parameters: operation.parameters.map(({ name, in: place, required, schema, excludes }) => ({
        ...{ name, in: place, required },
        ...{ schema: checked(schema), excludes },
      })),
      body: operation.body && checked(operation.body),
    }));
  const schemas = reachable(document, operations);
  const examples = Object.fromEntries(MAINTAINED.map((table) => [table, exampleIn(document, `/${table}`)]));
  const statuses = Object.fromEntries(partnerStatuses(document));
  const contract = JSON.stringify({ operations, schemas, statuses, examples }, null, 1);
  const imports = "import type { TestContract } from '../testing/seeds.ts';";
  return `${imports}\n\nexport const contract: TestContract = ${contract};\n`;
}

/** The record in the example of a list. */
function exampleIn(document: OpenApiDocument, list: string): unknown {
  const { content } = locate<Response>(document, pointerTo('#/paths', list, 'get', 'responses', '200')).value;
  const example = exampleOf(document, content?.['application/json'] ?? {}) as { data?: unknown[] } | undefined;
  if (!example?.data) throw new Error(`The list ${list} has no example: document one.`);
  return example.data[0];
}

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
function reachable(
  document: OpenApiDocument,
  operations: readonly { parameters: object; body: unknown }[],
): Record<string, unknown> {
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
