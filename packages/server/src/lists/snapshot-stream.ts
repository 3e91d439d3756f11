import { toUnavailable } from '../database/failures.ts';
import type { Lines } from '../database/line-tap.ts';
import { statement } from '../database/statement.ts';
import type { TenantStore } from '../database/tenant.ts';
import type { TenantSnapshot } from '../database/tenant-snapshot.ts';
import type { Chunk, ListStream } from './list-stream.ts';
import { SpooledStream } from './spool.ts';

/** SQL text with its values from `$2` on. */
export interface StreamQuery {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Part extends Lines {
  readonly isLast: boolean;
}

/** The end of a stream, or a place in it from which another can resume. A line that is not a record. */
interface Mark {
  readonly end: boolean;
  /** Records of this stream so far. */
  readonly count: number;
  /** Null at the end, and in lists without cursors. */
  readonly cursor: string | null;
}

const lineOf = (mark: Mark): string => `${JSON.stringify({ stream: mark })}\n`;

/** Records between two marks. */
const MARK_EVERY = 1_000;

/** Bytes read at once, for which other requests wait. A stream has two such parts in memory: one that is being sent, and the next. */
const PART = 256 * 1024;

/** Records of the first part, when their size is not known. */
const FIRST = 16;

export interface Start extends Pick<ListStream, 'total' | 'changesAfter'> {
  /** Selects `doc` and `id` in order. */
  readonly rows: StreamQuery;
  /** Returns the cursor after a record. */
  readonly cursorAfter?: (id: number) => Promise<string>;
}

/** Opens a snapshot and starts a stream of what `start` selects. */
export async function openStream(
  tenant: TenantStore,
  start: (snapshot: TenantSnapshot) => Promise<Start>,
): Promise<ListStream> {
  const snapshot = await tenant.openSnapshot();
  try {
    const stream = new SnapshotStream(snapshot, await start(snapshot));
    return snapshot.holdsDatabase ? new SpooledStream(stream) : stream;
  } catch (error) {
    await snapshot.close();
    throw toUnavailable(error);
  }
}

/** A stream that reads its snapshot as it is read. The next part is read while the last one is being sent. */
class SnapshotStream implements ListStream {
  readonly total: number;
  readonly changesAfter: string | undefined;
  readonly #snapshot: TenantSnapshot;
  readonly #start: Start;
  #count = 0;
  #isOver = false;
  #ahead: Promise<Part> | undefined;
  /** The mark before the next record, if there is one. */
  #due: Promise<string> | undefined;

  constructor(snapshot: TenantSnapshot, start: Start) {
    this.total = start.total;
    this.changesAfter = start.changesAfter;
    this.#snapshot = snapshot;
    this.#start = start;
  }

  async next(): Promise<Chunk | undefined> {
    if (this.#isOver) return undefined;
    const { parts: lines, length, count, lastId, isLast } = await (this.#ahead ?? this.#first());
    const before = count > 0 ? await this.#due : undefined;
    this.#count += count;
    this.#isOver = isLast;
    this.#ahead = isLast ? undefined : this.#fetch(length / count);
    this.#due = isLast ? undefined : this.#markAfter(lastId);
    const end = isLast ? lineOf({ end: true, count: this.#count, cursor: null }) : '';
    const parts = [Buffer.from(before ?? ''), ...lines, Buffer.from(end)];
    return { parts: parts.filter(({ length }) => length > 0), records: count };
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await Promise.allSettled([this.#ahead, this.#due]);
    await this.#snapshot.close();
  }

  async #first(): Promise<Part> {
    const { text, values } = this.#start.rows;
    await this.#snapshot.declare(statement(undefined, text), values);
    return this.#fetch(PART / FIRST);
  }

  /** Reads records of about `size` bytes each. A part ends where a mark is due. */
  #fetch(size: number): Promise<Part> {
    const asked = Math.min(Math.max(1, Math.floor(PART / size)), MARK_EVERY - (this.#count % MARK_EVERY));
    // Records differ in length, and their sizes are known from those before them.
    const lines = this.#snapshot.fetchLines(asked, Math.ceil(1.1 * asked * size));
    return heldBack(lines.then((read) => ({ ...read, isLast: read.count < asked })));
  }

  /** Reads the cursor in one round trip with the part that is being read ahead. */
  #markAfter(lastId: number | undefined): Promise<string> | undefined {
    const { cursorAfter } = this.#start;
    if (!cursorAfter || lastId === undefined || this.#count % MARK_EVERY > 0) return undefined;
    const count = this.#count;
    return heldBack(cursorAfter(lastId).then((cursor) => lineOf({ end: false, count, cursor })));
  }
}

/** A failure is reported when the result is needed. */
function heldBack<T>(result: Promise<T>): Promise<T> {
  result.catch(() => {});
  return result;
}
