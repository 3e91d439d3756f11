import type { TenantTransaction } from '../../database/tenant.ts';
import { type Entry, parseLine } from './format.ts';
import { BadLines, type LineType, type Warn } from './lines.ts';
import type { References } from './references.ts';
import { type CatalogueType, writeCatalogue, writeItems } from './write-catalogue.ts';
import { writeOpeningStocks, writeOrders, writeReturns, writeTrade, writeVoids } from './write-documents.ts';
import { writeReferences, writeStores } from './write-references.ts';

/** A way to write records. Lines with the same writer are written together. */
interface Writer<Type extends LineType = LineType> {
  /** Maximum number of lines per transaction. */
  readonly atOnce: number;
  readonly write: (
    tx: TenantTransaction,
    entries: readonly Entry<Type>[],
    given: References | undefined,
    warn: Warn,
  ) => Promise<number>;
  /** True if later lines can change a record. A batch then contains each record at most once. */
  readonly changes?: boolean;
}

const BULK = 1000;

/** Size of batches whose records are written one by one. */
const SOME = 100;

const TRADE: Writer<'sale' | 'refund'> = { atOnce: BULK, write: writeTrade };
const CATALOGUE: Writer<Exclude<CatalogueType, 'item'>> = { atOnce: SOME, changes: true, write: writeCatalogue };

const WRITERS: { readonly [Type in LineType]: Writer<Type> } = {
  store: { atOnce: BULK, changes: true, write: writeStores },
  supplier: { atOnce: BULK, changes: true, write: writeReferences },
  tax: { atOnce: BULK, changes: true, write: writeReferences },
  category: { ...CATALOGUE },
  brand: { ...CATALOGUE },
  item: { atOnce: BULK, changes: true, write: writeItems },
  modifier: { ...CATALOGUE },
  menu: { ...CATALOGUE },
  openingStock: { atOnce: BULK, write: writeOpeningStocks },
  sale: TRADE,
  refund: TRADE,
  void: { atOnce: BULK, write: writeVoids },
  openOrder: { atOnce: BULK, write: writeOrders },
  purchaseReturn: { atOnce: SOME, write: writeReturns },
};

export const writerOf = (type: LineType): Writer => WRITERS[type] as unknown as Writer;

/**
 * Writes the records of lines that have the same writer, all or none. Returns how many are new or changed. Throws
 * BadLines if a line cannot be written. `given` references are the only ones searched; new records are added to them.
 */
export async function writeLines(
  tx: TenantTransaction,
  entries: readonly Entry[],
  given?: References,
  warn: Warn = () => {},
): Promise<number> {
  const [first] = entries;
  return first ? writerOf(first.line.type).write(tx, entries, given, warn) : 0;
}

/** Checks a line as if it were in a file, and writes its record. Throws BadLines if that is impossible. */
export async function writeLine(
  tx: TenantTransaction,
  line: { readonly type: LineType; readonly [property: string]: unknown },
): Promise<number> {
  const parsed = parseLine({ number: 1, text: JSON.stringify(line) }, Date.parse(tx.timestamp));
  if ('problems' in parsed) throw new BadLines(parsed.problems);
  return writeLines(tx, [parsed]);
}
