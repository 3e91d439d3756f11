import type { Delivery } from '@tillgate/server/webhooks/requests.ts';
import type { Attempt, Outgoing, Sender } from '@tillgate/server/webhooks/sender.ts';
import { signatureHeaders } from '@tillgate/server/webhooks/signature.ts';
import { toThisMachine } from '../../embedded/public-host.ts';
import type { DeliveryChange, Mark } from '../fault.ts';

/** Changes to the requests of webhooks. */

type Send = (request: Outgoing) => Promise<Attempt>;

/** Sends requests in another way. The correct one is `sound`. */
export const sending = (wrap: (sound: Send, mark: Mark, parts: Delivery) => Send): DeliveryChange => ({
  delivery(parts, mark) {
    let send: Send | undefined;
    let stop: AbortSignal | undefined;
    const sender = async (): Promise<Pick<Sender, 'send'>> => {
      const real = await parts.sender();
      send ??= wrap((request) => real.send(request, stop), mark, parts);
      const wrapped = send;
      return {
        send(request, signal) {
          stop = signal;
          return wrapped(request);
        },
      };
    };
    return { ...parts, sender };
  },
});

/** Sends changed requests. Returning the same one counts as no change. */
export const requesting = (change: (request: Outgoing) => Outgoing): DeliveryChange =>
  sending((sound, mark) => (request) => {
    const changed = change(request);
    if (changed !== request) mark();
    return sound(changed);
  });

/** Sees other outcomes of requests. */
export const seeing = (change: (attempt: Attempt) => Attempt): DeliveryChange =>
  sending((sound, mark) => async (request) => {
    const attempt = await sound(request);
    const changed = change(attempt);
    if (changed !== attempt) mark();
    return changed;
  });

export const ACCEPTED: Attempt = { status: 204, answer: '', failure: null, milliseconds: 1 };

interface Posting {
  /** What is signed instead of the body. */
  readonly body?: string;
  /** The instant that is signed instead of the present. */
  readonly at?: number;
  readonly follows?: boolean;
}

/** Sends a request by itself, signed over something else, or following a redirect. */
export async function post(
  { url, id, body, secrets }: Outgoing,
  now: number,
  { body: signed = body, at = now, follows = false }: Posting,
): Promise<Attempt> {
  const headers = { 'content-type': 'application/json', ...signatureHeaders({ id, at, body: signed }, secrets) };
  const init = { method: 'POST', headers, body, redirect: 'manual' } as const;
  const first = await fetch(toThisMachine(url), init);
  const location = follows ? first.headers.get('location') : null;
  const { status } = location === null ? first : await fetch(toThisMachine(location), init);
  const failure = status >= 200 && status < 300 ? null : `The endpoint responded with status ${status}.`;
  return { status, answer: '', failure, milliseconds: 1 };
}

/** Content of a request with changes; undefined for any other. */
export function contentOf({
  body,
}: Outgoing): { merchantId: number; data: object[]; after: string; hasMore: boolean } | undefined {
  const content = JSON.parse(body);
  return content.type === 'changes' ? content : undefined;
}
