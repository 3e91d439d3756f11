/** A line of the file, with the file's bytes up to its end. */
export interface TextLine {
  readonly number: number;
  /** Undefined where the bytes are not UTF-8, or too many. */
  readonly text: string | undefined;
  readonly bytes: number;
}

/** As long as the body of a request may be. */
const LONGEST = 1024 * 1024;
const LF = 0x0a;

/** Splits bytes into lines; blank ones are counted and left out. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TextLine> {
  let rest: Uint8Array = new Uint8Array();
  let number = 0;
  let bytes = 0;
  const lineOf = (line: Uint8Array): TextLine => {
    number += 1;
    return { number, text: decode(line), bytes };
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      const line = Buffer.concat([rest, chunk.subarray(from, end)]);
      rest = new Uint8Array();
      bytes += line.length + 1;
      from = end + 1;
      const next = lineOf(line);
      if (next.text?.trim() !== '') yield next;
    }
    rest = Buffer.concat([rest, chunk.subarray(from)]);
    if (rest.length > LONGEST) break;
  }
  bytes += rest.length;
  const last = lineOf(rest);
  if (last.text?.trim() !== '') yield last;
}

function decode(line: Uint8Array): string | undefined {
  if (line.length > LONGEST) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(line);
  } catch {
    return undefined;
  }
}
