import { DirectoryError } from '../../control/directory-error.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import type { LineType } from '../import/line.ts';
import { type Entry, parseLine } from '../import/parse-line.ts';
import { BadLines } from '../import/problem.ts';
import { importStores } from '../import/write-references.ts';
import { importOpenOrders, importTrade } from '../import/write-trade.ts';
import { importVoids } from '../import/write-voids.ts';

type LineOf<Type extends LineType> = Readonly<Record<string, unknown>> & { readonly type: Type };

/** Checks a line as the import does. */
function entryOf<Type extends LineType>(tx: TenantTransaction, line: LineOf<Type>): Entry<Type> {
  const parsed = parseLine({ number: 1, text: JSON.stringify(line) }, Date.parse(tx.timestamp));
  if ('problems' in parsed) throw new BadLines(parsed.problems);
  return parsed as Entry<Type>;
}

export const writeStore = (tx: TenantTransaction, line: LineOf<'store'>): Promise<number> =>
  importStores(tx, [entryOf(tx, line)]);

export const writeReceipt = (tx: TenantTransaction, line: LineOf<'sale' | 'refund'>): Promise<number> =>
  importTrade(tx, [entryOf(tx, line)], () => {});

export const writeOpenOrder = (tx: TenantTransaction, line: LineOf<'openOrder'>): Promise<number> =>
  importOpenOrders(tx, [entryOf(tx, line)]);

export const writeVoid = (tx: TenantTransaction, line: LineOf<'void'>): Promise<number> =>
  importVoids(tx, [entryOf(tx, line)]);

/** What people at a till call the fields of a line. */
const NAMES: Readonly<Record<string, string>> = {
  at: 'The day',
  lines: 'An item',
  payments: 'The payment',
  store: 'The store',
};

/** What the import rejects is what the till cannot do. */
export function refused(error: unknown): unknown {
  if (!(error instanceof BadLines)) return error;
  const [{ path, message } = { path: '', message: '' }] = error.problems;
  return new DirectoryError(`${NAMES[path.split('/')[1] ?? ''] ?? 'The receipt'} ${message}.`);
}
