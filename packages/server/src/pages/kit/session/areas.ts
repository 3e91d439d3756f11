/** Groups of people, each with its own folder of pages. */
export const AREAS = ['merchant', 'console', 'operator'] as const;

export type Area = (typeof AREAS)[number];

/** Start page of each area. */
export const HOMES: Readonly<Record<Area, string>> = {
  merchant: '/connections',
  console: '/console',
  operator: '/operator',
};
