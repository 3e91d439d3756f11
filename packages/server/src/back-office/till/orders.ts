import * as v from 'valibot';
import { DirectoryError } from '../../control/errors.ts';
import { checkedText } from '../../control/input.ts';

/** A quantity of an item or of one of its variants, with options of its modifier groups. */
export interface BasketLine {
  readonly itemId: number;
  readonly variantId: number | null;
  /** Decimal text with up to 3 decimals. */
  readonly quantity: string;
  readonly optionIds: readonly number[];
}

const LINE = /^(?:(\d{1,6}(?:\.\d{1,3})?)x)?(\d{1,16})(?::(\d{1,16}))?((?:\+\d{1,16})*)$/;

/** Parses `2x100231:100240+100512`: the quantity, the item, its variant and options. Only the item is required. */
export function parseBasketLine(text: string): BasketLine {
  const [, quantity = '1', item, variant, options = ''] = LINE.exec(text) ?? [];
  if (item === undefined || !/[1-9]/.test(quantity)) {
    throw new DirectoryError(
      `${JSON.stringify(text)} is not an item to sell. Write its id, with a quantity, a variant and options if needed: 100231, 2x100231, 100231:100240, 100231+100512.`,
    );
  }
  const optionIds = options.split('+').slice(1).map(Number);
  return { quantity, itemId: Number(item), variantId: variant === undefined ? null : Number(variant), optionIds };
}

const MOST_LINES = 100;

export const basket = v.pipe(
  v.array(checkedText(parseBasketLine), 'must be a list'),
  v.minLength(1, 'must have at least one entry'),
  v.maxLength(MOST_LINES, `must have at most ${MOST_LINES} entries`),
  v.metadata({
    option: 'item',
    value: 'item',
    help: 'what is sold, as [<quantity>x]<id>[:<variant>][+<option>…], such as 2x100231',
  }),
);

export const PAYMENTS = ['cash', 'card', 'online', 'giftCard', 'account', 'other'] as const;
export const CHANNELS = ['counter', 'takeaway', 'dineIn', 'delivery', 'online'] as const;

/** An order to sell or to keep open, at the prices of the menu or else of the store. */
export interface TillOrder {
  readonly storeId: number;
  readonly items: readonly BasketLine[];
  readonly menuId?: number | undefined;
  readonly channel: (typeof CHANNELS)[number];
  /** Business day, YYYY-MM-DD; today if absent. */
  readonly day?: string | undefined;
}

export interface Paid {
  readonly payment: (typeof PAYMENTS)[number];
  /** Amount that the customer hands over; the exact amount if absent. Any excess is paid back as change. */
  readonly tendered?: string | undefined;
  readonly tips?: string | undefined;
  /** Added to the amount due in cash; subtracted if negative. */
  readonly rounding?: string | undefined;
}

/** A receipt or an open order in the back office. */
export interface TillDocument {
  /** External id. Refunds, voids and payments name it. */
  readonly receipt: string;
  readonly number: string;
  readonly storeId: number;
  readonly at: string;
  readonly currency: string;
  /** Sum of the lines after discounts, including tax. */
  readonly total: string;
}

export interface PaidDocument extends TillDocument {
  readonly change: string;
}

export interface SoldDay {
  readonly day: string;
  readonly seed: number;
  readonly sales: number;
  readonly refunds: number;
}

/** Current offer of a till at a store. */
export interface TillOffer {
  readonly store: { readonly storeId: number; readonly name: string; readonly currency: string };
  /** Menus that the store offers now. */
  readonly menus: readonly { readonly menuId: number; readonly name: string }[];
  /** Categories with active items, as they are sorted. */
  readonly categories: readonly { readonly categoryId: number; readonly name: string }[];
  /** At most 60 items, by name. */
  readonly data: readonly TillEntry[];
  /** True if the selection has more items. */
  readonly isCut: boolean;
  readonly next: null;
}

/** An item, or one of its variants. */
export interface TillEntry {
  /** As in a basket: `100231` or `100231:100240`. */
  readonly code: string;
  readonly name: string;
  readonly price: string;
  /** Null if its stock is not tracked. */
  readonly onHand: string | null;
  readonly options: readonly TillOption[];
}

/** An active option of one of the item's modifier groups. */
export interface TillOption {
  readonly optionId: number;
  readonly name: string;
  readonly price: string;
  readonly group: {
    readonly groupId: number;
    readonly name: string;
    readonly minSelect: number;
    readonly maxSelect: number | null;
  };
}

/** What an order would cost now. */
export interface PricedOrder {
  readonly data: readonly {
    readonly code: string;
    readonly quantity: string;
    readonly name: string;
    readonly options: readonly string[];
    /** Null if the line cannot be sold, for the reason in `problem`. */
    readonly total: string | null;
    readonly problem: string | null;
  }[];
  readonly next: null;
  readonly total: string;
  readonly currency: string;
}

export interface TillReceipt extends Omit<TillDocument, 'storeId'> {
  /** Business day at the store. */
  readonly day: string;
  readonly kind: 'openOrder' | 'sale' | 'refund';
  readonly lines: readonly { readonly itemId: number; readonly name: string; readonly quantity: string }[];
}
