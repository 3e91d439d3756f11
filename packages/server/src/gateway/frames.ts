import { timingSafeEqual } from 'node:crypto';
import { type Duplex, Readable, Writable } from 'node:stream';
import { noteBuffers } from '../process/collect-buffers.ts';
import type { PacketCodes } from './handshake.ts';

/** Kinds of frames on a channel. All but `leaving` belong to an exchange: a request with its response. */
export const KIND = {
  /** Head and complete body. */
  whole: 1,
  /** Head, whose body follows in frames. */
  head: 2,
  data: 3,
  end: 4,
  /** The sender has given up the exchange. */
  abort: 5,
  /** Bytes of the body that the receiver has read. */
  credit: 6,
  /** The region is about to shut down: it accepts no new connections, and no new exchange on this one. */
  leaving: 7,
} as const;

type Kind = (typeof KIND)[keyof typeof KIND];

export interface Frame {
  readonly kind: number;
  readonly id: number;
  readonly payload: Buffer;
}

/** Length, kind, exchange. */
const PREFIX = 9;
const LENGTH = 4;
const CODE = 32;

/** A packet is sent once it reaches this size, or at the end of the turn. */
const FULL = 256 * 1024;

/** Parts shorter than this are faster to copy than to write separately. */
const SHORT = 16 * 1024;

/** Longer packets are not from a peer of this protocol. */
const LONGEST = 1024 * 1024;

/** Longest slice of a body in one frame, and longest body that is sent whole. */
export const SLICE = 64 * 1024;

/** Writes frames to a connection. The frames of one turn of the event loop share a packet. */
export class FrameSocket {
  readonly socket: Duplex;
  readonly #codes: PacketCodes | undefined;
  #parts: Buffer[] = [];
  #size = 0;

  /** With codes, authenticates each packet. */
  constructor(socket: Duplex, codes?: PacketCodes) {
    this.socket = socket;
    this.#codes = codes;
  }

