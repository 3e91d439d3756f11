import type { Handlers } from '../call.ts';
import { byStatus } from '../lists.ts';
import { list, type RecordKind, read, SORTS, shown } from '../records.ts';
import { type Row, rowsOf, type Table } from '../state.ts';

/** Stores, suppliers and taxes, which the merchant's back office maintains. references.read_only */

const maintained = (table: Table, searched: (row: Row) => readonly string[]): RecordKind => ({
  table,
  list: {
    rows: (merchant) => rowsOf(merchant, table),
    filters: { status: byStatus },
    searches: { search: searched },
    sorts: SORTS,
    show: shown,
  },
});

const STORES = maintained('stores', ({ name, code }) => [String(name), String(code)]);
const SUPPLIERS = maintained('suppliers', ({ name, code }) => [String(name), String(code)]);
const TAXES = maintained('taxes', ({ name }) => [String(name)]);

export const REFERENCE_HANDLERS: Handlers = {
  listStores: list(STORES),
  getStore: read(STORES),
  listSuppliers: list(SUPPLIERS),
  getSupplier: read(SUPPLIERS),
  listTaxes: list(TAXES),
};
