/** Regions. A merchant's data is in exactly one of them (regions.claim). */
export const REGIONS = ['UK', 'US', 'IN', 'AE'] as const;

export type Region = (typeof REGIONS)[number];

export const schemaOf = (region: Region): string => `region_${region.toLowerCase()}`;

/** Replaces `region.` in SQL such as `region.items` with a region's schema. */
export const inSchemaOf = (region: Region, sql: string): string =>
  sql.replaceAll(/\bregion\./g, `${schemaOf(region)}.`);
