import { DirectoryError } from '../../control/errors.ts';
import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { minus } from '../../records/decimal.ts';
import { lockSales, readRemaining } from '../../records/sales/refunds.ts';
import type { Channel, PaymentKind } from '../../records/sales/rules.ts';
import { BadLines } from '../import/lines.ts';
import type { PricedLine } from './offer.ts';

/** An order that is open, as it was sent. */
interface OpenTillOrder {
  readonly storeId: number;
  readonly orderNo: string;
  readonly channel: Channel;
  readonly currency: string;
  readonly openedAt: string;
  readonly lines: readonly PricedLine[];
}

const LOCK_OPEN = statement(
  'till.lock-open-order',
  `select doc from region.open_orders where company_id = $1 and external_id = $2 and status = 1 for no key update`,
);

interface StoredLine extends Omit<PricedLine, 'item' | 'variant'> {
  readonly itemId: number;
  readonly variantId: number | null;
}

const pricedOf = ({ itemId, variantId, quantity, gross, discount, tax }: StoredLine): PricedLine => ({
  ...{ item: itemId, variant: variantId, quantity },
  ...{ gross, discount, tax },
});

/** Locks an open order by its external id. Throws a DirectoryError if there is none. */
export async function lockOpenOrder(tx: TenantTransaction, receipt: string): Promise<OpenTillOrder> {
  const [row] = await tx.query<{ doc: string }>(LOCK_OPEN, [receipt]);
  if (!row) throw new DirectoryError(`No open order has the receipt ${receipt}.`);
  const order = JSON.parse(row.doc) as Omit<OpenTillOrder, 'lines'> & { readonly lines: readonly StoredLine[] };
  return { ...order, lines: order.lines.map(pricedOf) };
}

/** A sale that can be refunded, with the lines of which nothing was refunded. */
interface Refundable {
  readonly storeId: number;
  readonly number: string;
  readonly soldAt: string;
  readonly currency: string;
  readonly channel: Channel;
  readonly payment: PaymentKind;
  readonly lines: readonly (PricedLine & { readonly line: number })[];
}

const FIND_SALE = statement(
  'till.sale',
  `select s.store_id as "storeId", s.number, region.rfc3339(s.sold_at) as "soldAt", s.currency, s.channel,
     case greatest(s.paid_cash - s.change_given, s.paid_card, s.paid_online, s.paid_gift_card, s.paid_account, s.paid_other)
       when s.paid_cash - s.change_given then 'cash' when s.paid_card then 'card' when s.paid_online then 'online'
       when s.paid_gift_card then 'giftCard' when s.paid_account then 'account' else 'other' end as payment,
     (select json_agg(json_build_object('line', l.id, 'itemId', l.item_id, 'variantId', l.variant_id,
       'quantity', region.quantity_text(l.quantity), 'gross', region.money_text(l.gross, s.currency),
       'discount', region.money_text(l.discount, s.currency), 'tax', region.money_text(l.tax, s.currency)) order by l.id)
      from region.sale_lines l where l.company_id = $1 and l.sale_id = s.id) as lines
   from region.sales s where s.company_id = $1 and s.id = $2`,
);

/** Locks a sale by its external id. Throws a DirectoryError if there is none, or if it was voided. */
export async function lockRefundable(tx: TenantTransaction, receipt: string): Promise<Refundable> {
  const sale = (await lockSales(tx, [receipt])).get(receipt);
  if (!sale) throw new DirectoryError(`No sale has the receipt ${receipt}.`);
  if (sale.voided) throw new DirectoryError(`The sale ${receipt} was voided.`);
  const [[row], remaining] = await Promise.all([
    tx.query<Omit<Refundable, 'lines'> & { readonly lines: readonly (StoredLine & { line: number })[] }>(FIND_SALE, [
      sale.id,
    ]),
    readRemaining(tx, [sale.id]),
  ]);
  if (!row) throw new Error(`A locked sale is missing: ${sale.id}.`);
  const left = new Map(remaining.map((part) => [keyOf(part), part.quantity]));
  const isLeft = (stored: StoredLine): boolean => {
    const rest = minus(left.get(keyOf(stored)) ?? '0', stored.quantity);
    if (rest.startsWith('-')) return false;
    left.set(keyOf(stored), rest);
    return true;
  };
  return { ...row, lines: row.lines.filter(isLeft).map((line) => ({ line: line.line, ...pricedOf(line) })) };
}

const keyOf = ({ itemId, variantId }: Pick<StoredLine, 'itemId' | 'variantId'>): string => `${itemId} ${variantId}`;

const KIND = statement(
  'till.kind',
  `select kind from region.sales where company_id = $1 and external_id = $2 order by kind desc`,
);

/** Whether a receipt is of a sale or a refund. Throws a DirectoryError if there is neither. */
export async function kindOf(tx: TenantTransaction, receipt: string): Promise<'sale' | 'refund'> {
  const [row] = await tx.query<{ kind: 'sale' | 'refund' }>(KIND, [receipt]);
  if (!row) throw new DirectoryError(`No sale or refund has the receipt ${receipt}.`);
  return row.kind;
}

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
