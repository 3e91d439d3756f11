import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LATEST } from '../changes/log.ts';
import { toUnavailable } from '../database/failures.ts';
import { statement } from '../database/statement.ts';
import type { TenantStore } from '../database/tenant.ts';
import type { Lines, TenantSnapshot } from '../database/tenant-snapshot.ts';
import { type CursorPosition, isFarRange, isText, keyOf, matchesOf, rowsOf } from './page-sql.ts';
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
    if (kept !== undefined) return `select ${kept} as total, ${LATEST} as latest`;
    const { found, where, after } = matchesOf(plan, query, position, place);
    return `select (select count(*) from ${found} r where ${where}${after}) as total, ${LATEST} as latest`;
  });
}

/** Statement for the documents and ids of `total` records, in order. */
export function composeStream(plan: ListPlan, query: ListQuery, total: number, position?: CursorPosition): Composed {
  return composed((place) => {
    const { records, walked, found, doc, key, order, where, after } = matchesOf(plan, query, position, place);
    const inOrder = (by: string, row: string): string => `order by ${by} ${order}, ${row}.id ${order}`;
    // Reads the whole list from the sort's index, with every record on the way.
    if (filtersOf(plan, query).length === 0) {
      return `select ${doc} as doc, r.id from ${records} r where ${where}${after} ${inOrder(key, 'r')}`;
    }
    // Finds all matches by their filters and then sorts them, or else reads them in order.
    const isCollected = total <= MOST_SORTED || isText(plan, query) || isFarRange(plan, query);
    const ids = isCollected
      ? `select * from (select r.id, ${key} as key from ${found} r where ${where}${after} offset 0) f ${inOrder('f.key', 'f')}`
      : `select r.id, ${key} as key from ${walked} r where ${where}${after} ${inOrder(key, 'r')}`;
    // The keys are not selected, because writing them would cost more than sorting.
    return `select ${doc} as doc, p.id from (${ids}) p join ${records} r on r.company_id = $1 and r.id = p.id
   ${inOrder('p.key', 'p')}`;
  });
}

/** Statement for the sort value of the record `id`. */
export const composeKey = (plan: ListPlan, query: ListQuery, id: number): Composed =>
  composed((place) => {
    const { records } = rowsOf(plan, query);
    return `select (${keyOf(plan, query).key})::text as key from ${records} r
      where r.company_id = $1 and r.id = ${place(id)}::bigint`;
  });

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
  readonly total: number;
  /** Cursor of the changes since the snapshot; undefined for a stream that resumes another. */
  readonly changesAfter: string | undefined;
  /** Returns undefined at the end. */
  next(): Promise<Chunk | undefined>;
  close(): Promise<void>;
}

/**
 * A stream that is read to its end into a temporary file before its first part is returned. A database with a single
 * connection needs this: a slow reader would otherwise block all other work. No other process can open the file, which
 * is gone when this one ends.
 */
function spooled(stream: ListStream): ListStream {
  let spooling: ReturnType<typeof spool> | undefined;
  let [read, position] = [0, 0];
  return {
    total: stream.total,
    changesAfter: stream.changesAfter,
    async next() {
      spooling ??= spool(stream);
      const { file, stored } = await spooling;
      const part = stored[read];
      if (!part) return undefined;
      const { buffer } = await file.read(Buffer.alloc(part.length), 0, part.length, position);
      read += 1;
      position += part.length;
      return { parts: [buffer], records: part.records };
    },
    async close() {
      await stream.close();
      const spool = await spooling?.catch(() => undefined);
      await spool?.file.close();
    },
  };
}

