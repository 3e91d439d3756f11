import type { Item, ItemCreate, ItemUpdate } from '../../contract/generated/types.gen.ts';
import type { JsonText } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { notFound, PartnerError } from '../../errors.ts';
import { refuseTooFine } from '../decimal.ts';
import { countNew, type NextId } from '../entries.ts';
import { lockItemModifiers, showOnGroups } from '../item-modifiers.ts';
import { allInOrder, type Basis, changedProperties, requireBasis } from '../record.ts';
import { GeneratedCodes, type ItemKey, type LockedItem, lockItems } from './keys.ts';
import { ItemsRefused, refusingItems } from './refusals.ts';
import { changedItem, checkComponents, type ItemFields, newItem, pricesOf } from './rules.ts';
import { insertItems, typesOf, updateItems, type WrittenRow } from './store.ts';

/** One item to write. With a key and both bodies, it is changed if it exists and otherwise created. */
export interface ItemWrite {
  readonly key?: ItemKey;
  readonly create?: ItemCreate | undefined;
  readonly update?: ItemUpdate | undefined;
  readonly basis?: Basis;
  /** Why the write is rejected whether the record exists or not, or depending on it, if that is already known. */
  readonly refused?: PartnerError | undefined;
  /** True if the record that an upsert names appeared while it was being created. */
  readonly isLate?: boolean;
  readonly invalid?: { readonly create?: PartnerError | undefined; readonly update?: PartnerError | undefined };
}

/** A stored item. */
export interface Written {
  readonly item: ItemFields;
  readonly doc: JsonText<Item>;
  readonly version: number;
  readonly isNew: boolean;
  /** The item at the merchant's first store, if there is one; of a new item. */
  readonly location: string;
}

export type Outcome = Written | PartnerError;

/** An item as it will be stored. */
interface Decided {
  readonly item: ItemFields;
  readonly current: Item | undefined;
  /** Names of the properties that a change changes. */
  readonly changed: ReadonlySet<string>;
  /** The row of an item that its change leaves as it is. */
  readonly kept?: WrittenRow;
}

/** Writes one item; throws why it is rejected. */
export async function writeItem(tx: TenantTransaction, write: ItemWrite, codes: GeneratedCodes): Promise<Written> {
  const [outcome] = await writeItems(tx, [write], codes).catch((error) => {
    throw error instanceof ItemsRefused ? ([...error.refused.values()][0] ?? error.cause) : error;
  });
  if (outcome instanceof PartnerError) throw outcome;
  return outcome as Written;
}

/**
 * Writes items by the same rules as one, with as many statements. Stops before a write that an earlier one of these may
 * affect: the outcomes are those of the first writes, and at least of one.
 */
async function writeItems(
  tx: TenantTransaction,
  writes: readonly ItemWrite[],
  codes: GeneratedCodes,
): Promise<Outcome[]> {
  const decided = await decideAll(tx, writes, codes);
  const outcomes = decided.slice(0, independentCount(writes, decided));
  const accepted = outcomes.filter((one): one is Decided => !(one instanceof PartnerError));
  const rows = await store(tx, accepted, codes).catch((error) => {
    throw error instanceof ItemsRefused
      ? error.at(outcomes.map((one) => ('item' in one ? one.item.id : undefined)))
      : error;
  });
  return outcomes.map((one) =>
    one instanceof PartnerError ? one : writtenOf(one, one.kept ?? (rows.get(one.item.id) as WrittenRow)),
  );
}

async function decideAll(
  tx: TenantTransaction,
  writes: readonly ItemWrite[],
  codes: GeneratedCodes,
): Promise<(Decided | PartnerError)[]> {
  if (writes.some(changesModifiers)) await lockItemModifiers(tx);
  const locked = await lockItems(tx, writes);
  const ids = await tx.newIds(countIds(writes, locked));
  await codes.lookUp(tx, ids);
  const { currency } = tx.scope;
  const making = { currency, nextId: () => ids.shift() as number, codes };
  const decided = writes.map((write, i) => write.refused ?? outcomeOf(() => decide(write, locked[i], making)));
  return withComponentsChecked(tx, decided);
}

const changesModifiers = ({ create, update }: ItemWrite): boolean =>
  Boolean(create?.modifierIds?.length || update?.modifierIds);

