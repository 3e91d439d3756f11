import clientSamples from '@tillgate/openapi/client-samples.json' with { type: 'json' };
import { html } from 'hono/html';
import { type DocumentationPage, PATHS } from './layout.ts';
import type { OperationEntry, ReferenceLinks } from './reference-links.ts';

/** The reference page's script, from the installed package so that the page works without a network. */
export const SCALAR = new URL('./browser/standalone.js', import.meta.resolve('@scalar/api-reference'));

/** The variables in the examples of the contract, as a module for the page. */
export const LIVE_EXAMPLES = new URL(import.meta.resolve('@tillgate/openapi/live-examples.js'));

/** The reference, with a form to sign in with a token of the sandbox mint or a merchant's consent. */
export const referencePage = (webUrl: string, operations: readonly OperationEntry[]): DocumentationPage => ({
  title: 'Reference',
  current: 'reference',
  account: html`<details id="account" class="account" hidden><summary>Sign in</summary>
      <form id="sign-in" autocomplete="off" data-authorize="${webUrl}/oauth/authorize">
        <p class="note">Credentials of a sandbox app. They stay in this tab.</p>
        <label>Client id <input name="clientId" required spellcheck="false" placeholder="svc_app_sb_…" /></label>
        <label>Client secret <input name="clientSecret" type="password" required placeholder="svc_sk_sb_…" /></label>
        <label>Merchant id <input name="merchantId" inputmode="numeric" pattern="[0-9]*" /></label>
        <div class="actions">
          <button value="mint">Get a sandbox token</button>
          <button value="connect" class="quiet">Connect by consent</button>
        </div>
        <p id="sign-in-status" role="status"></p>
      </form></details>`,
  body: html`<noscript>${withoutScript(operations)}</noscript>
      <div id="reference"></div>
      <script src="/docs/reference.js"></script>
      <script type="module" src="/docs/start.js"></script>`,
});

const withoutScript = (operations: readonly OperationEntry[]) =>
  html`<main class="plain"><article><h1>Reference</h1>
      <p>This page needs JavaScript to show parameters, schemas and examples, and to send requests. All of it is in the
        <a href="/v1/openapi.json">contract</a>, an OpenAPI document. The <a href="${PATHS.guides}">guides</a> and the
        <a href="${PATHS.changelog}">changelog</a> need no script, and the contract is also available as a
        <a href="${PATHS.postman}">Postman collection</a> and as <a href="${PATHS.arazzo}">Arazzo workflows</a>.</p>
      <table><thead><tr><th scope="col">Operation</th><th scope="col">What it does</th></tr></thead>
        <tbody>${operations.map(({ name, summary }) => html`<tr><td><code>${name}</code></td><td>${summary}</td></tr>`)}</tbody></table>
    </article></main>`;

interface Schema {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly examples?: readonly unknown[];
}

interface Parameter {
  readonly required?: boolean;
  readonly example?: unknown;
  readonly examples?: unknown;
  readonly schema?: Schema;
}

interface OperationObject {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
}

interface Document {
  readonly info: { readonly contact: { readonly name: string; readonly url: string } };
  readonly paths: Record<string, Record<string, unknown>>;
  readonly components: {
    readonly securitySchemes: object;
    readonly parameters: Record<string, Parameter>;
    readonly schemas: Record<string, Schema>;
  };
}

/**
 * The contract as shown in the reference: one bearer token that the page requests itself, a sample with
 * @tillgate/client for every operation, empty optional filters, no bound that is only the largest exact number of JSON,
 * and error codes linked to their guide.
 */
export function referenceContract(text: string, links: ReferenceLinks): string {
  const document: Document = JSON.parse(text, (key, value) => {
    if (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) return undefined;
    return key === 'description' && typeof value === 'string' ? links.linked(value) : value;
  });
  const { components } = document;
  // Drops the mail address, so that the page shows the contact's link.
  const {
    contact: { name, url },
    ...info
  } = document.info;
  const partnerToken = {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token for one merchant. Sign in above to get one.',
  };
  const toField = (parameter: Parameter) => asField(parameter, components.schemas);
  return JSON.stringify({
    ...document,
    info: { ...info, contact: { name, url } },
    components: {
      ...components,
      parameters: mapValues(components.parameters, toField),
      securitySchemes: { ...components.securitySchemes, partnerToken },
    },
    paths: mapValues(document.paths, (path) =>
      mapValues(path, (part) => (isOperation(part) ? withSample(part, toField) : part)),
    ),
  });
}

const mapValues = <From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

const isOperation = (part: unknown): part is OperationObject =>
  typeof part === 'object' && part !== null && 'operationId' in part;

const SAMPLES: Readonly<Record<string, string | undefined>> = clientSamples;

function withSample(operation: OperationObject, toField: (parameter: Parameter) => Parameter): object {
  const source = SAMPLES[operation.operationId ?? ''];
  const parameters = operation.parameters && { parameters: operation.parameters.map(toField) };
  const sample = { lang: 'typescript', label: '@tillgate/client', source };
  return { ...operation, ...parameters, ...(source && { 'x-codeSamples': [sample] }) };
}

/**
 * Rewrites a parameter so that the page shows an input field, which requires a schema without examples. Optional fields
 * stay empty, since the page would fill in a default. A list of types avoids a warning about an empty number or date.
 */
function asField(parameter: Parameter, schemas: Document['components']['schemas']): Parameter {
  if ('$ref' in parameter) return parameter;
  const { $ref } = parameter.schema ?? {};
  const resolved = $ref ? schemas[$ref.replace('#/components/schemas/', '')] : parameter.schema;
  const { examples, type, ...schema }: Schema = resolved ?? {};
  if (parameter.required) return { example: examples?.[0], ...parameter, schema: { type, ...schema } };
  const { examples: _, ...rest } = parameter;
  return { ...rest, schema: { type: [type].flat(), ...schema }, example: type === 'string' ? '' : null };
}
