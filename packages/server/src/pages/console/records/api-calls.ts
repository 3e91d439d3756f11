import { randomUUID } from 'node:crypto';
import { html } from 'hono/html';
import type { Product } from '../../../control/products.ts';
import type { WebDependencies } from '../../kit/dependencies.ts';
import { code, indented, notice } from '../../kit/page.ts';
import type { Html } from '../../languages/html.ts';

export interface LiveResponse {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body as received and, in `body`, as shown: indented, and truncated if it is long. */
  readonly text: string;
  readonly body: string;
  readonly milliseconds: number;
}

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
  /** Version of the changed record, sent in If-Match. */
  readonly version?: number;
}

/** Sends a request to the deployment's own API over HTTP, as any app does. */
export async function runCall(
  { apiOrigin, log }: Pick<WebDependencies, 'apiOrigin' | 'log'>,
  token: string,
  { path, write }: ApiCall,
): Promise<LiveResponse | 'unreachable'> {
  const started = performance.now();
  try {
    const response = await fetch(`${apiOrigin()}/v1${path}`, {
      ...(write && { method: write.method, body: JSON.stringify(write.body) }),
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: 'application/json',
        ...(write && { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }),
        ...(write?.version !== undefined && { 'If-Match': `"${write.version}"` }),
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const text = await response.text();
    const milliseconds = performance.now() - started;
    const headers = SHOWN_HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const formatted = indented(text);
    const body = formatted.length > MAX_SHOWN ? `${formatted.slice(0, MAX_SHOWN)}\n…` : formatted;
    return { status: response.status, reason: response.statusText, headers, text, body, milliseconds };
  } catch (err) {
    log.warn({ err }, 'the console could not reach the API');
    return 'unreachable';
  }
}

export const statusLine = ({ status, reason, milliseconds }: LiveResponse): Html =>
  html`<p role="status"><span class="status ${status < 400 ? 'ok' : 'refused'}">${status} ${reason}</span> in ${Math.max(1, Math.round(milliseconds))} ms</p>`;

export function responseSection(response: LiveResponse | 'unreachable'): Html {
  if (response === 'unreachable') return notice('error', UNREACHABLE);
  return html`<section class="card" id="answer">
    <h2>Response</h2>
    ${statusLine(response)}
    <dl class="headers">${response.headers.map(([name, value]) => html`<div><dt>${name}</dt><dd><code>${value}</code></dd></div>`)}</dl>
    ${code('Body', response.body)}
  </section>`;
}

export const UNREACHABLE = 'The API did not respond in time. Try again in a moment.';

interface SnippetData {
  /** {base_url}, ending in /v1. */
  readonly apiUrl: string;
  readonly product: Product;
  readonly clientId: string;
  readonly companyId: number;
  /** Path below the base URL, with its query. */
  readonly path: string;
  /** The same request with `@tillgate/client`, after `app.merchant(…)`. */
  readonly call: string;
}

/** The same request as a shell command and in TypeScript. With a key, it names its merchant (keys.company_required). */
export function snippetsOf({ apiUrl, product, clientId, companyId, path, call }: SnippetData) {
  const withKey = `API_KEY='svc_ak_sb_…'   # yours
curl -s '${apiUrl}${path}${path.includes('?') ? '&' : '?'}companyId=${companyId}' -H "X-API-Key: $API_KEY"`;
  const withToken = `CLIENT_SECRET='svc_sk_sb_…'   # yours
TOKEN=$(curl -s '${apiUrl}/token' \\
  -d client_id='${clientId}' \\
  -d client_secret="$CLIENT_SECRET" \\
  -d merchant_id=${companyId} | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')
curl -s '${apiUrl}${path}' -H "Authorization: Bearer $TOKEN"`;
  const sandbox = `sandbox({
    clientId: '${clientId}',
    clientSecret: process.env.CLIENT_SECRET ?? '',
  })`;
  const isAdsr = product === 'ADSR';
  const client = `import { createTillgate, ${isAdsr ? 'apiKey' : 'sandbox'} } from '@tillgate/client';

const app = createTillgate({
  baseUrl: '${apiUrl}',
  credentials: ${isAdsr ? "apiKey(process.env.API_KEY ?? '')" : sandbox},
});

const { data } = await app.merchant(${companyId}).${call};
console.log(data);`;
  return [
    { title: 'curl', text: isAdsr ? withKey : withToken },
    { title: '@tillgate/client', text: client },
  ] as const;
}
