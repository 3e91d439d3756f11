import {
  type DocumentedOperation,
  hasStream,
  isPaged,
  type OpenApiDocument,
  operationsOf,
  scopeOf,
} from './document.ts';

interface Method {
  readonly name: string;
  readonly docs: string;
  readonly value: string;
}

/** Source of the client's methods, `tillgate.<resource>.<method>`, with the contract's descriptions. Only operations of a merchant are methods. */
export function clientResources(document: OpenApiDocument): string {
  const operations = operationsOf(document).filter(({ operation }) => scopeOf(operation));
  const resources = new Map<string, Method[]>();
  for (const found of operations) {
    const name = resourceName(found.path);
    const methods = resources.get(name) ?? [];
    for (const method of methodsOf(document, found, name)) {
      if (methods.some((other) => other.name === method.name))
        throw new Error(`Two operations make the method ${name}.${method.name}: rename one of them.`);
      methods.push(method);
    }
    resources.set(name, methods);
  }
  const declared = operations.map(declarationOf).sort(([a], [b]) => (a < b ? -1 : 1));
  const types = declared.map(([, type]) => `  ${type}Data,\n  ${type}Responses,\n`);
  const tables = [...resources].sort().map(([name, methods]) => `  ${name}: {\n${methods.map(print).join('')}  },\n`);
  return [
    `import { operation } from '../call.ts';\nimport type {\n${types.join('')}} from './types.gen.ts';\n`,
    declared.map(([, , text]) => text).join(''),
    `export const resources = {\n${tables.join('')}};\n`,
  ].join('\n');
}

/** An operation as data, with the types that @hey-api/openapi-ts generates for its request and its responses. */
function declarationOf({
  method,
  path,
  operation,
}: DocumentedOperation): readonly [id: string, type: string, text: string] {
  const id = operation.operationId as string;
  const type = id.charAt(0).toUpperCase() + id.slice(1);
  const text = `const ${id} = operation<${type}Data, ${type}Responses>('${method.toUpperCase()}', '${path}');\n`;
  return [id, type, text];
}

function methodsOf(document: OpenApiDocument, found: DocumentedOperation, resource: string): Method[] {
  const { operation } = found;
  const value = operation.operationId as string;
  const name = methodName(value, resource);
  const { summary = '', description = '' } = operation;
  const method = { name, docs: `${summary}\n\n${description}`, value };
  if (!isPaged(document, found)) return [method];
  const iterate = name === 'list' ? 'iterate' : `iterate${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const docs = `${summary}, each of them\n\nRequests the next page only when the loop reaches it.`;
  const pages = { name: iterate, docs, value: `{ pages: ${value} }` };
  const stream = {
    name: iterate.replace('iterate', 'stream'),
    docs: streamDocs(summary),
    value: `{ stream: ${value} }`,
  };
  return hasStream(operation) ? [method, pages, stream] : [method, pages];
}

const streamDocs = (summary: string): string =>
  `${summary}, all at once\n\nOne response with every record as of one moment. Counts as one request for each 1,000 records begun.`;

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

const uncapitalized = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
const camel = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

function print({ name, docs, value }: Method): string {
  const lines = docs.trim().replaceAll('*/', '*\\/').split('\n');
  return `    /**\n${lines.map((line) => `     * ${line}`.trimEnd()).join('\n')}\n     */\n    ${name}: ${value},\n`;
}
