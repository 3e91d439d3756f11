import type { Supplier, SupplierList } from '../contract/generated/types.gen.ts';
import type { Lists } from '../lists/lists.ts';
import { RECORD_SORTS } from './documents/table.ts';
import { byId } from './feed.ts';
import { type Handlers, listReply, ok } from './handlers.ts';
import { findRecord, recordKind } from './record.ts';

const SUPPLIER = recordKind<Supplier>('supplier', 'suppliers');
export const currentSuppliers = byId(SUPPLIER.findAll);

const SUPPLIERS = { table: 'suppliers', sorts: RECORD_SORTS };

export function supplierHandlers(lists: Lists): Handlers<'listSuppliers' | 'getSupplier'> {
  return {
    async listSuppliers(request) {
      return listReply<SupplierList>(lists, request, SUPPLIERS, request.query);
    },
    async getSupplier({ path, tenant }) {
      return ok(await findRecord(tenant, SUPPLIER, path.id));
    },
  };
}
