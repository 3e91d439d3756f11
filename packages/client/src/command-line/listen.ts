import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CursorStore } from '../follow.ts';
import type { Resources } from '../methods.ts';
import { sign, type WebhookContent } from '../webhooks.ts';

export interface Listening {
  readonly merchantId: number;
  readonly changes: Resources['changes'];
  /** Address of the receiver. */
  readonly url: string;
  readonly secret: string;
  readonly store: CursorStore;
  readonly signal: AbortSignal;
  write(line: string): void;
}

/** The size of a page in the service's webhooks. */
const MOST_CHANGES = 100;

/**
 * Posts a merchant's changes to a receiver as the service posts webhooks, until the signal aborts: in order, each page
 * until it is accepted. The place is stored after that, so no page is lost, and an interrupted one is posted again.
 */
export async function listen(listening: Listening): Promise<void> {
  const { merchantId, changes, store, signal } = listening;
  let after = (await store.load()) ?? '';
  async function resynchronize(reason: string): Promise<string> {
    const { nextCursor } = await changes.list({ limit: 1, signal });
    if (reason !== 'start')
      await deliver({ type: 'resync', merchantId, reason, nextCursor } as WebhookContent, listening);
    signal.throwIfAborted();
    after = nextCursor;
    return nextCursor;
  }
  const pages = changes.follow({ store, resynchronize, limit: MOST_CHANGES, signal }).pages();
  for await (const { data, nextCursor, hasMore } of pages) {
    const page = { type: 'changes', merchantId, data, after, nextCursor, hasMore } as const;
    if (data.length > 0 && !(await deliver(page, listening))) return;
    after = nextCursor;
  }
}

/** Longest pause between attempts, in seconds. */
const LONGEST_PAUSE = 30;

/** Posts content until it is accepted. False if the signal aborts first. */
async function deliver(content: WebhookContent, listening: Listening): Promise<boolean> {
  const { signal, write } = listening;
  const body = JSON.stringify(content);
  const id = idOf(content);
  for (let pause = 1; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const outcome = await post({ id, body }, listening);
    if (typeof outcome === 'number' && outcome >= 200 && outcome < 300) {
      write(`${outcome} ${id} ${summaryOf(content)}`);
      return true;
    }
    if (!signal.aborted) write(`${outcome} ${id}: again in ${pause} s`);
    await sleep(pause * 1000, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return false;
  }
}

/** Derives the id from the changes, so that a receiver recognizes a page that is posted again. */
function idOf(content: WebhookContent): string {
  const { merchantId, data } = content as { merchantId: number; data?: unknown };
  const hash = createHash('sha256').update(JSON.stringify({ merchantId, data: data ?? content }));
  return `msg_${hash.digest('hex').slice(0, 32)}`;
}

/** Milliseconds that the receiver has to respond, as to the service's webhooks. */
const PATIENCE = 20_000;

/** Status of the receiver's response, or what went wrong. A request in progress is not cut off by Ctrl-C. */
async function post(signed: { readonly id: string; readonly body: string }, { url, secret }: Listening) {
  const headers = { 'Content-Type': 'application/json', ...(await sign(signed, secret)) };
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(url, { method: 'POST', headers, body: signed.body, redirect: 'manual', signal });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return cause?.code ?? message;
  }
}

const MOST_PRINTED = 10;

function summaryOf(content: WebhookContent): string {
  if (content.type === 'resync') return `read everything again (${content.reason})`;
  if (content.type !== 'changes') return content.type;
  const { data } = content;
  const lines = data.slice(0, MOST_PRINTED).map(({ resource, id, kind, properties }) => {
    const which = properties.length > 0 ? `: ${properties.join(', ')}` : '';
    return `\n  ${resource} ${id} ${kind}${which}`;
  });
  const more = data.length > MOST_PRINTED ? `\n  and ${data.length - MOST_PRINTED} more` : '';
  return `${data.length} ${data.length === 1 ? 'change' : 'changes'}${lines.join('')}${more}`;
}
