import type { TenantTransaction } from '../../database/tenant.ts';
import { laterOf } from '../../process/instants.ts';
import { findRefunded, lockVoidable, type Voidable, voidSales } from '../../records/sales/void.ts';
import type { Entry } from './parse-line.ts';
import { type Problem, requireNone } from './problem.ts';

type VoidEntry = Entry<'void'>;

/** Voids sales and refunds. Returns how many were newly voided. */
export async function importVoids(tx: TenantTransaction, entries: readonly VoidEntry[]): Promise<number> {
  const lines = entries.map(({ line }) => line);
  const byKey = new Map((await lockVoidable(tx, lines)).map((sale) => [keyOf(sale), sale]));
  requireNone(entries.flatMap((entry) => (byKey.has(keyOf(entry.line)) ? [] : [unknown(entry)])));
  const standing = entries.flatMap((entry) => {
    const { voided, id, soldAt } = byKey.get(keyOf(entry.line)) as Voidable;
    return voided ? [] : [{ entry, id, soldAt }];
  });
  requireNone(standing.flatMap(({ entry, soldAt }) => tooEarly(entry, soldAt)));
  const ids = standing.map(({ id }) => id);
  const refunded = await findRefunded(tx, ids);
  requireNone(standing.flatMap(({ entry, id }) => (refunded.has(id) ? [hasRefunds(entry)] : [])));
  // A till's clock may be fast: the sale then has an instant in the future.
  const voided = new Map(standing.map(({ entry, id, soldAt }) => [id, entry.line.at ?? laterOf(tx.timestamp, soldAt)]));
  await voidSales(tx, voided);
  return voided.size;
}

const keyOf = ({ kind, externalId }: Pick<Voidable, 'kind' | 'externalId'>): string => `${kind} ${externalId}`;

const problem = ({ number }: VoidEntry, message: string): Problem => ({ line: number, path: '/externalId', message });

function tooEarly({ number, line: { kind, at } }: VoidEntry, soldAt: string): Problem[] {
  if (at === undefined || Date.parse(at) >= Date.parse(soldAt)) return [];
  return [{ line: number, path: '/at', message: `must not be before the ${kind}, which was at ${soldAt}` }];
}

const unknown = (entry: VoidEntry): Problem =>
  problem(entry, `names a ${entry.line.kind} that does not exist: ${entry.line.externalId}`);

const hasRefunds = (entry: VoidEntry): Problem =>
  problem(entry, `names a sale with refunds: ${entry.line.externalId}; void the refunds first`);
