import { randomUUID } from 'node:crypto';
import type { FieldError, ItemBatchResults, ItemOperation } from '../../contract/generated/types.gen.ts';

/** Time limit of a batch in milliseconds. */
const TIMEOUT = 60_000;

/** Why the API rejected a batch as a whole. */
export interface Refusal {
  readonly message: string;
  /** Seconds. */
  readonly retryAfter?: number;
  /** What is wrong with the operations, if that is the reason. */
  readonly details?: readonly FieldError[];
}

export type Reply = Pick<ItemBatchResults, 'results'> | Refusal;

export type SendBatch = (operations: readonly ItemOperation[]) => Promise<Reply>;

export interface Destination {
  /** {base_url}, as this process reaches it. */
  readonly apiUrl: string;
  /** Returns a valid access token. */
  token(): Promise<string>;
  readonly dryRun: boolean;
}

/** Sends batches to the API over HTTP, as any app does. */
export const batchSender =
  ({ apiUrl, token, dryRun }: Destination): SendBatch =>
  async (operations) => {
    const headers = {
      Authorization: `Bearer ${await token()}`,
      'Content-Type': 'application/json',
      ...(!dryRun && { 'Idempotency-Key': randomUUID() }),
    };
    const body = JSON.stringify({ operations });
    const url = `${apiUrl}/items/batch${dryRun ? '?dryRun=true' : ''}`;
    try {
      const signal = AbortSignal.timeout(TIMEOUT);
      return await replyOf(await fetch(url, { method: 'POST', redirect: 'manual', headers, body, signal }));
    } catch {
      return { message: `The API at ${apiUrl} did not respond in time.` };
    }
  };

async function replyOf(response: Response): Promise<Reply> {
  if (response.status === 200) return (await response.json()) as ItemBatchResults;
  // A proxy between may send no JSON.
  const { message, details = [] } = (await response.json().catch(() => ({}))) as {
    message?: string;
    details?: FieldError[];
  };
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    message: `The API answered ${response.status}: ${message ?? response.statusText}`,
    ...(Number.isFinite(seconds) && { retryAfter: seconds }),
    ...((response.status === 400 || response.status === 413) && { details }),
  };
}