  /** Writes a frame. Its parts must not be modified afterwards. */
  write(kind: Kind, id: number, ...parts: readonly Buffer[]): void {
    const size = parts.reduce((sum, { length }) => sum + length, 0);
    const prefix = Buffer.allocUnsafe(PREFIX);
    prefix.writeUInt32LE(size, 0);
    prefix.writeUInt8(kind, LENGTH);
    prefix.writeUInt32LE(id, LENGTH + 1);
    if (this.#size === 0) setImmediate(() => this.flush());
    this.#parts.push(prefix, ...parts);
    this.#size += PREFIX + size;
    noteBuffers(size);
    if (this.#size >= FULL) this.flush();
  }

  flush(): void {
    if (this.#size === 0) return;
    const [parts, size] = [this.#parts, Buffer.allocUnsafe(LENGTH)];
    size.writeUInt32LE(this.#size, 0);
    this.#parts = [];
    this.#size = 0;
    this.#send([size, ...(this.#codes ? [this.#codes.next(parts)] : []), ...parts]);
  }

  /** Joins short parts into one write; never copies long ones. */
  #send(parts: readonly Buffer[]): void {
    const { socket } = this;
    if (!socket.writable) return;
    if (parts.every(({ length }) => length < SHORT)) {
      socket.write(Buffer.concat(parts));
      return;
    }
    socket.cork();
    for (const part of parts) socket.write(part);
    socket.uncork();
  }

  end(): void {
    this.flush();
    this.socket.end();
  }
}

/** Splits the bytes of a connection into frames. With codes, verifies each packet first. */
export class FrameReader {
  readonly #codes: PacketCodes | undefined;
  readonly #start: number;
  /** Bytes of an incomplete packet, and the number needed before it is read again. */
  #chunks: Buffer[] = [];
  #arrived = 0;
  #needed = 0;

  constructor(codes?: PacketCodes) {
    this.#codes = codes;
    this.#start = LENGTH + (codes ? CODE : 0);
  }

  /** Throws if the bytes are not from a peer of this protocol. */
  *read(chunk: Buffer): Generator<Frame> {
    this.#chunks.push(chunk);
    this.#arrived += chunk.length;
    // Each byte is allocated twice: as it was read from the socket, and in a packet.
    noteBuffers(2 * chunk.length);
    if (this.#arrived < this.#needed) return;
    let bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    for (;;) {
      this.#needed = this.#start + (bytes.length < LENGTH ? 0 : lengthOf(bytes));
      if (bytes.length < this.#needed) break;
      const [code, packet] = [bytes.subarray(LENGTH, this.#start), bytes.subarray(this.#start, this.#needed)];
      if (this.#codes && !timingSafeEqual(this.#codes.next([packet]), code)) {
        throw new Error('the code of a packet is wrong');
      }
      bytes = bytes.subarray(this.#needed);
      yield* framesIn(packet);
    }
    this.#chunks = bytes.length > 0 ? [bytes] : [];
    this.#arrived = bytes.length;
  }
}

function lengthOf(packet: Buffer): number {
  const length = packet.readUInt32LE(0);
  if (length > LONGEST) throw new Error('a packet is too long');
  return length;
}

function* framesIn(packet: Buffer): Generator<Frame> {
  for (let at = 0; at < packet.length; ) {
    const to = at + PREFIX + packet.readUInt32LE(at);
    const [kind, id] = [packet.readUInt8(at + LENGTH), packet.readUInt32LE(at + LENGTH + 1)];
    yield { kind, id, payload: packet.subarray(at + PREFIX, to) };
    at = to;
  }
}

/** JSON contains no line feed, so one ends the head. */
const LINE_FEED = 0x0a;

export const headBytes = (head: object): Buffer => Buffer.from(`${JSON.stringify(head)}\n`);

/** Splits the payload of a frame with a head. */
export function splitHead<Head>(payload: Buffer): { head: Head; body: Buffer } {
  const end = payload.indexOf(LINE_FEED);
  return { head: JSON.parse(payload.toString('utf8', 0, end)) as Head, body: payload.subarray(end + 1) };
}

/** Maximum bytes of one body in flight. The receiver grants more as it reads. */
const WINDOW = 256 * 1024;

/** The exchange ended before its body was complete. */
export class ExchangeAborted extends Error {
  override name = 'ExchangeAborted';
}

/** A body sent in frames, at the pace of its receiver. */
export class OutgoingBody extends Writable {
  readonly #frames: FrameSocket;
  readonly #id: number;
  #room = WINDOW;
  #proceed: (() => void) | undefined;

  constructor(frames: FrameSocket, id: number) {
    super();
    this.#frames = frames;
    this.#id = id;
  }

  grant(credit: Buffer): void {
    this.#room += credit.readUInt32LE(0);
    if (this.#room <= 0) return;
    this.#proceed?.();
    this.#proceed = undefined;
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    for (let at = 0; at < chunk.length; at += SLICE)
      this.#frames.write(KIND.data, this.#id, chunk.subarray(at, at + SLICE));
    this.#room -= chunk.length;
    if (this.#room > 0) done();
    else this.#proceed = done;
  }

  override _final(done: () => void): void {
    this.#frames.write(KIND.end, this.#id);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.writableFinished) this.#frames.write(KIND.abort, this.#id);
    done(error);
  }
}

export class IncomingBody extends Readable {
  readonly #frames: FrameSocket;
  readonly #id: number;
  #unread = 0;
  /** True once the whole body has arrived. */
  complete = false;

  constructor(frames: FrameSocket, id: number) {
    super();
    this.#frames = frames;
    this.#id = id;
    // There may be no reader left to handle the error.
    this.on('error', () => {});
  }

  receive(chunk: Buffer): void {
    this.#unread += chunk.length;
    this.push(chunk);
  }

  finish(): void {
    this.complete = true;
    this.push(null);
  }

  override read(size?: number): Buffer | null {
    const chunk = super.read(size) as Buffer | null;
    this.#grantRead();
    return chunk;
  }

  override _read(): void {}

  /** Lets the sender continue once enough of the body has left the buffer. */
  #grantRead(): void {
    const read = this.#unread - this.readableLength;
    if (read < WINDOW / 4 || this.complete) return;
    this.#unread -= read;
    const credit = Buffer.allocUnsafe(4);
    credit.writeUInt32LE(read, 0);
    this.#frames.write(KIND.credit, this.#id, credit);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.complete) this.#frames.write(KIND.abort, this.#id);
    done(error);
  }
}
