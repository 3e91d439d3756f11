import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LATEST } from '../changes/log.ts';
import { toUnavailable } from '../database/failures.ts';
import { statement } from '../database/statement.ts';
import type { TenantStore } from '../database/tenant.ts';
import type { Lines, TenantSnapshot } from '../database/tenant-snapshot.ts';
import { type CursorPosition, isFarRange, isText, keyOf, type Matches, matchesOf, rowsOf } from './page-sql.ts';
import { filtersOf, keptTotal, type ListPlan, type ListQuery, type Place } from './plan.ts';

interface Composed {
  readonly text: string;
  readonly values: unknown[];
}

/** Matches up to this many are found by their filters and sorted. More are read in order. */
const MOST_SORTED = 10_000;

/** Statement for the exact number of records that a stream will have, and the end of the change log. */
export function composeTotal(plan: ListPlan, query: ListQuery, position?: CursorPosition): Composed {
  return composed((place) => {
    const kept = position ? undefined : keptTotal(plan, query, place);
    return `select ${kept ?? countOf(matchesOf(plan, query, position, place))} as total, ${LATEST} as latest`;
  });
}

const countOf = ({ found, where, after }: Matches): string =>
  `(select count(*) from ${found} r where ${where}${after})`;

/** Statement for the documents and ids of `total` records, in order. */
export function composeStream(plan: ListPlan, query: ListQuery, total: number, position?: CursorPosition): Composed {
  return composed((place) => {
    const matches = matchesOf(plan, query, position, place);
    if (filtersOf(plan, query).length === 0) return wholeList(matches);
    const isCollected = total <= MOST_SORTED || isText(plan, query) || isFarRange(plan, query);
    return recordsIn(matches, isCollected ? collected(matches) : walked(matches));
  });
}

/** Statement for the sort value of the record `id`. */
export const composeKey = (plan: ListPlan, query: ListQuery, id: number): Composed =>
  composed((place) => {
    const { records } = rowsOf(plan, query);
    return `select (${keyOf(plan, query).key})::text as key from ${records} r
      where r.company_id = $1 and r.id = ${place(id)}::bigint`;
  });

const inOrder = (row: string, key: string, order: string): string => `order by ${key} ${order}, ${row}.id ${order}`;

/** Reads the sort's index and every record on the way. */
const wholeList = ({ records, doc, key, order, where, after }: Matches): string =>
  `select ${doc} as doc, r.id from ${records} r where ${where}${after} ${inOrder('r', key, order)}`;

/** Records of the keys and ids that `ids` selects. The keys are not read, because writing them costs more than the order. */
const recordsIn = ({ doc, records, order }: Matches, ids: string): string =>
  `select ${doc} as doc, p.id from (${ids}) p join ${records} r on r.company_id = $1 and r.id = p.id
   ${inOrder('p', 'p.key', order)}`;

/** Finds all matches by their filters before sorting them. */
const collected = ({ found, key, order, where, after }: Matches): string =>
  `select * from (select r.id, ${key} as key from ${found} r where ${where}${after} offset 0) f ${inOrder('f', 'f.key', order)}`;

const walked = ({ walked: rows, key, order, where, after }: Matches): string =>
  `select r.id, ${key} as key from ${rows} r where ${where}${after} ${inOrder('r', key, order)}`;

function composed(write: (place: Place) => string): Composed {
  const values: unknown[] = [];
  return { text: write((value) => `$${values.push(value) + 1}`), values };
}

/** Part of a stream: whole lines in UTF-8, and the number of records in them. */
export interface Chunk {
  readonly parts: readonly Buffer[];
  readonly records: number;
}

/** All records of a list as lines of JSON, in one snapshot. The reader has to close it. */
export interface ListStream {
  /** Exact number of records. */
  readonly total: number;
  /** Cursor of the changes since the snapshot; undefined for a stream that resumes another. */
  readonly changesAfter: string | undefined;
  /** Undefined after the last one. */
  next(): Promise<Chunk | undefined>;
  close(): Promise<void>;
}

interface Stored {
  readonly length: number;
  readonly records: number;
}

/**
 * A stream that is read to its end into a temporary file before its first part is returned. A database with a single
 * connection needs it, since a slow reader would otherwise hold up all others. No other process can open the file, which
 * is gone when this one ends.
 */
class SpooledStream implements ListStream {
  readonly total: number;
  readonly changesAfter: string | undefined;
  readonly #stream: ListStream;
  #spool: Promise<Spool> | undefined;
  #read = 0;
  #position = 0;

  constructor(stream: ListStream) {
    this.total = stream.total;
    this.changesAfter = stream.changesAfter;
    this.#stream = stream;
  }

  async next(): Promise<Chunk | undefined> {
    this.#spool ??= spool(this.#stream);
    const { file, stored } = await this.#spool;
    const part = stored[this.#read];
    if (!part) return undefined;
    const { buffer } = await file.read(Buffer.alloc(part.length), 0, part.length, this.#position);
    this.#read += 1;
    this.#position += part.length;
    return { parts: [buffer], records: part.records };
  }

  async close(): Promise<void> {
    await this.#stream.close();
    const spool = await this.#spool?.catch(() => undefined);
    await spool?.file.close();
  }
}

interface Spool {
  readonly file: FileHandle;
  readonly stored: readonly Stored[];
}

async function spool(stream: ListStream): Promise<Spool> {
  const file = await openUnnamed();
  try {
    return { file, stored: await store(stream, file) };
  } catch (error) {
    await file.close();
    throw error;
  } finally {
    await stream.close();
  }
}

async function openUnnamed(): Promise<FileHandle> {
  const path = join(tmpdir(), `tillgate-stream-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}

async function store(stream: ListStream, file: FileHandle): Promise<Stored[]> {
  const stored: Stored[] = [];
  for (let chunk = await stream.next(); chunk; chunk = await stream.next()) {
    const bytes = Buffer.concat(chunk.parts);
    await file.appendFile(bytes);
    stored.push({ length: bytes.length, records: chunk.records });
  }
  return stored;
}

/** SQL text with its values from `$2` on. */
interface StreamQuery {
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

interface Start extends Pick<ListStream, 'total' | 'changesAfter'> {
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
