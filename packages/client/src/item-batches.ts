import type { CallOptions } from './call.ts';
import { ConfigurationError } from './errors.ts';
import type { ItemOperation, ItemResult } from './generated/types.gen.ts';
import type { Resources } from './methods.ts';

/** The service's limits of one batch. */
const MOST_OPERATIONS = 1000;
const MOST_BYTES = 4 * 1024 * 1024;

/** Bytes of `{"operations":[]}`. */
const FRAME = 17;

export interface BatchProgress {
  /** Operations that have a result. */
  readonly done: number;
  readonly failed: number;
}

export interface BatchOptions extends CallOptions {
  /** Operations in one request, at most and by default 1000. */
  readonly size?: number;
  /** Called after each batch. */
  readonly progress?: (progress: BatchProgress) => void;
}

/** The result of an operation, with the operation itself; `index` is its place among all of them. */
export interface BatchedResult extends ItemResult {
  readonly operation: ItemOperation;
}

/**
 * Writes any number of items, in batches of up to 1000 operations and 4 MiB. Yields the results in the order of the
 * operations. The next batch is read and sent when the loop has taken the results of the one before. Each is retried under
 * its Idempotency-Key and waits for the rate limit like any other call.
 */
export async function* batchItems(
  items: Pick<Resources['items'], 'batch'>,
  operations: Iterable<ItemOperation> | AsyncIterable<ItemOperation>,
  { size = MOST_OPERATIONS, progress, ...options }: BatchOptions = {},
): AsyncGenerator<BatchedResult, void, void> {
  if (!(size >= 1 && size <= MOST_OPERATIONS)) {
    throw new ConfigurationError('client.option_invalid', `size must be a number from 1 to ${MOST_OPERATIONS}.`);
  }
  let [done, failed] = [0, 0];
  for await (const batch of batchesOf(operations, size)) {
    const answer = await items.batch({ operations: batch }, options);
    const first = done;
    done += batch.length;
    failed += answer.failed;
    progress?.({ done, failed });
    for (const result of answer.results) {
      yield { ...result, index: first + result.index, operation: batch[result.index] as ItemOperation };
    }
  }
}

async function* batchesOf(
  operations: Iterable<ItemOperation> | AsyncIterable<ItemOperation>,
  size: number,
): AsyncGenerator<ItemOperation[], void, void> {
  let batch: ItemOperation[] = [];
  let bytes = FRAME;
  for await (const operation of operations) {
    const length = utf8.encode(JSON.stringify(operation)).length + 1;
    if (batch.length === size || (batch.length > 0 && bytes + length > MOST_BYTES)) {
      yield batch;
      batch = [];
      bytes = FRAME;
    }
    batch.push(operation);
    bytes += length;
  }
  if (batch.length > 0) yield batch;
}

const utf8 = new TextEncoder();
