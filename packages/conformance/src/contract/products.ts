/** Products of apps, and environments of their credentials. */
export const PRODUCTS = ['FULL', 'ONLINE_ORDER', 'ADSR'] as const;
export const ENVIRONMENTS = ['SANDBOX', 'PRODUCTION'] as const;

export type Product = (typeof PRODUCTS)[number];
export type Environment = (typeof ENVIRONMENTS)[number];
