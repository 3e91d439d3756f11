import type { ServerFault } from '../fault.ts';
import { DOCUMENT_FAULTS } from './back-office-documents.ts';
import { DAILY_SALES_FAULTS } from './daily-sales.ts';
import { SALES_BY_ITEM_FAULTS, STOCK_ON_HAND_FAULTS } from './item-reports.ts';
import { REPORT_ACCESS_FAULTS } from './report-access.ts';

/** Faults of whatever tells what a merchant's back office has written. */
export const BACK_OFFICE_FAULTS: readonly ServerFault[] = [
  ...DAILY_SALES_FAULTS,
  ...SALES_BY_ITEM_FAULTS,
  ...STOCK_ON_HAND_FAULTS,
  ...REPORT_ACCESS_FAULTS,
  ...DOCUMENT_FAULTS,
];
