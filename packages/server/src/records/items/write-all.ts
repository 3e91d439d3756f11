import type { TenantTransaction } from '../../database/tenant.ts';
import { PartnerError } from '../../errors.ts';
import { lockItemModifiers } from '../item-modifiers.ts';
import { GeneratedCodes } from './generated-codes.ts';
import { lockItems } from './keys.ts';
import { ItemsRefused } from './refusals.ts';
import { changesModifiers, type ItemWrite, type Outcome, writeItems } from './write.ts';

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
