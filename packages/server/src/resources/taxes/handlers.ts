import type { TaxList } from '../../contract/generated/types.gen.ts';
import type { Lists } from '../../storage/lists/lists.ts';
import { type Handlers, listOf, ok } from '../handlers.ts';
import { RECORD_SORTS } from '../list.ts';

const TAXES = { table: 'taxes', sorts: RECORD_SORTS };

export function taxHandlers(lists: Lists): Handlers<'listTaxes'> {
  return {
    async listTaxes({ query, tenant }) {
      return ok(listOf<TaxList>(await lists.read(tenant, TAXES, query)));
    },
  };
}
