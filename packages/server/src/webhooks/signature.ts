import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { toSeconds } from '../process/time.ts';

const PREFIX = 'whsec_';

/** Length of a secret. Standard Webhooks allows 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** Seconds by which a request's timestamp may differ from the receiver's clock. */
const TOLERANCE = 5 * 60;

export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** A request's body with its id and time, which are signed together. */
interface Signed {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly body: string;
}

/** Headers of Standard Webhooks, with a signature by each secret. */
export const signatureHeaders = (signed: Signed, secrets: readonly string[]): Record<string, string> => ({
  'webhook-id': signed.id,
  'webhook-timestamp': String(toSeconds(signed.at)),
  'webhook-signature': secrets.map((secret) => `v1,${signatureOf(signed, secret).toString('base64')}`).join(' '),
});

function signatureOf({ id, at, body }: Signed, secret: string): Buffer {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return createHmac('sha256', key)
    .update(`${id}.${toSeconds(at)}.${body}`)
    .digest();
}

/** Verifies a received request; its header names are in lower case. Returns the problem, if there is one. */
export function problemOfSignature(
  {
    headers,
    body,
  }: { readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>; readonly body: string },
  secret: string,
  now: number,
): string | undefined {
  const [id = '', timestamp = '', signatures = ''] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`] ?? ''),
  );
  if (!id || !/^\d{1,12}$/.test(timestamp) || !signatures) return 'A webhook header is missing.';
  const at = Number(timestamp) * 1000;
  if (Math.abs(now - at) > TOLERANCE * 1000) return 'The timestamp differs from the time here by more than 5 minutes.';
  const expected = signatureOf({ id, at, body }, secret);
  const isEqual = (text: string): boolean => {
    const [version, signature = ''] = text.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  };
  return signatures.split(' ').some(isEqual) ? undefined : 'No signature matches the secret.';
}
