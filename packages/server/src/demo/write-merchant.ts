import { insertBrand } from '../resources/brands/store.ts';
import { insertCategory } from '../resources/categories/store.ts';
import { createItem } from '../resources/items/handlers.ts';
import type { ItemFields } from '../resources/items/rules.ts';
import type { DatedWriter } from './backdated-store.ts';
import { addConsumed } from './consumed.ts';
import type { DepartmentData, MerchantData } from './merchant-data.ts';
import { DAY, HOUR, REFERENCE_DAY } from './plan-dates.ts';
import { isCounted, type PlannedItem, planItems, planRevisions, type Revision } from './plan-items.ts';
import { type PlannedOrder, planPurchasing, stepsOf } from './plan-purchasing.ts';
import { type PlannedSales, planSales, type SellingStore, type SoldItem } from './plan-sales.ts';
import { type OpeningStock, planStock, type StockedItem } from './plan-stock.ts';
import {
  type PlannedAdjustment,
  type PlannedTransfer,
  planAdjustments,
  planTransfers,
  stepsOf as stepsOfStock,
} from './plan-stock-documents.ts';
import { Random } from './random.ts';
import { bodyOf, type References, reviseItem, type WrittenItems } from './write-items.ts';
import { writeMenus, writeModifierGroups } from './write-menus.ts';
import { type Event, orderEvents, type PurchasingReferences, type Writers } from './write-purchasing.ts';
import { type Ids, writeStores, writeSuppliers, writeTaxes } from './write-references.ts';
import { planOpenOrders, TRADE_BATCHES, writeTrade } from './write-sales.ts';
import { writeStock } from './write-stock.ts';
import { adjustmentEvents, transferEvents } from './write-stock-documents.ts';

/** All that is decided of a merchant's records before anything is written. */
export interface MerchantPlan {
  readonly data: MerchantData;
  readonly opened: number;
  /** Time at which its menus were last written, after all changes of its items. */
  readonly menusAt: number;
  /** The instant that all its dates are before. */
  readonly base: number;
  readonly items: readonly PlannedItem[];
  readonly revisions: readonly Revision[];
  readonly orders: readonly PlannedOrder[];
  readonly transfers: readonly PlannedTransfer[];
  readonly adjustments: readonly PlannedAdjustment[];
  readonly random: Random;
  /** Number of transactions that it takes. */
  readonly steps: number;
}

/** Number of days on which a merchant has sold something, unless its data says otherwise. */
const SALES_DAYS = 90;

/** Stores, suppliers, taxes, modifier groups, menus, and the opening stock. */
const BATCHES = 6;

/** Documents are planned apart, so that they leave the numbers of everything else as they were. */
const ORDER_SEEDS = 1000;
const TRANSFER_SEEDS = 2000;
const ADJUSTMENT_SEEDS = 3000;

/** `base` is the instant that all the demo's dates are before. */
export function planMerchant(data: MerchantData, base: number): MerchantPlan {
  const random = new Random(Number(data.barcodePrefix));
  const items = planItems(data, base, random);
  const revisions = planRevisions(data, items, base, random);
  const apart = (seeds: number) => new Random(Number(data.barcodePrefix) + seeds);
  const orders = planPurchasing(data, items, base, apart(ORDER_SEEDS));
  const transfers = planTransfers(data, items, base, apart(TRANSFER_SEEDS));
  const adjustments = planAdjustments(data, items, base, apart(ADJUSTMENT_SEEDS));
  const categories = data.departments.reduce((count, department) => count + 1 + department.categories.length, 0);
  const records = categories + Object.keys(data.brands).length + items.length + revisions.length;
  const ofDocuments = [...orders.map(stepsOf), ...[...transfers, ...adjustments].map(stepsOfStock)];
  const steps = ofDocuments.reduce((sum, count) => sum + count, BATCHES + TRADE_BATCHES + records);
  const [opened, menusAt] = [openedAt(base), base - HOUR];
  return { data, opened, menusAt, base, items, revisions, orders, transfers, adjustments, random, steps };
}

/** Time at which a merchant of the demo opened. */
export const openedAt = (base: number): number => base - REFERENCE_DAY * DAY;

/** Writes a merchant's records and returns the ids of its stores. */
export async function writeMerchant(writers: Writers, plan: MerchantPlan): Promise<number[]> {
  const store = writers.backOffice;
  const { data, opened } = plan;
  const stores = await store.write(opened, (tx) => writeStores(tx, data));
  const suppliers = await store.write(opened + HOUR, (tx) => writeSuppliers(tx, data));
  const taxes = await store.write(opened + 2 * HOUR, (tx) => writeTaxes(tx, data));
  const modifierGroups = await store.write(opened + 3 * HOUR, (tx) => writeModifierGroups(tx, data));
  const categories = await writeCategories(store, data.departments, opened + DAY);
  const brands = await writeBrands(store, data.brands, opened + 2 * DAY);
  const items = await writeItems(store, plan, { stores, taxes, modifierGroups, categories, brands });
  await store.write(plan.menusAt, (tx) => writeMenus(tx, data, stores, items));
  const storeIds = [...stores.values()];
  const planned = openingStock(plan, items, storeIds);
  const selling = sellingOf(plan, stores, items);
  const trade = planSales(
    selling.stores,
    selling.items,
    { base: plan.base, days: data.salesDays ?? SALES_DAYS },
    selling.random,
  );
  const stock = addConsumed(planned, [...items.values()], receiptsOf(trade));
  await store.write(opened, (tx) => writeStock(tx, stock));
  const openOrders = planOpenOrders(selling.stores, selling.items, plan.base, selling.random);
  await writeTrade(store, trade, openOrders, plan.base);
  await writeDocuments(writers, plan, { suppliers, stores, taxes, items, runOut: runOut(planned) });
  return storeIds;
}

