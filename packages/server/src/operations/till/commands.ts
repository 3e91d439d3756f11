import type { PaidDocument, SoldDay, TillDocument, TillEntry, TillReceipt } from '../../back-office/till/orders.ts';
import { command } from '../command.ts';

const COMPANY = 'id of the sandbox merchant';
const receiptText = ({ receipt, number, total, currency, at }: TillDocument): string =>
  `${number} of ${at.slice(0, 10)}: ${total} ${currency}. Its receipt is ${receipt}.`;

const paidText = (sale: PaidDocument): string =>
  `Sold ${receiptText(sale)}${/[1-9]/.test(sale.change) ? ` Change: ${sale.change} ${sale.currency}.` : ''}`;

const optionsOf = ({ options }: TillEntry): string[] => options.map(({ optionId, name }) => `+${optionId} ${name}`);
const linesOf = ({ lines }: TillReceipt): string[] => lines.map(({ quantity, name }) => `${quantity} ${name}`);

const ORDER = {
  args: ['companyId'] as const,
  flags: { storeId: '--store <id>' },
  help: { companyId: COMPANY, storeId: 'where it is sold' },
};

export const TILL_COMMANDS = [
  command('till offer', 'till.offer', {
    args: ['companyId', 'storeId'],
    help: { companyId: COMPANY },
    columns: { ITEM: 'code', NAME: 'name', PRICE: 'price', 'ON HAND': 'onHand', OPTIONS: optionsOf },
  }),
  command('till receipts', 'till.receipts', {
    args: ['companyId', 'storeId'],
    help: { companyId: COMPANY },
    columns: { RECEIPT: 'receipt', KIND: 'kind', NUMBER: 'number', AT: 'at', TOTAL: 'total', ITEMS: linesOf },
  }),
  command('till sell', 'till.sell', { ...ORDER, done: paidText }),
  command('till open', 'till.open', { ...ORDER, done: (order) => `Opened ${receiptText(order)}` }),
  command('till pay', 'till.pay', {
    args: ['companyId', 'receipt'],
    help: { companyId: COMPANY, receipt: 'receipt of the open order' },
    done: paidText,
  }),
  command('till refund', 'till.refund', {
    args: ['companyId', 'receipt'],
    help: { companyId: COMPANY, receipt: 'receipt of the sale' },
    done: (refund) => `Refunded ${receiptText(refund)}`,
  }),
  command('till void', 'till.void', {
    args: ['companyId', 'receipt'],
    help: { companyId: COMPANY, receipt: 'receipt of the sale or refund' },
    done: ({ receipt }) => `Voided ${receipt}.`,
  }),
  command('till day', 'till.day', { args: ['companyId', 'day'], help: { companyId: COMPANY }, done: soldText }),
];

function soldText({ day, sales, refunds, seed }: SoldDay): string {
  if (sales === 0) return `Nothing was sold on ${day}: the seed ${seed} has sold before, or no item is active.`;
  return `Sold ${sales} receipts on ${day}, of which ${refunds} were refunded in part.`;
}
