import type { AppDescription } from '../../../directory/apps/describe-app.ts';
import type { CredentialSummary } from '../../../directory/apps/describe-credential.ts';
import type { Merchant } from '../../../directory/merchants/merchants.ts';
import { issueAccessToken } from '../../../oauth/grants/token-answer.ts';
import type { TryOut, WebDependencies } from '../../kit/dependencies.ts';
import type { SampleCall } from './sample-calls.ts';

/** The answer of the API as a developer reads it. */
export interface LiveAnswer {
  readonly token: string;
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly milliseconds: number;
}

/** Headers that tell something about an answer. */
const TELLING = [
  'content-type',
  'etag',
  'retry-after',
  'www-authenticate',
  'x-correlation-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
];

/** Milliseconds that an answer may take, and the most of it that a page shows. */
const PATIENCE = 10_000;
const MOST = 20_000;

/** Sends a request to the deployment's own API, over HTTP as any app does, with a token as the sandbox mint issues it. */
export async function runCall(
  { tryOut, log }: Pick<WebDependencies, 'tryOut' | 'log'>,
  app: AppDescription,
  credential: CredentialSummary,
  merchant: Merchant,
  call: SampleCall,
): Promise<LiveAnswer | 'unreachable'> {
  try {
    return await send(tryOut, app, credential, merchant, call);
  } catch (err) {
    log.warn({ err }, 'the console could not reach the API');
    return 'unreachable';
  }
}

async function send(
  { tokens, apiOrigin }: TryOut,
  app: AppDescription,
  credential: CredentialSummary,
  merchant: Merchant,
  call: SampleCall,
): Promise<LiveAnswer> {
  const { access_token: token } = await issueAccessToken(tokens, clientOf(app, credential), merchant);
  const started = performance.now();
  const response = await fetch(`${apiOrigin()}/v1${call.path}`, {
    headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE),
  });
  const text = await response.text();
  const milliseconds = performance.now() - started;
  const headers = TELLING.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { token, status: response.status, reason: response.statusText, headers, body: readable(text), milliseconds };
}

function clientOf(app: AppDescription, { clientId, env, allowedIps }: CredentialSummary) {
  const { id: appId, organizationId, product, state } = app;
  const listed = allowedIps.length > 0 ? allowedIps : null;
  const states = { approved: state === 'APPROVED', archived: state === 'ARCHIVED' };
  return { clientId, appId, organizationId, product, env, ...states, allowedIps: listed };
}

/** JSON with line breaks, cut where it gets long. */
function readable(text: string): string {
  const formatted = formattedJson(text);
  return formatted.length > MOST ? `${formatted.slice(0, MOST)}\n…` : formatted;
}

function formattedJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
