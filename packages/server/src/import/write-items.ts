import type { Item, ItemCreate, ItemUpdate } from '../contract/generated/types.gen.ts';
import { PartnerError } from '../errors.ts';
import { lockItems } from '../resources/items/keys.ts';
import type { ItemWrite, Outcome } from '../resources/items/write.ts';
import { writeAll } from '../resources/items/write-all.ts';
import type { TenantTransaction } from '../storage/tenant.ts';
import { patchOf, problemsOf, statedBy } from './catalogue-kinds.ts';
import type { Entry } from './parse-line.ts';
import { type Problem, requireNone } from './problem.ts';
import { References } from './references.ts';

type ItemEntry = Entry<'item'>;

/**
 * Creates new items and changes known ones that differ from their lines, as a batch of the API does. Returns how many. After
 * a group with a line that cannot be written, the rest are only checked.
 */
export async function importItems(tx: TenantTransaction, entries: readonly ItemEntry[]): Promise<number> {
  const references = await References.read(tx, entries);
  const current = await lockKnown(tx, entries);
  const problems: Problem[] = [];
  let written = 0;
  for (const group of groupsOf(entries)) {
    const wrong = group.map((entry) => references.problems(entry));
    const sound = problems.length > 0 ? [] : group.filter((_, i) => wrong[i]?.length === 0);
    const writes = sound.map((entry) => ({ entry, write: writeOf(entry, references, current.get(entry)) }));
    const result = await writeGroup(tx, writes.filter(isChange), references);
    problems.push(...wrong.flat(), ...result.problems);
    written += result.written;
    for (const entry of group) if (!references.find('item', entry.line.externalId)) references.introduce(entry);
  }
  requireNone(problems);
  return written;
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

/** Splits the lines before a combo that has an item of an earlier line, which must be written first. */
function* groupsOf(entries: readonly ItemEntry[]): Generator<ItemEntry[]> {
  let group: ItemEntry[] = [];
  let names = new Set<number | string>();
  for (const entry of entries) {
    if (entry.line.components?.some(({ item }) => names.has(item))) {
      yield group;
      group = [];
      names = new Set();
    }
    group.push(entry);
    names.add(entry.line.externalId);
  }
  yield group;
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

async function writeGroup(tx: TenantTransaction, changes: readonly Change[], references: References) {
  const outcomes = await writeAll(
    tx,
    changes.map(({ write }) => write),
  );
  const problems = changes.flatMap(({ entry: { line, number } }, i) => {
    const outcome = outcomes[i] as Outcome;
    if (outcome instanceof PartnerError) return problemsOf(number, outcome);
    references.add('item', { ...outcome.item, externalId: line.externalId });
    return [];
  });
  return { problems, written: outcomes.filter((outcome) => !(outcome instanceof PartnerError)).length };
}
