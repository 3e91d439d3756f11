import { randomUUID } from 'node:crypto';
import type { ItemBatchResults, ItemOperation } from '../contract/generated/types.gen.ts';

/** Time limit of a batch in milliseconds. */
const TIMEOUT = 60_000;

/** Results of a batch, or why the API rejected all of it. */
export type Reply =
  | Pick<ItemBatchResults, 'results'>
  | { readonly message: string /** Seconds. */; readonly retryAfter?: number };

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
  const { error } = (await response.json()) as { error?: { message?: string } };
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    message: `The API answered ${response.status}: ${error?.message ?? response.statusText}`,
    ...(Number.isFinite(seconds) && { retryAfter: seconds }),
  };
}
