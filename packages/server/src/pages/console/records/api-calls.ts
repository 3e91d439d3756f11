import { randomUUID } from 'node:crypto';
import { html } from 'hono/html';
import type { Product } from '../../../control/products.ts';
import type { WebDependencies } from '../../kit/dependencies.ts';
import { code, indented, notice } from '../../kit/page.ts';
import type { Html } from '../../languages/html.ts';

/** The API's response as a developer reads it. */
export interface LiveResponse {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body as it came, and as it is shown: indented, and cut if it is long. */
  readonly text: string;
  readonly body: string;
  readonly milliseconds: number;
}

/** Headers that are shown. */
const SHOWN_HEADERS = [
  'content-type',
  'etag',
  'retry-after',
  'www-authenticate',
  'x-correlation-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
];

/** Time limit of a request in milliseconds. */
const TIMEOUT = 10_000;

/** Longest body shown, in characters. */
const MAX_SHOWN = 20_000;

/** A request to the API: a GET, or a write with a body. */
export interface ApiCall {
  /** Path below the base URL, with its query. */
  readonly path: string;
  readonly write?: ApiWrite;
}

export interface ApiWrite {
  readonly method: 'POST' | 'PATCH';
  readonly body: object;
  /** The version of the record that is changed. */
  readonly version?: number;
}

type Api = Pick<WebDependencies, 'apiOrigin' | 'log'>;

/** Sends a request to the deployment's own API over HTTP, as any app does. */
export async function runCall(api: Api, token: string, call: ApiCall): Promise<LiveResponse | 'unreachable'> {
  try {
    return await exchange(api.apiOrigin(), token, call);
  } catch (err) {
    api.log.warn({ err }, 'the console could not reach the API');
    return 'unreachable';
  }
}

async function exchange(apiOrigin: string, token: string, { path, write }: ApiCall): Promise<LiveResponse> {
  const started = performance.now();
  const response = await fetch(`${apiOrigin}/v1${path}`, {
    ...(write && { method: write.method, body: JSON.stringify(write.body) }),
    headers: { Authorization: `Bearer ${token}`, Accept: 'application/json', ...(write && headersOf(write)) },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT),
  });
  const text = await response.text();
  const milliseconds = performance.now() - started;
  const headers = SHOWN_HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { status: response.status, reason: response.statusText, headers, text, body: readable(text), milliseconds };
}

const headersOf = ({ version }: ApiWrite) => ({
  'Content-Type': 'application/json',
  'Idempotency-Key': randomUUID(),
  ...(version !== undefined && { 'If-Match': `"${version}"` }),
});

/** Indented JSON, truncated if it is long. */
function readable(text: string): string {
  const formatted = indented(text);
  return formatted.length > MAX_SHOWN ? `${formatted.slice(0, MAX_SHOWN)}\n…` : formatted;
}

export function responseSection(response: LiveResponse | 'unreachable'): Html {
  if (response === 'unreachable') return notice('error', UNREACHABLE);
  const { status, reason, headers, body, milliseconds } = response;
  const look = status < 400 ? 'ok' : 'refused';
  return html`<section class="card" id="answer">
    <h2>Response</h2>
    <p role="status"><span class="status ${look}">${status} ${reason}</span> in ${Math.max(1, Math.round(milliseconds))} ms</p>
    <dl class="headers">${headers.map(([name, value]) => html`<div><dt>${name}</dt><dd><code>${value}</code></dd></div>`)}</dl>
    ${code('Body', body)}
  </section>`;
}

export const UNREACHABLE = 'The API did not respond in time. Try again in a moment.';

/** Values in a snippet. */
interface SnippetData {
  /** {base_url}, ending in /v1. */
  readonly apiUrl: string;
  readonly product: Product;
  readonly clientId: string;
  readonly companyId: number;
  /** Path below the base URL, with its query. */
  readonly path: string;
  /** The same with `@tillgate/client`, after `app.merchant(…)`. */
  readonly call: string;
}

export interface Snippet {
  readonly title: string;
  readonly text: string;
}

/** The same request as a shell command and in TypeScript. */
export const snippetsOf = (data: SnippetData): readonly Snippet[] => [
  { title: 'curl', text: data.product === 'ADSR' ? curlWithKey(data) : curl(data) },
  { title: '@tillgate/client', text: client(data) },
];

const curl = ({ apiUrl, clientId, companyId, path }: SnippetData): string => `CLIENT_SECRET='svc_sk_sb_…'   # yours
TOKEN=$(curl -s '${apiUrl}/token' \\
  -d client_id='${clientId}' \\
  -d client_secret="$CLIENT_SECRET" \\
  -d merchant_id=${companyId} | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')
curl -s '${apiUrl}${path}' -H "Authorization: Bearer $TOKEN"`;

/** A key-authenticated request names its merchant (keys.company_required). */
const curlWithKey = ({ apiUrl, companyId, path }: SnippetData): string => `API_KEY='svc_ak_sb_…'   # yours
curl -s '${apiUrl}${path}${path.includes('?') ? '&' : '?'}companyId=${companyId}' -H "X-API-Key: $API_KEY"`;

function client({ apiUrl, product, clientId, companyId, call }: SnippetData): string {
  const credentials =
    product === 'ADSR'
      ? "apiKey(process.env.API_KEY ?? '')"
      : `sandbox({
    clientId: '${clientId}',
    clientSecret: process.env.CLIENT_SECRET ?? '',
  })`;
  return `import { createTillgate, ${product === 'ADSR' ? 'apiKey' : 'sandbox'} } from '@tillgate/client';

const app = createTillgate({
  baseUrl: '${apiUrl}',
  credentials: ${credentials},
});

const { data } = await app.merchant(${companyId}).${call};
console.log(data);`;
}
