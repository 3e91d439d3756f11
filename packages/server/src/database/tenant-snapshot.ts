import { Readable } from 'node:stream';
import type { PoolClient } from 'pg';
import { NO_APP } from '../process/shares.ts';
import { Batches, type Rows } from './batch.ts';
import type { DatabasePool } from './pool.ts';
import { OWN_SNAPSHOT, type Place, type Residence, requireResidence } from './residence.ts';
import { boundTo, type Statement, type TenantScope } from './statement.ts';

export interface DocumentRow {
  readonly doc: string;
  readonly id: number;
}

/** Documents in UTF-8, one a line. */
export interface Lines {
  readonly parts: readonly Buffer[];
  /** Bytes of all parts. */
  readonly length: number;
  readonly count: number;
  readonly lastId: number | undefined;
}

/**
 * Runs a query of documents and ids, whose result must be the next one on the connection, and returns its rows as
 * lines. On a socket, copies them from the received bytes: a string and an object for each row would cost more than the
 * rest of a stream. `expected` is the likely number of bytes.
 */
export async function readLines(
  client: PoolClient,
  query: () => Promise<Rows<DocumentRow>>,
  expected = 0,
): Promise<Lines> {
  const { stream } = (client as unknown as { connection: { stream: unknown } }).connection;
  if (!(stream instanceof Readable)) {
    const { rows } = await query();
    // Stored documents may have line breaks between values; inside strings they are escaped.
    const bytes = Buffer.from(rows.map(({ doc }) => `${doc.replaceAll('\n', ' ')}\n`).join(''));
    return { parts: [bytes], length: bytes.length, count: rows.length, lastId: rows.at(-1)?.id };
  }
  const tap = new LineTap(stream, expected);
  try {
    await query();
    return tap.lines();
  } finally {
    tap.remove();
  }
}

/** Codes of messages (PostgreSQL's protocol, "Message Formats"). */
const DATA_ROW = 'D'.charCodeAt(0);
const COMMAND_COMPLETE = 'C'.charCodeAt(0);

/** Bytes of a message's code and length. */
const HEADER = 5;
/** Bytes before the text of a row's first value: the header, the number of values, the length. */
const BEFORE_DOCUMENT = HEADER + 2 + 4;

const LINE_BREAK = '\n'.charCodeAt(0);
const SPACE = ' '.charCodeAt(0);

/** Keeps the rows of the next result on a connection, and passes all other messages on to its driver. */
class LineTap {
  readonly #stream: Readable;
  readonly #driver: (bytes: Buffer) => void;
  readonly #rows: CopiedRows;
  /** Start of an incomplete message, and its length or, until that is known, the header's. */
  #held: Buffer[] = [];
  #heldBytes = 0;
  #needed = HEADER;
  #isOver = false;

