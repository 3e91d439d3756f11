/** Groups of people, each with its own folder of pages. */
export const AUDIENCES = ['merchant', 'console', 'operator'] as const;

export type Audience = (typeof AUDIENCES)[number];

/** Start page of each audience. */
export const HOMES: Readonly<Record<Audience, string>> = {
  merchant: '/connections',
  console: '/console',
  operator: '/operator',
};
