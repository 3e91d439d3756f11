import type { ChangePage } from './changes.ts';
import { ConfigurationError, WebhookError } from './errors.ts';
import type * as Api from './generated/types.gen.ts';

export { type WebhookCode, WebhookError } from './errors.ts';

/** Changes of one merchant. */
export interface ChangesWebhook extends Omit<Api.WebhookChanges, 'data'>, Pick<ChangePage, 'data'> {}

/** Content of a request. Ignore a `type` that you do not know: there may be more later. */
export type WebhookContent = ChangesWebhook | Api.WebhookResync | Api.WebhookTest;

/** A received request: a `Request`, or its headers and raw body. */
export type ReceivedWebhook =
  | Request
  | {
      readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
      /** The body as it arrived, not parsed. */
      readonly body: string | Uint8Array;
    };

export interface VerifyOptions {
  /** Milliseconds since 1970; the time of this machine by default. */
  readonly now?: number;
}

/** Seconds by which the timestamp of a request may differ from this machine's clock. */
const TOLERANCE = 5 * 60;

const PREFIX = 'whsec_';

/** Limits the work for a request that is not the service's, which signs with at most two secrets. */
const MOST_SIGNATURES = 10;

/**
 * Verifies the signature and the age of a request as Standard Webhooks defines them, and resolves with its content.
 * While a secret is rotated, pass both. Throws a WebhookError for a request that the service did not send, or not
 * within the last five minutes.
 */
export async function verify(
  received: ReceivedWebhook,
  secrets: string | readonly string[],
  { now = Date.now() }: VerifyOptions = {},
): Promise<WebhookContent> {
  const keys = await Promise.all([secrets].flat().map((secret) => keyOf(secret, 'verify')));
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headerOf(received, name));
  if (!id || !timestamp || !signatures)
    throw new WebhookError('webhook.headers_missing', 'A header of Standard Webhooks is missing.');
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= TOLERANCE))
    throw new WebhookError(
      'webhook.timestamp_out_of_range',
      'The timestamp differs from the time here by more than five minutes.',
    );
  const body = await bodyOf(received);
  const signed = signedBytes(id, timestamp, body);
  if (await isSigned(signed, signatures, keys)) return parsed(body);
  throw new WebhookError('webhook.signature_mismatch', 'No signature matches a secret.');
}

/** Content that the service would send, with the `webhook-id`, which stays the same when it is sent again. */
export interface Signable {
  readonly id: string;
  readonly body: string;
}

/** Signs a body as the service would at this time, for a test that sends a webhook in its place. Resolves with the headers. */
export async function sign(
  { id, body }: Signable,
  secret: string,
  { now = Date.now() }: VerifyOptions = {},
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000));
  const bytes = signedBytes(id, timestamp, new TextEncoder().encode(body));
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', await keyOf(secret, 'sign'), bytes));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...signature))}`,
  };
}

function signedBytes(id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}

function headerOf({ headers }: ReceivedWebhook, name: string): string | undefined {
  const header = `webhook-${name}`;
  if (isHeaders(headers)) return headers.get(header) ?? undefined;
  const [, value] = Object.entries(headers).find(([other]) => other.toLowerCase() === header) ?? [];
  return value === undefined ? undefined : String(value);
}

// Recognized by their methods, because a framework may bring its own classes.
const isHeaders = (headers: ReceivedWebhook['headers']): headers is Headers => typeof headers.get === 'function';
const isRequest = (received: ReceivedWebhook): received is Request => 'arrayBuffer' in received;

/** The bytes that arrived. A body that was parsed and written again may differ from what was signed. */
async function bodyOf(received: ReceivedWebhook): Promise<Uint8Array> {
  if (isRequest(received) && !received.bodyUsed) return new Uint8Array(await received.arrayBuffer());
  const { body } = received;
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  const message = 'The signature covers the raw body: verify before the body is parsed, or keep its text.';
  throw new WebhookError('webhook.body_not_raw', message);
}

function keyOf(secret: string, use: 'sign' | 'verify'): Promise<CryptoKey> {
  const bytes = secret.startsWith(PREFIX) ? bytesOf(secret.slice(PREFIX.length)) : undefined;
  if (bytes?.length) return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use]);
  throw new ConfigurationError(
    'client.option_invalid',
    `A secret of webhooks begins with ${PREFIX}, followed by Base64.`,
  );
}

/** Compares every signature with every secret. `crypto.subtle.verify` takes the same time wherever they differ. */
async function isSigned(signed: Uint8Array<ArrayBuffer>, header: string, keys: readonly CryptoKey[]): Promise<boolean> {
  const signatures = header
    .split(' ', MOST_SIGNATURES)
    .map((one) => (one.startsWith('v1,') ? bytesOf(one.slice(3)) : undefined))
    .filter((bytes) => bytes !== undefined);
  const checks = keys.flatMap((key) => signatures.map((bytes) => crypto.subtle.verify('HMAC', key, bytes, signed)));
  return (await Promise.all(checks)).includes(true);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function parsed(body: Uint8Array): WebhookContent {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new WebhookError('webhook.body_not_json', 'The signature matches, but the body is not JSON.');
  }
}
