import type { Tax, TaxList } from '../contract/generated/types.gen.ts';
import type { Lists } from '../lists/lists.ts';
import { RECORD_SORTS } from './documents/table.ts';
import { byId } from './feed.ts';
import { type Handlers, listReply } from './handlers.ts';
import { recordKind } from './record.ts';

export const currentTaxes = byId(recordKind<Tax>('tax', 'taxes').findAll);

const TAXES = { table: 'taxes', sorts: RECORD_SORTS };

export function taxHandlers(lists: Lists): Handlers<'listTaxes'> {
  return {
    async listTaxes(request) {
      return listReply<TaxList>(lists, request, TAXES, request.query);
    },
  };
}
