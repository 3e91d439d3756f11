import { toUnavailable } from '../failures.ts';
import { statement } from '../statement.ts';
import type { TenantStore } from '../tenant.ts';
import type { TenantSnapshot } from '../tenant-snapshot.ts';
import type { Chunk, ListStream } from './list-stream.ts';
import { SpooledStream } from './spool.ts';

/** SQL text with its values from `$2` on. */
export interface StreamQuery {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface StreamRow {
  readonly doc: string;
  readonly id: number;
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

/** Records read at once. More would hold up other requests for longer. */
const PART = 500;

/** Records between two marks. */
const MARK_EVERY = 1_000;

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
  /** The mark before the next record, if there is one. */
  #due = '';
  #ahead: Promise<StreamRow[]> | undefined;

  constructor(snapshot: TenantSnapshot, start: Start) {
    this.total = start.total;
    this.changesAfter = start.changesAfter;
    this.#snapshot = snapshot;
    this.#start = start;
  }

  async next(): Promise<Chunk | undefined> {
    if (this.#isOver) return undefined;
    const rows = await (this.#ahead ?? this.#first());
    this.#count += rows.length;
    this.#isOver = rows.length < PART;
    const before = rows.length > 0 ? this.#due : '';
    this.#due = await this.#markAfter(rows.at(-1));
    this.#ahead = this.#isOver ? undefined : this.#fetch();
    const end = this.#isOver ? lineOf({ end: true, count: this.#count, cursor: null }) : '';
    return { bytes: Buffer.from(before + rows.map(toLine).join('') + end), records: rows.length };
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#ahead?.catch(() => {});
    await this.#snapshot.close();
  }

  async #first(): Promise<StreamRow[]> {
    const { text, values } = this.#start.rows;
    const [, rows] = await Promise.all([this.#snapshot.declare(statement(undefined, text), values), this.#fetch()]);
    return rows;
  }

  #fetch(): Promise<StreamRow[]> {
    const rows = this.#snapshot.fetch<StreamRow>(PART);
    // A failure is reported when the rows are needed.
    rows.catch(() => {});
    return rows;
  }

  async #markAfter(last: StreamRow | undefined): Promise<string> {
    const { cursorAfter } = this.#start;
    if (this.#isOver || !cursorAfter || !last || this.#count % MARK_EVERY > 0) return '';
    return lineOf({ end: false, count: this.#count, cursor: await cursorAfter(last.id) });
  }
}

/** Stored documents may have line breaks between values; inside strings they are escaped. */
const toLine = ({ doc }: StreamRow): string => `${doc.includes('\n') ? doc.replaceAll('\n', ' ') : doc}\n`;