const countIds = (writes: readonly ItemWrite[], locked: readonly (LockedItem | undefined)[]): number =>
  writes.reduce((sum, { create, update }, i) => {
    if (locked[i]) return sum + countNew(update?.variants);
    return create ? sum + 1 + countNew(create.variants) : sum;
  }, 0);

interface Making {
  readonly currency: string;
  readonly nextId: NextId;
  readonly codes: GeneratedCodes;
}

function decide(
  { key, create, update, basis = {}, invalid = {} }: ItemWrite,
  locked: LockedItem | undefined,
  { currency, nextId, codes }: Making,
): Decided {
  const rejected = locked ? invalid.update : invalid.create;
  if (rejected) throw rejected;
  refuseTooFine(pricesOf((!locked && create) || (update ?? {})), currency);
  if (locked && update) {
    const current = JSON.parse(locked.doc) as Item;
    requireBasis(current, basis);
    if (countNew(update.variants) > 0) codes.avoid(current);
    const item = changedItem(current, update, nextId, codes);
    const changed = new Set(changedProperties(current, item));
    return { item, current, changed, ...(changed.size === 0 && { kept: { ...locked, version: current.version } }) };
  }
  if (!create) throw notFound('item', Object.values(key ?? {})[0] ?? '');
  return { item: newItem(create, currency, nextId, codes), current: undefined, changed: new Set() };
}

async function withComponentsChecked(
  tx: TenantTransaction,
  decided: readonly (Decided | PartnerError)[],
): Promise<(Decided | PartnerError)[]> {
  const states = ({ current, changed }: Decided) => !current || changed.has('components');
  const ids = decided.flatMap((one) =>
    one instanceof PartnerError || !states(one) ? [] : one.item.components.map(({ itemId }) => itemId),
  );
  const types = await typesOf(tx, ids);
  return decided.map((one) => {
    if (one instanceof PartnerError || !states(one)) return one;
    return outcomeOf(() => checkComponents(one.item, types)) ?? one;
  });
}

/** Stores the items that change, and returns their rows by id. */
async function store(
  tx: TenantTransaction,
  decided: readonly Decided[],
  codes: GeneratedCodes,
): Promise<ReadonlyMap<number, WrittenRow>> {
  const written = decided.filter(({ kept }) => !kept);
  const inserts = written.filter(({ current }) => !current).map(({ item }) => item);
  const updates = written.filter(({ current }) => current);
  const writing = allInOrder([insertItems(tx, inserts), updateItems(tx, updates)]);
  const changes = updates.map(({ item }) => item);
  const [created, updated] = await refusingItems(tx, writing, { inserts, updates: changes, codes });
  const rows = new Map([...created, ...updated].map((row) => [row.id, row]));
  for (const { item, current, changed } of written) {
    const { version } = rows.get(item.id) as WrittenRow;
    const kind = current ? 'updated' : 'created';
    tx.changed({ resource: 'items', id: item.id, kind, version, properties: [...changed] });
  }
  await showOnGroups(
    tx,
    written.map(({ item, current }) => ({ before: current?.modifierIds ?? [], after: item.modifierIds })),
  );
  return rows;
}

function writtenOf({ item, current }: Decided, { doc, version, firstStoreId: storeId = null }: WrittenRow): Written {
  const location = `/items/${item.id}${storeId === null ? '' : `?storeId=${storeId}`}`;
  return { item, doc, version, isNew: !current, location };
}

/**
 * Length of the longest prefix in which no two writes touch the same record, code or external id. A write that removes variants
 * stands alone, since another write may start or stop using them.
 */
function independentCount(writes: readonly ItemWrite[], decided: readonly (Decided | PartnerError)[]): number {
  if (decided.length === 1) return 1;
  const touched = new Set<string>();
  const count = decided.findIndex((one, i) => {
    if (removesVariants(one) || (i === 1 && removesVariants(decided[0]))) return i > 0;
    const key = Object.entries(writes[i]?.key ?? {}).map(([name, value]) => `${name} ${value}`);
    const named = new Set([...key, ...(one instanceof PartnerError ? [] : namesTouched(one))]);
    if ([...named].some((name) => touched.has(name))) return true;
    if (!(one instanceof PartnerError)) for (const name of named) touched.add(name);
    return false;
  });
  return count < 0 ? decided.length : count;
}

