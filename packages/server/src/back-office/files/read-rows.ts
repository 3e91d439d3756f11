import { InvalidInput } from '../../control/errors.ts';

/** Rejects a file as a whole. */
export const unreadable = (what: string): InvalidInput =>
  new InvalidInput([{ field: 'file', message: `The file ${what}` }]);

/** Decodes UTF-8, with or without a byte order mark. Every line then ends with a line feed. */
async function* readText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  let isAfterReturn = false;
  const decoded = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw unreadable('is not UTF-8. Save it as UTF-8.');
    }
  };
  for await (const chunk of chunks) {
    if (isFirst) {
      // UTF-16 has a byte order mark, or a zero in each ASCII character.
      const [first, second] = chunk;
      const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
      if (isMarked || first === 0 || second === 0) throw unreadable('is UTF-16. Save it as UTF-8.');
    }
    isFirst = false;
    const text = decoded(chunk);
    // A carriage return may end one chunk, and its line feed begin the next.
    const whole = isAfterReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') isAfterReturn = text.endsWith('\r');
    yield whole.replaceAll(/\r\n?/g, '\n');
  }
  yield decoded();
}

/** Longest row in characters: no item is longer. */
const MOST_CHARACTERS = 1024 * 1024;

/** A row with the line on which it begins. A row of a CSV file has cells, a row of an NDJSON file its text. */
export interface Row<Content> {
  readonly line: number;
  readonly content: Content;
}

type Rows =
  | { readonly format: 'csv'; readonly header: readonly string[]; readonly rows: AsyncGenerator<Row<string[]>> }
  | { readonly format: 'ndjson'; readonly rows: AsyncGenerator<Row<string>> };

/** Reads the rows of a CSV or NDJSON file. A file that begins with an object is NDJSON. */
export async function readRows(chunks: AsyncIterable<Uint8Array>): Promise<Rows> {
  const { first, whole } = await firstLineOf(readText(chunks));
  if (first === '') throw unreadable('is empty.');
  if (first.startsWith('{')) return { format: 'ndjson', rows: linesOf(whole) };
  // A first line such as `sep=;` tells some spreadsheets the delimiter.
  const [, stated] = /^"?sep=(.)"?$/i.exec(first) ?? [];
  const records = recordsOf(whole, stated ?? delimiterOf(first));
  if (stated !== undefined) await records.next();
  const header = await records.next();
  if (header.done) throw unreadable('is empty.');
  return { format: 'csv', header: header.value.content, rows: records };
}

/** Returns the first line that is not blank, and the whole text. Reads no more than the first line needs. */
async function firstLineOf(text: AsyncGenerator<string>): Promise<{ first: string; whole: AsyncGenerator<string> }> {
  let read = '';
  while (!read.trimStart().includes('\n') && read.length < MOST_CHARACTERS) {
    const { done, value } = await text.next();
    if (done) break;
    read += value;
  }
  const [first = ''] = read.trimStart().split('\n', 1);
  async function* whole(): AsyncGenerator<string> {
    yield read;
    yield* text;
  }
  return { first, whole: whole() };
}

/** Spreadsheets write semicolons where a comma separates decimals. */
function delimiterOf(header: string): string {
  const unquoted = header.replaceAll(/"[^"]*"/g, '');
  const count = (delimiter: string) => unquoted.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** Maximum cells in a row. An item has fewer properties, and many cells cost more than their length suggests. */
const MOST_CELLS = 1000;

/** Reads the records of CSV (RFC 4180). A quotation mark that does not enclose a cell is part of its text. */
async function* recordsOf(text: AsyncGenerator<string>, delimiter: string): AsyncGenerator<Row<string[]>> {
  let rest = '';
  let line = 1;
  for await (const part of lastEmpty(text)) {
    rest += part;
    let at = 0;
    for (let record = recordAt(rest, at, delimiter, part === ''); record; ) {
      if (record === 'unclosed') throw unreadable(`has a quotation mark on line ${line} or later that is not closed.`);
      if (record.cells.length > MOST_CELLS)
        throw unreadable(`has a row on line ${line} with more than ${MOST_CELLS} cells.`);
      if (record.cells.some((cell) => cell.trim() !== '')) yield { line, content: record.cells };
      line += record.lines;
      at = record.end;
      record = recordAt(rest, at, delimiter, part === '');
    }
    rest = rest.slice(at);
    if (rest.length > MOST_CHARACTERS)
      throw unreadable(`has a row on line ${line} that is longer than a mebibyte. Is a quotation mark not closed?`);
  }
}

/** The parts that are not empty, then an empty part as the end. */
async function* lastEmpty(parts: AsyncGenerator<string>): AsyncGenerator<string> {
  for await (const part of parts) if (part !== '') yield part;
  yield '';
}

interface CsvRecord {
  readonly cells: string[];
  readonly lines: number;
  readonly end: number;
}

/** Record at an offset; undefined if it continues beyond the text. Stops early at too many cells. */
function recordAt(text: string, start: number, delimiter: string, isLast: boolean): CsvRecord | 'unclosed' | undefined {
  if (start === text.length) return undefined;
  const cells: string[] = [];
  let lines = 1;
  for (let at = start; ; ) {
    const close = text[at] === '"' ? closingMark(text, at) : undefined;
    if (close === text.length) return isLast ? 'unclosed' : undefined;
    const isQuoted = close !== undefined && [delimiter, '\n', undefined].includes(text[close + 1]);
    const end = isQuoted ? close + 1 : endOfCell(text, at, delimiter);
    if (end === text.length && !isLast) return undefined;
    cells.push(isQuoted ? text.slice(at + 1, close).replaceAll('""', '"') : text.slice(at, end));
    if (isQuoted) lines += text.slice(at, close).split('\n').length - 1;
    if (text[end] !== delimiter || cells.length > MOST_CELLS)
      return { cells, lines, end: Math.min(end + 1, text.length) };
    at = end + 1;
  }
}

/** Offset of the mark that closes a quotation, skipping doubled marks; the length of the text if there is none. */
function closingMark(text: string, open: number): number {
  let at = text.indexOf('"', open + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at < 0 ? text.length : at;
}

function endOfCell(text: string, start: number, delimiter: string): number {
  let at = start;
  while (at < text.length && text[at] !== '\n' && text[at] !== delimiter) at += 1;
  return at;
}

async function* linesOf(text: AsyncGenerator<string>): AsyncGenerator<Row<string>> {
  let rest = '';
  let line = 0;
  for await (const part of text) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const content of lines) {
      line += 1;
      if (content.trim() !== '') yield { line, content };
    }
    if (rest.length > MOST_CHARACTERS) throw unreadable(`has a line ${line + 1} that is longer than a mebibyte.`);
  }
  if (rest.trim() !== '') yield { line: line + 1, content: rest };
}
