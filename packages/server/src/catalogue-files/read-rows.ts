import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { readText } from './read-text.ts';
import { unreadable } from './unreadable.ts';

/** Longest row in characters: no item is longer. */
const MOST_CHARACTERS = 1024 * 1024;

/** A row with the line on which it begins. A row of a CSV file has cells, a row of an NDJSON file its text. */
export interface Row<Content> {
  readonly line: number;
  readonly content: Content;
}

export type Rows =
  | { readonly format: 'csv'; readonly header: readonly string[]; readonly rows: AsyncGenerator<Row<string[]>> }
  | { readonly format: 'ndjson'; readonly rows: AsyncGenerator<Row<string>> };

/** Reads the rows of a CSV or NDJSON file: an object begins the second kind. */
export async function readRows(chunks: AsyncIterable<Uint8Array>): Promise<Rows> {
  const { first, text } = await opened(readText(chunks));
  if (first === '') throw unreadable('is empty.');
  if (first.startsWith('{')) return { format: 'ndjson', rows: linesOf(text) };
  const [, stated] = STATED_DELIMITER.exec(first) ?? [];
  const records = recordsOf(text, stated ?? delimiterOf(first), stated === undefined ? 1 : 2);
  const header = await records.next();
  if (header.done) throw unreadable('is empty.');
  return { format: 'csv', header: header.value.content, rows: records };
}

/** Reads up to the end of the first line that is not blank. Returns it with the whole text. */
async function opened(text: AsyncGenerator<string>): Promise<{ first: string; text: AsyncGenerator<string> }> {
  let read = '';
  while (!read.trimStart().includes('\n') && read.length < MOST_CHARACTERS) {
    const { done, value } = await text.next();
    if (done) break;
    read += value;
  }
  const [first = ''] = read.trimStart().split('\n', 1);
  return { first, text: after(read, text) };
}

async function* after(read: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield read;
  yield* rest;
}

/** A first line by which some spreadsheets know the delimiter. */
const STATED_DELIMITER = /^"?sep=(.)"?$/i;

const DELIMITERS = [',', ';', '\t'];

/** Spreadsheets write semicolons where a comma separates decimals. */
function delimiterOf(header: string): string {
  const unquoted = header.replaceAll(/"[^"]*"/g, '');
  const count = (delimiter: string) => unquoted.split(delimiter).length;
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best));
}

async function* recordsOf(
  text: AsyncGenerator<string>,
  delimiter: string,
  firstLine: number,
): AsyncGenerator<Row<string[]>> {
  const parser = parse({
    ...{ delimiter, record_delimiter: '\n', max_record_size: MOST_CHARACTERS, from_line: firstLine },
    ...{ info: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true },
  });
  // The loop below throws what fails here.
  pipeline(text, parser).catch(() => undefined);
  let next = 1;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const line = info.lines - newlinesIn(record);
      next = info.lines + 1;
      if (record.some((cell) => cell.trim() !== '')) yield { line, content: record };
    }
  } catch (error) {
    throw error instanceof CsvError ? inWords(error, next) : error;
  }
}

const newlinesIn = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);

function inWords({ code }: CsvError, line: number): Error {
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return unreadable(`has a quotation mark on line ${line} or later that is not closed.`);
  if (code === 'CSV_MAX_RECORD_SIZE')
    return unreadable(`has a row on line ${line} that is longer than a mebibyte. Is a quotation mark not closed?`);
  return unreadable(`is not valid CSV from line ${line} on.`);
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
