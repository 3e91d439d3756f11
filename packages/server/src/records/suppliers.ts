import type { Supplier } from '../contract/generated/types.gen.ts';
import type { Lists } from '../lists/lists.ts';
import type { Handlers } from './handlers.ts';
import { readRecords } from './simple-records.ts';

export const SUPPLIERS = readRecords<Supplier>({ noun: 'supplier', table: 'suppliers' });

export const supplierHandlers = (lists: Lists): Handlers<'listSuppliers' | 'getSupplier'> => ({
  listSuppliers: SUPPLIERS.list(lists),
  getSupplier: SUPPLIERS.get,
});
