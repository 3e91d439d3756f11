import type { Api, Resources } from '@tillgate/client';

const DAYS = 30;
const DAY = 86_400_000;

/** Net sales of the last 30 days before today, by day and store, with the exact total of each currency. */
export const dailySales = (tillgate: Resources): Promise<Api.DailySalesReport> =>
  tillgate.reports.dailySales({ from: dateBefore(DAYS), to: dateBefore(1) });

export const dateBefore = (days: number): string => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
