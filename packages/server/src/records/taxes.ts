import type { Tax } from '../contract/generated/types.gen.ts';
import type { Lists } from '../lists/lists.ts';
import type { Handlers } from './handlers.ts';
import { readRecords } from './simple-records.ts';

export const TAXES = readRecords<Tax>({ noun: 'tax', table: 'taxes' });

export const taxHandlers = (lists: Lists): Handlers<'listTaxes'> => ({ listTaxes: TAXES.list(lists) });
