import { Readable } from 'node:stream';
import type { PoolClient } from 'pg';
import type { Rows } from './batch.ts';

export interface DocumentRow {
  readonly doc: string;
  readonly id: number;
}

/** Documents in UTF-8, one a line. */
export interface Lines {
  readonly bytes: Buffer;
  readonly count: number;
  /** Id of the last document. */
  readonly lastId: number | undefined;
}

/**
 * Runs a query of documents and ids, whose result is the next one on the connection, and returns its rows as lines. On a
 * socket they are copied from its bytes, because a string and an object for each row would cost more than the rest of a stream.
 */
export async function readLines(client: PoolClient, query: () => Promise<Rows<DocumentRow>>): Promise<Lines> {
  const { stream } = (client as unknown as { connection: { stream: unknown } }).connection;
  if (!(stream instanceof Readable)) return linesOf((await query()).rows);
  const tap = new LineTap(stream);
  try {
    await query();
    return tap.lines();
  } finally {
    tap.remove();
  }
}

/** Stored documents may have line breaks between values; inside strings they are escaped. */
const linesOf = (rows: readonly DocumentRow[]): Lines => ({
  bytes: Buffer.from(rows.map(({ doc }) => `${doc.replaceAll('\n', ' ')}\n`).join('')),
  count: rows.length,
  lastId: rows.at(-1)?.id,
});

/** Codes of messages (PostgreSQL's protocol, "Message Formats"). */
const DATA_ROW = 'D'.charCodeAt(0);
const COMMAND_COMPLETE = 'C'.charCodeAt(0);

/** Bytes of a message's code and length. */
const HEADER = 5;
/** Bytes before the text of a row's first value: the header, the number of values, the length. */
const BEFORE_DOCUMENT = HEADER + 2 + 4;

const LINE_BREAK = '\n'.charCodeAt(0);
const SPACE = ' '.charCodeAt(0);

type Listener = (bytes: Buffer) => void;

/** Keeps the rows of the next result on a connection, and passes all other messages on to its driver. */
class LineTap {
  readonly #stream: Readable;
  readonly #driver: Listener;
  readonly #taken: Buffer[] = [];
  #count = 0;
  #lastId: number | undefined;
  /** The beginning of a message, and its whole length as far as it is known. */
  #held: Buffer[] = [];
  #heldBytes = 0;
  #needed = HEADER;
  #isOver = false;

  constructor(stream: Readable) {
    const [driver, ...others] = stream.listeners('data');
    if (!driver || others.length > 0) throw new Error('Only the driver reads from a connection.');
    this.#stream = stream;
    this.#driver = driver as Listener;
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
    return { bytes: Buffer.concat(this.#taken), count: this.#count, lastId: this.#lastId };
  }

  #receive = (chunk: Buffer): void => {
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    if (this.#heldBytes < this.#needed) return;
    const bytes = this.#held.length === 1 ? chunk : Buffer.concat(this.#held);
    const { end, isLast } = this.#split(bytes);
    const rest = bytes.subarray(end);
    this.#held = rest.length > 0 ? [rest] : [];
    this.#heldBytes = rest.length;
    this.#needed = rest.length < HEADER ? HEADER : endOf(rest, 0);
    if (isLast) this.remove();
  };

  /** Takes the rows among the whole messages up to the end of the result. Returns where the last of these messages ends. */
  #split(bytes: Buffer): { end: number; isLast: boolean } {
    const rows = new PackedRows(bytes);
    let offset = 0;
    let code: number | undefined;
    for (let end = endOf(bytes, 0); end <= bytes.length && code !== COMMAND_COMPLETE; end = endOf(bytes, offset)) {
      code = bytes[offset];
      if (code === DATA_ROW) rows.pack(offset);
      else this.#driver(bytes.subarray(offset, end));
      offset = end;
    }
    this.#taken.push(rows.lines());
    this.#count += rows.count;
    this.#lastId = rows.lastId() ?? this.#lastId;
    return { end: offset, isLast: code === COMMAND_COMPLETE };
  }
}

/** End of the message that begins at an offset; infinite if its length is not there yet. */
const endOf = (bytes: Buffer, offset: number): number =>
  offset + HEADER > bytes.length ? Number.POSITIVE_INFINITY : offset + 1 + bytes.readUInt32BE(offset + 1);

/** Rows whose documents are moved, one after the other, to the front of the bytes they were received in. */
class PackedRows {
  count = 0;
  readonly #bytes: Buffer;
  #packed = 0;
  #nextBreak = -1;
  #lastEnd = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  pack(offset: number): void {
    const bytes = this.#bytes;
    const start = offset + BEFORE_DOCUMENT;
    const end = start + bytes.readInt32BE(start - 4);
    this.#blankBreaks(start, end);
    bytes.copyWithin(this.#packed, start, end);
    this.#packed += end - start;
    bytes[this.#packed++] = LINE_BREAK;
    this.count += 1;
    this.#lastEnd = end;
  }

  lines(): Buffer {
    return this.#bytes.subarray(0, this.#packed);
  }

  /** The last row's second value. No document has been moved over it. */
  lastId(): number | undefined {
    if (this.count === 0) return undefined;
    const start = this.#lastEnd + 4;
    return Number(this.#bytes.toString('latin1', start, start + this.#bytes.readInt32BE(start - 4)));
  }

  /** Few documents have line breaks, so the next one is looked for beyond the document too, and remembered. */
  #blankBreaks(start: number, end: number): void {
    if (this.#nextBreak < start) this.#nextBreak = this.#breakFrom(start);
    while (this.#nextBreak < end) {
      this.#bytes[this.#nextBreak] = SPACE;
      this.#nextBreak = this.#breakFrom(this.#nextBreak);
    }
  }

  #breakFrom(offset: number): number {
    const found = this.#bytes.indexOf(LINE_BREAK, offset);
    return found < 0 ? Number.POSITIVE_INFINITY : found;
  }
}
