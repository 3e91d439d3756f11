import type { OpenSandbox } from '../merchant-data.ts';
import type { BasketLine } from './basket.ts';

export const PAYMENTS = ['cash', 'card', 'online', 'giftCard', 'account', 'other'] as const;
export const CHANNELS = ['counter', 'takeaway', 'dineIn', 'delivery', 'online'] as const;

/** An order to sell, or to keep open. Its items have their prices at the store, or those of the menu. */
export interface TillOrder {
  readonly storeId: number;
  readonly items: readonly BasketLine[];
  readonly menuId?: number | undefined;
  readonly channel: (typeof CHANNELS)[number];
  /** Business day, YYYY-MM-DD; today if absent. */
  readonly day?: string | undefined;
}

/** How an order is paid. */
export interface Paid {
  readonly payment: (typeof PAYMENTS)[number];
  /** What the customer gives; the exact amount if absent. What is more than due comes back as change. */
  readonly tendered?: string | undefined;
  readonly tips?: string | undefined;
  /** Added to what is due in cash, or taken off it if negative. */
  readonly rounding?: string | undefined;
}

/** A receipt or an open order, as the back office has it. */
export interface TillDocument {
  /** External id. Refunds, voids and payments name it. */
  readonly receipt: string;
  readonly number: string;
  readonly storeId: number;
  readonly at: string;
  readonly currency: string;
  /** What the lines add up to, including tax. */
  readonly total: string;
}

/** A receipt with the change that was given. */
export interface PaidDocument extends TillDocument {
  readonly change: string;
}

export interface SoldDay {
  readonly day: string;
  readonly seed: number;
  readonly sales: number;
  readonly refunds: number;
}

/** What a till sells at a store now. */
export interface TillOffer {
  readonly store: { readonly storeId: number; readonly name: string; readonly currency: string };
  /** Menus that the store offers now. */
  readonly menus: readonly { readonly menuId: number; readonly name: string }[];
  /** At most 30 items, by name. */
  readonly data: readonly TillEntry[];
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
  readonly options: readonly { readonly optionId: number; readonly name: string; readonly price: string }[];
}

/** An open order, or a recent sale or refund. */
export interface TillReceipt extends Omit<TillDocument, 'storeId'> {
  readonly kind: 'openOrder' | 'sale' | 'refund';
  readonly lines: readonly { readonly name: string; readonly quantity: string }[];
}

/** The tills of sandbox merchants. Each call writes what a back office imports, in one transaction. */
export interface SandboxTill {
  offer(
    sandbox: OpenSandbox,
    selection: { readonly storeId: number; readonly menuId?: number | undefined; readonly search?: string | undefined },
  ): Promise<TillOffer>;
  /** Open orders and recent receipts of a store, latest first. */
  receipts(sandbox: OpenSandbox, selection: { readonly storeId: number }): Promise<TillReceipt[]>;
  sell(sandbox: OpenSandbox, order: TillOrder & Paid): Promise<PaidDocument>;
  open(sandbox: OpenSandbox, order: TillOrder): Promise<TillDocument>;
  /** Sells and closes an open order. */
  pay(sandbox: OpenSandbox, order: Paid & { readonly receipt: string }): Promise<PaidDocument>;
  /** Refunds what is left of a sale, or these lines of it. */
  refund(
    sandbox: OpenSandbox,
    refund: Pick<Paid, 'rounding'> & { readonly receipt: string; readonly lines?: readonly number[] | undefined },
  ): Promise<TillDocument>;
  /** Voids a sale or a refund. */
  void(sandbox: OpenSandbox, sale: { readonly receipt: string }): Promise<{ readonly receipt: string }>;
  /** Sells for a day at every store. The same seed sells the same, once. */
  sellDay(sandbox: OpenSandbox, request: { readonly day: string; readonly seed: number }): Promise<SoldDay>;
}
