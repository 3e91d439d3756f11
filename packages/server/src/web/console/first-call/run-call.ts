import type { AppDescription } from '../../../directory/apps/describe-app.ts';
import type { CredentialSummary } from '../../../directory/apps/describe-credential.ts';
import type { Merchant } from '../../../directory/merchants/merchants.ts';
import { issueAccessToken } from '../../../oauth/grants/token-answer.ts';
import type { TryOut } from '../../kit/dependencies.ts';
import type { SampleCall } from './sample-calls.ts';

/** The API's response as a developer reads it. */
export interface LiveResponse {
  readonly token: string;
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
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

/**
 * Sends a request to the deployment's own API over HTTP, as any app does, with a token like those of the sandbox mint.
 */
export async function runCall(
  { tokens, apiOrigin }: TryOut,
  app: AppDescription,
  credential: CredentialSummary,
  merchant: Merchant,
  call: SampleCall,
): Promise<LiveResponse> {
  const { access_token: token } = await issueAccessToken(tokens, clientOf(app, credential), merchant);
  const started = performance.now();
  const response = await fetch(`${apiOrigin()}/v1${call.path}`, {
    headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT),
  });
  const text = await response.text();
  const milliseconds = performance.now() - started;
  const headers = SHOWN_HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { token, status: response.status, reason: response.statusText, headers, body: readable(text), milliseconds };
}

function clientOf(app: AppDescription, { clientId, env, allowedIps }: CredentialSummary) {
  const { id: appId, organizationId, product, state } = app;
  const listed = allowedIps.length > 0 ? allowedIps : null;
  const states = { approved: state === 'APPROVED', archived: state === 'ARCHIVED' };
  return { clientId, appId, organizationId, product, env, ...states, allowedIps: listed, rehearsals: [] };
}

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
