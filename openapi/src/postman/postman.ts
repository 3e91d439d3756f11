import {
  type DocumentedOperation,
  exampleOf,
  examplesOf,
  isObject,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type Parameter,
  parametersOf,
  scopeOf,
} from '../document.ts';
import { recordOf, variableOfParameter, variablesIn } from '../live/examples.ts';
import { KEPT, REFERENCES } from '../live/variables.ts';
import { KEEP_TOKENS, MINT, SETTINGS } from './variables.ts';

const COLLECTION_SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * The contract as a Postman collection: a folder per tag, and a request per operation and example
 * body. It mints its own token, lists store ids for later requests, and writes are dry runs until
 * `dryRun` is unticked.
 */
export function postmanCollection(document: OpenApiDocument) {
  const { info, tags = [] } = document;
  const operations = operationsOf(document);
  const kept = Object.values(KEPT).flatMap((variables) => Object.keys(variables));
  return {
    info: { name: info?.title, description: DESCRIPTION, schema: COLLECTION_SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{accessToken}}', type: 'string' }] },
    event: [script('prerequest', MINT)],
    variable: [...SETTINGS, ...kept.map((key) => ({ key, value: '' }))],
    item: [
      folder(
        'Start here',
        'Lists that store ids for the requests of the other folders.',
        ({ operationId = '' }) => operationId in KEPT,
      ),
      ...tags.map(({ name, description }) => folder(name, description, ({ tags }) => tags?.includes(name) ?? false)),
    ],
  };

  function folder(name: string, description: string, has: (operation: Operation) => boolean) {
    const own = operations.filter(({ operation }) => has(operation));
    return { name, description, item: own.flatMap((found) => itemsOf(document, found)) };
  }
}

const DESCRIPTION = `Fill in the variables \`clientId\`, \`clientSecret\` and \`merchantId\`: a token is minted before the first request.
The folder *Start here* stores ids of the merchant's records for the other requests, so send its requests first. Writes have
\`dryRun=true\`: they are validated and return a response, but change nothing until you untick it.`;

/** One request per example of the body, or a single request without a body. */
function itemsOf(document: OpenApiDocument, found: DocumentedOperation) {
  const { summary = '', requestBody } = found.operation;
  const examples = examplesOf(document, requestBody?.content['application/json'] ?? {});
  if (examples.length === 0) return [itemOf(document, found, summary)];
  return examples.map(({ name, summary: title = name, value }) =>
    itemOf(document, found, examples.length > 1 ? `${summary} (${title})` : summary, value),
  );
}

function itemOf(document: OpenApiDocument, found: DocumentedOperation, name: string, example?: unknown) {
  const { operation, method, path, item } = found;
  const record = recordOf(path);
  const parameters = parametersOf(document, found).map(({ value }) => value);
  const query = parameters.filter((parameter) => parameter.in === 'query').map((one) => queryOf(document, one, path));
  const sent = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  const segments = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1');
  const host = item.servers ? '{{authUrl}}' : '{{baseUrl}}';
  const event = testsOf(operation.operationId ?? '', path);
  return {
    name,
    request: {
      method: method.toUpperCase(),
      description: operation.description ?? '',
      ...(!scopeOf(operation) && { auth: authOf(example) }),
      header: example === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
      url: {
        raw: `${host}/${segments}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
        host: [host],
        path: segments.split('/'),
        query,
        variable: parameters.flatMap((one) =>
          one.in === 'path' ? [{ key: one.name, value: `{{${variableOfParameter(one, path)}}}` }] : [],
        ),
      },
      ...(example !== undefined && {
        body: { mode: 'raw', raw: bodyText(example, record), options: { raw: { language: 'json' } } },
      }),
    },
    ...(event.length > 0 && { event }),
  };
}

/** Text of a request body: the example, with variables for credentials and record ids. */
function bodyText(example: unknown, record: string | undefined): string {
  const filled = structuredClone(example);
  for (const [path, variable] of variablesIn(example, record)) {
    // biome-ignore lint/suspicious/noExplicitAny: the path leads through this example.
    const parent = path.slice(0, -1).reduce((part: any, key) => part[key], filled);
    const key = path.at(-1) as string;
    parent[key] = typeof parent[key] === 'number' ? `#{{${variable}}}` : `{{${variable}}}`;
  }
  // Numeric variables have no quotation marks.
  return JSON.stringify(filled, null, 2).replaceAll(/"#(\{\{\w+\}\})"/g, '$1');
}

/** A token request whose example has no client id sends credentials in the Authorization header. */
const authOf = (example: unknown) =>
  isObject(example) && 'grant_type' in example && !('client_id' in example)
    ? {
        type: 'basic',
        basic: [
          { key: 'username', value: '{{clientId}}', type: 'string' },
          { key: 'password', value: '{{clientSecret}}', type: 'string' },
        ],
      }
    : { type: 'noauth' };

const GIVEN: Readonly<Record<string, string>> = { dryRun: 'true', state: 'a-state-of-your-own' };

/** Only the parameters with a variable, the other required ones and `dryRun` are ticked. */
function queryOf(document: OpenApiDocument, parameter: Parameter & { readonly description?: string }, path: string) {
  const { name, required = false, description } = parameter;
  const variable = variableOfParameter(parameter, path);
  const given = variable ? `{{${variable}}}` : GIVEN[name];
  const [reference] = REFERENCES[name] ?? [];
  const value = given ?? (reference && `{{${reference}}}`) ?? exampleOf(document, parameter) ?? '';
  const ticked = required || given !== undefined;
  return { key: name, value: String(value), ...(description && { description }), ...(!ticked && { disabled: true }) };
}

function testsOf(operationId: string, path: string) {
  const kept = KEPT[operationId];
  if (path.endsWith('/token')) return [script('test', KEEP_TOKENS)];
  if (!kept) return [];
  const lines = Object.entries(kept).map(([name, expression]) => `keep('${name}', ${expression});`);
  return [script('test', `{\n${KEEP}\n${lines.join('\n')}\n}`)];
}

/** Wrapped in a block, because Postman predefines variables such as `data`. */
const KEEP = `const { data = [] } = pm.response.json();
const header = (name) => pm.response.headers.get(name) ?? undefined;
const allows = (name) => (record) => record.allowedActions.some(({ action, allowed }) => action === name && allowed);
const keep = (name, id) => id !== undefined && pm.collectionVariables.set(name, String(id));`;

const script = (listen: 'prerequest' | 'test', text: string) => ({
  listen,
  script: { type: 'text/javascript', exec: text.trim().split('\n') },
});
