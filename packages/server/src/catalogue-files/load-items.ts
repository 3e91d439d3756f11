import type { ItemBatchResults, ItemResult } from '../contract/generated/types.gen.ts';
import type { Column } from './columns.ts';
import type { ItemFile, ItemRow, Problem } from './read-items.ts';
import type { Reply, SendBatch } from './send-batch.ts';

/** Limits of one batch. */
const MOST_OPERATIONS = 1000;
const MOST_BYTES = 3 * 1024 * 1024;

/** Problems that are kept. */
export const MOST_PROBLEMS = 100;

export interface Progress {
  /** Rows that have a result, or were left out because of `from`. */
  readonly rows: number;
  readonly created: number;
  readonly changed: number;
  readonly failed: number;
}

export interface LoadResult extends Progress {
  /** The first problems, in the order of the lines. */
  readonly problems: readonly Problem[];
  /** Why the rest of the file was not sent. It can be loaded from row `rows` on. */
  readonly stopped?: string;
}

export interface LoadOptions {
  /** Rows at the beginning that are left out. */
  readonly from?: number;
  /** Returns true if the next batch is not to be sent. */
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
    const reply = await sent(batch, send, options);
    if ('stopped' in reply) return { ...done, problems, stopped: reply.stopped };
    const found = problemsOf(batch, reply.results, file.columns);
    problems.push(...found.slice(0, MOST_PROBLEMS - problems.length));
    done = added(done, batch, reply.results);
    onProgress?.(done);
  }
  return { ...done, problems };
}

type Sent = Pick<ItemBatchResults, 'results'> | { readonly stopped: string };

async function sent(batch: readonly ItemRow[], send: SendBatch, { wait }: LoadOptions): Promise<Sent> {
  const operations = batch.flatMap((row) => ('operation' in row ? [row.operation] : []));
  if (operations.length === 0) return { results: [] };
  for (;;) {
    const reply = await send(operations);
    if ('results' in reply) return reply;
    if (!wait || reply.retryAfter === undefined) return { stopped: reason(reply) };
    await wait(reply.retryAfter);
  }
}

const reason = ({ message, retryAfter }: Exclude<Reply, { results: unknown }>): string =>
  retryAfter === undefined ? message : `${message} Continue in ${retryAfter} s.`;

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

function added(done: Progress, batch: readonly ItemRow[], results: readonly ItemResult[]): Progress {
  const count = (status: number) => results.filter((result) => result.status === status).length;
  const [created, changed] = [count(201), count(200)];
  return {
    rows: done.rows + batch.length,
    created: done.created + created,
    changed: done.changed + changed,
    failed: done.failed + batch.length - created - changed,
  };
}

function problemsOf(batch: readonly ItemRow[], results: readonly ItemResult[], columns: readonly Column[]): Problem[] {
  let index = 0;
  return batch.flatMap((row) => {
    if ('problem' in row) return [row.problem];
    const { error } = results[index++] ?? {};
    return error ? namedProblems(row.line, error, columns) : [];
  });
}

/** Names the column of each invalid property. */
function namedProblems(
  line: number,
  { message, details }: NonNullable<ItemResult['error']>,
  columns: readonly Column[],
): Problem[] {
  if (!details?.length) return [{ line, message: sentence(message) }];
  return details.map((detail) => {
    const [, property = ''] = detail.path.split('/');
    const column = columns.find((each) => each.property === property)?.header ?? property;
    return { line, ...(column && { column }), message: sentence(detail.message) };
  });
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);