function removesVariants(one: Decided | PartnerError | undefined): boolean {
  if (!one || one instanceof PartnerError || !one.changed.has('variants')) return false;
  const kept = new Set(one.item.variants.map(({ id }) => id));
  return one.current?.variants.some(({ id }) => !kept.has(id)) ?? false;
}

/** Names under which other writes may refer to the record, or that they may use: those it has and those it drops. */
function namesTouched({ item, current, changed }: Decided): string[] {
  const before = current ? [`id ${item.id}`, ...(CODED.some((name) => changed.has(name)) ? namesIn(current) : [])] : [];
  return !current || before.length > 1 ? [...before, ...namesIn(item)] : before;
}

const CODED = ['itemCode', 'barcodes', 'variants', 'externalId'];

const namesIn = ({ itemCode, barcodes, externalId, variants }: Item | ItemFields): string[] => [
  ...[itemCode, ...variants.map((variant) => variant.itemCode)].map((code) => `itemCode ${code}`),
  ...[...barcodes, ...variants.flatMap((variant) => variant.barcodes)].map((barcode) => `barcode ${barcode}`),
  ...(externalId === null ? [] : [`externalId ${externalId}`]),
];

function outcomeOf<T>(decide: () => T): T | PartnerError {
  try {
    return decide();
  } catch (error) {
    if (error instanceof PartnerError) return error;
    throw error;
  }
}

/** Items that one statement writes, and after which other requests get their turn; fewer if they are large. */
const SLICE = 100;

/** Variants and other parts that weigh as much as an item. */
const PARTS_PER_ITEM = 10;

/** Most writes at the beginning that one statement takes, and at least one. */
function sliceOf(writes: readonly ItemWrite[]): ItemWrite[] {
  let weight = 0;
  const end = writes.findIndex(({ create, update }, i) => {
    const { variants = [], components = [], stores = [] } = create ?? update ?? {};
    weight += 1 + (variants.length + (components?.length ?? 0) + (stores?.length ?? 0)) / PARTS_PER_ITEM;
    return i > 0 && weight > SLICE;
  });
  return writes.slice(0, end < 0 ? SLICE : Math.min(end, SLICE));
}

/**
 * Writes any number of items in their order, each as if it were alone: one that cannot be written does not affect the others.
 * The keys of all are of the same kind.
 */
export async function writeAll(
  tx: TenantTransaction,
  writes: readonly ItemWrite[],
  codes = new GeneratedCodes(writes.map(({ create, update }) => create ?? update)),
): Promise<Outcome[]> {
  if (writes.some(changesModifiers)) await lockItemModifiers(tx);
  // All at once in one order, so that two batches of the same records wait for each other, not both ways.
  if (sliceOf(writes).length < writes.length) await lockItems(tx, writes);
  const outcomes: Outcome[] = [];
  let size = SLICE;
  while (outcomes.length < writes.length) {
    const some = sliceOf(writes.slice(outcomes.length, outcomes.length + size));
    const written = await writeSome(tx, some, codes);
    outcomes.push(...written);
    size = Math.min(SLICE, 2 * written.length);
  }
  return outcomes;
}

/** Writes the first of the writes, and at least one. Each that cannot be written is undone alone. */
async function writeSome(
  tx: TenantTransaction,
  writes: readonly ItemWrite[],
  codes: GeneratedCodes,
): Promise<Outcome[]> {
  try {
    return await codes.retrying(() => tx.attempt(() => writeItems(tx, writes, codes)));
  } catch (error) {
    if (error instanceof ItemsRefused && error.refused.size > 0)
      return writeSome(tx, withRefused(writes, error), codes);
    const [write] = writes;
    if (writes.length > 1 && (error instanceof ItemsRefused || error instanceof PartnerError)) {
      return writeSome(tx, writes.slice(0, writes.length / 2), codes);
    }
    if (write && error instanceof PartnerError) return [error];
    throw error instanceof ItemsRefused ? error.cause : error;
  }
}

/** Notes why writes are rejected. An upsert whose key was taken by a new record changes that record. */
function withRefused(writes: readonly ItemWrite[], { refused }: ItemsRefused): ItemWrite[] {
  return writes.map((write, index) => {
    const error = refused.get(index);
    if (!error) return write;
    const path = `/${Object.keys(write.key ?? {})[0]}`;
    const isLate = write.create && write.update && !write.isLate && error.details?.[0]?.path === path;
    return isLate ? { ...write, isLate } : { ...write, refused: error };
  });
}
