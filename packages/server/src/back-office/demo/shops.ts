import type { Region } from '../../process/region.ts';

/** A merchant of the demo, and the settings of its history. */
export interface Shop {
  readonly name: string;
  readonly region: Region;
  readonly currency: string;
  /** True for a sandbox merchant rather than a live one. */
  readonly demo: boolean;
  /** Names of files in `shops/`, without `.ndjson`: its records in the format of `tillgate import`. */
  readonly files: readonly string[];
  /** Prefix of the external ids that are stored. Other external ids only connect lines of the files. */
  readonly externalPrefix: string;
  /** Category of items that the merchant makes rather than orders. */
  readonly homemade?: string;
  /** Number of days with sales, ending with the last. */
  readonly salesDays: number;
  /** Seed of dates, documents and sales. */
  readonly seed: number;
  /** Seed of change dates and opening stock. */
  readonly stockSeed: number;
}

export const SHOPS: readonly Shop[] = [
  {
    name: 'Harbour Coffee & Deli',
    ...{ region: 'UK', currency: 'GBP', demo: true },
    files: ['harbour-coffee'],
    ...{ externalPrefix: 'HCD-', homemade: 'pastries', salesDays: 90 },
    ...{ seed: 20, stockSeed: 1_334_274_151 },
  },
  {
    name: 'Desert Rose Market',
    ...{ region: 'AE', currency: 'AED', demo: true },
    files: ['desert-rose'],
    ...{ externalPrefix: 'DRM/', salesDays: 90 },
    ...{ seed: 21, stockSeed: 785_777_782 },
  },
  {
    name: 'Monsoon Kitchens',
    ...{ region: 'IN', currency: 'INR', demo: false },
    files: ['monsoon-kitchens'],
    ...{ externalPrefix: 'MK.', salesDays: 90 },
    ...{ seed: 22, stockSeed: -534_258_454 },
  },
];

/** A small café with enough records to try every operation. New sandbox merchants start with it. */
export const sandboxShop = (name: string, region: Region, currency: string): Shop => ({
  ...{ name, region, currency, demo: true },
  files: [`sandbox-${region.toLowerCase()}`, 'sandbox'],
  ...{ externalPrefix: 'SBX/', salesDays: 14 },
  ...{ seed: 29, stockSeed: -511_529_547 },
});
