import type { Cost } from '../measured.ts';
import type { Circumstances } from '../results.ts';

/** A chart, in a separate file. */
export interface Plot {
  readonly file: string;
  readonly svg: string;
}

/** One section of the page. */
export interface Section {
  readonly title: string;
  readonly text: string;
  readonly plots?: readonly Plot[];
}

/** Formats a table with aligned columns; numbers are aligned to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const right = head.map((_, i) => i > 0 && rows.every((row) => /^[\d–<]/.test(row[i] ?? '')));
  const width = head.map((title, i) => Math.max(3, title.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => (right[i] ? cell.padStart(width[i] ?? 0) : cell.padEnd(width[i] ?? 0))).join(' | ')} |`;
  const rule = width.map((n, i) => (right[i] ? `${'-'.repeat(n - 1)}:` : '-'.repeat(n)));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** Formats with three significant digits, the precision of these measurements: 94.3, 1,240, 0.056. */
export function number(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  const options = value >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 };
  return value.toLocaleString('en-GB', options);
}

/** Cells of a cost: requests per second, and CPU of the server and the database. */
export const figures = ({ rate, server, database }: Cost): string[] =>
  [rate, server, database].map((value) => number(value));

/** Bytes in powers of 1,000. */
export function bytes(value: number | null): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  if (value === null || !Number.isFinite(value)) return '–';
  const power = value < 1000 ? 0 : Math.floor(Math.log10(value) / 3);
  return `${number(value / 1000 ** power)} ${units[power]}`;
}

/** When and where a bench ran, in one sentence. */
export function measuredOn({ date, commit, node, postgres, machine, load }: Circumstances): string {
  const where = `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB`;
  return `Measured on ${date.slice(0, 10)} at ${commit}: Node ${node}, PostgreSQL ${postgres}, ${where}, load average ${number(load)}.`;
}

/** Section of a bench that has not run. */
export const notMeasured = (title: string, command: string): Section => ({
  title,
  text: `Not measured yet. \`${command}\` writes its figures.`,
});

/** Embeds a plot with its alternative text. */
export const image = ({ file }: Plot, description: string): string => `![${description}](performance/${file})`;
