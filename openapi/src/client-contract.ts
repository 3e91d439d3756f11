import { exampleOf, locate, type OpenApiDocument, pointerTo, type Response } from './document.ts';
import { partnerStatuses } from './error-statuses.ts';
import { contractOperations } from './operations.ts';
import { withoutDocumentation } from './schema-parts.ts';

/** Records that only the back office maintains. The double starts with one of each. */
const MAINTAINED = ['stores', 'suppliers', 'taxes'];

/**
 * Contract of the client's test double: a merchant's operations, the schemas of requests and of records that only the
 * back office maintains, with an example each, and the status of every error code.
 */
export function clientContract(document: OpenApiDocument): string {
  const operations = contractOperations(document)
    .filter(({ scope }) => scope !== undefined)
    .map(({ statuses: _, ...operation }) => withoutDocumentation(operation));
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

/** Named schemas that the operations reach through references. */
function reachable(document: OpenApiDocument, operations: unknown): Record<string, unknown> {
  const schemas: Record<string, unknown> = {};
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (name in schemas) continue;
      schemas[name] = withoutDocumentation(document.components?.schemas?.[name]);
      visit(schemas[name]);
    }
  };
  visit(operations);
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}