/** Reads a stream to its end into an unnamed file. Returns the file and the size of each part in it. */
async function spool(stream: ListStream) {
  const path = join(tmpdir(), `tillgate-stream-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  const stored: { readonly length: number; readonly records: number }[] = [];
  try {
    for (let chunk = await stream.next(); chunk; chunk = await stream.next()) {
      const bytes = Buffer.concat(chunk.parts);
      await file.appendFile(bytes);
      stored.push({ length: bytes.length, records: chunk.records });
    }
    return { file, stored };
  } catch (error) {
    await file.close();
    throw error;
  } finally {
    await stream.close();
  }
}

/** Line that marks the end of a stream, or a place after `count` records where another stream can resume. */
const markLine = (end: boolean, count: number, cursor: string | null): string =>
  `${JSON.stringify({ stream: { end, count, cursor } })}\n`;

const MARK_EVERY = 1_000;

/** Bytes read at once, while other requests wait. A stream holds two such parts: one being sent, and the next. */
const PART = 256 * 1024;

/** Records of the first part, when their size is not known. */
const FIRST = 16;

interface Start extends Pick<ListStream, 'total' | 'changesAfter'> {
  /** Selects `doc` and `id` in order. */
  readonly rows: Composed;
  readonly cursorAfter?: (id: number) => Promise<string>;
}

export async function openStream(
  tenant: TenantStore,
  start: (snapshot: TenantSnapshot) => Promise<Start>,
): Promise<ListStream> {
  const snapshot = await tenant.openSnapshot();
  try {
    const stream = new SnapshotStream(snapshot, await start(snapshot));
    return snapshot.holdsDatabase ? spooled(stream) : stream;
  } catch (error) {
    await snapshot.close();
    throw toUnavailable(error);
  }
}

/** Reads its snapshot on demand. The next part is read while the last one is being sent. */
class SnapshotStream implements ListStream {
  readonly total: number;
  readonly changesAfter: string | undefined;
  readonly #snapshot: TenantSnapshot;
  readonly #start: Start;
  #count = 0;
  #isOver = false;
  #ahead: Promise<Lines & { readonly isLast: boolean }> | undefined;
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
    if (!this.#ahead) {
      const { text, values } = this.#start.rows;
      await this.#snapshot.declare(statement(undefined, text), values);
      this.#ahead = this.#fetch(PART / FIRST);
    }
    const { parts: lines, length, count, lastId, isLast } = await this.#ahead;
    const before = count > 0 ? await this.#due : undefined;
    // Whoever has read the last line can begin another stream.
    if (isLast) await this.#snapshot.close();
    this.#count += count;
    this.#isOver = isLast;
    this.#ahead = isLast ? undefined : this.#fetch(length / count);
    this.#due = isLast ? undefined : this.#markAfter(lastId);
    const end = isLast ? markLine(true, this.#count, null) : '';
    const parts = [Buffer.from(before ?? ''), ...lines, Buffer.from(end)];
    return { parts: parts.filter(({ length }) => length > 0), records: count };
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await Promise.allSettled([this.#ahead, this.#due]);
    await this.#snapshot.close();
  }

  /** Reads records of about `size` bytes each. A part ends where a mark is due. */
  #fetch(size: number): Promise<Lines & { readonly isLast: boolean }> {
    const asked = Math.min(Math.max(1, Math.floor(PART / size)), MARK_EVERY - (this.#count % MARK_EVERY));
    // Records differ in length, so the estimate from earlier records gets a margin.
    const lines = this.#snapshot.fetchLines(asked, Math.ceil(1.1 * asked * size));
    return heldBack(lines.then((read) => ({ ...read, isLast: read.count < asked })));
  }

  /** Reads the cursor in one round trip with the part that is being read ahead. */
  #markAfter(lastId: number | undefined): Promise<string> | undefined {
    const { cursorAfter } = this.#start;
    if (!cursorAfter || lastId === undefined || this.#count % MARK_EVERY > 0) return undefined;
    const count = this.#count;
    return heldBack(cursorAfter(lastId).then((cursor) => markLine(false, count, cursor)));
  }
}

/** A failure is reported when the result is needed. */
function heldBack<T>(result: Promise<T>): Promise<T> {
  result.catch(() => {});
  return result;
}
