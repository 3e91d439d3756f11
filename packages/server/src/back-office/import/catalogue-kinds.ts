import type {
  BrandCreate,
  CategoryCreate,
  Item,
  ItemCreate,
  MenuCreate,
  MenuFull,
  ModifierGroup,
  ModifierGroupCreate,
} from '../../contract/generated/types.gen.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { PartnerError, stateConflict } from '../../errors.ts';
import { BRANDS } from '../../records/brands.ts';
import { CATEGORIES } from '../../records/categories.ts';
import { toUnits } from '../../records/decimal.ts';
import { lockItemModifiers } from '../../records/item-modifiers.ts';
import { changeItem, createItem } from '../../records/items/handlers.ts';
import { ITEM } from '../../records/items/store.ts';
import { changeMenu, createMenu, MENU, WHOLE_MENU } from '../../records/menus.ts';
import { changeGroup, createGroup, GROUP } from '../../records/modifiers.ts';
import { lockRecord } from '../../records/record.ts';
import { membersOf } from '../../records/whole.ts';
import type { Line, Problem } from './lines.ts';
import type { References } from './references.ts';

/** Decimal properties: `3.5` and `3.50` are the same value. */
const DECIMALS = new Set(['price', 'cost', 'lowStockLevel', 'quantity']);

/** Decimal places of a cost, the finest of these values. */
const MOST_DECIMALS = 4;

/** True if a stored value already has everything that a line states. Other properties are ignored. */
function holds(stated: unknown, stored: unknown, name = ''): boolean {
  if (Array.isArray(stated)) {
    if (!Array.isArray(stored) || stated.length !== stored.length) return false;
    return stated.every((entry, i) => holds(entry, stored[i], name));
  }
  if (typeof stated === 'object' && stated !== null) {
    if (typeof stored !== 'object' || stored === null) return false;
    return Object.entries(stated).every(([key, value]) => holds(value, (stored as Record<string, unknown>)[key], key));
  }
  if (DECIMALS.has(name) && typeof stated === 'string' && typeof stored === 'string') {
    return sameNumber(stated, stored);
  }
  return stated === stored;
}

const sameNumber = (a: string, b: string): boolean => toUnits(a, MOST_DECIMALS) === toUnits(b, MOST_DECIMALS);

interface Named {
  readonly name: string;
}

/** Copies the ids of stored parts to stated parts of the same name, in order if a name repeats. */
function withIds<Part extends Named>(
  stated: readonly Part[],
  stored: readonly (Named & { readonly id: number })[],
): (Part & { readonly id?: number })[] {
  const left = [...stored];
  return stated.map((part) => {
    const at = left.findIndex(({ name }) => name === part.name);
    const [same] = at < 0 ? [] : left.splice(at, 1);
    return same ? { ...part, id: same.id } : part;
  });
}

export type CatalogueType = 'category' | 'brand' | 'item' | 'modifier' | 'menu';

/** How one type of record is written, by the rules of its endpoints. */
interface Kind<Type extends CatalogueType, Input extends object, Current extends { readonly id: number }> {
  readonly lock: (tx: TenantTransaction, id: number) => Promise<Current>;
  /** The line's properties under their API names; undefined for what the line does not state. */
  readonly stated: (line: Line<Type>, references: References) => object;
  /** Lists of a change. Entries keep values that the line does not state. */
  readonly lists?: (stated: Input, current: Current) => object;
  readonly create: (tx: TenantTransaction, input: Input) => Promise<{ readonly id: number }>;
  /** Returns the record if other lines can refer to parts of it. */
  readonly change: (tx: TenantTransaction, id: number, patch: Input) => Promise<{ readonly id: number } | undefined>;
  /** True if a new record is one row, so that many can be created at once. */
  readonly isOneRow?: boolean;
  /** Takes a lock that must come before all others. */
  readonly first?: (tx: TenantTransaction) => Promise<unknown>;
}

const CATEGORY_LINES: Kind<'category', CategoryCreate, { readonly id: number }> = {
  lock: (tx, id) => lockRecord(tx, CATEGORIES, id),
  stated: ({ type: _, parent, ...plain }, references) => ({ ...plain, parentId: references.id('category', parent) }),
  create: CATEGORIES.create,
  isOneRow: true,
  change: async (tx, id, patch) => void (await CATEGORIES.change(tx, id, patch, {})),
};

const BRAND_LINES: Kind<'brand', BrandCreate, { readonly id: number }> = {
  lock: (tx, id) => lockRecord(tx, BRANDS, id),
  stated: ({ type: _, ...plain }) => plain,
  create: BRANDS.create,
  isOneRow: true,
  change: async (tx, id, patch) => void (await BRANDS.change(tx, id, patch, {})),
};

