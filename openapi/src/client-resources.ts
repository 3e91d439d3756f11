import type { OpenApiDocument } from './document.ts';
import { contractOperations, type Operation } from './operations.ts';

interface Method {
  readonly name: string;
  readonly docs: string;
  readonly value: string;
}

/** Source of the client's methods, `tillgate.<resource>.<method>`, for the operations of a merchant. */
export function clientResources(document: OpenApiDocument): string {
  const operations = contractOperations(document).filter(({ scope }) => scope);
  const types = operations.map(({ id }) => capitalized(id)).sort();
  const resources = [...Map.groupBy(operations, ({ path }) => resourceName(path))].sort();
  return [
    "import { operation } from '../call.ts';",
    `import type {\n${types.map((type) => `  ${type}Data,\n  ${type}Responses,\n`).join('')}} from './types.gen.ts';\n`,
    ...operations.map(declarationOf).sort(),
    `\nexport const resources = {\n${resources.map(tableOf).join('')}};\n`,
  ].join('\n');
}

/** An operation as data, with the types that @hey-api/openapi-ts generates for its request and its responses. */
const declarationOf = ({ id, method, path }: Operation): string =>
  `const ${id} = operation<${capitalized(id)}Data, ${capitalized(id)}Responses>('${method}', '${path}');`;

function tableOf([resource, operations]: readonly [string, readonly Operation[]]): string {
  const methods = operations.flatMap((operation) => methodsOf(operation, resource));
  const names = methods.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice) throw new Error(`Two operations make the method ${resource}.${twice}: rename one of them.`);
  return `  ${resource}: {\n${methods.map(print).join('')}  },\n`;
}

function methodsOf({ id, summary, description, parameters, streams }: Operation, resource: string): Method[] {
  const name = methodName(id, resource);
  const method = { name, docs: `${summary}\n\n${description}`, value: id };
  if (!parameters.some((parameter) => parameter.name === 'page')) return [method];
  const of = name === 'list' ? '' : capitalized(name);
  const pages = { name: `iterate${of}`, docs: `${summary}${PAGES}`, value: `{ pages: ${id} }` };
  const stream = { name: `stream${of}`, docs: `${summary}${STREAM}`, value: `{ stream: ${id} }` };
  return streams ? [method, pages, stream] : [method, pages];
}

const PAGES = ', each of them\n\nRequests the next page only when the loop reaches it.';
const STREAM =
  ', all at once\n\nOne response with every record as of one moment. Counts as one request for each 1,000 records begun.';

/** `listItems` becomes items.list, `getMenuFull` menus.get, `getItemStock` items.stock, `listOpenOrders` stores.openOrders. */
export function methodName(operationId: string, resource: string): string {
  const [, verb = '', rest = ''] = /^([a-z]+)(.*)$/.exec(operationId) ?? [];
  const stem = resource.replace(/(ies|es|s)$/, '').toLowerCase();
  const reads = verb === 'get' || verb === 'list';
  if (!rest.toLowerCase().startsWith(stem)) return reads ? uncapitalized(rest) : operationId;
  const more = rest.slice(stem.length).replace(/^(ies|es|y|e|s)(?![a-z])/, '');
  if (['', 'Full', 'WithItems'].includes(more)) return verb;
  return reads ? uncapitalized(more) : verb + more;
}

/** The operations of `/purchase-orders/{id}` are methods of `purchaseOrders`. */
export const resourceName = (path: string): string => camel(path.split('/')[1] as string);

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const uncapitalized = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
const camel = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

function print({ name, docs, value }: Method): string {
  const lines = docs.trim().replaceAll('*/', '*\\/').split('\n');
  return `    /**\n${lines.map((line) => `     * ${line}`.trimEnd()).join('\n')}\n     */\n    ${name}: ${value},\n`;
}
