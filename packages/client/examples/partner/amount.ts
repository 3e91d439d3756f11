/** An amount as people read it. A decimal string is formatted exactly. */
export const amount = (value: string | number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(value as number);
