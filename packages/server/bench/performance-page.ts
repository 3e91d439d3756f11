// Writes the tables and the chart of docs/performance.md, whose text is written by hand.
import { readFileSync, writeFileSync } from 'node:fs';
import { type PageCost, type Row, readResults, type Table } from './results.ts';

const PAGE = new URL('../../../docs/performance.md', import.meta.url);
const CHART = new URL('../../../docs/performance/floors.svg', import.meta.url);

export function writePage(): void {
  const results = readResults();
  writeFileSync(PAGE, fillPage(readFileSync(PAGE, 'utf8'), results));
  writeFileSync(CHART, chartOf(results.run?.rows ?? []));
}

/** Puts each table between the two comments with its name, `<!-- name -->` and `<!-- /name -->`. */
export const fillPage = (page: string, results: Readonly<Record<string, Table>>): string =>
  page.replaceAll(/(<!-- (\w+) -->\n).*?(<!-- \/\2 -->)/gs, (_, begin, name: string, end) => {
    const table = results[name];
    if (!table) return `${begin}\nNot measured yet.\n\n${end}`;
    const { date, commit, machine, rows } = table;
    return `${begin}\nMeasured on ${date} at ${commit}: ${machine}.\n\n${tableOf(rows)}\n\n${end}`;
  });

/** Three significant digits, the precision of these measurements: 94.3, 1,240, 0.056. */
function number(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return '–';
  const options = value >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 };
  return value.toLocaleString('en-GB', options);
}

const cellOf = (value: Row[string] | undefined): string => {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return number(value ?? null);
  const [pages, milliseconds] = value as PageCost;
  return `${number(pages)} pages, ${number(milliseconds)} ms`;
};

/** Formats a table with aligned columns; numbers are aligned to the right. */
function tableOf(rows: readonly Row[]): string {
  const heads = Object.keys(rows[0] ?? {});
  const columns = heads.map((head) => {
    const cells = rows.map((row) => cellOf(row[head]));
    const width = Math.max(head.length, 3, ...cells.map((cell) => cell.length));
    const isRight = cells.every((cell) => /^[\d–]/.test(cell));
    const pad = (cell: string) => (isRight ? cell.padStart(width) : cell.padEnd(width));
    return [pad(head), isRight ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width), ...cells.map(pad)];
  });
  return Array.from({ length: rows.length + 2 }, (_, n) => `| ${columns.map((cells) => cells[n]).join(' | ')} |`).join(
    '\n',
  );
}

const WIDTH = 760;
const BARS_FROM = 190;
const BARS_TO = WIDTH - 90;
const COLOURS = { 'Server CPU': '#2563a8', 'Database CPU': '#e08a1e' } as const;

/** Draws the CPU time of a request on each server, a part of a bar each. Only bars of the same request share a scale. */
export function chartOf(rows: readonly Row[]): string {
  const size = Math.min(...rows.map(({ Items }) => Number(Items)));
  const text = (x: number, y: number, value: string, more = '') =>
    `<text x="${x.toFixed(1)}" y="${y}" fill="#1f2328"${more}>${value}</text>`;
  const bar = (x: number, y: number, width: number, height: number, colour: string) =>
    `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${height}" fill="${colour}"/>`;
  const title = `CPU time of a request, in µs, at ${number(size)} items`;
  const body = [text(12, 20, title, ' font-size="14" font-weight="600"')];
  for (const [i, [series, colour]] of Object.entries(COLOURS).entries())
    body.push(bar(90 + i * 170, 32, 12, 12, colour), text(108 + i * 170, 42, series));
  let y = 56;
  for (const request of new Set(rows.map((row) => row.Request))) {
    body.push(text(12, y + 14, String(request), ' font-weight="600"'));
    y += 20;
    const shown = rows.filter((row) => row.Request === request && row.Items === size);
    const totals = shown.map((row) => Number(row['Server CPU']) + Number(row['Database CPU']));
    for (const [i, row] of shown.entries()) {
      let x = BARS_FROM;
      body.push(text(x - 8, y + 14, String(row.Server), ' text-anchor="end"'));
      for (const [series, colour] of Object.entries(COLOURS)) {
        const width = (Number(row[series]) / Math.max(...totals)) * (BARS_TO - BARS_FROM);
        body.push(bar(x, y + 3, width, 14, colour));
        x += width;
      }
      body.push(text(x + 6, y + 14, number(totals[i] ?? null)));
      y += 20;
    }
    y += 10;
  }
  const frame = `width="${WIDTH}" height="${y}" viewBox="0 0 ${WIDTH} ${y}" role="img" font-family="system-ui, sans-serif"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${frame} font-size="12">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${y}" fill="#ffffff"/>`,
    ...body,
    '</svg>\n',
  ].join('\n');
}
