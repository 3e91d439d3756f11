import type { Item, ItemCreate, ItemUpdate } from '../../contract/generated/types.gen.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { PartnerError } from '../../errors.ts';
import { GeneratedCodes, type ItemKey, lockItems } from '../../records/items/keys.ts';
import { type ItemWrite, type Outcome, writeAll } from '../../records/items/write.ts';
import { allInOrder } from '../../records/record.ts';
import { type CatalogueType, KINDS, patchOf, problemsOf, statedBy } from './catalogue-kinds.ts';
import type { Entry } from './format.ts';
import { BadLines, type Problem, requireNone } from './lines.ts';
import { lookUp, References, usesOf } from './references.ts';

type PlainType = Exclude<CatalogueType, 'item'>;

/**
 * Creates new records and changes known ones that differ from their lines. Returns how many. Given references have the
 * known records too; otherwise both are read.
 */
export async function writeCatalogue(
  tx: TenantTransaction,
  entries: readonly Entry<PlainType>[],
  given?: References,
): Promise<number> {
  const [
    {
      line: { type },
    },
  ] = entries as readonly [Entry<PlainType>];
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

/** Creates new items and changes known ones that differ from their lines, as a batch of the API does. Returns how many. */
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
  });
}

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
