import { BrokenInput } from './problem.ts';

export interface TextLine {
  readonly number: number;
  /** Undefined if the line cannot be read; `fault` says why. */
  readonly text: string | undefined;
  readonly fault?: string;
}

/** Maximum length of a line, equal to that of a request body. */
const LONGEST = 1024 * 1024;
const LF = 0x0a;

/** Splits bytes into lines. Blank lines are counted and skipped. Damaged input ends with a fault. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TextLine> {
  let number = 0;
  try {
    for await (const line of split(chunks)) {
      number += 1;
      const text = decode(line);
      if (text === undefined) yield { number, text, fault: 'is not valid UTF-8, or is longer than 1 MiB' };
      else if (text.trim() !== '') yield { number, text };
    }
  } catch (error) {
    if (!(error instanceof BrokenInput)) throw error;
    yield { number: number + 1, text: undefined, fault: error.message };
  }
}

/** Splits at line ends. Yields the beginning of a line that is too long, then stops. */
async function* split(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      yield Buffer.concat([rest, chunk.subarray(from, end)]);
      rest = new Uint8Array();
      from = end + 1;
    }
    rest = Buffer.concat([rest, chunk.subarray(from)]);
    if (rest.length > LONGEST) break;
  }
  yield rest;
}

function decode(line: Uint8Array): string | undefined {
  if (line.length > LONGEST) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(line);
  } catch {
    return undefined;
  }
}
