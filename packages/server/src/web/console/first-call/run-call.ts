import { randomUUID } from 'node:crypto';
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

/** A request to the API: a GET, or a PATCH with a body. */
export interface ApiCall extends Pick<SampleCall, 'path'> {
  readonly patch?: { readonly body: object; readonly version: number };
}

/** Sends a request to the deployment's own API over HTTP, as any app does. */
export async function runCall(apiOrigin: string, token: string, { path, patch }: ApiCall): Promise<LiveResponse> {
  const started = performance.now();
  const response = await fetch(`${apiOrigin}/v1${path}`, {
    ...(patch && { method: 'PATCH', body: JSON.stringify(patch.body) }),
    headers: { Authorization: `Bearer ${token}`, Accept: 'application/json', ...(patch && headersOf(patch)) },
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

const headersOf = ({ version }: NonNullable<ApiCall['patch']>) => ({
  'Content-Type': 'application/json',
  'Idempotency-Key': randomUUID(),
  'If-Match': `"${version}"`,
});

/** Indented JSON, truncated if it is long. */
function readable(text: string): string {
  const formatted = formattedJson(text);
  return formatted.length > MAX_SHOWN ? `${formatted.slice(0, MAX_SHOWN)}\n…` : formatted;
}

function formattedJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
