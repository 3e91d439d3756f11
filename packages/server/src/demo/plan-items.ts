import type { ItemUpdate, NewVariant } from '../contract/generated/types.gen.ts';
import { Barcodes } from './barcodes.ts';
import type { MerchantData, PartData, ProductData } from './merchant-data.ts';
import { named } from './named.ts';
import { comboDate, dateAfter, entryDate } from './plan-dates.ts';
import type { Random } from './random.ts';

/** A product with the traits of its category and department; one with parts is a combo. */
export interface Product extends ProductData {
  readonly name: string;
  readonly category: string;
  readonly parts: readonly PartData[];
}

/** An item as it will be created, but for the ids of what it refers to. */
export interface PlannedItem {
  readonly product: Product;
  readonly at: number;
  readonly cost: string | null;
  readonly itemCode: string | undefined;
  readonly barcodes: string[];
  readonly externalId: string | null;
  readonly variants: NewVariant[];
}

/** A later change of an item. */
export interface Revision {
  readonly at: number;
  readonly item: string;
  readonly patch: ItemUpdate;
}

/** Every so many items has an identifier of another system. */
const EXTERNAL_EVERY = 10;

/** Per cent of the price that an item costs its merchant. */
const COST_SHARE = { from: 34, to: 62 };

export function productsOf(data: MerchantData): Product[] {
  return data.departments.flatMap(({ name: _, color: __, categories, ...department }) =>
    categories.flatMap(({ name: category, products = {}, combos = {}, ...traits }) =>
      Object.entries({ ...products, ...combos }).map(([name, entry]) => {
        const product = typeof entry === 'string' ? { price: entry } : entry;
        return { parts: [], ...department, ...traits, ...product, name, category };
      }),
    ),
  );
}

/** The merchant's items in the order in which they came into its range. */
export function planItems(data: MerchantData, base: number, random: Random): PlannedItem[] {
  const products = productsOf(data);
  const dates = datesOf(products, base, random);
  const codes = itemCodes(products);
  const barcodes = new Barcodes(data.barcodePrefix, random);
  const items = products.map((product, i) => {
    const itemCode = codes[i];
    const share = random.between(COST_SHARE.from, COST_SHARE.to);
    const scanned = isCounted(product);
    return {
      product,
      at: named(dates, product.name),
      cost: scanned ? costOf(product.price, share) : null,
      itemCode,
      barcodes: scanned && !product.sizes ? barcodesOf(barcodes, random) : [],
      externalId: i % EXTERNAL_EVERY === 0 ? `${data.externalPrefix}${1000 + i}` : null,
      variants: variantsOf(product, itemCode, share, () => (scanned ? [barcodes.next()] : [])),
    };
  });
  return items.sort((a, b) => a.at - b.at);
}

/** The stock of a combo is that of its parts. */
export const isCounted = ({ madeToOrder, parts }: Product): boolean => !madeToOrder && parts.length === 0;

export function planRevisions(
  data: MerchantData,
  items: readonly PlannedItem[],
  base: number,
  random: Random,
): Revision[] {
  const dates = new Map(items.map(({ product, at }) => [product.name, at]));
  const revise = (item: string, patch: ItemUpdate): Revision => {
    return { at: dateAfter(named(dates, item), base, random), item, patch };
  };
  return [
    ...Object.entries(data.repriced).map(([item, price]) => revise(item, { price })),
    ...data.retired.map((item) => revise(item, { status: 0 })),
  ].sort((a, b) => a.at - b.at);
}

function datesOf(products: readonly Product[], base: number, random: Random): Map<string, number> {
  const dates = new Map<string, number>();
  for (const { name, parts } of products) {
    if (parts.length === 0) dates.set(name, entryDate(base, random));
  }
  for (const { name, parts } of products) {
    if (parts.length > 0)
      dates.set(
        name,
        comboDate(
          parts.map((part) => named(dates, part.product)),
          base,
          random,
        ),
      );
  }
  return dates;
}

/** `COF-001` and so on; undefined where the category leaves the code to the service. */
function itemCodes(products: readonly Product[]): (string | undefined)[] {
  const counts = new Map<string, number>();
  return products.map(({ code }) => {
    if (code === undefined) return undefined;
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    return `${code}-${String(count).padStart(3, '0')}`;
  });
}

/** Some products are sold in their old pack beside the new one. */
const barcodesOf = (barcodes: Barcodes, random: Random): string[] =>
  Array.from({ length: random.chance(8) ? 2 : 1 }, () => barcodes.next());

function variantsOf(
  product: Product,
  itemCode: string | undefined,
  share: number,
  barcodes: () => string[],
): NewVariant[] {
  return Object.entries(product.sizes ?? {}).map(([name, surcharge], i) => {
    const price = sum(product.price, surcharge);
    return {
      name,
      ...(itemCode && { itemCode: `${itemCode}-${i + 1}` }),
      barcodes: barcodes(),
      price: surcharge === '0' ? null : price,
      cost: isCounted(product) ? costOf(price, share) : null,
    };
  });
}

const inCents = (money: string): number => Math.round(Number(money) * 100);
const money = (cents: number): string => (cents / 100).toFixed(2);

const sum = (a: string, b: string): string => money(inCents(a) + inCents(b));
const costOf = (price: string, share: number): string => money(Math.round((inCents(price) * share) / 100));
