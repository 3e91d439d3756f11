import { randomUUID } from 'node:crypto';
import type { FieldError, ItemBatchResults, ItemOperation, ItemResult } from '../../contract/generated/types.gen.ts';
import { repeatable } from '../../errors.ts';
import type { Column } from './columns.ts';
import type { ItemFile, ItemRow, Problem } from './read-items.ts';

/** Time limit of a batch in milliseconds. */
const TIMEOUT = 60_000;

/** The API's rejection of a whole batch. */
interface Refusal {
  readonly message: string;
  /** Seconds. */
  readonly retryAfter?: number;
  /** Errors of the operations, if they are the reason. */
  readonly details?: readonly FieldError[];
}

type Reply = Pick<ItemBatchResults, 'results'> | Refusal;

type SendBatch = (operations: readonly ItemOperation[]) => Promise<Reply>;

interface Destination {
  /** {base_url}, as this process reaches it. */
  readonly apiUrl: string;
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
  // A proxy's response may not be JSON.
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

/** Limits of one batch, below those of the API: other requests wait while a batch is written and read. */
const MOST_OPERATIONS = 200;
const MOST_BYTES = 512 * 1024;

/** Longest problem message that is shown in full. */
const LONGEST_MESSAGE = 500;

export const MOST_PROBLEMS = 100;

export interface Progress {
  /** Rows with a result, and rows skipped because of `from`. */
  readonly rows: number;
  readonly created: number;
  readonly changed: number;
  readonly failed: number;
}

export interface LoadResult extends Progress {
  /** The first problems, in the order of the lines. */
  readonly problems: readonly Problem[];
  /** Reason why the rest of the file was not sent. The next load can resume with `rows` as its `from`. */
  readonly stopped?: string;
}

interface LoadOptions {
  /** Number of rows to skip at the beginning. */
  readonly from?: number;
  /** Returns true to stop before the next batch. */
  readonly isOver?: () => boolean;
  /** Waits for the rate limit. Without it, the load stops there. */
  readonly wait?: (seconds: number) => Promise<void>;
  readonly onProgress?: (progress: Progress) => void;
}

/** Sends the rows of a file in batches. Each succeeds or fails alone. */
export async function loadItems(file: ItemFile, send: SendBatch, options: LoadOptions = {}): Promise<LoadResult> {
  const { from = 0, isOver = () => false, onProgress } = options;
  const problems: Problem[] = [];
  let done: Progress = { rows: from, created: 0, changed: 0, failed: 0 };
  for await (const batch of batchesOf(file.rows, from)) {
    if (isOver()) return { ...done, problems, stopped: 'The time for one request is over.' };
    const operations = batch.flatMap((row) => ('operation' in row ? [row.operation] : []));
    const reply = await sent(operations, send, options);
    if ('stopped' in reply) return { ...done, problems, stopped: reply.stopped };
    const found = problemsOf(batch, reply.results, file.columns);
    problems.push(...found.slice(0, MOST_PROBLEMS - problems.length));
    const count = (status: number) => reply.results.filter((result) => result.status === status).length;
    const [created, changed] = [count(201), count(200)];
    done = {
      rows: done.rows + batch.length,
      created: done.created + created,
      changed: done.changed + changed,
      failed: done.failed + batch.length - created - changed,
    };
    onProgress?.(done);
  }
  return { ...done, problems };
}

interface Result {
  readonly status: number;
  readonly error?: Pick<NonNullable<ItemResult['error']>, 'message' | 'details'>;
}

type Sent = { readonly results: readonly Result[] } | { readonly stopped: string };

async function sent(operations: readonly ItemOperation[], send: SendBatch, options: LoadOptions): Promise<Sent> {
  if (operations.length === 0) return { results: [] };
  for (;;) {
    const reply = await send(operations);
    if ('results' in reply) return reply;
    const { message, retryAfter, details } = reply;
    if (details) return withoutRefused(operations, reply, (rest) => sent(rest, send, options));
    if (retryAfter === undefined) return { stopped: message };
    if (!options.wait) return { stopped: `${message} Continue in ${retryAfter} s.` };
    await options.wait(retryAfter);
  }
}

const OPERATION = /^\/operations\/(\d+)(?:\/item(?=\/|$))?/;

/** Sends a rejected batch again without the operations that the API names, or in halves if it names none. */
async function withoutRefused(
  operations: readonly ItemOperation[],
  { message, details = [] }: Refusal,
  sendRest: (operations: readonly ItemOperation[]) => Promise<Sent>,
): Promise<Sent> {
  const rejected = (by: readonly FieldError[]): Result => {
    const inRow = by.map((detail) => ({ ...detail, path: detail.path.replace(OPERATION, '') }));
    return { status: 400, error: { message, details: inRow } };
  };
  if (operations.length === 1) return { results: [rejected(details)] };
  const refused = Map.groupBy(details, ({ path }) => Number(OPERATION.exec(path)?.[1]));
  const isRefused = operations.map((_, index) => refused.has(index));
  const parts = isRefused.includes(true)
    ? [operations.filter((_, index) => !isRefused[index])]
    : [operations.slice(0, operations.length / 2), operations.slice(operations.length / 2)];
  const results: Result[] = [];
  for (const part of parts) {
    const outcome = await sendRest(part);
    if ('stopped' in outcome) return outcome;
    results.push(...outcome.results);
  }
  return {
    results: isRefused.map((is, index) => (is ? rejected(refused.get(index) ?? []) : (results.shift() as Result))),
  };
}

async function* batchesOf(rows: AsyncIterable<ItemRow>, from: number): AsyncGenerator<ItemRow[]> {
  let batch: ItemRow[] = [];
  let [row, bytes] = [0, 0];
  for await (const each of rows) {
    row += 1;
    if (row <= from) continue;
    const size = 'operation' in each ? Buffer.byteLength(JSON.stringify(each.operation)) : 0;
    if (batch.length === MOST_OPERATIONS || (batch.length > 0 && bytes + size > MOST_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(each);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** Names the column of each invalid property. */
function problemsOf(batch: readonly ItemRow[], results: readonly Result[], columns: readonly Column[]): Problem[] {
  const sentence = (text: string): string => repeatable(text.endsWith('.') ? text : `${text}.`, LONGEST_MESSAGE);
  let index = 0;
  return batch.flatMap((row): Problem[] => {
    const { line } = row;
    if ('problem' in row) return [{ ...row.problem, message: sentence(row.problem.message) }];
    const { error } = results[index++] ?? {};
    if (!error) return [];
    if (!error.details?.length) return [{ line, message: sentence(error.message) }];
    return error.details.map(({ path, message }) => {
      const [, property = ''] = path.split('/');
      const column = columns.find((each) => each.property === property)?.header ?? property;
      return { line, ...(column && { column }), message: sentence(message) };
    });
  });
}
