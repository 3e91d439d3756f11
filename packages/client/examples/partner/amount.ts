/** Formats an amount in its currency. Decimal strings are formatted exactly. */
export const amount = (value: string | number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(value as number);
