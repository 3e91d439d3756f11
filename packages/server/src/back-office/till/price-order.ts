import type { Item, Menu, MenuItem, ModifierGroup, Store } from '../../contract/generated/types.gen.ts';
import { DirectoryError } from '../../control/directory-error.ts';
import type { BasketLine } from '../../control/till/basket.ts';
import type { TillEntry } from '../../control/till/sandbox-till.ts';
import { divideHalfUp, QUANTITY_DECIMALS, toUnits } from '../../records/decimal.ts';
import { minorUnits, moneyOf } from '../../records/money.ts';

/** What a till sells at one store at one instant. */
export interface Offer {
  readonly store: Store;
  readonly items: ReadonlyMap<number, Item>;
  /** Active groups. */
  readonly groups: ReadonlyMap<number, ModifierGroup>;
  /** Percentage included in prices, by tax. */
  readonly rates: ReadonlyMap<number, string>;
  /** Items on the menu, if one was chosen. */
  readonly menu: ReadonlyMap<number, Pick<MenuItem, 'price' | 'status'>> | undefined;
}

/** A line as the back office has it. Amounts include tax. */
export interface PricedLine {
  readonly item: number;
  readonly variant: number | null;
  readonly quantity: string;
  readonly gross: string;
  readonly discount: string;
  readonly tax: string;
}

const RATE_DECIMALS = 4;

/** Prices a line as the store sells it. Throws a DirectoryError for what it does not sell. */
export function pricedLine(offer: Offer, line: BasketLine): PricedLine {
  const item = soldItem(offer, line.itemId);
  const { currency } = item;
  const each = unitPrice(offer, item, line.variantId) + optionsPrice(offer, item, line.optionIds);
  const gross = divideHalfUp(each * toUnits(line.quantity, QUANTITY_DECIMALS), 10n ** BigInt(QUANTITY_DECIMALS));
  const rate = toUnits(offer.rates.get(item.taxId ?? 0) ?? '0', RATE_DECIMALS);
  const tax = divideHalfUp(gross * rate, 100n * 10n ** BigInt(RATE_DECIMALS) + rate);
  return {
    ...{ item: item.id, variant: line.variantId, quantity: line.quantity },
    ...{ gross: moneyOf(gross, currency), discount: moneyOf(0n, currency), tax: moneyOf(tax, currency) },
  };
}

/** What the store sells of an item: the item, or each of its variants. Nothing if it does not sell it. */
export function entriesOf(offer: Offer, item: Item): Omit<TillEntry, 'onHand'>[] {
  if (problemOf(offer, item)) return [];
  const price = (variantId: number | null) => moneyOf(unitPrice(offer, item, variantId), item.currency);
  const options = item.modifierIds
    .flatMap((id) => offer.groups.get(id)?.options ?? [])
    .filter(({ status }) => status === 1)
    .map(({ id: optionId, name, price: added }) => ({ optionId, name, price: added }));
  if (item.variants.length === 0) return [{ code: String(item.id), name: item.name, price: price(null), options }];
  return item.variants.map(({ id, name }) => ({
    ...{ code: `${item.id}:${id}`, name: `${item.name}, ${name}`, price: price(id), options },
  }));
}

function soldItem(offer: Offer, id: number): Item {
  const item = offer.items.get(id);
  if (!item) throw new DirectoryError(`No such item: ${id}.`);
  const problem = problemOf(offer, item);
  if (problem) throw new DirectoryError(problem);
  return item;
}

/** Why the store does not sell an item now, if so. */
function problemOf({ menu, store }: Offer, item: Item): string | undefined {
  const { id, name } = item;
  if (item.currency !== store.currency)
    return `${store.name} sells in ${store.currency}, but ${name} has its price in ${item.currency}.`;
  const isActive = item.status === 1 && overrideOf(item, store)?.status !== 0;
  if (!isActive) return `${name} (${id}) is not active at ${store.name}.`;
  return menu && menu.get(id)?.status !== 1 ? `${name} (${id}) is not on the menu.` : undefined;
}

const overrideOf = (item: Item, { id }: Store) => item.stores.find(({ storeId }) => storeId === id);

const amount = (text: string, currency: string): bigint => toUnits(text, minorUnits(currency));

/** The price on the menu, or else the variant's, the store's or the item's. In minor units. */
function unitPrice({ menu, store }: Offer, item: Item, variantId: number | null): bigint {
  const variant = item.variants.find(({ id }) => id === variantId);
  if (variantId !== null && !variant)
    throw new DirectoryError(`${item.name} (${item.id}) has no variant ${variantId}.`);
  if (variantId === null && item.variants.length > 0) {
    const known = item.variants.map(({ id, name }) => `${item.id}:${id} (${name})`).join(', ');
    throw new DirectoryError(`${item.name} is sold by its variants: ${known}.`);
  }
  const price = menu?.get(item.id)?.price ?? variant?.price ?? overrideOf(item, store)?.price ?? item.price;
  return amount(price, item.currency);
}

/** Sum of the options' prices. Throws a DirectoryError if a group of the item would not allow the choice. */
function optionsPrice({ groups }: Offer, item: Item, optionIds: readonly number[]): bigint {
  const chosen = new Set(optionIds);
  if (chosen.size < optionIds.length) throw new DirectoryError(`An option of ${item.name} is chosen twice.`);
  const own = item.modifierIds.flatMap((id) => groups.get(id) ?? []);
  const options = own.flatMap((group) => chosenOf(group, chosen));
  const unknown = optionIds.find((id) => !options.some((option) => option.id === id));
  if (unknown !== undefined) throw new DirectoryError(`${item.name} (${item.id}) has no active option ${unknown}.`);
  return options.reduce((sum, { price }) => sum + amount(price, item.currency), 0n);
}

function chosenOf({ name, minSelect, maxSelect, options }: ModifierGroup, chosen: ReadonlySet<number>) {
  const active = options.filter(({ status }) => status === 1);
  const of = active.filter(({ id }) => chosen.has(id));
  const known = active.map((option) => `+${option.id} (${option.name})`).join(', ');
  if (of.length < minSelect) throw new DirectoryError(`${name} needs at least ${minSelect} of ${known}.`);
  if (maxSelect !== null && of.length > maxSelect)
    throw new DirectoryError(`${name} allows at most ${maxSelect} of ${known}.`);
  return of;
}

/** Sum of the lines, less discounts. */
export const dueOf = (lines: readonly PricedLine[], currency: string): string =>
  moneyOf(
    lines.reduce((sum, { gross, discount }) => sum + amount(gross, currency) - amount(discount, currency), 0n),
    currency,
  );

/** True if the menu is offered at the store's local time, which is `local` read as UTC. */
export function isOffered({ status, storeIds, availability }: Menu, store: Store, local: number): boolean {
  if (status !== 1 || !storeIds.includes(store.id)) return false;
  const now = new Date(local);
  const time = now.toISOString().slice(11, 16);
  const isWithin = availability.some(({ day, from, to }) => day === now.getUTCDay() && from <= time && time < to);
  return availability.length === 0 || isWithin;
}
