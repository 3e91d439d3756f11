import type { Item, ItemCreate, ItemUpdate } from '../../contract/generated/types.gen.ts';
import { type JsonText, statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { notFound, PartnerError, refuseInvalid } from '../../errors.ts';
import { tooFine } from '../decimal.ts';
import { countNew, type NextId } from '../entries.ts';
import { lockItemModifiers, showOnGroups } from '../item-modifiers.ts';
import { allInOrder, type Basis, changedProperties, requireBasis } from '../record.ts';
import { GeneratedCodeTaken, ItemsRefused, refusingItems } from './refusals.ts';
import { changedItem, checkComponents, type ItemFields, newItem, pricesOf } from './rules.ts';
import {
  type ItemKey,
  insertItems,
  type LockedItem,
  lockItems,
  typesOf,
  updateItems,
  type WrittenRow,
} from './store.ts';

/** One item to write. With a key and both bodies, it is changed if it exists and otherwise created. */
export interface ItemWrite {
  readonly key?: ItemKey;
  readonly create?: ItemCreate | undefined;
  readonly update?: ItemUpdate | undefined;
  readonly basis?: Basis;
  /** Rejection that does not depend on whether the record exists; `invalid` holds the ones that do. */
  readonly refused?: PartnerError | undefined;
  /** True if another transaction created the record while an upsert was creating it. */
  readonly isLate?: boolean;
  readonly invalid?: { readonly create?: PartnerError | undefined; readonly update?: PartnerError | undefined };
}

export interface Written {
  readonly item: ItemFields;
  readonly doc: JsonText<Item>;
  readonly version: number;
  readonly isNew: boolean;
  /** Path of the item; a new item's path names the merchant's first store, if there is one. */
  readonly location: string;
}

export type Outcome = Written | PartnerError;

/** An item as it will be stored. */
interface Decided {
  readonly item: ItemFields;
  readonly current: Item | undefined;
  /** Names of the changed properties; empty for a new item. */
  readonly changed: ReadonlySet<string>;
  /** Stored row, if the change leaves the item as it is. */
  readonly kept?: WrittenRow;
}

/** Writes one item. Throws if it is rejected. */
export async function writeItem(tx: TenantTransaction, write: ItemWrite, codes: GeneratedCodes): Promise<Written> {
  const [outcome] = await writeItems(tx, [write], codes).catch((error) => {
    throw error instanceof ItemsRefused ? ([...error.refused.values()][0] ?? error.cause) : error;
  });
  if (outcome instanceof PartnerError) throw outcome;
  return outcome as Written;
}

/**
 * Writes several items with the same rules and the same number of statements as one. Stops at the first write that
 * could depend on an earlier one in the list; always writes at least one.
 */
export async function writeItems(
  tx: TenantTransaction,
  writes: readonly ItemWrite[],
  codes: GeneratedCodes,
): Promise<Outcome[]> {
  const decided = await decideAll(tx, writes, codes);
  const outcomes = decided.slice(0, independentCount(writes, decided));
  // An unchanged item keeps its row.
  const written = outcomes.filter((one): one is Decided => !(one instanceof PartnerError) && !one.kept);
  const inserts = written.filter(({ current }) => !current).map(({ item }) => item);
  const updates = written.filter(({ current }) => current);
  const writing = allInOrder([insertItems(tx, inserts), updateItems(tx, updates)]);
  const items = { inserts, updates: updates.map(({ item }) => item), generated: codes.made };
  const [created, updated] = await refusingItems(tx, writing, items).catch((error) => {
    throw error instanceof ItemsRefused
      ? error.at(outcomes.map((one) => ('item' in one ? one.item.id : undefined)))
      : error;
  });
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
  return outcomes.map((one) => {
    if (one instanceof PartnerError) return one;
    const { item, current, kept } = one;
    const { doc, version, firstStoreId: storeId = null } = kept ?? (rows.get(item.id) as WrittenRow);
    const location = `/items/${item.id}${storeId === null ? '' : `?storeId=${storeId}`}`;
    return { item, doc, version, isNew: !current, location };
  });
}

async function decideAll(
  tx: TenantTransaction,
  writes: readonly ItemWrite[],
  codes: GeneratedCodes,
): Promise<(Decided | PartnerError)[]> {
  if (writes.some(changesModifiers)) await lockItemModifiers(tx);
  const locked = await lockItems(tx, writes);
  const counts = writes.map(({ create, update }, i) => {
    if (locked[i]) return countNew(update?.variants);
    return create ? 1 + countNew(create.variants) : 0;
  });
  const ids = await tx.newIds(counts.reduce((sum, count) => sum + count, 0));
  await codes.lookUp(tx, ids);
  const nextId = () => ids.shift() as number;
  const decided = writes.map(
    (write, i) => write.refused ?? outcomeOf(() => decide(write, locked[i], tx.scope.currency, nextId, codes)),
  );
  const states = (one: Decided | PartnerError): one is Decided =>
    !(one instanceof PartnerError) && (!one.current || one.changed.has('components'));
  const components = decided.filter(states).flatMap(({ item }) => item.components);
  const types = await typesOf(
    tx,
    components.map(({ itemId }) => itemId),
  );
  return decided.map((one) => (states(one) ? (outcomeOf(() => checkComponents(one.item, types)) ?? one) : one));
}

export const changesModifiers = ({ create, update }: ItemWrite): boolean =>
  Boolean(create?.modifierIds?.length || update?.modifierIds);

function decide(
  { key, create, update, basis = {}, invalid = {} }: ItemWrite,
  locked: LockedItem | undefined,
  currency: string,
  nextId: NextId,
  codes: GeneratedCodes,
): Decided {
  const rejected = locked ? invalid.update : invalid.create;
  if (rejected) throw rejected;
  refuseInvalid(tooFine(pricesOf((!locked && create) || (update ?? {})), currency));
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

/**
 * Length of the longest prefix in which no two writes touch the same record, code or external id. A write that removes
 * variants stands alone, since another write may start or stop using them.
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

/** Names that other writes may use or refer to the record by: its current ones and the ones it drops. */
function namesTouched({ item, current, changed }: Decided): string[] {
  const namesIn = ({ itemCode, barcodes, externalId, variants }: Item | ItemFields): string[] => [
    ...[itemCode, ...variants.map((variant) => variant.itemCode)].map((code) => `itemCode ${code}`),
    ...[...barcodes, ...variants.flatMap((variant) => variant.barcodes)].map((barcode) => `barcode ${barcode}`),
    ...(externalId === null ? [] : [`externalId ${externalId}`]),
  ];
  if (!current) return namesIn(item);
  const isRenamed = ['itemCode', 'barcodes', 'variants', 'externalId'].some((name) => changed.has(name));
  return [`id ${item.id}`, ...(isRenamed ? [...namesIn(current), ...namesIn(item)] : [])];
}

function outcomeOf<T>(decide: () => T): T | PartnerError {
  try {
    return decide();
  } catch (error) {
    if (error instanceof PartnerError) return error;
    throw error;
  }
}

const FREE = statement(
  'items.free-codes',
  `select id, region.free_item_code($1, id, $3::text[]) as code from unnest($2::bigint[]) as i (id)`,
);

interface Coded {
  readonly itemCode?: string | undefined;
  readonly variants?: readonly { readonly itemCode?: string | undefined }[];
}

/**
 * Codes for items and variants that are sent without one: `I` and their id. Looking up whether a code is free would
 * cost each write a statement, so the first attempt relies on the database's constraint.
 */
export class GeneratedCodes {
  #isLookedUp: boolean;
  readonly #others = new Set<string>();
  readonly made = new Set<string>();
  #free: ReadonlyMap<number, string> = new Map();

  /** `others` are the request's items; their codes are not generated for other items. */
  constructor(others: Iterable<Coded | undefined>, { isLookedUp = false } = {}) {
    this.#isLookedUp = isLookedUp;
    for (const other of others) this.avoid(other);
  }

  /** Runs a write, and runs it again with looked-up codes if a generated one was taken. */
  async retrying<T>(write: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!(error instanceof GeneratedCodeTaken)) throw error;
        this.#isLookedUp = true;
      }
    }
  }

  avoid({ itemCode, variants = [] }: Coded = {}): void {
    for (const code of [itemCode, ...variants.map((variant) => variant.itemCode)])
      if (code !== undefined) this.#others.add(code);
  }

  /** Must run before the codes of these ids are generated. */
  async lookUp(tx: TenantTransaction, ids: readonly number[]): Promise<void> {
    if (!this.#isLookedUp || ids.length === 0) return;
    const rows = await tx.query<{ id: number; code: string }>(FREE, [ids, [...this.#others]]);
    this.#free = new Map(rows.map(({ id, code }) => [id, code]));
  }

  of(id: number): string {
    const code = this.#free.get(id) ?? `I${id}`;
    if (this.#others.has(code)) throw new GeneratedCodeTaken();
    this.made.add(code);
    return code;
  }
}
