import type { Region } from '../storage/region.ts';

/** Defaults of a product: a department's traits apply to its categories, and theirs to their products. */
export interface Traits {
  /** Name of one of the merchant's taxes. */
  readonly tax?: string;
  /** Name of one of the merchant's brands. */
  readonly brand?: string;
  /** Begins the item codes; without it the service makes them. */
  readonly code?: string;
  readonly unit?: string;
  /** Sold by weight, so that its quantities have decimals. */
  readonly weighed?: boolean;
  /** Prepared when ordered: neither counted nor scanned. */
  readonly madeToOrder?: boolean;
  /** Made by the merchant itself, and so from no supplier. */
  readonly homemade?: boolean;
  /** Name of each variant, and how much more than the product it costs. */
  readonly sizes?: Readonly<Record<string, string>>;
  readonly lowStock?: string;
  /** Names of modifier groups. */
  readonly modifiers?: readonly string[];
}

export interface ProductData extends Traits {
  readonly price: string;
  readonly description?: string;
}

/** One part of a combo: the name of a product, with the size where it has sizes. */
export interface PartData {
  readonly product: string;
  readonly size?: string;
  readonly quantity?: string;
}

export interface ComboData extends ProductData {
  readonly parts: readonly PartData[];
}

export interface CategoryData extends Traits {
  readonly name: string;
  /** Products by name; one with only a price is written as that price. */
  readonly products?: Readonly<Record<string, string | ProductData>>;
  readonly combos?: Readonly<Record<string, ComboData>>;
}

/** A category at the top of the tree. */
export interface DepartmentData extends Traits {
  readonly name: string;
  readonly color: string;
  readonly categories: readonly CategoryData[];
}

export interface OverrideData {
  readonly price?: string;
  readonly lowStockLevel?: string;
  readonly status?: 0 | 1;
}

export interface ModifierGroupData {
  /** Minimum number to choose; 0 by default. */
  readonly min?: number;
  /** Maximum number to choose; no limit by default. */
  readonly max?: number;
  /** Name of each option, and what it adds to the price. */
  readonly options: Readonly<Record<string, string>>;
  /** Options that are not available at present. */
  readonly unavailable?: readonly string[];
}

export interface MenuData {
  readonly description?: string;
  readonly status?: 0 | 1;
  readonly channels: readonly ('delivery' | 'takeaway' | 'online')[];
  /** Categories whose products are on the menu, in this order. */
  readonly categories: readonly string[];
  /** Prices that differ from the products' own. */
  readonly prices?: Readonly<Record<string, string>>;
  /** Days of the week, 0 for Sunday, and the times of each of them; always, without. */
  readonly days?: readonly number[];
  readonly times?: readonly (readonly [from: string, to: string])[];
  /** Codes of the stores that offer it; all of them, without. */
  readonly stores?: readonly string[];
}

/** A merchant of the demo in its data file; records refer to each other by name. */
export interface MerchantData {
  readonly name: string;
  readonly region: Region;
  readonly currency: string;
  /** A sandbox merchant rather than a live one. */
  readonly demo: boolean;
  /** Two digits from 20 to 29, which are for a shop's own use, begin its barcodes. */
  readonly barcodePrefix: string;
  /** Begins the identifiers that some of its items have in another system. */
  readonly externalPrefix: string;
  readonly stores: readonly { name: string; code: string; timezone: string; address: string }[];
  readonly suppliers: readonly { name: string; code: string; email: string; phone: string }[];
  /** Per cent by name. */
  readonly taxes: Readonly<Record<string, string>>;
  readonly modifierGroups: Readonly<Record<string, ModifierGroupData>>;
  /** Descriptions by name. */
  readonly brands: Readonly<Record<string, string | null>>;
  readonly departments: readonly DepartmentData[];
  /** Overrides at one store, by the store's code and the product's name. */
  readonly overrides: Readonly<Record<string, Readonly<Record<string, OverrideData>>>>;
  /** New prices of products that became dearer or cheaper since they came into the range. */
  readonly repriced: Readonly<Record<string, string>>;
  /** Products that have been taken out of the range. */
  readonly retired: readonly string[];
  readonly menus: Readonly<Record<string, MenuData>>;
  /** Number of days, up to the last, on which it has sold something; 90 by default. */
  readonly salesDays?: number;
}
