import type { Resources } from '@tillgate/client';

const DAYS = 30;
const DAY = 86_400_000;

/** Net sales per day, summed over all stores with the same currency. */
export interface Sales {
  readonly currency: string;
  readonly total: string;
  readonly days: readonly DayOfSales[];
}

export interface DayOfSales {
  readonly date: string;
  /** Bar height, which may be inexact. To store or pay amounts, add them as decimals. */
  readonly height: number;
  /** Exact figures of the report. */
  readonly stores: readonly { readonly name: string; readonly net: string }[];
}

/** Sales of the last 30 days before today, for each currency with sales. */
export async function dailySales(tillgate: Resources): Promise<Sales[]> {
  const dates = Array.from({ length: DAYS }, (_, index) => dateBefore(DAYS - index));
  const [from = '', to = ''] = [dates[0], dates.at(-1)];
  const { data, totals } = await tillgate.reports.dailySales({ from, to });
  return totals.map(({ currency, net: total }) => {
    const rows = data.filter((row) => row.currency === currency);
    return { currency, total, days: dates.map((date) => dayOf(date, rows)) };
  });
}

function dayOf(date: string, rows: readonly { date: string; storeName: string; net: string }[]): DayOfSales {
  const stores = rows.filter((row) => row.date === date).map(({ storeName, net }) => ({ name: storeName, net }));
  return { date, height: stores.reduce((sum, { net }) => sum + Number(net), 0), stores };
}

export const dateBefore = (days: number): string => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
