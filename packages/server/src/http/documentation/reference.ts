import clientSamples from '@tillgate/openapi/client-samples.json' with { type: 'json' };
import { html } from 'hono/html';
import type { DocumentationPage } from './layout.ts';

/** The reference page's script comes from the installed package, so that the page works without a network. */
export const SCALAR = new URL('./browser/standalone.js', import.meta.resolve('@scalar/api-reference'));
export const REFERENCE_SCRIPT = new URL('./sign-in.js', import.meta.url);

/** The reference, with a form to sign in by: a token from the sandbox mint, or a merchant's consent. */
export const referencePage = (webUrl: string): DocumentationPage => ({
  title: 'Reference',
  current: 'reference',
  account: html`<details id="account" class="account"><summary>Sign in</summary>
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
  body: html`<div id="reference"></div>
      <script src="/docs/reference.js"></script>
      <script type="module" src="/docs/start.js"></script>`,
});

interface Parameter {
  readonly required?: boolean;
  readonly example?: unknown;
  readonly examples?: unknown;
  readonly schema?: { readonly type?: unknown };
}

interface OperationObject {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
}

interface Document {
  readonly paths: Record<string, Record<string, unknown>>;
  readonly components: { readonly securitySchemes: object; readonly parameters: Record<string, Parameter> };
}

/**
 * The contract as the reference shows it: a token is a bearer token, which the page gets by itself; every operation has
 * its call with @tillgate/client; and no optional filter is filled in.
 */
export function referenceContract(text: string): string {
  const document: Document = JSON.parse(text);
  const { components } = document;
  const partnerToken = {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token for one merchant. Sign in above to get one.',
  };
  return JSON.stringify({
    ...document,
    components: {
      ...components,
      parameters: mapValues(components.parameters, withoutFilling),
      securitySchemes: { ...components.securitySchemes, partnerToken },
    },
    paths: mapValues(document.paths, (path) =>
      mapValues(path, (part) => (isOperation(part) ? withSample(part) : part)),
    ),
  });
}

const mapValues = <From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

const isOperation = (part: unknown): part is OperationObject =>
  typeof part === 'object' && part !== null && 'operationId' in part;

const SAMPLES: Readonly<Record<string, string | undefined>> = clientSamples;

function withSample(operation: OperationObject): object {
  const source = SAMPLES[operation.operationId ?? ''];
  const parameters = operation.parameters && { parameters: operation.parameters.map(withoutFilling) };
  const sample = { lang: 'typescript', label: '@tillgate/client', source };
  return { ...operation, ...parameters, ...(source && { 'x-codeSamples': [sample] }) };
}

/** The page would fill in the first example, default or value of a filter, unless its example is empty. */
function withoutFilling(parameter: Parameter): Parameter {
  if (parameter.required || '$ref' in parameter) return parameter;
  const { examples: _, ...rest } = parameter;
  return { ...rest, example: parameter.schema?.type === 'string' ? '' : null };
}
