// What the benches measured, one file each in bench/results. docs/performance.md is made from these files alone.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import type { Measured } from './measured.ts';

const FOLDER = new URL('./results/', import.meta.url);

/** Where and when a bench ran. */
export interface Circumstances {
  /** Time of the end of the run, in ISO 8601. */
  readonly date: string;
  readonly commit: string;
  readonly node: string;
  readonly postgres: string;
  readonly machine: { readonly cpu: string; readonly cores: number; readonly memoryGiB: number };
  /** Load average of the last 15 minutes. The bench itself makes about as much as the machine has cores. */
  readonly load: number;
}

export type Result<Data> = Circumstances & { readonly data: Data };

/** Anything that answers a query, to ask the database for its version. */
interface Queryable {
  query(text: string): Promise<{ rows: { version: string }[] }>;
}

/** Writes `bench/results/<name>.json`. Numbers keep four digits; NaN, for what could not be measured, becomes null. */
export async function recordResult<Name extends keyof Measured>(
  name: Name,
  db: Queryable,
  data: Measured[Name],
): Promise<void> {
  const { rows } = await db.query("select current_setting('server_version') as version");
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

/** The last recorded result of a bench, if there is one. */
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
