import { WITH_LINES } from '../../src/records/documents/table.ts';

const WITH_SUMMARIES = ['purchase_orders', 'purchase_returns', 'stock_transfers', 'stock_adjustments'];

/** JSON text of a table's records, in SQL. */
export const docOf = (table: string): string => (WITH_SUMMARIES.includes(table) ? WITH_LINES : 'doc');
