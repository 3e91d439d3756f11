import type { ItemOperation } from '../../contract/generated/types.gen.ts';
import { type Column, columnsOf, readCell, readSpreadsheetCell } from './columns.ts';
import { type Row, readRows } from './read-rows.ts';

export interface Problem {
  readonly line: number;
  readonly column?: string;
  readonly message: string;
}

export type ItemRow = { readonly line: number } & (
  | { readonly operation: ItemOperation }
  | { readonly problem: Problem }
);

export interface ItemFile {
  readonly format: 'csv' | 'ndjson';
  /** Columns of a CSV file. */
  readonly columns: readonly Column[];
  readonly rows: AsyncIterable<ItemRow>;
}

export const describeProblem = ({ line, column, message }: Problem): string =>
  `line ${line}${column === undefined ? '' : `, ${column}`}: ${message}`;

type Item = Readonly<Record<string, unknown>>;
type Parsed = { readonly item: Item } | { readonly problem: Omit<Problem, 'line'> };

/** Reads a file of items. Each is named by its externalId if the file has them, otherwise by its itemCode. */
export async function readItems(chunks: AsyncIterable<Uint8Array>): Promise<ItemFile> {
  const file = await readRows(chunks);
  if (file.format === 'ndjson') return { format: 'ndjson', columns: [], rows: asUpserts(file.rows, parsedLine) };
  const columns = columnsOf(file.header);
  const key = columns.some(({ property }) => property === 'externalId') ? 'externalId' : 'itemCode';
  return { format: 'csv', columns, rows: asUpserts(file.rows, (cells) => parsedCells(cells, columns), key) };
}

/** An empty cell is left out: the item keeps its value. */
function parsedCells(cells: readonly string[], columns: readonly Column[]): Parsed {
  if (cells.length > columns.length) {
    const message = `has ${cells.length} cells, but the header ${columns.length}. Is a delimiter in a cell without quotation marks?`;
    return { problem: { message } };
  }
  const item: Record<string, unknown> = {};
  for (const [at, { header, property, kind = 'text' }] of columns.entries()) {
    if (property === undefined) continue;
    const { text, damage } = readSpreadsheetCell(cells[at] ?? '', property);
    if (text === '') continue;
    if (damage !== undefined) return { problem: { column: header, message: damage } };
    item[property] = readCell(kind, text);
  }
  return { item };
}

function parsedLine(text: string): Parsed {
  try {
    const item: unknown = JSON.parse(text);
    if (typeof item === 'object' && item !== null && !Array.isArray(item)) return { item: item as Item };
  } catch {
    // Reported below.
  }
  return { problem: { message: 'is not a JSON object.' } };
}

async function* asUpserts<Content>(
  rows: AsyncIterable<Row<Content>>,
  parsed: (content: Content) => Parsed,
  given?: 'externalId' | 'itemCode',
): AsyncGenerator<ItemRow> {
  const lines = new Map<unknown, number>();
  let key = given;
  for await (const { line, content } of rows) {
    const result = parsed(content);
    if ('problem' in result) {
      yield { line, problem: { line, ...result.problem } };
      continue;
    }
    const { item } = result;
    key ??= 'externalId' in item ? 'externalId' : 'itemCode';
    const name = item[key];
    const before = lines.get(name);
    if (name === undefined) yield { line, problem: { line, column: key, message: 'is missing: it names the item.' } };
    else if (before === undefined)
      yield { line, operation: { op: 'upsert', [key]: name, item } as unknown as ItemOperation };
    else yield { line, problem: { line, column: key, message: `is the same as on line ${before}.` } };
    lines.set(name, before ?? line);
  }
}
