import type { ListPlan } from '../storage/list-plan.ts';

/** Sorts of the records that the merchant's back office writes: stores, suppliers and taxes. */
export const REFERENCE_SORTS: ListPlan['sorts'] = {
  entryDate: ['entry_date', 'timestamptz'],
  updatedAt: ['updated_at', 'timestamptz'],
  name: ['name', 'text', 'root_order'],
};
