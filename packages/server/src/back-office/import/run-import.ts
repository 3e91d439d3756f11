import { DirectoryError } from '../../control/errors.ts';
import { findMerchant } from '../../control/merchants.ts';
import { brokenConstraint } from '../../database/failures.ts';
import type { DatabasePool } from '../../database/pool.ts';
import type { Regions } from '../../database/regions.ts';
import { BACK_OFFICE } from '../../database/statement.ts';
import type { TenantStore } from '../../database/tenant.ts';
import { retrying } from '../../database/transaction.ts';
import { type Entry, type FaultyLine, parseLine } from './format.ts';
import { BadLines, describe, type Problem, readLines, type TextLine, unpack } from './lines.ts';
import { Introduced, References } from './references.ts';
import { writeLines, writerOf } from './write-lines.ts';

export interface Progress {
  /** Number of lines whose records are now in the database, new or not. */
  lines: number;
  /** Number of those records that were new or changed. */
  written: number;
}

export interface ImportResult extends Progress {
  /** In line order, at most MOST_PROBLEMS. The first problem's batch and all later ones were not written. */
  readonly problems: readonly Problem[];
  /** Warnings on imported lines, at most MOST_PROBLEMS. */
  readonly warnings: readonly Problem[];
  /** Number of warnings, including those above the limit. */
  readonly warned: number;
  readonly stopped: boolean;
}

export interface ImportOptions {
  readonly onProgress?: (progress: Progress) => void;
  /** Stops the import after the current batch. */
  readonly signal?: AbortSignal;
}

export const MOST_PROBLEMS = 100;

/**
 * Writes a merchant's records in batches of lines of one kind, one transaction each. From the batch of the first
 * invalid line on, lines are only checked, including their references, so that one run finds many mistakes.
 */
export async function importLines(
  tenant: TenantStore,
  lines: AsyncIterable<TextLine>,
  { onProgress = () => {}, signal }: ImportOptions = {},
): Promise<ImportResult> {
  const run = new ImportRun(tenant, onProgress);
  for await (const text of lines) {
    const parsed = parseLine(text, tenant.now());
    if ('line' in parsed && !run.takes(parsed)) await run.flush();
    if (signal?.aborted || run.isFull) break;
    if ('line' in parsed) run.add(parsed);
    else run.reject(parsed);
  }
  if (!signal?.aborted) await run.flush();
  return { ...run.result, stopped: signal?.aborted ?? false };
}

class ImportRun {
  readonly #tenant: TenantStore;
  readonly #onProgress: (progress: Progress) => void;
  readonly #progress: Progress = { lines: 0, written: 0 };
  readonly #problems: Problem[] = [];
  readonly #warnings: Problem[] = [];
  #warned = 0;
  readonly #introduced = new Introduced();
  #batch: Entry[] = [];
  readonly #externalIds = new Set<string>();

  constructor(tenant: TenantStore, onProgress: (progress: Progress) => void) {
    this.#tenant = tenant;
    this.#onProgress = onProgress;
  }

  get isFull(): boolean {
    return this.#problems.length >= MOST_PROBLEMS;
  }

  get result(): Omit<ImportResult, 'stopped'> {
    const problems = this.#problems.toSorted((a, b) => a.line - b.line).slice(0, MOST_PROBLEMS);
    return { ...this.#progress, problems, warnings: this.#warnings, warned: this.#warned };
  }

  /** True if the line can join the lines of the batch in one transaction. */
  takes(entry: Entry): boolean {
    const [first] = this.#batch;
    if (!first) return true;
    const writer = writerOf(first.line.type);
    if (writer !== writerOf(entry.line.type) || this.#batch.length >= writer.atOnce) return false;
    return !writer.changes || !this.#externalIds.has(entry.line.externalId);
  }

  add(entry: Entry): void {
    this.#batch.push(entry);
    this.#externalIds.add(entry.line.externalId);
  }

  reject({ problems, introduces }: FaultyLine): void {
    this.#problems.push(...problems);
    if (introduces) this.#introduced.add(introduces.type, introduces.externalId);
  }

  /** Writes the batch, or checks its references if there are problems. */
  async flush(): Promise<void> {
    const entries = this.#batch;
    if (entries.length === 0) return;
    if (this.#problems.length === 0) {
      await this.#write(entries);
      this.#onProgress(this.#progress);
    }
    if (this.#problems.length > 0) await this.#check(entries);
    this.#batch = [];
    this.#externalIds.clear();
  }

  /** Writes all lines of a batch, or none. */
  async #write(entries: readonly Entry[]): Promise<void> {
    const write = () =>
      this.#tenant.write(async (tx) => {
        const warnings: Problem[] = [];
        const written = await writeLines(tx, entries, undefined, (warning) => warnings.push(warning));
        return { written, warnings };
      });
    try {
      // Another import has just written one of the records. The batch finds it when it runs again.
      const { written, warnings } = await retrying(write, (error) => brokenConstraint(error)?.kind === 'unique');
      this.#progress.written += written;
      this.#progress.lines += entries.length;
      this.#warnings.push(...warnings.slice(0, MOST_PROBLEMS - this.#warnings.length));
      this.#warned += warnings.length;
    } catch (error) {
      if (!(error instanceof BadLines)) throw error;
      this.#problems.push(...error.problems);
    }
  }

  /** Finds references to records that are neither stored nor introduced by an earlier line. */
  async #check(entries: readonly Entry[]): Promise<void> {
    const references = await this.#tenant.write((tx) => References.read(tx, entries, this.#introduced));
    const unknown = entries.flatMap((entry) => {
      const problems = references.problems(entry);
      references.introduce(entry);
      return problems;
    });
    const reported = new Set(this.#problems.map(describe));
    this.#problems.push(...unknown.filter((problem) => !reported.has(describe(problem))));
  }
}

/** Milliseconds of work needed before the speed can be estimated. */
const ENOUGH = 5_000;

export class Estimate {
  readonly #size: number;
  #first: { readonly time: number; readonly bytes: number } | undefined;

  constructor(size: number) {
    this.#size = size;
  }

  /** Returns the seconds left after `bytes` were read by `time`; undefined until enough time has passed. */
  secondsLeft(bytes: number, time: number): number | undefined {
    // Measures from the end of the first batch, which is slower than the others.
    this.#first ??= { time, bytes };
    const [taken, read] = [time - this.#first.time, bytes - this.#first.bytes];
    if (taken < ENOUGH || read <= 0) return undefined;
    return Math.ceil(((this.#size - bytes) * taken) / read / 1000);
  }
}

export interface ImportTarget {
  readonly pool: DatabasePool;
  readonly regions: Regions;
  readonly companyId: number;
}

/** Imports a merchant's records from an NDJSON file, plain or gzipped. */
export async function importMerchant(
  { pool, regions, companyId }: ImportTarget,
  chunks: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<ImportResult> {
  const merchant = await findMerchant(pool, companyId);
  if (!merchant) throw new DirectoryError(`No such company: ${companyId}.`);
  return importLines(regions.tenant({ ...merchant, ...BACK_OFFICE }), readLines(unpack(chunks)), options);
}
