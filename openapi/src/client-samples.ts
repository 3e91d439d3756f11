import { methodName, resourceName } from './client-resources.ts';
import { decimalUnit } from './decimals.ts';
import {
  type DocumentedOperation,
  exampleOf,
  isObject,
  type OpenApiDocument,
  operationsOf,
  parametersOf,
  type Schema,
  scopeOf,
} from './document.ts';
import { partsOf } from './schema-parts.ts';

/** TypeScript samples that call each operation with @tillgate/client, by operationId. */
export function clientSamples(document: OpenApiDocument): Record<string, string> {
  return Object.fromEntries(
    operationsOf(document).flatMap((found) => {
      const { operationId = '' } = found.operation;
      const sample = scopeOf(found.operation) ? callOf(document, found) : WITHOUT_MERCHANT[operationId];
      return sample === undefined ? [] : [[operationId, sample]];
    }),
  );
}

/** Operations that the client calls itself or has no method for. */
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
  const isPaged = parametersOf(document, found).some(({ value }) => value.name === 'page');
  const result = isPaged ? '{ data, pagination }' : 'result';
  return `const ${result} = await tillgate.${resource}.${name}(${given.join(', ')});`;
}

function bodyOf(document: OpenApiDocument, found: DocumentedOperation): string[] {
  const body = found.operation.requestBody?.content['application/json'];
  return body ? [print(document, exampleOf(document, body) ?? {}, [body.schema ?? {}], '')] : [];
}

/** The required query parameters, and `limit`. */
function optionsOf(document: OpenApiDocument, found: DocumentedOperation): string[] {
  const given = parametersOf(document, found).flatMap(({ value }) => {
    if (value.in !== 'query') return [];
    if (value.name === 'limit') return ['limit: 20'];
    return value.required ? [`${value.name}: ${JSON.stringify(exampleOf(document, value) ?? '1')}`] : [];
  });
  return given.length > 0 ? [`{ ${given.join(', ').replaceAll('"', "'")} }`] : [];
}

/** Source text of an example's value. A decimal string is passed to the function of its unit. */
function print(document: OpenApiDocument, value: unknown, schemas: readonly Schema[], indent: string): string {
  const parts = schemas.flatMap((schema) => partsOf(document, schema));
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    const items = parts.map((part) => part.items).filter((part) => part !== undefined);
    const entries = value.map((entry) => print(document, entry, items, deeper));
    return enclosed(['[', ']'], entries, indent);
  }
  if (isObject(value)) {
    const lines = Object.entries(value).map(([name, part]) => {
      const named = parts.map(({ properties }) => properties?.[name]).filter((one) => one !== undefined);
      return `${name}: ${print(document, part, named, deeper)}`;
    });
    return enclosed(['{ ', ' }'], lines, indent);
  }
  const patterns = parts.map(({ pattern }) => decimalUnit(pattern as string | undefined));
  const unit = typeof value === 'string' ? patterns.find((found) => found !== undefined) : undefined;
  const literal = typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value);
  return unit ? `${unit}(${literal})` : literal;
}

/** One line for short entries, otherwise one line per entry. */
function enclosed([open, close]: readonly [string, string], entries: readonly string[], indent: string): string {
  const line = `${open}${entries.join(', ')}${close}`;
  if (entries.length === 0 || (line.length < 60 && !line.includes('\n'))) return line;
  return `${open.trim()}\n${entries.map((entry) => `${indent}  ${entry},\n`).join('')}${indent}${close.trim()}`;
}
