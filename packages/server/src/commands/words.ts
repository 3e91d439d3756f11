import type { Page } from '../directory/page.ts';

/** A column of a table: its heading, and the text of a row in it. */
export type Column<Row> = readonly [heading: string, textOf: (row: Row) => unknown];

/** A page of a list as a table, with what to add for the next page. */
export function table<Row>({ data, next }: Page<Row>, columns: readonly Column<Row>[]): string {
  if (data.length === 0) return 'None.\n';
  const rows = [columns.map(([heading]) => heading), ...data.map((row) => columns.map(([, of]) => textOf(of(row))))];
  const widths = columns.map((_, at) => Math.max(...rows.map((cells) => widthOf(cells[at] ?? ''))));
  const lines = rows.map((cells) =>
    cells
      .map((cell, at) => padded(cell, widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n${next === null ? '' : `\nMore: add --after ${next}.\n`}`;
}

/** Fields of one thing, one a line. */
export function fields(values: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${textOf(value)}\n`).join('');
}

const SECRETS = ['clientId', 'clientSecret', 'apiKey', 'password', 'adminToken', 'link'] as const;

/** A sentence about a new thing, and its secrets, which are shown this once. */
export function withSecrets(sentence: string, result: object): string {
  const shown = Object.entries(result).filter(([name]) => (SECRETS as readonly string[]).includes(name));
  if (shown.length === 0) return `${sentence}\n`;
  return `${sentence}\n\n${fields(Object.fromEntries(shown))}\nStore the secret now. It is not shown again.\n`;
}

/** `any` for an empty allowlist. */
export const addresses = (allowedIps: readonly string[]): string => allowedIps.join(', ') || 'any';

export const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(', ') || '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value ?? '') || '-';
};

const widthOf = (text: string): number => [...text].length;
const padded = (text: string, width: number): string => text + ' '.repeat(width - widthOf(text));
