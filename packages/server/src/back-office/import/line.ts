import type { NewVariant, OpenOrder } from '../../contract/generated/types.gen.ts';
import type { Payment } from '../../records/sales/rules.ts';

/** The id of a record (a number) or its external id (text). */
export type Reference = number | string;

interface CommonLine {
  readonly externalId: string;
}

/** A line whose properties are named as in the API, apart from references. */
interface RecordLine<Type extends string> extends CommonLine {
  readonly type: Type;
  readonly name: string;
  readonly [property: string]: unknown;
}

interface StoreLine extends RecordLine<'store'> {
  readonly code: string;
  readonly timezone: string;
}

interface TaxLine extends RecordLine<'tax'> {
  readonly rate: string;
}

interface CategoryLine extends RecordLine<'category'> {
  readonly parent?: Reference | null;
}

interface ItemLine extends RecordLine<'item'> {
  readonly itemType?: 0 | 1 | 2;
  readonly tax?: Reference | null;
  readonly groupId?: Reference | null;
  readonly brandId?: Reference | null;
  readonly variants?: NewVariant[];
  readonly components?: readonly { item: Reference; variant: Reference | null; quantity: string }[];
}

interface ModifierLine extends RecordLine<'modifier'> {
  readonly options: readonly { readonly name: string; readonly item?: Reference | null }[];
  readonly items?: readonly Reference[];
}

interface MenuLine extends RecordLine<'menu'> {
  readonly items?: readonly { readonly item: Reference }[];
  readonly stores?: readonly Reference[];
}

/** A quantity of an item, or of one of its variants. */
interface QuantityLine {
  readonly item: Reference;
  readonly variant: Reference | null;
  readonly quantity: string;
}

interface OpeningStockLine extends CommonLine, QuantityLine {
  readonly type: 'openingStock';
  readonly store: Reference;
  readonly unitCost: string | null;
  readonly at?: string;
}

/** A line of a receipt or an order. */
export interface OrderedLine extends QuantityLine {
  readonly gross: string;
  readonly discount: string;
  readonly tax: string;
  /** Of a combo in a sale. */
  readonly components?: readonly QuantityLine[];
}

interface Ordered extends CommonLine {
  readonly store: Reference;
  readonly number: string;
  readonly at: string;
  readonly channel: OpenOrder['channel'];
  readonly lines: readonly OrderedLine[];
}

interface ReceiptLine<Type extends 'sale' | 'refund'> extends Ordered {
  readonly type: Type;
  readonly payments: readonly Payment[];
  readonly rounding: string;
  readonly changeGiven: string;
  readonly tips: string;
}

interface RefundLine extends ReceiptLine<'refund'> {
  /** External id of the sale. */
  readonly sale: string | null;
}

/** Reverses the sale or refund with its external id. */
interface VoidLine extends CommonLine {
  readonly type: 'void';
  readonly kind: 'sale' | 'refund';
  readonly at?: string;
}

interface OpenOrderLine extends Ordered {
  readonly type: 'openOrder';
  readonly state: 'open' | 'closed';
}

interface PurchaseReturnLine extends CommonLine {
  readonly type: 'purchaseReturn';
  readonly supplier: Reference;
  readonly store: Reference;
  readonly date: string;
  readonly number?: string;
  readonly narration: string | null;
  readonly lines: readonly (QuantityLine & { readonly unitCost: string })[];
}

interface Lines {
  readonly store: StoreLine;
  readonly supplier: RecordLine<'supplier'>;
  readonly tax: TaxLine;
  readonly category: CategoryLine;
  readonly brand: RecordLine<'brand'>;
  readonly item: ItemLine;
  readonly modifier: ModifierLine;
  readonly menu: MenuLine;
  readonly openingStock: OpeningStockLine;
  readonly sale: ReceiptLine<'sale'>;
  readonly refund: RefundLine;
  readonly void: VoidLine;
  readonly openOrder: OpenOrderLine;
  readonly purchaseReturn: PurchaseReturnLine;
}

export type LineType = keyof Lines;
export type Line<Type extends LineType = LineType> = Lines[Type];
