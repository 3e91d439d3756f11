import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { StartError } from '../../start-error.ts';

/** Writes lines into a new file, gzipped, for its owner alone. A failed or stopped one leaves no file. */
export async function writeArchive(lines: AsyncIterable<string>, file: string, signal?: AbortSignal): Promise<void> {
  if (existsSync(file)) throw new StartError(`${file} exists already; name a new file.`);
  const partial = `${file}.partial`;
  try {
    // What an interrupted one left, or somebody else, may be open to others.
    await rm(partial, { force: true });
    const target = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(withEnds(lines)), createGzip(), target, { signal });
    await rename(partial, file);
  } catch (error) {
    throw writingError(file, error);
  } finally {
    await rm(partial, { force: true });
  }
}

async function* withEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  EACCES: 'its folder may not be written to',
  EROFS: 'its folder may not be written to',
  ENOSPC: 'the disk is full',
};

function writingError(file: string, error: unknown): unknown {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
  return reason ? new StartError(`${file} cannot be written: ${reason}.`, { cause: error }) : error;
}
