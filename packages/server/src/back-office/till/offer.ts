import type { Item, Menu, MenuFull, ModifierGroup, Store } from '../../contract/generated/types.gen.ts';
import { DirectoryError } from '../../control/errors.ts';
import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { everyWordOfItem } from '../../lists/plan.ts';
import { divideHalfUp, minorUnits, moneyOf, QUANTITY_DECIMALS, toUnits } from '../../records/decimal.ts';
import { WHOLE_MENU } from '../../records/menus.ts';
import type { OrderedLine } from '../import/lines.ts';
import { toLocal } from '../local-time.ts';
import type { BasketLine, PricedOrder, TillEntry, TillOffer, TillOrder, TillReceipt } from './orders.ts';

/** Items for sale at one store at one instant, with their prices. */
type Offer = Awaited<ReturnType<typeof readOffer>>;

/** A line as the back office stores it. Amounts include tax. */
export interface PricedLine extends Omit<OrderedLine, 'components'> {
  readonly item: number;
  readonly variant: number | null;
}

const RATE_DECIMALS = 4;

/** Prices a line at the store. Throws a DirectoryError if the store does not sell it. */
export function pricedLine(offer: Offer, line: BasketLine): PricedLine {
  const item = offer.items.get(line.itemId);
  if (!item) throw new DirectoryError(`No such item: ${line.itemId}.`);
  const problem = problemOf(offer, item);
  if (problem) throw new DirectoryError(problem);
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

/** Entries of an item: one, or one per variant. Empty if the store does not sell the item. */
function entriesOf(offer: Offer, item: Item): Omit<TillEntry, 'onHand'>[] {
  if (problemOf(offer, item)) return [];
  const price = (variantId: number | null) => moneyOf(unitPrice(offer, item, variantId), item.currency);
  const options = item.modifierIds
    .flatMap((id) => offer.groups.get(id) ?? [])
    .flatMap(({ id: groupId, name: groupName, minSelect, maxSelect, options: all }) => {
      const group = { groupId, name: groupName, minSelect, maxSelect };
      const active = all.filter(({ status }) => status === 1);
      return active.map(({ id: optionId, name, price: added }) => ({ optionId, name, price: added, group }));
    });
  if (item.variants.length === 0) return [{ code: String(item.id), name: item.name, price: price(null), options }];
  return item.variants.map(({ id, name }) => ({
    ...{ code: `${item.id}:${id}`, name: `${item.name}, ${name}`, price: price(id), options },
  }));
}

/** Reason why the store does not sell an item now; undefined if it does. */
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

/** Price in minor units: the menu's, or else the variant's, the store's or the item's. */
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
  const options = own.flatMap(({ name, minSelect, maxSelect, options: all }) => {
    const active = all.filter(({ status }) => status === 1);
    const of = active.filter(({ id }) => chosen.has(id));
    const known = active.map((option) => `+${option.id} (${option.name})`).join(', ');
    if (of.length < minSelect) throw new DirectoryError(`${name} needs at least ${minSelect} of ${known}.`);
    if (maxSelect !== null && of.length > maxSelect)
      throw new DirectoryError(`${name} allows at most ${maxSelect} of ${known}.`);
    return of;
  });
  const unknown = optionIds.find((id) => !options.some((option) => option.id === id));
  if (unknown !== undefined) throw new DirectoryError(`${item.name} (${item.id}) has no active option ${unknown}.`);
  return options.reduce((sum, { price }) => sum + amount(price, item.currency), 0n);
}

/** Sum of the lines, less discounts. */
export function dueOf(lines: readonly PricedLine[], currency: string): string {
  const units = (text: string): bigint => amount(text, currency);
  const due = lines.reduce((sum, { gross, discount }) => sum + units(gross) - units(discount), 0n);
  return moneyOf(due, currency);
}

/** Prices each line of an order as it would be sold now, and says why one cannot be. */
export async function showPrice(
  tx: TenantTransaction,
  { storeId, menuId, items }: Pick<TillOrder, 'storeId' | 'menuId' | 'items'>,
): Promise<PricedOrder> {
  const store = await readStore(tx, storeId);
  const itemIds = [...new Set(items.map(({ itemId }) => itemId))];
  const offer = await readOffer(tx, store, { itemIds, menuId, at: Date.parse(tx.timestamp) });
  const priced: PricedLine[] = [];
  const data = items.map((line) => {
    const shown = namesOf(offer, line);
    try {
      const one = pricedLine(offer, line);
      priced.push(one);
      return { ...shown, total: one.gross, problem: null };
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error;
      return { ...shown, total: null, problem: error.message };
    }
  });
  return { data, next: null, total: dueOf(priced, store.currency), currency: store.currency };
}

