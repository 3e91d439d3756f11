import type { Item, Store } from '../../contract/generated/types.gen.ts';
import { DirectoryError } from '../../control/directory-error.ts';
import type { Merchant } from '../../control/merchants/merchants.ts';
import type { SoldDay } from '../../control/till/sandbox-till.ts';
import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { lockSales, Remaining, readRemaining } from '../../records/sales/refunds.ts';
import type { Sale } from '../../records/sales/rules.ts';
import { writeSales } from '../../records/sales/store.ts';
import { planDay, type SoldItem } from '../demo/plan-sales.ts';
import { Random } from '../demo/random.ts';
import { SANDBOX_DATA } from '../demo/sandbox-data.ts';

/** Oldest items first, which sell best. */
const ITEMS = statement(
  'till.sold-items',
  `select i.doc, coalesce(t.rate, 0)::float8 as rate from region.items i
   left join region.taxes t on t.company_id = $1 and t.id = i.tax_id
   where i.company_id = $1 and i.status = 1 order by i.id limit 1000`,
);

const STORES = statement(
  'till.stores',
  'select doc from region.stores where company_id = $1 and status = 1 order by id limit 100',
);

/** Sells a plausible day at every store, up to now. What the seed has sold before is not sold again. */
export async function sellDay(
  tx: TenantTransaction,
  { currency }: Merchant,
  { day, seed }: { readonly day: string; readonly seed: number },
): Promise<SoldDay> {
  SANDBOX_DATA.checkCurrency(currency);
  const date = Date.parse(day);
  const now = Date.parse(tx.timestamp);
  const stores = (await tx.query<{ doc: string }>(STORES)).map(({ doc }) => JSON.parse(doc) as Store);
  const rows = await tx.query<{ doc: string; rate: number }>(ITEMS);
  const items = rows.map(({ doc, rate }) => soldItem(JSON.parse(doc) as Item, rate));
  const random = new Random(seed + date / 1000);
  const planned = stores
    .filter((store) => store.currency === currency)
    .map((store) => planDay(store, items, date, random));
  const keyOf = (externalId: string): string => `till-${seed}-${externalId}`;
  const named = (receipt: Sale): Sale => ({
    ...receipt,
    number: `${receipt.number}-${seed}`,
    externalId: keyOf(receipt.externalId),
  });
  const isPast = ({ soldAt }: Sale): boolean => Date.parse(soldAt) <= now;
  const sales = planned.flatMap((each) => each.sales.filter(isPast)).map(named);
  if (sales.length === 0 && date > now) throw new DirectoryError(`${day} is in the future.`);
  const { written } = await writeSales(tx, sales);
  const sold = await lockSales(
    tx,
    sales.map(({ externalId }) => externalId),
  );
  const remaining = new Remaining(
    await readRemaining(
      tx,
      [...sold.values()].map(({ id }) => id),
    ),
  );
  // Sales of an earlier run may have been voided or refunded since.
  const refunds = planned
    .flatMap((each) => each.refunds)
    .filter(({ sale, refund }) => isPast(refund) && sold.get(keyOf(sale))?.voided === false)
    .map(({ sale, refund }) => ({ ...named(refund), refundOf: sold.get(keyOf(sale))?.id ?? null }))
    .filter((refund) => remaining.take(refund).length === 0);
  return { day, seed, sales: written, refunds: (await writeSales(tx, refunds)).written };
}

/** Every item is old enough to be sold on the day. */
const soldItem = (item: Item, taxRate: number): SoldItem => ({ item, at: Number.NEGATIVE_INFINITY, taxRate });