const ITEMS: Kind<'item', ItemCreate, Item> = {
  lock: (tx, id) => lockRecord(tx, ITEM, id),
  stated: ({ type: _, itemType, tax, groupId, brandId, components, ...plain }, references) => ({
    ...plain,
    type: itemType,
    taxId: references.id('tax', tax),
    groupId: references.id('category', groupId),
    brandId: references.id('brand', brandId),
    components: components?.map(({ item, variant, quantity }) => ({
      itemId: references.id('item', item),
      variantId: references.variantId(item, variant),
      quantity,
    })),
  }),
  lists: ({ type, variants }, current) => {
    if (type !== undefined && type !== current.type)
      throw stateConflict('/itemType', `cannot change: the item is of type ${current.type}`);
    return { variants: variants && withIds(variants, current.variants) };
  },
  create: async (tx, input) => (await createItem(tx, input)).item,
  change: async (tx, id, { type: _, ...patch }) => (await changeItem(tx, id, patch)).item,
};

const MODIFIERS: Kind<'modifier', ModifierGroupCreate, ModifierGroup> = {
  lock: (tx, id) => lockRecord(tx, GROUP, id),
  stated: ({ type: _, options, items, ...plain }, references) => ({
    ...plain,
    options: options.map(({ item, ...option }) => present({ ...option, itemId: references.id('item', item) })),
    itemIds: items?.map((item) => references.id('item', item)).sort((a, b) => a - b),
  }),
  lists: ({ options }, current) => ({ options: withIds(options, current.options) }),
  create: async (tx, input) => (await createGroup(tx, input)).group,
  change: async (tx, id, patch) => void (await changeGroup(tx, id, patch, {})),
  first: lockItemModifiers,
};

const MENUS: Kind<'menu', MenuCreate, Pick<MenuFull, 'id' | 'items' | 'stores'>> = {
  lock: async (tx, id) => {
    const menu = await lockRecord(tx, MENU, id);
    return { ...menu, ...((await membersOf(tx, WHOLE_MENU, id)) as Pick<MenuFull, 'items' | 'stores'>) };
  },
  stated: ({ type: _, items, stores, ...plain }, references) => ({
    ...plain,
    items: items?.map(({ item, ...rest }) => ({ ...rest, itemId: references.id('item', item) })),
    stores: stores?.map((store) => ({ storeId: references.id('store', store) })),
  }),
  lists: ({ items }, current) => ({
    items: items?.map((one) => {
      const { price, sortOrder, status } = current.items.find(({ itemId }) => itemId === one.itemId) ?? {};
      return { ...present({ price, sortOrder, status }), ...one };
    }),
  }),
  create: createMenu,
  change: async (tx, id, patch) => void (await changeMenu(tx, id, patch, {})),
};

/** A kind whose input and record types depend on the line's type at run time. */
type AnyKind = Kind<CatalogueType, object, { readonly id: number }>;

export const KINDS = {
  category: CATEGORY_LINES,
  brand: BRAND_LINES,
  item: ITEMS,
  modifier: MODIFIERS,
  menu: MENUS,
} as unknown as Readonly<Record<CatalogueType, AnyKind>>;

/** Creates the record that a line states; `more` overrides or adds properties. */
export const createStated = (
  tx: TenantTransaction,
  line: Line<CatalogueType>,
  references: References,
  more: object = {},
): Promise<{ readonly id: number }> => KINDS[line.type].create(tx, { ...statedBy(line, references), ...more });

/** Changes a record to match a line. Replaces whole lists. */
export const changeStated = (
  tx: TenantTransaction,
  id: number,
  line: Line<CatalogueType>,
  references: References,
  more: object = {},
): Promise<unknown> => KINDS[line.type].change(tx, id, { ...statedBy(line, references), ...more });

/** The properties of a new record. */
export const statedBy = (line: Line<CatalogueType>, references: References): object =>
  present(KINDS[line.type].stated(line, references));

/** The properties in which a record differs from its line; undefined if there are none. An app may have changed others. */
export function patchOf(
  line: Line<CatalogueType>,
  references: References,
  current: { readonly id: number },
): object | undefined {
  const input = statedBy(line, references);
  const stated = { ...input, ...present(KINDS[line.type].lists?.(input, current) ?? {}) };
  const stored = current as unknown as Readonly<Record<string, unknown>>;
  const differing = Object.entries(stated).filter(([name, value]) => !holds(value, stored[name], name));
  return differing.length > 0 ? Object.fromEntries(differing) : undefined;
}

/** Drops undefined members. */
const present = (members: object): object =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** Maps an error's paths to the line's, which has references where the API has ids. */
export function problemsOf(line: number, error: unknown): Problem[] {
  if (!(error instanceof PartnerError) || !error.details) throw error;
  return error.details.map(({ path, message }) => ({
    line,
    path: path.replace(/(item|store|tax|parent)Id/, '$1'),
    message,
  }));
}