function namesOf({ items, groups }: Offer, { itemId, variantId, quantity, optionIds }: BasketLine) {
  const item = items.get(itemId);
  const variant = item?.variants.find(({ id }) => id === variantId);
  const options = (item?.modifierIds ?? []).flatMap((id) => groups.get(id)?.options ?? []);
  return {
    code: [variantId === null ? `${itemId}` : `${itemId}:${variantId}`, ...optionIds].join('+'),
    quantity,
    name: [item?.name ?? `Item ${itemId}`, ...(variant ? [variant.name] : [])].join(', '),
    options: options.filter(({ id }) => optionIds.includes(id)).map(({ name }) => name),
  };
}

/** True if the menu is offered at the store's local time, which is `local` read as UTC. */
function isOffered({ status, storeIds, availability }: Menu, store: Store, local: number): boolean {
  if (status !== 1 || !storeIds.includes(store.id)) return false;
  const now = new Date(local);
  const time = now.toISOString().slice(11, 16);
  const isWithin = availability.some(({ day, from, to }) => day === now.getUTCDay() && from <= time && time < to);
  return availability.length === 0 || isWithin;
}

const STORE = statement('till.store', 'select doc from region.stores where company_id = $1 and id = $2');

const ITEMS = statement(
  'till.items',
  `select i.doc, t.rate::text as rate from region.items i
   left join region.taxes t on t.company_id = $1 and t.id = i.tax_id
   where i.company_id = $1 and i.id = any($2::bigint[])`,
);

const GROUPS = statement(
  'till.groups',
  `select g.doc from region.modifier_groups g where g.company_id = $1 and g.status = 1 and g.id in (
     select m.modifier_id from region.item_modifiers m where m.company_id = $1 and m.item_id = any($2::bigint[]))`,
);

export async function readStore(tx: TenantTransaction, id: number): Promise<Store> {
  const [row] = await tx.query<{ doc: string }>(STORE, [id]);
  if (!row) throw new DirectoryError(`No such store: ${id}.`);
  const store = JSON.parse(row.doc) as Store;
  if (store.status !== 1) throw new DirectoryError(`The store ${store.name} is not active.`);
  return store;
}

/** Reads the store's offer of the items. Throws a DirectoryError if the menu is not offered there at the instant. */
export async function readOffer(
  tx: TenantTransaction,
  store: Store,
  { itemIds, menuId, at }: { itemIds: readonly number[]; menuId?: number | undefined; at: number },
) {
  const readMenu = async (): Promise<Omit<MenuFull, 'stores'> | undefined> => {
    if (menuId === undefined) return undefined;
    const [row] = await tx.query<{ doc: string; items: string }>(WHOLE_MENU.find, [menuId]);
    if (!row) throw new DirectoryError(`No such menu: ${menuId}.`);
    return { ...JSON.parse(row.doc), items: JSON.parse(row.items) };
  };
  const [rows, groups, menu] = await Promise.all([
    tx.query<{ doc: string; rate: string | null }>(ITEMS, [itemIds]),
    tx.query<{ doc: string }>(GROUPS, [itemIds]),
    readMenu(),
  ]);
  if (menu && !isOffered(menu, store, toLocal(store.timezone, at)))
    throw new DirectoryError(`The menu ${menu.name} is not offered at ${store.name} at that time.`);
  const items = rows.map(({ doc, rate }) => ({ item: JSON.parse(doc) as Item, rate }));
  const active = groups.map(({ doc }) => JSON.parse(doc) as ModifierGroup);
  return {
    store,
    items: new Map(items.map(({ item }) => [item.id, item])),
    /** Active groups. */
    groups: new Map(active.map((group) => [group.id, group])),
    /** Percentage included in prices, by tax. */
    rates: new Map(items.map(({ item, rate }) => [item.taxId ?? 0, rate ?? '0'])),
    /** Items on the menu, if one was chosen. */
    menu: menu && new Map(menu.items.map((entry) => [entry.itemId, entry])),
  };
}

const MOST_ITEMS = 60;

const MENUS = statement(
  'till.menus',
  'select doc from region.menus where company_id = $1 and status = 1 order by name, id limit 100',
);

const CATEGORIES = statement(
  'till.categories',
  `select c.id as "categoryId", c.name from region.categories c where c.company_id = $1 and c.status = 1
     and exists (select from region.items i where i.company_id = $1 and i.group_id = c.id and i.status = 1)
   order by c.sort_order, c.name collate region.root_order, c.id limit 100`,
);

const LEVELS = statement(
  'till.levels',
  `select l.item_id || coalesce(':' || l.variant_id, '') as code, region.quantity_text(l.on_hand) as "onHand"
   from region.stock_levels l where l.company_id = $1 and l.store_id = $2 and l.item_id = any($3::bigint[])`,
);

type ShownSelection = Pick<TillOrder, 'storeId' | 'menuId'> & ItemSelection;

