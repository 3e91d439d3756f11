// Results of the benches, one file each in bench/results. docs/performance.md is generated from these files only.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import type { ClientBase, Pool } from 'pg';
import type { Measured } from './measured.ts';

const FOLDER = new URL('./results/', import.meta.url);

/** Time and place of a run. */
export interface Circumstances {
  /** End of the run, in ISO 8601. */
  readonly date: string;
  readonly commit: string;
  readonly node: string;
  readonly postgres: string;
  readonly machine: { readonly cpu: string; readonly cores: number; readonly memoryGiB: number };
  /** Load average of the last 15 minutes. The bench keeps almost every core busy by itself. */
  readonly load: number;
}

export type Result<Data> = Circumstances & { readonly data: Data };

/** Writes `bench/results/<name>.json`, with four significant digits. NaN, a missing measurement, becomes null. */
export async function recordResult<Name extends keyof Measured>(
  name: Name,
  db: ClientBase | Pool,
  data: Measured[Name],
): Promise<void> {
  const { rows } = await db.query<{ version: string }>("select current_setting('server_version') as version");
  const [cpu] = cpus();
  const result: Result<Measured[Name]> = {
    date: new Date().toISOString(),
    commit: commit(),
    node: process.versions.node,
    postgres: rows[0]?.version.split(' ')[0] ?? 'unknown',
    machine: { cpu: cpu?.model.trim() ?? 'unknown', cores: cpus().length, memoryGiB: Math.round(totalmem() / 2 ** 30) },
    load: loadavg()[2] ?? Number.NaN,
    data,
  };
  const text = JSON.stringify(result, (_, value) => (typeof value === 'number' ? rounded(value) : value), 2);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(new URL(`${name}.json`, FOLDER), `${text}\n`);
}

/** Reads the last result of a bench, if there is one. */
export function readResult<Name extends keyof Measured>(name: Name): Result<Measured[Name]> | undefined {
  const file = new URL(`${name}.json`, FOLDER);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result<Measured[Name]>) : undefined;
}

const rounded = (value: number): number =>
  Number.isInteger(value) ? value : Number(value.toFixed(Math.max(0, 3 - Math.floor(Math.log10(Math.abs(value))))));

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
