import { createHmac, randomBytes } from 'node:crypto';
import { toSeconds } from '../process/time.ts';

const PREFIX = 'whsec_';

/** Length of a secret. Standard Webhooks allows 24 to 64 bytes. */
const SECRET_BYTES = 32;

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