/** Reads a store's current offer, limited to a menu, a category or a search if given. */
export async function showOffer(tx: TenantTransaction, { storeId, ...selection }: ShownSelection): Promise<TillOffer> {
  const { menuId } = selection;
  const at = Date.parse(tx.timestamp);
  const store = await readStore(tx, storeId);
  const found = await findItems(tx, selection);
  const itemIds = found.slice(0, MOST_ITEMS);
  const offer = await readOffer(tx, store, { itemIds, menuId, at });
  const [menus, categories, levels] = await Promise.all([
    tx.query<{ doc: string }>(MENUS),
    tx.query<TillOffer['categories'][number]>(CATEGORIES),
    tx.query<{ code: string; onHand: string }>(LEVELS, [storeId, itemIds]),
  ]);
  const onHand = new Map(levels.map((level) => [level.code, level.onHand]));
  const local = toLocal(store.timezone, at);
  const offered = menus.map(({ doc }) => JSON.parse(doc) as Menu).filter((menu) => isOffered(menu, store, local));
  const items = itemIds.flatMap((id) => offer.items.get(id) ?? []);
  const data = items.flatMap((item) => {
    const stockOf = (code: string) => (item.trackStock ? (onHand.get(code) ?? '0') : null);
    return entriesOf(offer, item).map((entry) => ({ ...entry, onHand: stockOf(entry.code) }));
  });
  return {
    store: { storeId, name: store.name, currency: store.currency },
    menus: offered.map(({ id, name }) => ({ menuId: id, name })),
    categories,
    data,
    isCut: found.length > itemIds.length,
    next: null,
  };
}

interface ItemSelection {
  readonly menuId?: number | undefined;
  readonly categoryId?: number | undefined;
  readonly search?: string | undefined;
}

/** Active items in the order of their names, one more than are shown. */
async function findItems(tx: TenantTransaction, { menuId, categoryId, search = '' }: ItemSelection): Promise<number[]> {
  const values: unknown[] = [];
  const place = (value: unknown): string => `$${values.push(value) + 1}`;
  const onMenu = 'i.id in (select e.item_id from region.menu_items e where e.company_id = $1 and e.menu_id =';
  const conditions = [
    ...everyWordOfItem('s.search_text', search, place),
    ...(menuId === undefined ? [] : [`${onMenu} ${place(menuId)}::bigint)`]),
    ...(categoryId === undefined ? [] : [`i.group_id = ${place(categoryId)}::bigint`]),
  ];
  const found = statement(
    undefined,
    `select i.id from region.items i join region.items_search s on s.company_id = $1 and s.id = i.id
     where i.company_id = $1 and i.status = 1 ${conditions.map((each) => `and ${each}`).join(' ')}
     order by i.name collate region.root_order, i.id limit ${MOST_ITEMS + 1}`,
  );
  return (await tx.query<{ id: number }>(found, values)).map(({ id }) => id);
}

const RECEIPTS = statement(
  'till.receipts',
  `select * from (
     (select o.external_id as receipt, 'openOrder' as kind, o.order_no as number, region.rfc3339(o.opened_at) as at, o.currency,
        region.money_text(o.gross - o.discounts, o.currency) as total,
        (select json_agg(json_build_object('itemId', (l.line->>'itemId')::bigint, 'name', l.line->>'name', 'quantity', l.line->>'quantity') order by n)
         from json_array_elements(o.lines) with ordinality as l (line, n)) as lines
      from region.open_orders o where o.company_id = $1 and o.store_id = $2 and o.status = 1
      order by o.opened_at desc limit 20)
     union all
     (select s.external_id, s.kind, s.number, region.rfc3339(s.sold_at), s.currency,
        region.money_text(s.gross - s.discounts, s.currency),
        (select json_agg(json_build_object('itemId', i.id, 'name', i.name, 'quantity', region.quantity_text(l.quantity)) order by l.id)
         from region.sale_lines l join region.items i on i.company_id = $1 and i.id = l.item_id
         where l.company_id = $1 and l.sale_id = s.id)
      from region.sales s where s.company_id = $1 and s.store_id = $2 and s.voided_at is null
      order by s.id desc limit 10)
   ) shown order by kind <> 'openOrder', at desc`,
);

/** Lists a store's open orders and latest receipts. */
export async function showReceipts(tx: TenantTransaction, storeId: number): Promise<TillReceipt[]> {
  const { timezone } = await readStore(tx, storeId);
  const receipts = await tx.query<Omit<TillReceipt, 'day'>>(RECEIPTS, [storeId]);
  const dayOf = (at: string) => new Date(toLocal(timezone, Date.parse(at))).toISOString().slice(0, 10);
  return receipts.map((receipt) => ({ ...receipt, day: dayOf(receipt.at) }));
}
