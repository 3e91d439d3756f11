/** Formats an amount in its currency. Decimal strings keep every digit. */
export const amount = (value: string | number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(value as number);
