import { actsForMerchant, methodName, resourceName } from './client-resources.ts';
import { decimalUnit } from './decimals.ts';
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
  type SchemaObject,
} from './document.ts';

/** How a partner calls each operation with @tillgate/client, by operationId: TypeScript that compiles. */
export function clientSamples(document: OpenApiDocument): Record<string, string> {
  return Object.fromEntries(
    operationsOf(document).flatMap((found) => {
      const { operationId = '' } = found.operation;
      const sample = actsForMerchant(found.operation) ? callOf(document, found) : WITHOUT_MERCHANT[operationId];
      return sample === undefined ? [] : [[operationId, sample]];
    }),
  );
}

/** What the client does by itself, or another program does better. */
const WITHOUT_MERCHANT: Readonly<Record<string, string>> = {
  mintSandboxToken: `// Minted before the first call, and again before it expires.
const app = createTillgate({ baseUrl, credentials: sandbox({ clientId, clientSecret }) });
await app.merchant(merchantId).taxes.list();`,
  createToken: `// Exchanges the code; from then on tokens are refreshed, one at a time.
const { merchantId } = await app.handleCallback(url, pending);`,
  revokeToken: 'await app.revoke(merchantId);',
  getAuthorizationServer: `// Public: no token. The client does not need it.
const metadata = await (await fetch(\`\${baseUrl}/.well-known/oauth-authorization-server\`)).json();
console.log(metadata.issuer, metadata.token_endpoint);`,
  getJwks: `// Public: no token. For a gateway that verifies tokens; the client does not need it.
const { keys } = await (await fetch(\`\${baseUrl}/.well-known/jwks.json\`)).json();
console.log(keys.map(({ kid }: { kid: string }) => kid));`,
  getContract: `// Public: no token. For generators and tests.
const contract = await (await fetch(\`\${baseUrl}/openapi.json\`)).json();
console.log(contract.openapi, contract.info.version);`,
  authorize: `// Keep \`pending\` in the browser's session, and redirect to \`url\`.
const { url, pending } = await app.authorizationUrl();`,
};

function callOf(document: OpenApiDocument, found: DocumentedOperation): string {
  const resource = resourceName(found.path);
  const name = methodName(found.operation.operationId as string, resource);
  const given = [
    ...(found.path.includes('{') ? ['id'] : []),
    ...bodyOf(document, found),
    ...optionsOf(document, found),
  ];
  const result = isPaged(document, found) ? '{ data, pagination }' : 'result';
  return `const ${result} = await tillgate.${resource}.${name}(${given.join(', ')});`;
}

const isPaged = (document: OpenApiDocument, found: DocumentedOperation): boolean =>
  parametersOf(document, found).some(({ value }) => value.name === 'page');

function bodyOf(document: OpenApiDocument, { operation, pointer }: DocumentedOperation): string[] {
  if (!operation.requestBody) return [];
  const body = locate<RequestBody>(document, pointerTo(pointer, 'requestBody'));
  const media = body.value.content['application/json'];
  if (!media) return [];
  const schema = pointerTo(body.pointer, 'content', 'application/json', 'schema');
  return [print(document, exampleOf(document, media) ?? {}, [schema], '')];
}

function exampleOf(document: OpenApiDocument, { example, examples }: MediaType): unknown {
  const [first] = Object.values(examples ?? {});
  const named = isReference(first) ? locate<{ value?: unknown }>(document, first.$ref).value : first;
  return example ?? named?.value;
}

/** The query parameters that are required, and a page's size. */
function optionsOf(document: OpenApiDocument, found: DocumentedOperation): string[] {
  const given = parametersOf(document, found).flatMap(({ value }) => {
    if (value.in !== 'query') return [];
    if (value.name === 'limit') return ['limit: 20'];
    return value.required ? [`${value.name}: ${JSON.stringify(givenOf(document, value))}`] : [];
  });
  return given.length > 0 ? [`{ ${given.join(', ').replaceAll('"', "'")} }`] : [];
}

function givenOf(document: OpenApiDocument, parameter: Parameter): unknown {
  const { schema } = parameter;
  const { value } = isReference(schema) ? locate<SchemaObject>(document, schema.$ref) : { value: schema };
  const { examples = [], enum: allowed = [] } = isObject(value)
    ? (value as { examples?: unknown[]; enum?: unknown[] })
    : {};
  return exampleOf(document, parameter) ?? examples[0] ?? allowed[0] ?? '1';
}

/** A value of an example as source. Decimal strings are made by the function of their kind. */
function print(document: OpenApiDocument, value: unknown, pointers: readonly string[], indent: string): string {
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    const entries = value.map((entry) => print(document, entry, within(document, pointers, 'items'), deeper));
    const line = `[${entries.join(', ')}]`;
    return entries.length === 0 || (line.length < 60 && !line.includes('\n'))
      ? line
      : `[\n${entries.map((entry) => `${deeper}${entry},\n`).join('')}${indent}]`;
  }
  if (isObject(value)) {
    const lines = Object.entries(value).map(
      ([name, part]) => `${name}: ${print(document, part, within(document, pointers, 'properties', name), deeper)}`,
    );
    const line = `{ ${lines.join(', ')} }`;
    return line.length < 60 && !line.includes('\n')
      ? line
      : `{\n${lines.map((one) => `${deeper}${one},\n`).join('')}${indent}}`;
  }
  const unit = typeof value === 'string' ? unitOf(document, pointers) : undefined;
  const literal = typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value);
  return unit ? `${unit}(${literal})` : literal;
}

/** The schemas that a part of a value has to match, through every alternative. */
function within(document: OpenApiDocument, pointers: readonly string[], ...keys: string[]): string[] {
  return alternatives(document, pointers).flatMap(({ pointer, value }) => {
    const part = keys.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), value);
    return part === undefined ? [] : [pointerTo(pointer, ...keys)];
  });
}

function alternatives(
  document: OpenApiDocument,
  pointers: readonly string[],
): { pointer: string; value: SchemaObject }[] {
  return pointers.flatMap((at) => {
    const found = locate<SchemaObject>(document, at);
    const parts = (['allOf', 'anyOf', 'oneOf'] as const).flatMap((key) =>
      (found.value[key] ?? []).map((_, index) => pointerTo(found.pointer, key, String(index))),
    );
    return [found, ...alternatives(document, parts)];
  });
}

const unitOf = (document: OpenApiDocument, pointers: readonly string[]): string | undefined =>
  alternatives(document, pointers)
    .map(({ value }) => decimalUnit(typeof value.pattern === 'string' ? value.pattern : undefined))
    .find((unit) => unit !== undefined);
