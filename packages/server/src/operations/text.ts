import type { Page } from '../control/page.ts';

type Column<Row> = (keyof Row & string) | ((row: Row) => unknown);
type Headed<Row> = readonly [heading: string, column: Column<Row>];

export type Columns<Row> = Readonly<Record<string, Column<Row>>>;

/**
 * Formats a page of a list as a table, followed by the option for the next page. Numeric headings have to be given as
 * pairs, since object keys would reorder them.
 */
export function table<Row>({ data, next }: Page<Row>, columns: Columns<Row> | readonly Headed<Row>[]): string {
  if (data.length === 0) return 'None.\n';
  const pairs: readonly Headed<Row>[] = Array.isArray(columns) ? columns : Object.entries(columns as Columns<Row>);
  const cellsOf = (row: Row) =>
    pairs.map(([, column]) => textOf(typeof column === 'function' ? column(row) : row[column]));
  const rows = [pairs.map(([heading]) => heading), ...data.map(cellsOf)];
  const widths = pairs.map((_, at) => Math.max(...rows.map((cells) => widthOf(cells[at] ?? ''))));
  const printed = rows.map((cells) =>
    cells
      .map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  );
  return `${printed.join('\n')}\n${next === null ? '' : `\nMore: add --after ${next}.\n`}`;
}

export function fields(values: object): string {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${textOf(value)}\n`).join('');
}

/** Labels of the secrets in an operation's result. A client id is shown next to its secret. */
export const SECRETS = {
  clientId: 'Client id',
  clientSecret: 'Client secret',
  secret: 'Signing secret',
  apiKey: 'API key',
  password: 'Password',
  adminToken: 'Admin token',
  link: 'Link',
} as const;

/** Appends a result's secrets, which are shown once, to a sentence. */
export function withSecrets(sentence: string, result: object): string {
  const shown = Object.entries(result).filter(([name]) => name in SECRETS);
  if (shown.every(([name]) => name === 'clientId')) return `${sentence}\n`;
  return `${sentence}\n\n${fields(Object.fromEntries(shown))}\nStore the secret now. It is not shown again.\n`;
}

/** Formats an allowlist: `any` if it is empty. */
export const addresses = (allowedIps: readonly string[]): string => allowedIps.join(', ') || 'any';

export const lines = (texts: readonly string[]): string => `${texts.join('\n') || 'None.'}\n`;

export const missing = ({ unavailable }: { readonly unavailable: readonly string[] }): string =>
  unavailable.length === 0 ? '' : `\nWithout ${unavailable.join(', ')}, which is not available now.\n`;

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(', ') || '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value ?? '') || '-';
};

const widthOf = (text: string): number => [...text].length;
