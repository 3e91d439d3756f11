/** The regions; a merchant's data is in exactly one of them (regions.claim). */
export const REGIONS = ['UK', 'US', 'IN', 'AE'] as const;

export type Region = (typeof REGIONS)[number];

export const schemaOf = (region: Region): string => `region_${region.toLowerCase()}`;

/** Puts the schema of a region in SQL that names tables as `region.items`. */
export const inSchemaOf = (region: Region, sql: string): string =>
  sql.replaceAll(/\bregion\./g, `${schemaOf(region)}.`);
