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
import { changeMenu, createMenu, MENU, WHOLE_MENU } from '../../records/menus.ts';
import { changeGroup, createGroup, GROUP } from '../../records/modifiers.ts';
import { lockRecord } from '../../records/record.ts';
import { membersOf } from '../../records/whole.ts';
import type { Line, Problem, Properties } from './lines.ts';
import type { References } from './references.ts';

export type CatalogueType = 'category' | 'brand' | 'item' | 'modifier' | 'menu';

interface Identified {
  readonly id: number;
}

/** How lines of one type become the input of the API. */
interface Stating<Type extends CatalogueType, Input extends object, Current> {
  /** The line's properties under their API names; undefined for what the line does not state. */
  readonly stated: (properties: Properties<Type>, references: References) => object;
  /** Lists of a change. Entries keep values that the line does not state. */
  readonly lists?: (stated: Input, current: Current) => object;
}

/** How one type of record is written, by the rules of its endpoints. */
interface Kind<Type extends CatalogueType, Input extends object, Current extends Identified>
  extends Stating<Type, Input, Current> {
  readonly lock: (tx: TenantTransaction, id: number) => Promise<Current>;
  readonly create: (tx: TenantTransaction, input: Input) => Promise<Identified>;
  readonly change: (tx: TenantTransaction, id: number, patch: Input) => Promise<unknown>;
  /** True if a new record is one row, so that many can be created at once. */
  readonly isOneRow?: boolean;
  /** Takes a lock that must come before all others. */
  readonly first?: (tx: TenantTransaction) => Promise<unknown>;
}

const CATEGORY_LINES: Kind<'category', CategoryCreate, Identified> = {
  stated: ({ parent, ...plain }, references) => ({ ...plain, parentId: references.id('category', parent) }),
  lock: (tx, id) => lockRecord(tx, CATEGORIES, id),
  create: CATEGORIES.create,
  change: (tx, id, patch) => CATEGORIES.change(tx, id, patch, {}),
  isOneRow: true,
};

const BRAND_LINES: Kind<'brand', BrandCreate, Identified> = {
  stated: (properties) => properties,
  lock: (tx, id) => lockRecord(tx, BRANDS, id),
  create: BRANDS.create,
  change: (tx, id, patch) => BRANDS.change(tx, id, patch, {}),
  isOneRow: true,
};

/** Written as by a batch of the API. */
const ITEMS: Stating<'item', ItemCreate, Item> = {
  stated: ({ itemType, tax, groupId, brandId, components, modifiers, stores, ...plain }, references) => ({
    ...plain,
    type: itemType,
    taxId: references.id('tax', tax),
    groupId: references.id('category', groupId),
    brandId: references.id('brand', brandId),
    components: components?.map(({ quantity, ...part }) => ({ ...references.itemIds(part), quantity })),
    modifierIds: modifiers?.map((group) => references.id('modifier', group)),
    stores: stores?.map(({ store, ...override }) => ({ storeId: references.id('store', store), ...override })),
  }),
  lists: ({ type, variants }, current) => {
    if (type !== undefined && type !== current.type)
      throw stateConflict('/itemType', `cannot change: the item is of type ${current.type}`);
    return { variants: variants && withIds(variants, current.variants) };
  },
};

const MODIFIERS: Kind<'modifier', ModifierGroupCreate, ModifierGroup> = {
  stated: ({ options, items, ...plain }, references) => ({
    ...plain,
    options: options.map(({ item, ...option }) => present({ ...option, itemId: references.id('item', item) })),
    itemIds: items?.map((item) => references.id('item', item)).sort((a, b) => a - b),
  }),
  lists: ({ options }, current) => ({ options: withIds(options, current.options) }),
  lock: (tx, id) => lockRecord(tx, GROUP, id),
  create: async (tx, input) => (await createGroup(tx, input)).group,
  change: (tx, id, patch) => changeGroup(tx, id, patch, {}),
  first: lockItemModifiers,
};

const MENUS: Kind<'menu', MenuCreate, Pick<MenuFull, 'id' | 'items' | 'stores'>> = {
  stated: ({ items, stores, ...plain }, references) => ({
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
  lock: async (tx, id) => {
    const menu = await lockRecord(tx, MENU, id);
    return { ...menu, ...((await membersOf(tx, WHOLE_MENU, id)) as Pick<MenuFull, 'items' | 'stores'>) };
  },
  create: createMenu,
  change: (tx, id, patch) => changeMenu(tx, id, patch, {}),
};

/** Kinds whose input and record types depend on the line's type at run time. */
export const KINDS = {
  category: CATEGORY_LINES,
  brand: BRAND_LINES,
  modifier: MODIFIERS,
  menu: MENUS,
} as unknown as Readonly<Record<Exclude<CatalogueType, 'item'>, Kind<CatalogueType, object, Identified>>>;

const STATINGS = { ...KINDS, item: ITEMS } as unknown as Readonly<
  Record<CatalogueType, Stating<CatalogueType, object, Identified>>
>;

/** The properties of a new record. */
export function statedBy({ type, externalId, ...properties }: Line<CatalogueType>, references: References): object {
  const stated = STATINGS[type].stated(properties as Properties<CatalogueType>, references);
  return present({ externalId: references.storedId(externalId), ...stated });
}

/** The properties in which a record differs from its line; undefined if there are none. An app may have changed others. */
export function patchOf(
  line: Line<CatalogueType>,
  references: References,
  current: { readonly id: number },
): object | undefined {
  const input = statedBy(line, references);
  const stated = { ...input, ...present(STATINGS[line.type].lists?.(input, current) ?? {}) };
  const stored = current as unknown as Readonly<Record<string, unknown>>;
  const differing = Object.entries(stated).filter(([name, value]) => !holds(value, stored[name], name));
  return differing.length > 0 ? Object.fromEntries(differing) : undefined;
}

/** Drops undefined members. */
const present = (members: object): object =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

interface Named {
  readonly name: string;
}

/** Copies the ids of stored parts to stated parts of the same name, in order if a name repeats. */
function withIds<Part extends Named>(
  stated: readonly Part[],
  stored: readonly (Named & Identified)[],
): (Part & { readonly id?: number })[] {
  const left = [...stored];
  return stated.map((part) => {
    const at = left.findIndex(({ name }) => name === part.name);
    const [same] = at < 0 ? [] : left.splice(at, 1);
    return same ? { ...part, id: same.id } : part;
  });
}

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
  if (DECIMALS.has(name) && typeof stated === 'string' && typeof stored === 'string')
    return toUnits(stated, MOST_DECIMALS) === toUnits(stored, MOST_DECIMALS);
  return stated === stored;
}

/** Maps an error's paths to the line's, which has references where the API has ids. */
export function problemsOf(line: number, error: unknown): Problem[] {
  if (!(error instanceof PartnerError) || !error.details) throw error;
  return error.details.map(({ path, message }) => ({
    line,
    path: path.replace(/(item|store|tax|parent)Id/, '$1'),
    message,
  }));
}
