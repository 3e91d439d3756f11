import type { Item, ItemCreate, ItemUpdate } from '../../contract/generated/types.gen.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { PartnerError } from '../../errors.ts';
import { GeneratedCodes, lockItems } from '../../records/items/keys.ts';
import { type ItemWrite, type Outcome, writeAll } from '../../records/items/write.ts';
import { allInOrder } from '../../records/record.ts';
import { type CatalogueType, createStated, KINDS, patchOf, problemsOf, statedBy } from './catalogue-kinds.ts';
import type { Entry } from './format.ts';
import { BadLines, type Problem, requireNone } from './lines.ts';
import { lookUp, References, usesOf } from './references.ts';

interface Written {
  readonly problems: readonly Problem[];
  /** Number of records that were new or changed. */
  readonly written: number;
}

/**
 * Writes groups of lines, one after the other. After a group with a line that cannot be written, the rest are only checked.
 * Returns how many records were new or changed.
 */
async function writeInGroups<Line extends Entry>(
  groups: Iterable<readonly Line[]>,
  references: References,
  write: (sound: readonly Line[]) => Promise<Written>,
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

/** Splits lines before each that refers to an earlier one of its group. Those that must be alone are groups of one. */
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

type CatalogueEntry = Entry<CatalogueType>;

/** Creates new records and changes known ones that differ from their lines. Returns how many. */
export async function importCatalogue(
  tx: TenantTransaction,
  type: Exclude<CatalogueType, 'item'>,
  entries: readonly CatalogueEntry[],
): Promise<number> {
  const { first, isOneRow } = KINDS[type];
  await first?.(tx);
  const references = await References.read(tx, entries);
  const current = await lockKnown(tx, type, entries);
  const mustBeAlone = ({ line: { externalId } }: CatalogueEntry) => !isOneRow || current.has(externalId);
  const write = (entry: CatalogueEntry) => writeEntry(tx, entry, references, current.get(entry.line.externalId));
  return writeInGroups(groupsOf(entries, mustBeAlone), references, (group) =>
    tx.attempt(() => allInOrder(group.map(write))).then(countWritten, problemsOfGroup),
  );
}

/** Locks the known records of the lines, ordered by id. Returns them by external id. */
async function lockKnown(
  tx: TenantTransaction,
  type: CatalogueType,
  entries: readonly Entry<CatalogueType>[],
): Promise<ReadonlyMap<string, { readonly id: number }>> {
  const externalIds = entries.map(({ line }) => line.externalId);
  const found = await lookUp(tx, type, externalIds);
  const known = externalIds.flatMap((externalId) => {
    const record = found.find(externalId);
    return record ? [{ id: record.id, externalId }] : [];
  });
  known.sort((a, b) => a.id - b.id);
  const { lock } = KINDS[type];
  const locked = await Promise.all(known.map(async ({ id, externalId }) => [externalId, await lock(tx, id)] as const));
  return new Map(locked);
}

/** Writes a line. Returns false if the record already has what the line states. */
async function writeEntry(
  tx: TenantTransaction,
  { line, number }: CatalogueEntry,
  references: References,
  current: { readonly id: number } | undefined,
): Promise<boolean> {
  try {
    const patch = current && patchOf(line, references, current);
    if (current && !patch) return false;
    const record = await (current && patch
      ? KINDS[line.type].change(tx, current.id, patch)
      : createStated(tx, line, references));
    if (record) references.add(line.type, { ...record, externalId: line.externalId });
    return true;
  } catch (error) {
    throw new BadLines(problemsOf(number, error));
  }
}

const countWritten = (outcomes: readonly boolean[]): Written => ({
  problems: [],
  written: outcomes.filter(Boolean).length,
});

function problemsOfGroup(error: unknown): Written {
  if (!(error instanceof BadLines)) throw error;
  return { problems: error.problems, written: 0 };
}

type ItemEntry = Entry<'item'>;

/** Creates new items and changes known ones that differ from their lines, as a batch of the API does. Returns how many. */
export async function importItems(tx: TenantTransaction, entries: readonly ItemEntry[]): Promise<number> {
  const references = await References.read(tx, entries);
  const current = await lockKnownItems(tx, entries);
  const codes = new GeneratedCodes(entries.map(({ line }) => line));
  return writeInGroups(groupsOf(entries), references, (group) => {
    const planned = group.map((entry) => ({ entry, write: writeOf(entry, references, current.get(entry)) }));
    return writeGroup(tx, planned.filter(isChange), { references, codes });
  });
}

async function lockKnownItems(
  tx: TenantTransaction,
  entries: readonly ItemEntry[],
): Promise<ReadonlyMap<ItemEntry, Item>> {
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
