import type { TenantTransaction } from '../../database/tenant.ts';
import { knownRefunds, type LockedSale, lockSales, Remaining, readRemaining } from '../../records/sales/refunds.ts';
import type { Sale } from '../../records/sales/rules.ts';
import type { Entry } from './parse-line.ts';
import { type Problem, requireNone } from './problem.ts';
import type { References } from './references.ts';

/** A sale or refund and the line it comes from. */
export interface Receipt {
  readonly entry: Entry<'sale' | 'refund'>;
  readonly sale: Sale;
}

/** Links refunds to their sales and locks those. Rejects new refunds that exceed what remains of a sale. */
export async function withTheirSales(
  tx: TenantTransaction,
  references: References,
  refunds: readonly Receipt[],
): Promise<Receipt[]> {
  if (refunds.length === 0) return [];
  const refunded = refunds.map(refundedBy).filter((sale) => sale !== null);
  const sales = await lockSales(tx, refunded);
  const externalIds = refunds.map(({ sale }) => sale.externalId);
  const known = await knownRefunds(tx, externalIds);
  const isNew = ({ sale }: Receipt) => !known.has(sale.externalId);
  requireNone(refunds.filter(isNew).flatMap((refund) => wrongSale(references, refund, sales)));
  const linked = refunds.map(({ entry, sale }) => {
    return { entry, sale: { ...sale, refundOf: sales.get(refundedBy({ entry }) ?? '')?.id ?? null } };
  });
  await requireRemaining(tx, linked.filter(isNew));
  return linked;
}

/** External id of the refunded sale. */
const refundedBy = ({ entry: { line } }: Pick<Receipt, 'entry'>): string | null =>
  line.type === 'refund' ? line.sale : null;

/** Finds sales that cannot be refunded: voided ones, those in another currency, and those made after the refund. */
function wrongSale(
  references: References,
  { entry: { number, line }, sale: { soldAt } }: Receipt,
  sales: ReadonlyMap<string, LockedSale>,
): Problem[] {
  const externalId = refundedBy({ entry: { number, line } });
  const sale = sales.get(externalId ?? '');
  if (!sale) return [];
  const problem = (path: string, message: string): Problem[] => [{ line: number, path, message }];
  if (sale.voided) return problem('/sale', `names a sale that has been voided: ${externalId}`);
  if (sale.currency !== references.find('store', line.store)?.currency)
    return problem('/store', `must sell in the currency of the sale, which is ${sale.currency}`);
  if (Date.parse(soldAt) >= Date.parse(sale.soldAt)) return [];
  return problem('/at', `must not be before the sale, which was at ${sale.soldAt}`);
}

/** Counts a refund that the file repeats only once. */
async function requireRemaining(tx: TenantTransaction, refunds: readonly Receipt[]): Promise<void> {
  const ofSales = refunds.filter(({ sale }) => sale.refundOf !== null);
  const once = Map.groupBy(ofSales, ({ sale }) => sale.externalId).values();
  const saleIds = [...new Set(ofSales.map(({ sale }) => sale.refundOf as number))];
  const remaining = new Remaining(await readRemaining(tx, saleIds));
  const problems = [...once].flatMap(([first]) => {
    const { entry, sale } = first as Receipt;
    return remaining.take(sale).map((wrong) => ({ line: entry.number, ...wrong }));
  });
  requireNone(problems);
}
