import { callOf, type Operation } from './call.ts';
import { TransportError } from './errors.ts';
import { LINES, merged } from './exchange.ts';
import type { ResponseInfo, Source, WithResponse } from './results.ts';

/** All records of a list, as they were when it was requested. It can be read once. */
export interface RecordStream<Record> extends AsyncIterable<Record> {
  /** Exact number of records; after a `cursor`, of those that follow. */
  readonly total: number;
  /** The `after` of `changes.list` that continues from the list as it was. Undefined after a `cursor`. */
  readonly changesAfter: string | undefined;
  /** The last place that the loop has passed from which another stream can resume, or else the requested one. */
  readonly cursor: string | undefined;
  readonly response: ResponseInfo;
}

export interface StreamOptions {
  /**
   * Requests the rest if the connection is cut, from the last cursor, as it is by then. Records that the loop has seen since
   * that cursor are left out. Without it, the loop throws `client.stream_cut`.
   */
  readonly resume?: boolean;
}

interface Mark {
  readonly end: boolean;
  readonly count: number;
  readonly cursor: string | null;
}

/** Requests a stream. Resolves when its first line is about to arrive. */
export async function openStream(
  list: Operation,
  args: readonly unknown[],
  { operation, read }: Source,
): Promise<RecordStream<unknown>> {
  const ids = args.filter((arg) => typeof arg !== 'object' && arg !== undefined);
  const { resume = false, ...query } = (args[ids.length] ?? {}) as StreamOptions & { readonly cursor?: string };
  const request: Again = async (cursor) => {
    const call = callOf(list, [...ids, { ...query, ...(cursor !== undefined && { cursor }) }]);
    const opened = await read({ ...call, headers: merged(call.headers, { Accept: LINES }) });
    return opened as StreamResponse;
  };
  return new Reading(operation, await request(query.cursor), resume ? request : undefined, query.cursor);
}

/** A response whose body arrives in parts. */
type StreamResponse = WithResponse<AsyncIterable<string>>;

/** Requests the rest of a list, from a cursor or the beginning. */
type Again = (cursor: string | undefined) => Promise<StreamResponse>;

class Reading implements RecordStream<unknown> {
  readonly total: number;
  readonly changesAfter: string | undefined;
  readonly response: ResponseInfo;
  cursor: string | undefined;
  readonly #operation: string;
  readonly #again: Again | undefined;
  #texts: AsyncIterable<string>;
  /** Records since the cursor, which a resumed stream has again. */
  #seen = new Set<unknown>();

  constructor(operation: string, { data, response }: StreamResponse, again: Again | undefined, cursor?: string) {
    this.total = Number(response.headers.get('Tillgate-Total'));
    this.changesAfter = response.changesAfter;
    this.response = response;
    this.cursor = cursor;
    this.#operation = operation;
    this.#again = again;
    this.#texts = data;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown, void, void> {
    for (;;) {
      let isFurther = false;
      try {
        for await (const record of this.#records()) {
          isFurther = true;
          yield record;
        }
        return;
      } catch (error) {
        if (!isCut(error) || !this.#again || !isFurther) throw error;
      }
      this.#texts = (await this.#again(this.cursor)).data;
    }
  }

  /** Records of one response that the loop has not seen. Throws unless it has its last line. */
  async *#records(): AsyncGenerator<unknown, void, void> {
    const before = this.#seen;
    let count = 0;
    for await (const line of linesOf(this.#texts)) {
      const { record, mark } = this.#parse(line);
      if (mark?.end && mark.count === count) return;
      if (mark) this.#pass(mark, count);
      else {
        count += 1;
        const key = (record as { readonly id?: unknown }).id ?? line;
        if (before.has(key)) continue;
        this.#seen.add(key);
        yield record;
      }
    }
    throw this.#cut('ended before its last line');
  }

  #parse(line: string): { record?: unknown; mark?: Mark } {
    try {
      const value = JSON.parse(line);
      return value.stream ? { mark: value.stream } : { record: value };
    } catch {
      throw this.#cut('ended within a line');
    }
  }

  #pass({ count, cursor }: Mark, read: number): void {
    if (count !== read) throw this.#cut(`has ${count} records, of which ${read} arrived`);
    this.cursor = cursor ?? this.cursor;
    this.#seen = new Set();
  }

  #cut(how: string): TransportError {
    return new TransportError('client.stream_cut', `The stream of ${this.#operation} ${how}.`, {
      correlationId: this.response.correlationId,
    });
  }
}

const isCut = (error: unknown): boolean => error instanceof TransportError && error.code === 'client.stream_cut';

/** Lines of a text that arrives in parts; the last one may lack its line feed. */
async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let rest = '';
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() as string;
    yield* lines;
  }
  if (rest !== '') yield rest;
}
