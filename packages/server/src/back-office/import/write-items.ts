import type { Item, ItemCreate, ItemUpdate } from '../../contract/generated/types.gen.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { PartnerError } from '../../errors.ts';
import { GeneratedCodes } from '../../records/items/generated-codes.ts';
import { lockItems } from '../../records/items/keys.ts';
import type { ItemWrite, Outcome } from '../../records/items/write.ts';
import { writeAll } from '../../records/items/write-all.ts';
import { patchOf, problemsOf, statedBy } from './catalogue-kinds.ts';
import type { Entry } from './parse-line.ts';
import { References } from './references.ts';
import { groupsOf, type Written, writeInGroups } from './write-in-groups.ts';

type ItemEntry = Entry<'item'>;

/** Creates new items and changes known ones that differ from their lines, as a batch of the API does. Returns how many. */
export async function importItems(tx: TenantTransaction, entries: readonly ItemEntry[]): Promise<number> {
  const references = await References.read(tx, entries);
  const current = await lockKnown(tx, entries);
  const codes = new GeneratedCodes(entries.map(({ line }) => line));
  return writeInGroups(groupsOf(entries), references, (group) => {
    const planned = group.map((entry) => ({ entry, write: writeOf(entry, references, current.get(entry)) }));
    return writeGroup(tx, planned.filter(isChange), { references, codes });
  });
}

async function lockKnown(tx: TenantTransaction, entries: readonly ItemEntry[]): Promise<ReadonlyMap<ItemEntry, Item>> {
  const locked = await lockItems(
    tx,
    entries.map(({ line: { externalId } }) => ({ key: { externalId } })),
  );
  return new Map(
    entries.flatMap((entry, i) => {
      const doc = locked[i]?.doc;
      return doc ? [[entry, JSON.parse(doc) as Item]] : [];
    }),
  );
}

interface Planned {
  readonly entry: ItemEntry;
  /** Undefined if the item already has what the line states. */
  readonly write: ItemWrite | undefined;
}

interface Change extends Planned {
  readonly write: ItemWrite;
}

const isChange = (planned: Planned): planned is Change => planned.write !== undefined;

function writeOf({ line }: ItemEntry, references: References, current: Item | undefined): ItemWrite | undefined {
  if (!current) return { create: statedBy(line, references) as ItemCreate };
  try {
    const patch = patchOf(line, references, current);
    if (!patch) return undefined;
    const { type: _, ...update } = patch as ItemUpdate & { readonly type?: number };
    return { key: { externalId: line.externalId }, update };
  } catch (error) {
    if (error instanceof PartnerError) return { refused: error };
    throw error;
  }
}

async function writeGroup(
  tx: TenantTransaction,
  changes: readonly Change[],
  { references, codes }: { readonly references: References; readonly codes: GeneratedCodes },
): Promise<Written> {
  const outcomes = await writeAll(
    tx,
    changes.map(({ write }) => write),
    codes,
  );
  const problems = changes.flatMap(({ entry: { line, number } }, i) => {
    const outcome = outcomes[i] as Outcome;
    if (outcome instanceof PartnerError) return problemsOf(number, outcome);
    references.add('item', { ...outcome.item, externalId: line.externalId });
    return [];
  });
  return { problems, written: outcomes.filter((outcome) => !(outcome instanceof PartnerError)).length };
}
