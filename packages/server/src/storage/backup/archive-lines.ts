import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { StartError } from '../../start-error.ts';

/** SHA-256 of lines, each with its line feed: what `sha256sum` prints of them. */
export class Digest {
  readonly #hash = createHash('sha256');

  /** Adds a line and returns it. */
  add(line: string): string {
    this.#hash.update(line).update('\n');
    return line;
  }

  /** Ends the digest. */
  hex(): string {
    return this.#hash.digest('hex');
  }
}

/** An archive that is not restored. */
export const broken = (reason: string, cause?: unknown): StartError =>
  new StartError(`The backup cannot be restored: ${reason}.`, { cause });

/** Lines of a gzipped file. Only line feeds end one: names may have other separators in them. */
export async function* readArchive(file: string): AsyncGenerator<string> {
  const unzip = createGunzip();
  // A failure destroys the stream that is read below, which throws it.
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
