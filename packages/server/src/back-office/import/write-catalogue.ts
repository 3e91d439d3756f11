import type {
  BrandCreate,
  CategoryCreate,
  Item,
  ItemCreate,
  ItemUpdate,
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
import { writeAll } from '../../records/items/handlers.ts';
import { type ItemKey, lockItems } from '../../records/items/store.ts';
import { GeneratedCodes, type ItemWrite, type Outcome } from '../../records/items/write.ts';
import { changeMenu, createMenu, MENU, WHOLE_MENU } from '../../records/menus.ts';
import { changeGroup, createGroup, GROUP } from '../../records/modifiers.ts';
import { allInOrder, lockRecord, membersOf } from '../../records/record.ts';
import type { Entry } from './format.ts';
import { BadLines, type Line, type Problem, type Properties, requireNone } from './lines.ts';
import { lookUp, References, usesOf } from './references.ts';

export type CatalogueType = 'category' | 'brand' | 'item' | 'modifier' | 'menu';

interface Identified {
  readonly id: number;
}

/** Turns lines of one type into input of the API. */
interface Stating<Type extends CatalogueType, Input extends object, Current> {
  /** The line's properties under their API names; undefined where the line states none. */
  readonly stated: (properties: Properties<Type>, references: References) => object;
  /** Lists of a change. Entries keep values that the line does not state. */
  readonly lists?: (stated: Input, current: Current) => object;
}

/** Writes one type of record by the rules of its endpoints. */
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

/** Items are written as by a batch of the API. */
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
const KINDS = { category: CATEGORY_LINES, brand: BRAND_LINES, modifier: MODIFIERS, menu: MENUS } as unknown as Readonly<
  Record<Exclude<CatalogueType, 'item'>, Kind<CatalogueType, object, Identified>>
>;

const STATINGS = { ...KINDS, item: ITEMS } as unknown as Readonly<
  Record<CatalogueType, Stating<CatalogueType, object, Identified>>
>;

function statedBy({ type, externalId, ...properties }: Line<CatalogueType>, references: References): object {
  const stated = STATINGS[type].stated(properties as Properties<CatalogueType>, references);
  return present({ externalId: references.storedId(externalId), ...stated });
}

/** The line's properties that differ from the record; undefined if none do. Apps may have changed other properties. */
function patchOf(
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

/** Maps the paths of an error to the line, which has references where the API has ids. */
function problemsOf(line: number, error: unknown): Problem[] {
  if (!(error instanceof PartnerError) || !error.details) throw error;
  return error.details.map(({ path, message }) => ({
    line,
    path: path.replace(/(item|store|tax|parent)Id/, '$1'),
    message,
  }));
}

type PlainType = Exclude<CatalogueType, 'item'>;

/**
 * Creates new records and changes known ones that differ from their lines. Returns how many. `given` also holds the
 * known records; without it, references and records are read.
 */
export async function writeCatalogue(
  tx: TenantTransaction,
  entries: readonly Entry<PlainType>[],
  given?: References,
): Promise<number> {
  const [{ line }] = entries as readonly [Entry<PlainType>];
  const { type } = line;
  const { first, isOneRow, lock, create, change } = KINDS[type];
  await first?.(tx);
  const references = given ?? (await References.read(tx, entries));
  const externalIds = entries.map(({ line }) => line.externalId);
  const stored = given ? undefined : await lookUp(tx, type, externalIds);
  const known = externalIds.flatMap((externalId) => {
    const record = stored ? stored.find(externalId) : references.find(type, externalId);
    return record ? [{ id: record.id, externalId }] : [];
  });
  known.sort((a, b) => a.id - b.id);
  const locked = await Promise.all(known.map(async ({ id, externalId }) => [externalId, await lock(tx, id)] as const));
  const current = new Map(locked);

  /** Returns false if the record already has what the line states. */
  const write = async ({ line, number }: Entry<PlainType>): Promise<boolean> => {
    try {
      const before = current.get(line.externalId);
      const patch = before && patchOf(line, references, before);
      if (before && !patch) return false;
      if (before && patch) await change(tx, before.id, patch);
      else {
        const { id } = await create(tx, statedBy(line, references));
        references.add(type, { id, externalId: line.externalId });
      }
      return true;
    } catch (error) {
      throw new BadLines(problemsOf(number, error));
    }
  };
  const mustBeAlone = ({ line }: Entry<PlainType>) => !isOneRow || current.has(line.externalId);
  return writeInGroups(groupsOf(entries, mustBeAlone), references, async (group) => {
    try {
      const outcomes = await tx.attempt(() => allInOrder(group.map(write)));
      return { problems: [], written: outcomes.filter(Boolean).length };
    } catch (error) {
      if (!(error instanceof BadLines)) throw error;
      return { problems: error.problems, written: 0 };
    }
  });
}

/** Creates new items and changes known ones that differ from their lines, like a batch of the API. Returns how many. */
export async function writeItems(
  tx: TenantTransaction,
  entries: readonly Entry<'item'>[],
  given?: References,
): Promise<number> {
  const references = given ?? (await References.read(tx, entries));
  const keyed = entries.map(({ line: { externalId } }): { readonly key?: ItemKey } => {
    if (!given) return { key: { externalId } };
    const item = given.find('item', externalId);
    return item ? { key: { id: item.id } } : {};
  });
  const locked = await lockItems(tx, keyed);
  const current = new Map(entries.map((entry, i) => [entry, locked[i] && (JSON.parse(locked[i].doc) as Item)]));
  const codes = new GeneratedCodes(entries.map(({ line }) => line));

  /** Returns no write if the item already has what the line states. */
  const writeOf = (entry: Entry<'item'>): ItemWrite[] => {
    const item = current.get(entry);
    if (!item) return [{ create: statedBy(entry.line, references) as ItemCreate }];
    try {
      const patch = patchOf(entry.line, references, item) as (ItemUpdate & { type?: number }) | undefined;
      if (!patch) return [];
      const { type: _, ...update } = patch;
      return [{ key: { id: item.id }, update }];
    } catch (error) {
      if (error instanceof PartnerError) return [{ refused: error }];
      throw error;
    }
  };
  return writeInGroups(groupsOf(entries), references, async (group) => {
    const changes = group.flatMap((entry) => writeOf(entry).map((write) => ({ entry, write })));
    const writes = changes.map(({ write }) => write);
    const outcomes = await writeAll(tx, writes, codes);
    const problems = changes.flatMap(({ entry: { line, number } }, i) => {
      const outcome = outcomes[i] as Outcome;
      if (outcome instanceof PartnerError) return problemsOf(number, outcome);
      references.add('item', { ...outcome.item, externalId: line.externalId });
      return [];
    });
    return { problems, written: outcomes.filter((outcome) => !(outcome instanceof PartnerError)).length };
  });
}

/**
 * Writes groups of lines in order. After a group with a line that cannot be written, the rest are only checked. Returns
 * how many records were new or changed.
 */
async function writeInGroups<Line extends Entry>(
  groups: Iterable<readonly Line[]>,
  references: References,
  write: (sound: readonly Line[]) => Promise<{ readonly problems: readonly Problem[]; readonly written: number }>,
): Promise<number> {
  const problems: Problem[] = [];
  let written = 0;
  for (const group of groups) {
    const wrong = group.map((entry) => references.problems(entry));
    if (problems.length === 0) {
      const result = await write(group.filter((_, i) => wrong[i]?.length === 0));
      problems.push(...result.problems);
      written += result.written;
    }
    problems.push(...wrong.flat());
    if (problems.length > 0) for (const entry of group) references.introduce(entry);
  }
  requireNone(problems);
  return written;
}

/** Splits lines before each one that refers to a line of its group. Lines that must be alone are groups of one. */
function* groupsOf<Line extends Entry>(
  entries: readonly Line[],
  mustBeAlone: (entry: Line) => boolean = () => false,
): Generator<Line[]> {
  let group: Line[] = [];
  let names = new Set<number | string>();
  for (const entry of entries) {
    const { line } = entry;
    const isAlone = mustBeAlone(entry);
    if (isAlone || usesOf(line).some(({ target, reference }) => target === line.type && names.has(reference))) {
      if (group.length > 0) yield group;
      [group, names] = [[], new Set()];
    }
    if (isAlone) yield [entry];
    else {
      group.push(entry);
      names.add(line.externalId);
    }
  }
  if (group.length > 0) yield group;
}
