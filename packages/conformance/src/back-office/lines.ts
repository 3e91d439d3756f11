import type { Payment, SoldLine } from '../specification/sales.ts';

/** Lines of the file that `tillgate import` reads (`tillgate import --help`), with the properties the suite uses. */

export interface StoreLine {
  readonly type: 'store';
  readonly externalId: string;
  readonly name: string;
  readonly code: string;
  readonly timezone: string;
  readonly currency?: string;
  readonly address?: string;
}

export interface SupplierLine {
  readonly type: 'supplier';
  readonly externalId: string;
  readonly name: string;
  readonly code?: string;
  readonly email?: string;
  readonly phone?: string;
}

interface TaxLine {
  readonly type: 'tax';
  readonly externalId: string;
  readonly name: string;
  readonly rate: string;
}

export interface VariantLine {
  readonly name: string;
  readonly itemCode?: string;
  readonly price?: string;
  readonly cost?: string | null;
}

export interface ItemLine {
  readonly type: 'item';
  readonly externalId: string;
  readonly name: string;
  readonly itemCode: string;
  readonly itemType?: 0 | 1 | 2;
  readonly price?: string;
  readonly cost?: string | null;
  readonly unit?: string;
  readonly weighingScale?: 0 | 1;
  readonly trackStock?: boolean;
  readonly lowStockLevel?: string | null;
  readonly tax?: string | null;
  readonly variants?: readonly VariantLine[];
  readonly components?: readonly Goods[];
}

/** A quantity of an item or of its variant. */
export interface Goods {
  readonly item: string;
  readonly variant?: string | null;
  readonly quantity: string;
}

export interface OpeningStockLine extends Goods {
  readonly type: 'openingStock';
  readonly externalId: string;
  readonly store: string;
  readonly unitCost?: string | null;
  readonly at?: string;
}

interface Ordered {
  readonly externalId: string;
  readonly store: string;
  readonly number: string;
  readonly at: string;
  readonly channel?: string;
  readonly lines: readonly SoldLine<string>[];
}

/** A line of a receipt. A combo whose components changed later names those that it was sold with. */
export interface ReceiptLine extends SoldLine<string> {
  readonly components?: readonly Goods[];
}

/** A sale or a refund. The amounts of a refund are the refunded ones. */
export interface TradeLine extends Ordered {
  readonly type: 'sale' | 'refund';
  readonly lines: readonly ReceiptLine[];
  readonly payments?: readonly Payment[];
  readonly rounding?: string;
  readonly changeGiven?: string;
  readonly tips?: string;
  readonly sale?: string | null;
}

export interface OpenOrderLine extends Ordered {
  readonly type: 'openOrder';
  readonly state?: 'open' | 'closed';
}

export interface ReturnLine {
  readonly type: 'purchaseReturn';
  readonly externalId: string;
  readonly supplier: string;
  readonly store: string;
  readonly date: string;
  readonly number?: string;
  readonly narration?: string | null;
  readonly lines: readonly (Goods & { readonly unitCost: string })[];
}

export type Line =
  | StoreLine
  | SupplierLine
  | TaxLine
  | ItemLine
  | OpeningStockLine
  | TradeLine
  | OpenOrderLine
  | ReturnLine;
