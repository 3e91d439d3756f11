import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Chunk, ListStream } from './list-stream.ts';

interface Stored {
  readonly length: number;
  readonly records: number;
}

/**
 * A stream that is read to its end into a temporary file before its first part is returned. A database with a single
 * connection needs it, since a slow reader would otherwise hold up all others. No other process can open the file, which
 * is gone when this one ends.
 */
export class SpooledStream implements ListStream {
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
