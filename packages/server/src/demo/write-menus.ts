import type {
  AvailabilityWindow,
  MenuCreate,
  MenuItemInput,
  ModifierGroupCreate,
} from '../contract/generated/types.gen.ts';
import { createMenu } from '../resources/menus/handlers.ts';
import { createGroup } from '../resources/modifiers/handlers.ts';
import type { TenantTransaction } from '../storage/tenant.ts';
import type { MenuData, MerchantData, ModifierGroupData } from './merchant-data.ts';
import { named } from './named.ts';
import { productsOf } from './plan-items.ts';
import type { WrittenItems } from './write-items.ts';
import type { Ids } from './write-references.ts';

/** Positions leave room for what comes between. */
const STEP = 10;

/** The groups without items: an item names its groups as it is written. */
export async function writeModifierGroups(tx: TenantTransaction, { modifierGroups }: MerchantData): Promise<Ids> {
  const ids = new Map<string, number>();
  for (const [name, data] of Object.entries(modifierGroups)) {
    const { group } = await createGroup(tx, groupBody(name, data));
    ids.set(name, group.id);
  }
  return ids;
}

function groupBody(name: string, { min = 0, max, options, unavailable = [] }: ModifierGroupData): ModifierGroupCreate {
  return {
    name,
    minSelect: min,
    maxSelect: max ?? null,
    options: Object.entries(options).map(([option, price], i) => ({
      name: option,
      price,
      sortOrder: (i + 1) * STEP,
      status: unavailable.includes(option) ? 0 : 1,
    })),
  };
}

export async function writeMenus(
  tx: TenantTransaction,
  data: MerchantData,
  stores: Ids,
  items: WrittenItems,
): Promise<void> {
  for (const [name, menu] of Object.entries(data.menus))
    await createMenu(tx, menuBody(name, menu, data, stores, items));
}

function menuBody(name: string, menu: MenuData, data: MerchantData, stores: Ids, items: WrittenItems): MenuCreate {
  const { description = null, status = 1, channels } = menu;
  const flag = (channel: MenuData['channels'][number]) => (channels.includes(channel) ? 1 : 0);
  return {
    name,
    description,
    status,
    delivery: flag('delivery'),
    takeaway: flag('takeaway'),
    online: flag('online'),
    availability: availabilityOf(menu),
    items: itemsOf(menu, data, items),
    stores: (menu.stores ?? [...stores.keys()]).map((code) => ({ storeId: named(stores, code) })),
  };
}

const availabilityOf = ({ days = [], times = [] }: MenuData): AvailabilityWindow[] =>
  days.flatMap((day) => times.map(([from, to]) => ({ day, from, to })));

/** Products taken out of the range are on no menu. */
function itemsOf({ categories, prices = {} }: MenuData, data: MerchantData, items: WrittenItems): MenuItemInput[] {
  const products = productsOf(data).filter(({ name }) => !data.retired.includes(name));
  return categories
    .flatMap((category) => products.filter((product) => product.category === category))
    .map(({ name }, i) => ({ itemId: named(items, name).id, price: prices[name] ?? null, sortOrder: (i + 1) * STEP }));
}
