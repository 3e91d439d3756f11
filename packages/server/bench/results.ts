// bench/results.json has a table for each bench, with its last results. docs/performance.md shows them.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import type { ClientBase, Pool } from 'pg';

const FILE = new URL('./results.json', import.meta.url);

/** Cost of a page of a list: pages of PostgreSQL's buffer cache, and milliseconds. */
export type PageCost = readonly [pages: number, milliseconds: number];

/** Cells by the heads of their columns. */
export type Row = Readonly<Record<string, string | number | PageCost | null>>;

export interface Table {
  readonly date: string;
  readonly commit: string;
  /** Versions, processor, and the load average of 15 minutes. The bench keeps almost every core busy by itself. */
  readonly machine: string;
  readonly rows: readonly Row[];
}

export const readResults = (): Record<string, Table> => JSON.parse(readFileSync(FILE, 'utf8'));

/** Replaces a table, with four significant digits. NaN, a missing measurement, becomes null. */
export async function record(name: string, db: ClientBase | Pool, rows: readonly Row[]): Promise<void> {
  const { rows: found } = await db.query<{ version: string }>("select current_setting('server_version') as version");
  const versions = `Node ${process.versions.node}, PostgreSQL ${found[0]?.version.split(' ')[0]}`;
  const computer = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const table: Table = {
    date: new Date().toISOString().slice(0, 10),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    machine: `${versions}, ${computer}, load average ${loadavg()[2]?.toPrecision(3)}`,
    rows,
  };
  writeFileSync(FILE, textOf({ ...readResults(), [name]: table }));
}

/** A row is a line, so that differences are readable. */
const textOf = (results: Record<string, Table>): string =>
  `{\n${Object.entries(results)
    .map(([name, { rows, ...circumstances }]) => {
      const head = Object.entries(circumstances).map(([key, value]) => `    "${key}": ${JSON.stringify(value)},\n`);
      const lines = rows.map((row) => `      ${JSON.stringify(row, rounded)}`);
      return `  "${name}": {\n${head.join('')}    "rows": [\n${lines.join(',\n')}\n    ]\n  }`;
    })
    .join(',\n')}\n}\n`;

const rounded = (_: string, value: unknown): unknown => {
  if (typeof value !== 'number' || Number.isInteger(value)) return value;
  return Math.abs(value) < 1_000 ? Number(value.toPrecision(4)) : Math.round(value);
};