/** Stock documents and what becomes of them, in the order of their dates. They come after the sales of all days. */
async function writeDocuments(writers: Writers, plan: MerchantPlan, ids: PurchasingReferences): Promise<void> {
  const events: Event[] = [
    ...plan.orders.flatMap((order) => orderEvents(writers, order, ids)),
    ...plan.transfers.flatMap((transfer) => transferEvents(writers, transfer, ids)),
    ...plan.adjustments.flatMap((adjustment) => adjustmentEvents(writers, adjustment, ids)),
  ];
  for (const event of events.sort((a, b) => a.at - b.at)) await event.write();
}

const receiptsOf = ({ sales, refunds }: PlannedSales) => [...sales, ...refunds.map(({ refund }) => refund)];

/** Catalogue and stores. */
function sellingOf({ data, items }: MerchantPlan, storeIds: Ids, written: WrittenItems) {
  const stores = data.stores.map(
    ({ code, timezone }): SellingStore => ({ id: storeIds.get(code) ?? 0, code, timezone }),
  );
  const sold = items.flatMap(({ product, at }): SoldItem[] => {
    const item = written.get(product.name);
    const taxRate = Number(product.tax === undefined ? 0 : data.taxes[product.tax]);
    return item ? [{ item, at, taxRate }] : [];
  });
  // Retired items are found by their name in the data: what was written of them is from before.
  const retired = new Set(data.retired);
  const kept = sold.filter(({ item }) => !retired.has(item.name));
  return { stores, items: kept, random: new Random(Number(data.barcodePrefix) + 100) };
}

/** Minutes between one category or brand and the next. */
const PAUSE = HOUR / 12;

async function writeCategories(store: DatedWriter, departments: readonly DepartmentData[], from: number): Promise<Ids> {
  const ids = new Map<string, number>();
  const write = async (name: string, parentId: number | null, sortOrder: number, color: string | null) => {
    const id = await store.write(from + ids.size * PAUSE, async (tx) => {
      const newId = await tx.newId();
      await insertCategory(tx, newId, { status: 1, name, parentId, sortOrder, color, externalId: null });
      return newId;
    });
    ids.set(name, id);
    return id;
  };
  for (const [i, { name, color, categories }] of departments.entries()) {
    const parentId = await write(name, null, i + 1, color);
    for (const [j, category] of categories.entries()) await write(category.name, parentId, j + 1, null);
  }
  return ids;
}

async function writeBrands(store: DatedWriter, brands: MerchantData['brands'], from: number): Promise<Ids> {
  const ids = new Map<string, number>();
  for (const [name, description] of Object.entries(brands)) {
    const id = await store.write(from + ids.size * PAUSE, async (tx) => {
      const newId = await tx.newId();
      await insertBrand(tx, newId, { status: 1, name, description, externalId: null });
      return newId;
    });
    ids.set(name, id);
  }
  return ids;
}

/** Items and their changes in the order of their dates, so that ids grow with them. */
async function writeItems(store: DatedWriter, plan: MerchantPlan, ids: References): Promise<WrittenItems> {
  const written: WrittenItems = new Map();
  const events = [
    ...plan.items.map((item) => ({
      at: item.at,
      write: async () => {
        const body = bodyOf(item, plan.data, ids, written);
        written.set(item.product.name, (await store.write(item.at, (tx) => createItem(tx, body))).item);
      },
    })),
    ...plan.revisions.map((revision) => ({
      at: revision.at,
      write: () => store.write(revision.at, (tx) => reviseItem(tx, revision, written)),
    })),
  ].sort((a, b) => a.at - b.at);
  for (const event of events) await event.write();
  return written;
}

function openingStock({ items, random }: MerchantPlan, written: WrittenItems, storeIds: readonly number[]) {
  return items.flatMap(({ product, at }) => {
    const item = written.get(product.name);
    return item && isCounted(product) ? planStock(stocked(item, at), storeIds, random) : [];
  });
}

/** Items of which there is nothing anywhere. */
function runOut(stock: readonly OpeningStock[]): Set<number> {
  const inStock = new Set(stock.filter(({ quantity }) => Number(quantity) > 0).map(({ itemId }) => itemId));
  return new Set(stock.map(({ itemId }) => itemId).filter((itemId) => !inStock.has(itemId)));
}

const stocked = (item: ItemFields, at: number): StockedItem => ({
  itemId: item.id,
  at: at + HOUR,
  weighed: item.weighingScale === 1,
  lowStockLevel: item.lowStockLevel,
  counted:
    item.variants.length > 0
      ? item.variants.map(({ id, cost }) => ({ variantId: id, unitCost: cost }))
      : [{ variantId: null, unitCost: item.cost }],
});
