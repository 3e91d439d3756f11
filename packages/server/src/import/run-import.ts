import type { TenantStore, TenantTransaction } from '../storage/tenant.ts';
import type { LineType } from './line.ts';
import { type Entry, parseLine } from './parse-line.ts';
import { BadLines, describe, type Problem, type Warn } from './problem.ts';
import type { TextLine } from './read-lines.ts';
import { Introduced, unknownReferences } from './references.ts';
import { importBrands, importCategories, importItems, importMenus, importModifiers } from './write-catalogue.ts';
import { importStores, importSuppliers, importTaxes } from './write-references.ts';
import { importPurchaseReturns } from './write-returns.ts';
import { importOpeningStock, importOpenOrders, importTrade } from './write-trade.ts';
import { importVoids } from './write-voids.ts';

export interface Progress {
  /** Number of lines whose records are in the database, new or not. */
  lines: number;
  /** Number of those records that were new or changed. */
  written: number;
}

export interface ImportResult extends Progress {
  /** In line order, at most MOST_PROBLEMS. The batch of the first one and all later ones were not written. */
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

interface Writer {
  readonly atOnce: number;
  readonly write: (tx: TenantTransaction, entries: readonly Entry[], warn: Warn) => Promise<number>;
  /** True if a later line can change a record: a batch contains each such record once. */
  readonly changes?: boolean;
}

const BULK = 1000;

/** Size of batches whose records are written one by one. */
const SOME = 100;

const writer = <Type extends LineType>(
  atOnce: number,
  write: (tx: TenantTransaction, entries: readonly Entry<Type>[], warn: Warn) => Promise<number>,
): Writer => ({ atOnce, write: write as Writer['write'] });

const changing = <Type extends LineType>(
  atOnce: number,
  write: (tx: TenantTransaction, entries: readonly Entry<Type>[]) => Promise<number>,
): Writer => ({ ...writer(atOnce, write), changes: true });

const TRADE = writer(BULK, importTrade);

const WRITERS: Readonly<Record<LineType, Writer>> = {
  store: changing(BULK, importStores),
  supplier: changing(BULK, importSuppliers),
  tax: changing(BULK, importTaxes),
  category: changing(SOME, importCategories),
  brand: changing(SOME, importBrands),
  item: changing(SOME, importItems),
  modifier: changing(SOME, importModifiers),
  menu: changing(SOME, importMenus),
  openingStock: writer(BULK, importOpeningStock),
  sale: TRADE,
  refund: TRADE,
  void: writer(BULK, importVoids),
  openOrder: writer(BULK, importOpenOrders),
  purchaseReturn: writer(SOME, importPurchaseReturns),
};

/**
 * Writes a merchant's records in batches of lines of one kind, each in one transaction. The batch of the first invalid line
 * and all later ones are only checked, with their references, so that one run finds many mistakes.
 */
export async function importLines(
  tenant: TenantStore,
  lines: AsyncIterable<TextLine>,
  { onProgress = () => {}, signal }: ImportOptions = {},
): Promise<ImportResult> {
  const progress: Progress = { lines: 0, written: 0 };
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  let warned = 0;
  const introduced = new Introduced();
  let batch = new Batch();
  const flush = async () => {
    const { writer, entries } = batch;
    if (problems.length === 0 && writer) {
      const outcome = await write(tenant, writer, entries, progress);
      problems.push(...outcome.problems);
      warnings.push(...outcome.warnings.slice(0, MOST_PROBLEMS - warnings.length));
      warned += outcome.warnings.length;
      onProgress(progress);
    }
    if (problems.length > 0 && writer) {
      const unknown = await tenant.write((tx) => unknownReferences(tx, entries, introduced));
      problems.push(...unknown.filter((one) => !problems.some((other) => describe(other) === describe(one))));
    }
    batch = new Batch();
  };
  for await (const text of lines) {
    const parsed = parseLine(text, tenant.now());
    if ('line' in parsed && !batch.takes(parsed)) await flush();
    if (signal?.aborted || problems.length >= MOST_PROBLEMS) break;
    if ('line' in parsed) batch.add(parsed);
    else {
      problems.push(...parsed.problems);
      if (parsed.introduces) introduced.add(parsed.introduces.type, parsed.introduces.externalId);
    }
  }
  if (!signal?.aborted) await flush();
  return {
    ...progress,
    problems: problems.toSorted((a, b) => a.line - b.line).slice(0, MOST_PROBLEMS),
    warnings,
    warned,
    stopped: signal?.aborted ?? false,
  };
}

/** Lines that are written in one transaction. */
class Batch {
  readonly entries: Entry[] = [];
  readonly #externalIds = new Set<string>();

  get writer(): Writer | undefined {
    const [first] = this.entries;
    return first && WRITERS[first.line.type];
  }

  takes({ line }: Entry): boolean {
    const { writer } = this;
    if (!writer) return true;
    if (writer.changes && this.#externalIds.has(line.externalId)) return false;
    return writer === WRITERS[line.type] && this.entries.length < writer.atOnce;
  }

  add(entry: Entry): void {
    this.entries.push(entry);
    this.#externalIds.add(entry.line.externalId);
  }
}

interface Outcome {
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** Writes all lines of a batch or none. Returns problems and warnings. */
async function write(
  tenant: TenantStore,
  writer: Writer,
  entries: readonly Entry[],
  progress: Progress,
): Promise<Outcome> {
  const work = async (tx: TenantTransaction) => {
    const warnings: Problem[] = [];
    const written = await writer.write(tx, entries, (warning) => warnings.push(warning));
    return { written, warnings };
  };
  try {
    const { written, warnings } = await tenant.write(work);
    progress.written += written;
    progress.lines += entries.length;
    return { problems: [], warnings };
  } catch (error) {
    if (error instanceof BadLines) return { problems: error.problems, warnings: [] };
    throw error;
  }
}