  constructor(stream: Readable, expected: number) {
    const [driver, ...others] = stream.listeners('data');
    if (!driver || others.length > 0) throw new Error('Only the driver reads from a connection.');
    this.#stream = stream;
    this.#driver = driver as (bytes: Buffer) => void;
    this.#rows = new CopiedRows(expected);
    stream.on('data', this.#receive);
    stream.off('data', this.#driver);
  }

  /** Returns the connection to the driver, between two messages or in the middle of one. */
  remove(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stream.on('data', this.#driver);
    this.#stream.off('data', this.#receive);
    if (this.#heldBytes > 0) this.#driver(Buffer.concat(this.#held));
  }

  lines(): Lines {
    return this.#rows.lines();
  }

  #receive = (chunk: Buffer): void => {
    let rest = chunk;
    // Only the message that the last chunk began is put together, so that the others are not copied twice.
    while (this.#heldBytes > 0 && rest.length > 0) {
      const lacking = rest.subarray(0, this.#needed - this.#heldBytes);
      rest = rest.subarray(lacking.length);
      this.#hold(lacking);
      if (this.#heldBytes < this.#needed) continue;
      if (this.#take(this.#release())) {
        this.#end(rest);
        return;
      }
    }
    if (rest.length > 0 && this.#take(rest)) this.#end(this.#release());
  };

  /** Copies the rows of all complete messages and buffers the incomplete rest. Returns true at CommandComplete. */
  #take(bytes: Buffer): boolean {
    let offset = 0;
    let code: number | undefined;
    for (let end = endOf(bytes, 0); end <= bytes.length && code !== COMMAND_COMPLETE; end = endOf(bytes, offset)) {
      code = bytes[offset];
      if (code === DATA_ROW) this.#rows.copy(bytes, offset);
      else this.#driver(bytes.subarray(offset, end));
      offset = end;
    }
    if (offset < bytes.length) this.#hold(bytes.subarray(offset));
    return code === COMMAND_COMPLETE;
  }

  #hold(bytes: Buffer): void {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    if (this.#needed > HEADER) return;
    const held = this.#held.length === 1 ? bytes : Buffer.concat(this.#held);
    this.#needed = held.length < HEADER ? HEADER : endOf(held, 0);
  }

  #release(): Buffer {
    const held = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    this.#needed = HEADER;
    return held;
  }

  #end(rest: Buffer): void {
    if (rest.length > 0) this.#hold(rest);
    this.remove();
  }
}

/** End of the message that begins at an offset; infinite if its length has not arrived yet. */
const endOf = (bytes: Buffer, offset: number): number =>
  offset + HEADER > bytes.length ? Number.POSITIVE_INFINITY : offset + 1 + bytes.readUInt32BE(offset + 1);

/** Minimum size of each part after the first. Enlarging the first would copy it again, in one piece. */
const PART = 256 * 1024;

/** Documents of rows, copied from the bytes they were received in, one a line. */
class CopiedRows {
  readonly #full: Buffer[] = [];
  #fullLength = 0;
  #bytes: Buffer;
  #length = 0;
  #count = 0;
  /** The bytes of the last row, and where its document ends in them. */
  #last: Buffer = Buffer.alloc(0);
  #lastEnd = 0;
  #nextBreak = -1;

  constructor(expected: number) {
    this.#bytes = Buffer.allocUnsafe(expected);
  }

  copy(row: Buffer, offset: number): void {
    const start = offset + BEFORE_DOCUMENT;
    const end = start + row.readInt32BE(start - 4);
    if (row !== this.#last) this.#nextBreak = -1;
    // Few documents have line breaks, so the next one is looked for beyond the document too, and remembered.
    if (this.#nextBreak < start) this.#nextBreak = breakFrom(row, start);
    while (this.#nextBreak < end) {
      row[this.#nextBreak] = SPACE;
      this.#nextBreak = breakFrom(row, this.#nextBreak);
    }
    const size = end - start + 1;
    if (this.#length + size > this.#bytes.length) {
      this.#full.push(this.#bytes.subarray(0, this.#length));
      this.#fullLength += this.#length;
      this.#bytes = Buffer.allocUnsafe(Math.max(size, PART));
      this.#length = 0;
    }
    row.copy(this.#bytes, this.#length, start, end);
    this.#length += end - start;
    this.#bytes[this.#length++] = LINE_BREAK;
    this.#count += 1;
    this.#last = row;
    this.#lastEnd = end;
  }

  lines(): Lines {
    const parts = [...this.#full, this.#bytes.subarray(0, this.#length)];
    const result = { parts, length: this.#fullLength + this.#length, count: this.#count };
    if (this.#count === 0) return { ...result, lastId: undefined };
    // The last row's second value.
    const start = this.#lastEnd + 4;
    const lastId = Number(this.#last.toString('latin1', start, start + this.#last.readInt32BE(start - 4)));
    return { ...result, lastId };
  }
}

function breakFrom(bytes: Buffer, offset: number): number {
  const found = bytes.indexOf(LINE_BREAK, offset);
  return found < 0 ? Number.POSITIVE_INFINITY : found;
}

const BEGIN = 'begin isolation level repeatable read, read only';

/** Longest time between two reads, in milliseconds, after which the database ends the snapshot by itself. */
const IDLE = 60_000;

const LIMIT_IDLE = `set local idle_in_transaction_session_timeout = ${IDLE}`;

type Lent = Awaited<ReturnType<DatabasePool['lendForSnapshot']>>;

/** A merchant's data as of one moment, read on a separate connection until it is closed. */
export class TenantSnapshot {
  readonly scope: TenantScope;
  /** True if nothing else can use the database until the snapshot is closed. */
  readonly holdsDatabase: boolean;
  readonly #lent: Lent;
  readonly #batches: Batches;
  #isClosed = false;

  private constructor(scope: TenantScope, { pool }: Place, lent: Lent) {
    this.scope = scope;
    this.holdsDatabase = pool.isSingle;
    this.#lent = lent;
    this.#batches = new Batches(lent.client);
  }

  /** `opening` sets a frame and reads whether the merchant lives in this cell. */
  static async open(scope: TenantScope, place: Place, opening: Statement | undefined): Promise<TenantSnapshot> {
    const snapshot = new TenantSnapshot(scope, place, await place.pool.lendForSnapshot(scope.holder ?? NO_APP));
    try {
      const [, , , [frame]] = await Promise.all([
        snapshot.#batches.query({ text: BEGIN }),
        snapshot.#batches.query({ text: LIMIT_IDLE }),
        snapshot.query(OWN_SNAPSHOT, []),
        opening ? snapshot.query<{ residence: Residence }>(opening, [null]) : [],
      ]);
      if (frame) requireResidence(frame.residence, place);
      return snapshot;
    } catch (error) {
      await snapshot.close();
      throw error;
    }
  }

  async query<Row extends object>(sql: Statement, values: readonly unknown[]): Promise<Row[]> {
    return (await this.#batches.query<Row>(boundTo(this.scope, sql, values))).rows;
  }

  /** Starts to read a query, whose rows `fetchLines` returns in parts. */
  async declare(sql: Statement, values: readonly unknown[]): Promise<void> {
    const { text, ...query } = boundTo(this.scope, sql, values);
    await this.#batches.query({ ...query, text: `declare streamed no scroll cursor for ${text}` });
  }

  /** Returns the next rows of the declared query, documents with their ids, of about `bytes` in total. */
  fetchLines(rows: number, bytes: number): Promise<Lines> {
    const fetch = () => this.#batches.query<DocumentRow>({ text: `fetch ${rows} from streamed` });
    return readLines(this.#lent.client, fetch, bytes);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { client, release } = this.#lent;
    await client.query('rollback').then(
      () => release(),
      (error) => release(error),
    );
  }
}
