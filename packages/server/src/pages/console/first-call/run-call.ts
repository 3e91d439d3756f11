import { randomUUID } from 'node:crypto';
import type { WebDependencies } from '../../kit/dependencies.ts';
import { indented } from '../../kit/page/parts.ts';
import type { SampleCall } from './sample-calls.ts';

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
export interface ApiCall extends Pick<SampleCall, 'path'> {
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
