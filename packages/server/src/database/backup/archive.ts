import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { StartError } from '../../process/start-error.ts';

/** SHA-256 of lines including their line feeds, as printed by `sha256sum`. */
export class Digest {
  readonly #hash = createHash('sha256');

  add(line: string): string {
    this.#hash.update(line).update('\n');
    return line;
  }

  hex(): string {
    return this.#hash.digest('hex');
  }
}

/** An archive that cannot be restored. */
export const broken = (reason: string, cause?: unknown): StartError =>
  new StartError(`The backup cannot be restored: ${reason}.`, { cause });

/** Reads the lines of a gzipped file. Only line feeds end a line, since names may contain other separators. */
export async function* readArchive(file: string): AsyncGenerator<string> {
  const unzip = createGunzip();
  // A failure destroys the stream read below, which then throws it.
  pipeline(createReadStream(file), unzip).catch(() => {});
  const decoder = new StringDecoder('utf8');
  let rest = '';
  try {
    for await (const chunk of unzip) {
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw broken(
      code.startsWith('Z_') ? 'its gzip data is damaged or incomplete' : `it cannot be read: ${message}`,
      error,
    );
  }
  if (rest !== '') yield rest;
}

/**
 * Writes gzipped lines to a new file that only its owner can read. If writing fails or is stopped, removes the file.
 */
export async function writeArchive(lines: AsyncIterable<string>, file: string, signal?: AbortSignal): Promise<void> {
  if (existsSync(file)) throw new StartError(`${file} exists already; name a new file.`);
  const partial = `${file}.partial`;
  try {
    // A file left by an interrupted backup or another user may be readable by others.
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
